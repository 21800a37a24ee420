//go:build covered && linux && !portable

package sandbox

import (
	"fmt"
	"os"
	_ "runtime/coverage" // links the functions named below
	_ "unsafe"           // for go:linkname

	"golang.org/x/sys/unix"
)

// With the tag "covered" a supervisor writes its coverage data to GOCOVERDIR when it ends, in the directory
// of its caller's data (docs/testing.md). The runtime would do so by itself, but prepares for it in the
// initialisation of package main, which a supervisor does not reach.
//
//go:linkname initHook internal/coverage/cfile.InitHook
func initHook(istest bool)

var _ = func() (none struct{}) {
	initCoverage = measureCoverage
	return none
}()

// measureCoverage opens the directory while it is visible: a supervisor has another root when it ends.
func measureCoverage() {
	dir := os.Getenv("GOCOVERDIR")
	if dir == "" {
		return
	}
	fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
		return
	}
	os.Setenv("GOCOVERDIR", fmt.Sprintf("/proc/self/fd/%d", fd))
	initHook(true) // makes os.Exit write it
}
