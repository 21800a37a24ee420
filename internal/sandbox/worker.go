package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A Worker runs jobs, one at a time, through a helper of its own.
type Worker struct {
	cmd        *exec.Cmd
	in         io.WriteCloser
	jobs       *json.Encoder
	ends       *json.Decoder
	spaces     spaces
	groups     *groups
	mechanisms Mechanisms
	dead       bool
}

// useful is the first of allSpaces that is of use here, and why those before it
// are not. It is found out once.
var useful struct {
	sync.Mutex
	next   int
	whyNot string
}

// ErrUnconfined is why nothing is run where confinement is required and cannot be
// had.
var ErrUnconfined = errors.New("the sandbox cannot confine programs here as required")

// NewWorker starts a helper. Close ends it.
func NewWorker(p Policy) (*Worker, error) {
	useful.Lock()
	defer useful.Unlock()
	if p.Mode == None {
		return newWorker(p, 0, "")
	}
	for {
		w, err := newWorker(p, allSpaces[useful.next], useful.whyNot)
		if err != nil && useful.next < len(allSpaces)-1 {
			useful.next++
			useful.whyNot = err.Error()
			continue
		}
		if err != nil {
			return nil, err
		}
		if missing := w.mechanisms.Missing(); p.Mode == Require && len(missing) > 0 {
			w.Close()
			return nil, fmt.Errorf("%w: %s", ErrUnconfined, strings.Join(missing, "; "))
		}
		return w, nil
	}
}

func newWorker(p Policy, in spaces, whyNot string) (*Worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Args = []string{helperName}
	cmd.Stderr = os.Stderr
	ownGroup(cmd) // Ctrl-C on the terminal is for the caller, who ends the helper
	in.enter(cmd)
	var own Mechanisms
	w := &Worker{cmd: cmd, spaces: in}
	if p.Mode != None {
		w.groups = newGroups(p.Memory, &own)
		cmd.ExtraFiles = w.groups.files()
	}
	if err := w.begin(p, in, whyNot, own); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// begin starts the helper and tells it what to do.
func (w *Worker) begin(p Policy, in spaces, whyNot string, own Mechanisms) (err error) {
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := w.cmd.Start(); err != nil {
		return fmt.Errorf("the system refuses: %w", err)
	}
	w.jobs, w.ends = json.NewEncoder(w.in), json.NewDecoder(out)
	s := setup{
		Policy: p, Spaces: uintptr(in), WhyNot: whyNot, Administrator: os.Getuid() == 0,
		Groups: len(w.cmd.ExtraFiles), Unified: w.groups != nil && w.groups.unified,
	}
	var r ready
	if err := errors.Join(w.jobs.Encode(s), w.ends.Decode(&r)); err != nil {
		return fmt.Errorf("the sandbox's helper ended: %w", err)
	}
	if r.Error != "" {
		return errors.New(r.Error)
	}
	if r.GroupError != "" {
		for i := range own {
			own[i].Active, own[i].Why = false, r.GroupError
		}
	}
	w.mechanisms = append(r.Mechanisms, own...)
	return nil
}

// Mechanisms says what confines the programs that the worker runs.
func (w *Worker) Mechanisms() Mechanisms { return w.mechanisms }

// Run runs a job to its end. An error is never the program's fault; after one
// the worker is of no more use but to be closed.
func (w *Worker) Run(ctx context.Context, job Job) (Outcome, error) {
	if w.dead {
		return Outcome{}, errors.New("the sandbox's helper has ended")
	}
	w.groups.begin()
	killed := w.groups.kills()
	defer context.AfterFunc(ctx, func() { w.giveUp() })()
	var s started
	var o Outcome
	err := errors.Join(w.jobs.Encode(job), w.ends.Decode(&s))
	if err == nil {
		err = w.ends.Decode(&o)
	}
	if err != nil || ctx.Err() != nil {
		w.dead = true
		if err != nil && s.PID > 0 && !w.spaces.ownPIDs() {
			killGroup(s.PID) // the helper is gone and cannot do it
		}
		if ctx.Err() != nil {
			return Outcome{}, ctx.Err()
		}
		return Outcome{}, fmt.Errorf("the sandbox's helper ended: %w", err)
	}
	w.account(&o, killed)
	return o, nil
}

// giveUp has the helper kill what it runs and end; the timer kills one that does not.
func (w *Worker) giveUp() *time.Timer {
	w.in.Close()
	return time.AfterFunc(patience, func() { w.cmd.Process.Kill() })
}

// account adds what the control group of the programs knows of a run.
func (w *Worker) account(o *Outcome, killedBefore int64) {
	if peak := w.groups.peak(); peak > 0 {
		o.Peak = peak
	}
	if o.Stopped == NotStopped && w.groups.kills() > killedBefore {
		o.Stopped = StoppedMemory
	}
}

// patience is how long a helper may take to clear up and end.
const patience = 5 * time.Second

// Close ends the helper and with it what it may still run.
func (w *Worker) Close() {
	w.dead = true
	defer w.groups.close()
	if w.cmd.Process == nil {
		if w.in != nil {
			w.in.Close()
		}
		return
	}
	defer w.giveUp().Stop()
	w.cmd.Wait()
}
