package program

import (
	"os"
	"path/filepath"
	"slices"
)

// Reads lists what the program must be able to read: what was built of it, itself,
// the prefix of an interpreter, and the folders of the files among its arguments.
func (p *Program) Reads() (paths []string) {
	if p.built != "" {
		paths = append(paths, p.built)
	}
	return append(paths, reads(p.Path, p.Argv)...)
}

// reads lists what a command must be able to read.
func reads(path string, argv []string) (paths []string) {
	exe := []string{path}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		exe = append(exe, real)
	}
	for _, path := range exe {
		folder := filepath.Dir(path)
		prefix := filepath.Dir(folder)
		switch filepath.Base(folder) {
		case "bin":
			if isInstallation(prefix) {
				folder = prefix
			}
		case "shims": // of a version manager, which chooses among what lies beside them
			folder = prefix
		}
		paths = append(paths, narrow(folder)...)
		paths = append(paths, path)
	}
	for _, arg := range argv {
		info, err := os.Stat(arg)
		switch {
		case err != nil || !filepath.IsAbs(arg):
		case info.IsDir():
			paths = append(paths, narrow(arg)...)
		default:
			paths = append(append(paths, arg), narrow(filepath.Dir(arg))...)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// isInstallation tells whether a folder is what interpreters are installed in, with
// their libraries beside their programs.
func isInstallation(prefix string) bool {
	for _, lib := range []string{"lib", "lib64"} {
		if info, err := os.Stat(filepath.Join(prefix, lib)); err == nil && info.IsDir() {
			return true
		}
	}
	return false
}

// narrow gives a folder, or in place of one that holds what is nobody's business,
// such as the home folder, the files that lie openly in it.
func narrow(folder string) []string {
	home, _ := os.UserHomeDir()
	temp := os.TempDir()
	if folder != home && folder != filepath.Clean(temp) && folder != filepath.Dir(folder) {
		return []string{folder}
	}
	var files []string
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if e.Type().IsRegular() && e.Name()[0] != '.' {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files
}
