package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// A Worker runs jobs, one at a time, through a helper of its own.
type Worker struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	jobs *json.Encoder
	ends *json.Decoder
	dead bool
}

// NewWorker starts a helper. Close ends it.
func NewWorker() (*Worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Args = []string{helperName}
	cmd.Stderr = os.Stderr
	ownGroup(cmd) // Ctrl-C on the terminal is for the caller, who ends the helper
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &Worker{cmd: cmd, in: in, jobs: json.NewEncoder(in), ends: json.NewDecoder(out)}, nil
}

// Run runs a job to its end. An error is never the program's fault; after one
// the worker is of no more use but to be closed.
func (w *Worker) Run(ctx context.Context, job Job) (Outcome, error) {
	if w.dead {
		return Outcome{}, errors.New("the sandbox's helper has ended")
	}
	type end struct {
		Outcome
		err error
	}
	ended := make(chan end, 1)
	go func() {
		var e end
		var s started
		if e.err = errors.Join(w.jobs.Encode(job), w.ends.Decode(&s)); e.err == nil {
			e.err = w.ends.Decode(&e.Outcome)
		}
		if e.err != nil && s.PID > 0 {
			killGroup(s.PID) // the helper is gone and cannot do it
		}
		ended <- e
	}()
	select {
	case e := <-ended:
		if e.err != nil {
			w.dead = true
			return Outcome{}, fmt.Errorf("the sandbox's helper ended: %w", e.err)
		}
		return e.Outcome, nil
	case <-ctx.Done():
		w.Close() // the helper kills what it runs
		return Outcome{}, ctx.Err()
	}
}

// patience is how long a helper may take to clear up and end.
const patience = 5 * time.Second

// Close ends the helper and with it what it may still run.
func (w *Worker) Close() {
	w.dead = true
	w.in.Close()
	kill := time.AfterFunc(patience, func() { w.cmd.Process.Kill() })
	defer kill.Stop()
	w.cmd.Wait()
}
