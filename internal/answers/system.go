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

// installed returns where touchstone is among the system's programs: the running one by any name, and others
// by theirs. It is determined once.
var installed = sync.OnceValue(func() (found []Finding) {
	for _, dir := range RealPaths(append(filepath.SplitList(os.Getenv("PATH")), "/usr/local/bin", "/usr/bin")) {
		found = append(found, programs(dir)...)
	}
	return found
})

// programs finds touchstone directly in a folder of programs, where nobody looks into every file.
func programs(dir string) (found []Finding) {
	self := ownFile()
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch info, err := e.Info(); {
		case err != nil || !info.Mode().IsRegular():
		case self != nil && os.SameFile(info, self):
			found = append(found, Finding{path, isSelf})
		case strings.HasPrefix(e.Name(), "touchstone"):
			found = append(found, Finding{path, isProgram})
		}
	}
	return found
}
