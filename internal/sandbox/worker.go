package sandbox

import (
	"bufio"
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A Worker runs jobs, one at a time, through its own supervisor.
type Worker struct {
	cmd        *exec.Cmd
	in         io.WriteCloser
	out        io.ReadCloser
	requests   *gob.Encoder
	replies    *gob.Decoder
	policy     Policy
	spaces     spaces
	user       programUser // user that runs the programs
	groups     *groups
	handles    handles
	mechanisms Mechanisms
	own        *scratch.Dir // for the directories of the runs, if the policy names none
	number     int64
	dir        string      // the directory of the current run, if it is on disk
	emptied    chan string // directories on disk for further runs of unconfined programs
	dead       atomic.Bool
}

var workerNumber atomic.Int64

// chosenSpaces is the first of allSpaces that works here, with the reasons why the ones before it do not. It is
// determined once: a later failure has another cause.
var chosenSpaces struct {
	sync.Mutex
	next   int
	known  bool // a worker has been made
	whyNot string
}

// ErrUnconfined is the error if confinement is required but not available.
var ErrUnconfined = errors.New("the sandbox cannot confine programs here as required")

// NewWorker starts a supervisor. Close stops it.
func NewWorker(p Policy) (*Worker, error) {
	chosenSpaces.Lock()
	defer chosenSpaces.Unlock()
	if p.Mode == None {
		return newWorker(p, 0, "")
	}
	for {
		in := allSpaces[chosenSpaces.next]
		var w *Worker
		var err error
		if !chosenSpaces.known {
			err = in.allowed()
		}
		if err == nil {
			w, err = newWorker(p, in, chosenSpaces.whyNot)
		}
		if err != nil && !chosenSpaces.known && chosenSpaces.next < len(allSpaces)-1 && !in.areUsable(p) {
			chosenSpaces.next++
			chosenSpaces.whyNot = err.Error()
			continue
		}
		if err != nil {
			return nil, err
		}
		chosenSpaces.known = true
		if missing := w.mechanisms.MissingFor(p.Mode); missing != "" {
			w.Close()
			return nil, fmt.Errorf("%w: %s", ErrUnconfined, missing)
		}
		return w, nil
	}
}

// shortages are errors that may not occur again.
var shortages = []error{syscall.EAGAIN, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE}

// areUsable reports whether a worker with an empty policy can be created in these namespaces. If it can, the
// failure of another worker has a different cause.
func (s spaces) areUsable(like Policy) bool {
	err := s.allowed()
	if err == nil {
		var w *Worker
		if w, err = newWorker(Policy{Mode: like.Mode}, s, ""); err == nil {
			w.Close()
			return true
		}
	}
	return slices.ContainsFunc(shortages, func(shortage error) bool { return errors.Is(err, shortage) })
}

func newWorker(p Policy, in spaces, whyNot string) (_ *Worker, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Args = []string{supervisorName}
	cmd.Stderr = os.Stderr
	ownSession(cmd) // Ctrl-C on the terminal is for the caller, which stops the supervisor
	w := &Worker{cmd: cmd, policy: p, spaces: in, groups: new(groups), number: workerNumber.Add(1),
		emptied: make(chan string, 2)}
	defer func() {
		if err != nil {
			w.Close()
		}
	}()
	if p.Root == "" {
		if w.own, err = scratch.Make("", "runs"); err != nil {
			return nil, err
		}
		w.policy.Root = w.own.Path
	}
	var grouped Mechanisms
	if err := w.equip(&grouped); err != nil {
		return nil, err
	}
	if err := w.begin(whyNot, grouped); err != nil {
		return nil, err
	}
	return w, nil
}

// begin starts the supervisor and sends it its setup.
func (w *Worker) begin(whyNot string, grouped Mechanisms) (err error) {
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return err
	}
	if w.out, err = w.cmd.StdoutPipe(); err != nil {
		return err
	}
	if err := w.cmd.Start(); err != nil {
		return fmt.Errorf("the system refuses: %w", err)
	}
	if err := w.handles.closePeer(); err != nil {
		return err
	}
	w.requests, w.replies = gob.NewEncoder(w.in), gob.NewDecoder(w.out)
	s := setup{Policy: w.policy, Spaces: w.spaces, WhyNot: whyNot, User: w.spaces.mappedIDs(w.user),
		Handles: w.handles.names}
	var r ready
	if err := errors.Join(w.requests.Encode(s), w.replies.Decode(&r)); err != nil {
		return fmt.Errorf("the sandbox's supervisor ended: %w", err)
	}
	if r.Error != "" {
		return errors.New(r.Error)
	}
	if r.GroupError != "" {
		for i := range grouped {
			grouped[i].Active, grouped[i].Reason = false, r.GroupError
		}
	}
	w.mechanisms = append(r.Mechanisms, grouped...)
	return nil
}

// Mechanisms returns the mechanisms that confine the programs that the worker runs.
func (w *Worker) Mechanisms() Mechanisms { return w.mechanisms }

// Dead reports whether the worker can only be closed.
func (w *Worker) Dead() bool { return w.dead.Load() }

var errDead = errors.New("the sandbox's supervisor has ended")

// ask sends a request and waits for its reply.
func (w *Worker) ask(r request) (answer reply, err error) {
	if w.Dead() {
		return answer, errDead
	}
	if err := errors.Join(w.requests.Encode(r), w.replies.Decode(&answer)); err != nil {
		w.dead.Store(true)
		return answer, fmt.Errorf("%w: %w", errDead, err)
	}
	if answer.Error != "" {
		return answer, errors.New(answer.Error)
	}
	return answer, nil
}

