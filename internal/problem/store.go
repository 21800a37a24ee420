package problem

import (
	"bytes"
	"encoding/gob"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// An answerStore keeps answers by their keys, in the user's cache folder, which programs do not see. Where there is
// no such folder, it keeps them as long as the process lives. So no answer is made twice.
type answerStore struct {
	mu    sync.Mutex
	known map[string]*keptAnswer
}

type keptAnswer struct {
	mu   sync.Mutex
	done bool
	answer
}

// storeFolder returns the folder of the answers, or "" if there is none.
func storeFolder() string {
	caches, err := scratch.Caches()
	if err != nil {
		return ""
	}
	return filepath.Join(caches, "touchstone", "answers")
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

// get returns the answer with a key, which is made if nobody has made it yet. An answer that could not be made is not kept.
func (s *answerStore) get(key string, make func() (answer, error)) (answer, error) {
	s.mu.Lock()
	if s.known == nil {
		s.known = map[string]*keptAnswer{}
	}
	k := s.known[key]
	if k == nil {
		k = new(keptAnswer)
		s.known[key] = k
	}
	s.mu.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.done {
		return k.answer, nil
	}
	folder := storeFolder()
	file := filepath.Join(folder, key)
	if folder != "" {
		if text, err := regular.Read(file); err == nil && gob.NewDecoder(bytes.NewReader(text)).Decode(&k.answer) == nil {
			k.done = true
			return k.answer, nil
		}
	}
	var err error
	if k.answer, err = make(); err != nil {
		return answer{}, err
	}
	k.done = true
	if folder != "" {
		var text bytes.Buffer
		if gob.NewEncoder(&text).Encode(k.answer) == nil && os.MkdirAll(folder, 0o700) == nil {
			_ = output.WriteFile(file, text.Bytes()) // without it, it is made once more another time
		}
	}
	return k.answer, nil
}
