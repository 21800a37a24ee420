package regular

import (
	"path/filepath"
	"runtime"
	"strings"
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
