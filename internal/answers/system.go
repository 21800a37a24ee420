package answers

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

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
