package sandbox

import (
	"bufio"
	"encoding/json"
	"os"
	"time"
)

// supervisorName is the argv[0] of a supervisor. A process of this name never reaches its
// main function.
const supervisorName = "touchstone-supervisor"

// init turns this process into a supervisor if it was started as one. It happens here so
// that every binary that links the package, including the test binary of another project,
// can start itself as a supervisor.
func init() {
	if len(os.Args) == 1 && os.Args[0] == supervisorName {
		measured()
		supervise()
		os.Exit(0)
	}
}

// measured makes a supervisor record its coverage (coverage.go).
var measured = func() {}

// A setup is the first message to a supervisor.
type setup struct {
	Policy  Policy
	Spaces  spaces      // the namespaces in which it was started
	WhyNot  string      // why not in more
	As      programUser // whom programs run as, or nobody for the supervisor's own user
	Handles []string
}

// A ready is a supervisor's answer to its setup.
type ready struct {
	Mechanisms Mechanisms
	Error      string // the namespaces do not work
	GroupError string // the control groups do not work
}

// A request asks a supervisor for one thing: a folder with room for a number of bytes, or a
// run.
type request struct {
	Folder int64
	Job    *Job
}

// A reply answers a request. A folder follows over a separate socket.
type reply struct {
	Error   string // a failure of our own
	Path    string // of the folder, as programs see it
	Outcome Outcome
}

// receive reads one message, a line. A json.Decoder would now and then leave the end of the line
// unread: what looks then like another request, in the midst of a run, means the end of the caller.
func receive(in *bufio.Reader, message any) error {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return err
	}
	return json.Unmarshal(line, message)
}

// supervise answers requests from standard input until that ends.
func supervise() {
	hideSupervisor()
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	var s setup
	if receive(in, &s) != nil {
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
			v.tidy() // while the caller examines the result of the run
		}
	}
}

// tick is the interval at which a running program's resources are measured. A program that
// ends sooner is never measured.
const tick = 20 * time.Millisecond

// An event is the reason why waiting for a program ended.
type event int

const (
	nothingYet event = iota
	programEnded
	controlEnded
)
