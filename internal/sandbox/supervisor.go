package sandbox

import (
	"encoding/json"
	"os"
)

// supervisorName is what a supervisor is called in place of a program's name. A
// process of this name never comes to its main function.
const supervisorName = "touchstone-supervisor"

// init turns this process into a supervisor if it was started as one. It is done
// here so that every binary that links the package, also the test binary of
// somebody else's project, can start supervisors of itself.
func init() {
	if len(os.Args) == 1 && os.Args[0] == supervisorName {
		measured()
		supervise()
		os.Exit(0)
	}
}

// measured has the coverage of a supervisor measured (coverage.go).
var measured = func() {}

// A setup is what a supervisor is told first.
type setup struct {
	Policy  Policy
	Spaces  spaces // the namespaces that it was started in
	WhyNot  string // why not in more
	User    int    // that programs run as, or 0 for the supervisor's own
	Handles []string
}

// A ready is what a supervisor answers to its setup.
type ready struct {
	Mechanisms Mechanisms
	Error      string // the namespaces are of no use
	GroupError string // the control groups are of no use
}

// A request asks a supervisor for one thing: a folder of so many bytes, or a run.
type request struct {
	Folder int64
	Job    *Job
}

// A reply answers a request. A folder follows on a way of its own.
type reply struct {
	Error   string // what failed on our side
	Path    string // of the folder, as programs see it
	Outcome Outcome
}

// supervise answers requests from standard input until that ends.
func supervise() {
	hideSupervisor()
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	var s setup
	if in.Decode(&s) != nil {
		return
	}
	v, answer := newSupervisor(s, newControl(in))
	if out.Encode(answer) != nil || answer.Error != "" {
		return
	}
	for {
		r, ok := v.control.next()
		if !ok {
			return
		}
		var answer reply
		var err error
		if r.Job == nil {
			answer.Path, err = v.folder(r.Folder)
		} else {
			answer.Outcome, err = v.run(*r.Job)
		}
		if err != nil {
			answer.Error = err.Error()
		}
		if out.Encode(answer) != nil {
			return
		}
		if r.Job != nil {
			v.tidy() // while the caller looks at what came of the run
		}
	}
}
