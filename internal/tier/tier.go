// Package tier restarts the current program in a poorer environment, so that the behaviour
// of the sandbox there can be tested on a machine that has everything.
//
// The environments are real: the kernel makes them, and the sandbox has no switch for them. On tier 2 a part
// of /proc is covered, as container engines do, and the kernel then permits no other mount of /proc. On tier
// 3 a seccomp filter denies namespaces and mounts, as the default profile of container engines does. Both are
// also available as another user, from a copy of the program that every user can read.
//
// The program keeps its arguments, its environment, its standard files and, unless another is asked for, its
// user. Everything disappears with the process, and the copy is removed when it ends. A restarted process is
// recognised only by its name, which is reset right before main.
package tier

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// The tiers.
const (
	Whole        = 1 // as on this machine
	NoProc       = 2 // no other /proc can be mounted
	NoNamespaces = 3 // no namespaces and no mounts
)

// All lists the tiers.
var All = []int{Whole, NoProc, NoNamespaces}

// Enter restarts this program on tier n as user, and exits with its status. It returns nil
// in the restarted process, and at once if there is nothing to do: n of 0 keeps the tier,
// user "" keeps the user. Call it before doing anything that must not be done twice.
func Enter(n int, user string) error {
	if n < 0 || n > NoNamespaces {
		return fmt.Errorf("want tier 1, 2 or 3, found %d", n)
	}
	return enter(n, user)
}

// Current returns the tier on which this process was restarted, or 0.
func Current() int { return here.tier }

// Main is the body of TestMain. It adds the flags -tier and -as-nobody to a test binary and runs its tests
// accordingly.
func Main(m interface{ Run() int }) {
	n := flag.Int("tier", 0, "run the tests on tier 1, 2 or 3 of surroundings (package internal/tier)")
	nobody := flag.Bool("as-nobody", false, "run the tests as the user nobody; for the administrator")
	flag.Parse()
	user := ""
	if *nobody {
		user = "nobody"
	}
	if err := Enter(*n, user); err != nil {
		fmt.Fprintln(os.Stderr, "tier:", err)
		os.Exit(2)
	}
	remove, err := makeBuildCache()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tier:", err)
		os.Exit(2)
	}
	status := m.Run()
	if err := remove(); err != nil {
		fmt.Fprintln(os.Stderr, "tier:", err)
		status = max(status, 1)
	}
	os.Exit(status)
}

// makeBuildCache sets a cache directory for this process if its user has no place for one: without any, each build
// of Go source compiles the whole standard library.
func makeBuildCache() (remove func() error, err error) {
	if _, err := scratch.Caches(); err == nil {
		return func() error { return nil }, nil
	}
	dir, err := os.MkdirTemp("", "cache-")
	if err != nil {
		return nil, err
	}
	return func() error { return os.RemoveAll(dir) }, os.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
}

// TempDir returns a temporary directory of a test. In contrast to the test's own, root's programs on tier 3,
// which run as other users, may pass through the directory around it.
func TempDir(t interface {
	TempDir() string
	Fatal(args ...any)
}) string {
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o711); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A state is the progress of a process that was restarted.
type state struct {
	tier  int
	cover bool // the tier's namespaces exist, and /proc is still to be covered
	user  string
}

// here is the state of this process.
var here state

// mark is the first part of the name of a restarted process.
const mark = "touchstone-tier"

// name returns the process name that encodes the state.
func (s state) name(argv0 string) string {
	return strings.Join([]string{mark, strconv.Itoa(s.tier), strconv.FormatBool(s.cover), s.user, argv0}, ":")
}

// parse is the inverse of name.
func parse(name string) (s state, argv0 string, ok bool) {
	parts := strings.SplitN(name, ":", 5)
	if len(parts) != 5 || parts[0] != mark {
		return state{}, name, false
	}
	s.tier, _ = strconv.Atoi(parts[1])
	s.cover, s.user = parts[2] == "true", parts[3]
	return s, parts[4], true
}

// init restores the process's own name.
func init() {
	if len(os.Args) == 0 {
		return
	}
	if s, argv0, ok := parse(os.Args[0]); ok {
		here, os.Args[0] = s, argv0
		if s.cover { // its parent-death signal is tied to its first thread
			runtime.LockOSThread()
		}
	}
}
