// Package memo stores results of programs on disk by digests of everything that they depend on, so that no
// program runs twice on the same input.
package memo

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A Store stores results by their keys in a directory that programs must not read: in the user's cache, or in
// a temporary directory if the user has no cache.
type Store[R any] struct {
	Dir    string
	Failed string          // the directory of results that are not stored permanently, or "" to not store them
	locks  [256]sync.Mutex // each of the keys that begin with a byte
	fresh  atomic.Int64    // bytes written since the last pruning
}

// Open finds the directory of the results: in the cache, or else the temporary directory.
func (s *Store[R]) Open(temporary string) {
	s.Dir, s.Failed = temporary, temporary+"-failed"
	if caches, err := scratch.Caches(); err == nil {
		s.Dir = filepath.Join(caches, "touchstone", "answers")
	}
	Prune(s.Dir, maxStored)
}

// maxStored is the maximum size of the directory of results, in bytes. Then the oldest half is removed.
const maxStored = 1 << 30

// Prune removes the oldest results of a directory with more than maxSize bytes, until it has half as many.
func Prune(dir string, maxSize int64) {
	entries, _ := os.ReadDir(dir) // an unreadable directory is not pruned
	var files []fs.FileInfo
	size := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
			size += info.Size()
		}
	}
	if size <= maxSize {
		return
	}
	slices.SortFunc(files, func(x, y fs.FileInfo) int { return x.ModTime().Compare(y.ModTime()) })
	for _, info := range files {
		if size <= maxSize/2 {
			return
		}
		if os.Remove(filepath.Join(dir, info.Name())) == nil {
			size -= info.Size()
		}
	}
}

// build identifies this executable. A result of another executable does not count, since it may have run
// programs in another way.
var build = sync.OnceValue(func() string {
	file, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
})

// Get returns the result with a key. If no process has stored it yet, Get makes and stores it. It stores the
// result permanently if permanent reports true, and otherwise in the directory Failed.
func (s *Store[R]) Get(key string, permanent func(R) bool, make func() (R, error)) (r R, err error) {
	key = digest([]byte(build() + key))
	first, _ := strconv.ParseUint(key[:2], 16, 8)
	lock := &s.locks[first]
	lock.Lock()
	defer lock.Unlock()
	if r, ok := read[R](filepath.Join(s.Dir, key)); ok && permanent(r) {
		return r, nil
	}
	if r, ok := read[R](filepath.Join(s.Failed, key)); ok && s.Failed != "" {
		return r, nil
	}
	if r, err = make(); err != nil {
		return *new(R), err
	}
	dir := s.Dir
	if !permanent(r) {
		dir = s.Failed
	}
	size := write(r, dir, key)
	if dir == s.Dir && s.fresh.Add(size) > maxStored/4 {
		s.fresh.Store(0)
		Prune(s.Dir, maxStored)
	}
	return r, nil
}

// digest returns a digest of a text in hexadecimal.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// digestLength is the length of a digest, in characters.
const digestLength = 2 * sha256.Size

// read reads a stored result: its digest in hexadecimal, and the encoded result. ok is false if the file is
// missing or damaged.
func read[R any](file string) (r R, ok bool) {
	text, err := regular.Read(file)
	if err != nil || len(text) < digestLength || digest(text[digestLength:]) != string(text[:digestLength]) {
		return r, false
	}
	err = gob.NewDecoder(bytes.NewReader(text[digestLength:])).Decode(&r)
	return r, err == nil
}

// write stores a result and returns its size. If that fails, the result is made again the next time.
func write[R any](r R, dir, key string) int64 {
	var text bytes.Buffer
	if gob.NewEncoder(&text).Encode(r) != nil || os.MkdirAll(dir, 0o700) != nil {
		return 0
	}
	_ = output.WriteFile(filepath.Join(dir, key), append([]byte(digest(text.Bytes())), text.Bytes()...))
	return int64(text.Len())
}

// Once returns the value of a name, which make makes once.
func Once[V any](m *sync.Map, name string, make func() (V, error)) (V, error) {
	first, _ := m.LoadOrStore(name, sync.OnceValues(make))
	return first.(func() (V, error))()
}
