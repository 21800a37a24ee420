package testscript

import (
	"fmt"
	"os"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// What must be free for a failure to be a program's: compilers and programs fail for want of it as if
// they were wrong.
const (
	leastDisk      = 64 << 20 // bytes where programs are built and run
	leastFiles     = 1000
	leastMemory    = 64 << 20
	leastProcesses = 256 // what the sandbox lets one program have
)

// A Shortage is what the machine is short of, so that nothing can be said of a program.
type Shortage struct{ error }

// shortage returns what the machine is short of, as an error, or nil.
func shortage() error {
	if err := diskShortage(); err != nil {
		return Shortage{err}
	}
	if err := systemShortage(); err != nil {
		return Shortage{err}
	}
	return nil
}

// diskShortage is the part of shortage about the temporary folder.
func diskShortage() error {
	bytes, files, err := scratch.Free("")
	switch {
	case err != nil:
		return err
	case bytes < leastDisk:
		return fmt.Errorf("want %d MB free in %s to tell what is wrong with a submission, found %d", leastDisk>>20, os.TempDir(), bytes>>20)
	case files < leastFiles:
		return fmt.Errorf("want room for %d files in %s to tell what is wrong with a submission, found %d", leastFiles, os.TempDir(), files)
	}
	return nil
}
