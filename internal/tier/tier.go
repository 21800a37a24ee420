// Package tier starts the current program anew in poorer surroundings, so that what
// the sandbox does there can be tried on a machine that has everything.
//
// The surroundings are real ones, made by the kernel, and not a switch that the
// sandbox knows of. On tier 2 a part of /proc is covered, as container engines do, and
// the kernel lets nobody mount /proc anew. On tier 3 a system call filter refuses
// namespaces and mounts, as the default profile of container engines does. Both
// can be had as another user, too, from a copy of the program that everybody can
// read.
//
// The program stays what it was: its arguments, its environment, its standard files
// and, unless another is asked for, its user. What is made goes with the process, and
// the copy is removed when it ends. That a process is the one started anew is told
// by its name alone, which is set right before main.
package tier

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// The tiers.
const (
	Whole        = 1 // as on this machine
	NoProc       = 2 // /proc cannot be mounted anew
	NoNamespaces = 3 // no namespace can be made, and nothing be mounted
)

// All lists them.
var All = []int{Whole, NoProc, NoNamespaces}

// Enter starts this program anew on a tier and as a user, and ends with it. It
// returns nil in the process that is there, and at once if nothing is asked for: 0 is
// the tier as it is, "" the user. It is called before anything is done that must not be
// done twice.
func Enter(n int, user string) error {
	if n < 0 || n > NoNamespaces {
		return fmt.Errorf("want tier 1, 2 or 3, found %d", n)
	}
	return enter(n, user)
}

// Here is the tier that this process was started anew on, or 0.
func Here() int { return here.tier }

// Is reports whether this process was started anew as a user.
func Is(user string) bool { return user != "" && here.user == user }

// Main is for TestMain. It gives a test binary the flags -tier and -as-nobody, and runs
// its tests where they say.
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
	os.Exit(m.Run())
}

// A state is how far a process that was started anew has come.
type state struct {
	tier  int
	cover bool // the tier's namespaces are there, and /proc is still to be covered
	user  string
}

// here is the state of this process.
var here state

// mark is the first part of the name of a process that was started anew.
const mark = "touchstone-tier"

// name makes the name of a process that has come so far.
func (s state) name(argv0 string) string {
	return strings.Join([]string{mark, strconv.Itoa(s.tier), strconv.FormatBool(s.cover), s.user, argv0}, ":")
}

// parse is the reverse of name.
func parse(name string) (s state, argv0 string, ok bool) {
	parts := strings.SplitN(name, ":", 5)
	if len(parts) != 5 || parts[0] != mark {
		return state{}, name, false
	}
	s.tier, _ = strconv.Atoi(parts[1])
	s.cover, s.user = parts[2] == "true", parts[3]
	return s, parts[4], true
}

// init returns the process its own name again.
func init() {
	if len(os.Args) == 0 {
		return
	}
	if s, argv0, ok := parse(os.Args[0]); ok {
		here, os.Args[0] = s, argv0
		settle()
	}
}
