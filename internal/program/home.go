package program

import (
	"os"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/internal/answers"
)

// Home returns the folder of the submission's copy in which a program that has a folder of its own
// begins: with a Makefile, that in which it was built. It is "" for a command or a single file.
func (p *Program) Home() string { return p.home }

// Settle fills an empty folder with what is in the program's home, and returns the number of bytes.
// Links stay as they are: nobody but the program follows them. If there is too much, the error is
// a *BuildError.
func (p *Program) Settle(to string) (size int64, err error) {
	if p.home == "" {
		return 0, nil
	}
	size, err = copyFolder(p.home, to)
	return size, blamed(err)
}

// Named returns the files of somebody's own that a command names: its arguments, or the program
// itself if it has none.
func (p *Program) Named() (files []string) {
	argv := p.Argv[1:]
	if len(argv) == 0 {
		argv = []string{p.Path}
	}
	for _, arg := range argv {
		if info, err := os.Stat(arg); err == nil && filepath.IsAbs(arg) && info.Mode().IsRegular() && !answers.InSystem(arg) {
			files = append(files, arg)
		}
	}
	return files
}
