package answers

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// A Finding is a file or folder that holds answers.
type Finding struct {
	Path string
	What string // to be read after "it is"
}

// mostEntries limits the number of files and folders that are examined in a user's folder.
const mostEntries = 100_000

// tooMany is the error for a folder with more.
type tooMany struct{ path string }

func (e tooMany) Error() string {
	return fmt.Sprintf("want a folder of at most %d files, to be looked through for answers, found more in %s", mostEntries, e.path)
}

// Look finds what holds answers at and below a path that belongs to a user: every file is
// opened. It does not follow links, since a program may not follow them either.
func Look(path string) ([]Finding, error) {
	l := &look{spare: make(chan struct{}, 2*runtime.GOMAXPROCS(0))}
	if self, err := os.Executable(); err == nil {
		l.self, _ = os.Stat(self)
	}
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		l.folder(path)
	} else if err == nil && info.Mode().IsRegular() {
		l.file(path)
	}
	l.group.Wait()
	if l.over() {
		return nil, tooMany{path}
	}
	return l.found, nil
}

// A look is a concurrent walk through a folder.
type look struct {
	self  fs.FileInfo // the running program
	count atomic.Int64
	spare chan struct{} // semaphore for additional goroutines
	group sync.WaitGroup
	mu    sync.Mutex
	found []Finding
}

func (l *look) over() bool { return l.count.Load() > mostEntries }

func (l *look) add(path, what string) {
	l.mu.Lock()
	l.found = append(l.found, Finding{path, what})
	l.mu.Unlock()
}

// folder examines a folder, first as a whole and then its entries.
func (l *look) folder(dir string) {
	entries, what := judgeFolder(dir)
	if what != "" {
		l.add(dir, what)
		return
	}
	l.count.Add(int64(len(entries)))
	for _, e := range entries {
		if l.over() {
			return
		}
		path := filepath.Join(dir, e.Name())
		if !e.IsDir() {
			if e.Type().IsRegular() {
				l.file(path)
			}
			continue
		}
		select {
		case l.spare <- struct{}{}:
			l.group.Go(func() {
				l.folder(path)
				<-l.spare
			})
		default:
			l.folder(path)
		}
	}
}

// judgeFolder returns what a folder is as a whole, or "" and its entries.
func judgeFolder(dir string) (entries []fs.DirEntry, what string) {
	if strings.HasSuffix(filepath.ToSlash(dir), "/github.com/touchstone-suite") {
		return nil, isModule
	}
	entries, _ = os.ReadDir(dir) // a folder that is closed to us is closed to the program
	readme, fanned := false, false
	for _, e := range entries {
		switch e.Name() {
		case "go.mod":
			if isOwnModule(filepath.Join(dir, "go.mod")) {
				return nil, isCheckout
			}
		case "README":
			readme = true
		case "00":
			fanned = true
		}
	}
	if readme && fanned && isBuildCache(dir) {
		return nil, isCache
	}
	return entries, ""
}

// file examines a file.
func (l *look) file(path string) {
	if what := judgeName(path); what != "" {
		l.add(path, what)
		return
	}
	info, err := os.Lstat(path)
	if err != nil {
		return
	}
	switch {
	case l.self != nil && os.SameFile(info, l.self):
		l.add(path, isSelf)
	default:
		if what := judgeFile(path); what != "" {
			l.add(path, what)
		}
	}
}
