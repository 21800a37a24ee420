package problem

import (
	"bytes"
	"encoding/gob"
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

// An answerStore keeps answers by their keys in a folder that programs do not see: in the user's cache, or where there is
// none in a temporary folder. So no answer is made twice.
type answerStore struct {
	folder string
	locks  [256]sync.Mutex // each of the keys that begin with a byte
	fresh  atomic.Int64    // bytes written since the last pruning
}

// open finds the folder of the answers, in the cache or a temporary one.
func (s *answerStore) open(temporary string) {
	s.folder = temporary
	if caches, err := scratch.Caches(); err == nil {
		s.folder = filepath.Join(caches, "touchstone", "answers")
	}
	prune(s.folder, mostStored)
}

// mostStored is how many bytes the folder of the answers has before the oldest half goes.
const mostStored = 1 << 30

// prune removes the oldest answers of a folder that has more bytes than it may, until it has half as many.
func prune(folder string, most int64) {
	entries, _ := os.ReadDir(folder) // what cannot be read is not removed
	var files []fs.FileInfo
	size := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
			size += info.Size()
		}
	}
	if size <= most {
		return
	}
	slices.SortFunc(files, func(x, y fs.FileInfo) int { return x.ModTime().Compare(y.ModTime()) })
	for _, info := range files {
		if size <= most/2 {
			return
		}
		if os.Remove(filepath.Join(folder, info.Name())) == nil {
			size -= info.Size()
		}
	}
}

// get returns the answer with a key, which is made if nobody has made it yet. One that could not be made is not kept, nor
// one of a run that could end otherwise.
func (s *answerStore) get(key string, make func() (answer, error)) (a answer, err error) {
	first, _ := strconv.ParseUint(key[:2], 16, 8) // keys are hexadecimal
	lock := &s.locks[first]
	lock.Lock()
	defer lock.Unlock()
	file := filepath.Join(s.folder, key)
	if text, err := regular.Read(file); err == nil && gob.NewDecoder(bytes.NewReader(text)).Decode(&a) == nil {
		return a, nil
	}
	if a, err = make(); err != nil {
		return answer{}, err
	}
	var text bytes.Buffer
	if !a.hurried && gob.NewEncoder(&text).Encode(a) == nil && os.MkdirAll(s.folder, 0o700) == nil {
		_ = output.WriteFile(file, text.Bytes()) // without it, it is made once more another time
	}
	if s.fresh.Add(int64(text.Len())) > mostStored/4 {
		s.fresh.Store(0)
		prune(s.folder, mostStored)
	}
	return a, nil
}
