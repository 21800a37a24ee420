package program

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/regular"
)

// Needs returns what the program must be able to read: what was built, itself, the
// installation of an interpreter, and the folders of the files among its arguments.
func (p *Program) Needs() answers.Need {
	need := p.needs(p.Path, p.Argv)
	if p.built != "" {
		need.Built = append(need.Built, p.built)
	}
	return need
}

// needs returns what a command must be able to read, and what it may call. The folder that
// was built is granted as a whole.
func (p *Program) needs(path string, argv []string) (need answers.Need) {
	for _, exe := range append([]string{path}, p.called...) {
		needProgram(&need, exe)
	}
	for _, arg := range argv {
		info, err := os.Stat(arg)
		switch {
		case err != nil || !filepath.IsAbs(arg) || !linkStays(arg):
		case info.IsDir():
			need.Own = append(need.Own, arg)
		default:
			need.Own = append(need.Own, arg, filepath.Dir(arg))
		}
	}
	need.Own = slices.DeleteFunc(need.Own, func(path string) bool { return p.built != "" && regular.Beneath(path, p.built) })
	return need
}

// needProgram adds a program, the target of its link, and the folders of both.
func needProgram(need *answers.Need, path string) {
	exe := []string{path}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		exe = append(exe, real)
	}
	for i, path := range exe {
		need.Own = append(need.Own, path)
		folder := filepath.Dir(path)
		prefix := filepath.Dir(folder)
		switch base := filepath.Base(folder); {
		case base == "bin" && filepath.Base(prefix) == ".local": // beside its libraries lie the user's own files
			need.Installed = append(need.Installed, folder, filepath.Join(prefix, "lib"), filepath.Join(prefix, "lib64"))
		case base == "bin" && isInstallation(prefix), base == "shims": // of a version manager, which chooses among what lies beside them
			need.Installed = append(need.Installed, prefix)
		case regular.InSystem(folder):
		case i == 0 || staysIn(path, exe[0]):
			need.Own = append(need.Own, folder)
		}
	}
}

// linkStays reports whether a path named by somebody may be followed: it is not a link, or
// its target is beneath the link's folder or in a system folder. Any other link may be a
// trap to have something else read.
func linkStays(path string) bool {
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		return err == nil
	}
	real, err := filepath.EvalSymlinks(path)
	return err == nil && (staysIn(real, path) || regular.InSystem(real))
}

// staysIn reports whether the target of a link is beneath the link's folder.
func staysIn(real, link string) bool {
	folder, err := filepath.EvalSymlinks(filepath.Dir(link))
	return err == nil && regular.Beneath(real, folder)
}

// isInstallation reports whether a folder is an installation of interpreters, with
// libraries beside programs.
func isInstallation(prefix string) bool {
	return isFolder(filepath.Join(prefix, "lib")) || isFolder(filepath.Join(prefix, "lib64"))
}
