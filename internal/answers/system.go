package answers

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// systemFolders are readable by everybody; the sandbox grants them, or parts of them.
var systemFolders = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/nix/store", "/gnu/store",
}

// leastProgram is the minimum size of a program that links the suite: the cases alone take
// more.
const leastProgram = 1 << 20

// plainEndings are the extensions of nine tenths of the files in the system's folders.
// Calling Lstat for these files would take half of the time.
var plainEndings = map[string]bool{
	".c": true, ".conf": true, ".crt": true, ".go": true, ".gz": true, ".h": true, ".hpp": true, ".html": true,
	".js": true, ".json": true, ".md": true, ".mo": true, ".php": true, ".pl": true, ".pm": true, ".png": true,
	".py": true, ".pyc": true, ".rst": true, ".s": true, ".svg": true, ".txt": true, ".vim": true, ".xml": true, ".yaml": true,
}

// InSystem reports whether a path lies in one of the system's folders.
func InSystem(path string) bool {
	for _, folder := range systemFolders {
		if Beneath(path, folder) {
			return runtime.GOOS != "windows"
		}
	}
	return false
}

// Beneath reports whether path is folder or lies in it.
func Beneath(path, folder string) bool {
	separator := string(filepath.Separator)
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, separator)+separator)
}

// System returns what holds answers in the system's folders. They are searched once.
var System = sync.OnceValue(func() (found []Finding) {
	for _, folder := range systemFolders {
		if info, err := os.Lstat(folder); err == nil && info.IsDir() { // a link leads to another of them
			found = append(found, skimOnce(folder)...)
		}
	}
	return found
})

// Skim finds what holds answers below a system folder, by file names and sizes: it opens
// only files that are large enough for a program, and go.mod.
func Skim(folder string) []Finding {
	l := newLook(folder)
	l.light = true
	found, _ := l.run(judgeFile)
	return found
}

// skimmed are the system's folders and the installations that a program has needed.
var skimmed sync.Map // of func() []Finding by folder

// skimOnce skims each folder once.
func skimOnce(folder string) []Finding {
	once, _ := skimmed.LoadOrStore(folder, sync.OnceValue(func() []Finding { return Skim(folder) }))
	return once.(func() []Finding)()
}

// Skimmed returns what has been found so far, by the folder that was skimmed.
func Skimmed() map[string][]Finding {
	found := map[string][]Finding{}
	skimmed.Range(func(folder, once any) bool {
		found[folder.(string)] = once.(func() []Finding)()
		return true
	})
	return found
}

// Assume makes this process skim no folder that another one has skimmed a moment ago. Tests start hundreds of
// processes that need the same folders.
func Assume(found map[string][]Finding) {
	for folder, in := range found {
		skimmed.Store(folder, func() []Finding { return in })
	}
}
