package sandbox

import (
	"encoding/json"
	"os"
	"os/signal"
	"runtime"
)

// helperName is what a helper is called in place of a program's name, and
// nothingName a process that ends at once. Processes of these names never come to
// their main function.
const (
	helperName  = "touchstone-sandbox-helper"
	nothingName = "touchstone-sandbox-nothing"
)

// init turns this process into a helper if it was started as one. It is done
// here so that every binary that links the package, also the test binary of
// somebody else's project, can start helpers of itself.
func init() {
	if len(os.Args) != 1 {
		return
	}
	switch os.Args[0] {
	case helperName:
		serve()
		os.Exit(0)
	case nothingName:
		os.Exit(0)
	}
}

// A setup is what a helper is told first.
type setup struct {
	Policy        Policy
	Spaces        uintptr // the namespaces that it was started in
	WhyNot        string  // why not in more
	Groups        int     // how many control groups it was handed, from descriptor 3 on
	Unified       bool    // they are of version 2
	Administrator bool    // is who started it
}

// A ready is what a helper answers to its setup.
type ready struct {
	Mechanisms Mechanisms
	Error      string // the namespaces are of no use
	GroupError string // the control groups are of no use
}

// serve runs the jobs that come on standard input until it ends.
func serve() {
	runtime.LockOSThread() // programs are tied to the life of the thread that starts them
	signal.Ignore(os.Interrupt)
	becomeReaper()
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	c := prepare(in, out)
	control := newControl(in)
	for {
		job, ok := control.next()
		if !ok {
			return
		}
		tell := func(pid int) { out.Encode(started{pid}) }
		if out.Encode(run(c, job, tell, control)) != nil {
			return
		}
	}
}

// prepare confines what the helper will start, as its setup says.
func prepare(in *json.Decoder, out *json.Encoder) *confinement {
	var s setup
	if in.Decode(&s) != nil {
		os.Exit(0)
	}
	c, m, err := confine(s)
	answer := ready{Mechanisms: m}
	if err != nil {
		answer.Error = err.Error()
	} else if err := c.tryGroups(); err != nil {
		answer.GroupError = err.Error()
	}
	out.Encode(answer)
	return c
}

// started is what a helper says of a job first: the program's process and group,
// or 0 if there is none.
type started struct{ PID int }