// Run runs a job to its end in a directory returned by MakeDir. The error is never the program's fault. Run
// transfers the ownership of the directory to the caller, who must remove it.
func (w *Worker) Run(ctx context.Context, f *Dir, job Job) (Outcome, error) {
	limit := cmp.Or(job.Limits.Memory, w.policy.Memory)
	if w.policy.Memory > 0 {
		limit = min(limit, w.policy.Memory)
	}
	limited := w.groups.begin(limit) == nil
	killed := w.groups.kills()
	job.Dir = cmp.Or(job.Dir, w.policy.Home, f.Path)
	if err := w.handOver(f); err != nil {
		return Outcome{}, err
	}
	defer context.AfterFunc(ctx, w.abort)()
	// The supervisor has a deadline that nothing in the sandbox can extend.
	var late atomic.Bool
	watchdog := time.AfterFunc(job.Limits.MaxElapsed()+shutdownGrace, func() {
		late.Store(true)
		w.kill()
	})
	defer watchdog.Stop()
	answer, err := w.ask(request{Job: &job})
	o := answer.Outcome
	switch {
	case ctx.Err() != nil:
		w.dead.Store(true)
		return Outcome{}, ctx.Err()
	case late.Load():
		o = Outcome{Stopped: StoppedWall, Exit: -1, Wall: job.Limits.MaxElapsed() + shutdownGrace}
	case err != nil:
		return Outcome{}, err
	}
	if o.ProcessesLeft { // including those in the directory
		w.dead.Store(true)
		f.left = true
		return o, nil
	}
	if peak := w.groups.peak(); peak > 0 {
		o.Peak = peak
	}
	if o.Stopped == NotStopped && w.groups.kills() > killed {
		o.Stopped = StoppedMemory
	}
	if o.Stopped == NotStopped && limit > 0 && o.Peak > limit && !(limited && w.mechanisms.By(Memory) != "") {
		o.Stopped = StoppedMemory // it was only sampled
	}
	return o, f.setAside()
}

// RunPiped is like Run for a job whose standard input and output are pipes. The limit on output does not
// include the bytes that the program writes to the pipe.
func (w *Worker) RunPiped(ctx context.Context, f *Dir, job Job, p *Pipes) (Outcome, error) {
	if err := w.handles.send(p.Stdin, p.Stdout, p.Stop); err != nil {
		return Outcome{}, err
	}
	for _, end := range []*os.File{p.Stdin, p.Stdout, p.Stop} {
		end.Close() // the message to the supervisor has a copy
	}
	job.Piped = true
	return w.Run(ctx, f, job)
}

// abort makes the supervisor kill its programs and end, or else kills the supervisor.
func (w *Worker) abort() {
	w.dead.Store(true)
	w.in.Close()
	time.AfterFunc(shutdownGrace, w.kill)
}

// shutdownGrace is the time that a supervisor may take to clean up and end.
const shutdownGrace = 5 * time.Second

// wait waits for the end of the supervisor. If it takes too long it is killed, and
// abandoned if that does not help either.
func (w *Worker) wait() {
	timer := time.AfterFunc(shutdownGrace, w.kill)
	defer timer.Stop()
	ended := make(chan struct{})
	go func() {
		_ = w.cmd.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(shutdownGrace + 2*killWait):
	}
}

// Close stops the supervisor, and with it anything that it still runs.
func (w *Worker) Close() {
	if w.cmd.Process != nil {
		w.dead.Store(true)
		w.in.Close()
		w.wait()
		w.killRest()
	} else if w.in != nil {
		w.in.Close()
	}
	for len(w.emptied) > 0 {
		_ = os.Remove(<-w.emptied)
	}
	w.groups.close()
	w.handles.close()
	_ = w.own.Remove()
}

// supervisorName is the argv[0] of a supervisor. A process of this name never reaches its main function.
const supervisorName = "touchstone-supervisor"

// init turns this process into a supervisor if it was started as one. It happens here so that every binary
// that links the package, including the test binary of another project, can start itself as a supervisor.
func init() {
	if len(os.Args) == 1 && os.Args[0] == supervisorName {
		supervise()
		os.Exit(0)
	}
}

// A setup is the first message to a supervisor.
type setup struct {
	Policy  Policy
	Spaces  spaces      // the namespaces in which it was started
	WhyNot  string      // why not in more
	User    programUser // user that runs the programs, or the zero value for the supervisor's own user
	Handles []string
}

// A ready is a supervisor's answer to its setup.
type ready struct {
	Mechanisms Mechanisms
	Error      string // the namespaces do not work
	GroupError string // the control groups do not work
}

// A request is a message to a supervisor: create a directory of the given size, or run a job.
type request struct {
	Dir int64
	Job *Job
}

// A reply answers a request. A directory follows over a separate socket.
type reply struct {
	Error   string // a failure of our own
	Path    string // of the directory, as programs see it
	Outcome Outcome
}

// supervise answers requests from standard input until that ends.
func supervise() {
	hideSupervisor()
	// The decoder reads nothing beyond a message from a bufio.Reader: any input during a run means the end.
	in, out := gob.NewDecoder(bufio.NewReader(os.Stdin)), gob.NewEncoder(os.Stdout)
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
			answer.Path, err = v.makeDir(r.Dir)
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
	noEvent event = iota
	programEnded
	controlEnded
)
