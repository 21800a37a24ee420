package answers

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// systemFolders hold what everybody may read; sandbox grants these, or parts of them.
var systemFolders = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/nix/store", "/gnu/store",
}

// leastProgram is the size that a program which links the suite has at least: the
// cases alone take more.
const leastProgram = 1 << 20

// plainEndings are those of nine tenths of the files in the system's folders. To ask
// for the size of these would take half of the time.
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

// Beneath reports whether a path is a folder or lies in it.
func Beneath(path, folder string) bool {
	separator := string(filepath.Separator)
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, separator)+separator)
}

// System finds what holds answers in the system's folders, once for all.
func System() []Finding { return inSystem() }

var inSystem = sync.OnceValue(func() (found []Finding) {
	for _, folder := range systemFolders {
		if info, err := os.Lstat(folder); err == nil && info.IsDir() { // a link leads to another of them
			found = append(found, Skim(folder)...)
		}
	}
	return found
})

// Skim finds what holds answers below a folder of the system's kind, by the names and
// the sizes of files: opened are those that are large enough for a program, and go.mod.
func Skim(folder string) []Finding {
	l := newLook(folder)
	l.light = true
	found, _ := l.run(judgeFile)
	return found
}

// skimmed keeps what was found in the installations of interpreters.
var skimmed sync.Map // of func() []Finding by folder

// skimOnce skims a folder once for all.
func skimOnce(folder string) []Finding {
	once, _ := skimmed.LoadOrStore(folder, sync.OnceValue(func() []Finding { return Skim(folder) }))
	return once.(func() []Finding)()
}
