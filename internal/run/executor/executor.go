// Package executor starts the programs of users: submissions, agents, compilers, and the validators,
// generators and references of problem packages. No other package starts any.
//
// An Executor holds the settings of a command. Open confines one program, which may then run any number of
// times. A Limiter decides how many programs run at a time, and repeats a run alone if others may have caused
// its failure.
package executor

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Task is one run of a program.
type Task struct {
	Path   string                    // of the executable
	Args   []string                  // the command, with the program's name first
	Env    func(dir string) []string // the environment of a run in dir
	Limits sandbox.Limits            // Output includes the files that Fill writes; see sandbox.Room
	// Stdin and Stdout are files of the working directory that become standard input and output. Without them
	// the input is empty, and only the ends of the output are kept.
	Stdin, Stdout string
	Fill          func(dir string) error     // puts files into the working directory; may be nil
	Shown         func(output []byte) []byte // replaces paths in the output; may be nil
	pipes         *sandbox.Pipes             // standard input and output, of a run of Interact
}

// Pipes returns the pipes that are the standard input and output of a run of Interact, or nil. Runner.Run closes
// them.
func (t Task) Pipes() *sandbox.Pipes { return t.pipes }

// ReplacePaths applies Shown to the texts of an outcome.
func (t Task) ReplacePaths(o *sandbox.Outcome) {
	if t.Shown == nil {
		return
	}
	for _, text := range []*[]byte{&o.First, &o.Output, &o.Errors} {
		*text = t.Shown(*text)
	}
	o.StartError = string(t.Shown([]byte(o.StartError)))
}

// An Executor confines programs under its settings. Confined is the real one; tests use fakes.
type Executor interface {
	Settings() outcome.Settings
	// Open prepares to run a program that cannot do without some files. The settings determine the policy's Mode
	// and Read, and add to its Hide. The error is an *answers.Error if the program could read an answer, and
	// sandbox.ErrUnconfined if this system lacks a mechanism that the settings require.
	Open(answers.Need, sandbox.Policy) (Runner, error)
}

// A Runner runs one program. It may be used concurrently unless the policy has a Home or Work.
type Runner interface {
	// Run runs a task to its end. The error is never the program's fault. The caller removes or keeps the
	// directory of the run.
	Run(ctx context.Context, t Task) (*Run, error)
	// Mechanisms returns the mechanisms that confine the program.
	Mechanisms() sandbox.Mechanisms
	// Close stops the remaining processes of the program.
	Close()
}

// A Run is a run that has ended.
type Run struct {
	outcome.Outcome
	// Dir is the working directory as the caller sees it. The program's files in it are as untrusted as the
	// program.
	Dir string
	// Record takes the place of the file of standard output if it is not nil. A Conductor makes it.
	Record []byte
	dir    *sandbox.Dir
}

// A Conductor is a problem that may run programs itself: several times, or together with a validator.
type Conductor interface {
	// Conductor returns a function in place of Runner.Run, or nil. The task has no input; the function adds it.
	Conductor() func(ctx context.Context, r Runner, t Task) (*Run, error)
}

// Remove removes the working directory. It does nothing if r is nil.
func (r *Run) Remove() error {
	if r == nil || r.dir == nil {
		return nil
	}
	return r.dir.Remove()
}

// Keep moves the working directory.
func (r *Run) Keep(to string) error {
	if r.dir == nil {
		return os.Rename(r.Dir, to)
	}
	return r.dir.Keep(to)
}

// Confined returns the executor that runs programs in the sandbox.
func Confined(s outcome.Settings) Executor { return Wrap(confined{s}) }

// Wrap returns the executor that Confined returns in place of x: x itself, except in tests.
var Wrap = func(x Executor) Executor { return x }

// Unconfined returns an executor like x that runs programs without the sandbox. Tests wrap executors in it, since
// the sandbox takes as much time as most programs of tests.
func Unconfined(x Executor) Executor {
	s := x.Settings()
	s.Sandbox = sandbox.None
	return confined{s}
}

// Mechanisms returns the mechanisms that confine programs under the settings, or an error if these are fewer
// than they require.
func Mechanisms(s outcome.Settings) (sandbox.Mechanisms, error) {
	w, err := sandbox.NewWorker(sandbox.Policy{Mode: s.Sandbox, Memory: s.Memory})
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.Mechanisms(), nil
}

type confined struct{ settings outcome.Settings }

func (c confined) Settings() outcome.Settings { return c.settings }

func (c confined) Open(need answers.Need, p sandbox.Policy) (Runner, error) {
	p.Mode, p.Read, p.Hide = c.settings.Sandbox, c.settings.AllowRead, slices.Concat(c.settings.Hide, p.Hide)
	p, err := answers.Guard(p, need)
	if err != nil {
		return nil, err
	}
	r := &confinedRunner{policy: p}
	w, err := r.take() // now rather than in the first run, since it may fail
	if err != nil {
		return nil, err
	}
	r.mechanisms = w.Mechanisms()
	r.keep(w)
	return r, nil
}

// A confinedRunner runs a program in the sandbox.
type confinedRunner struct {
	policy     sandbox.Policy
	mechanisms sandbox.Mechanisms

	mu   sync.Mutex
	idle []*sandbox.Worker
}

// take returns an idle worker, or a new one.
func (r *confinedRunner) take() (*sandbox.Worker, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.idle)
	if n == 0 {
		return sandbox.NewWorker(r.policy)
	}
	w := r.idle[n-1]
	r.idle = r.idle[:n-1]
	return w, nil
}

// keep keeps a worker for the next run, if it can run a program.
func (r *confinedRunner) keep(w *sandbox.Worker) {
	if w.Dead() {
		w.Close()
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, w)
}

func (r *confinedRunner) Mechanisms() sandbox.Mechanisms { return r.mechanisms }

func (r *confinedRunner) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.idle {
		w.Close()
	}
	r.idle = nil
}

func (r *confinedRunner) Run(ctx context.Context, t Task) (run *Run, err error) {
	w, err := r.take()
	if err != nil {
		return nil, err
	}
	if run, err = r.runOn(ctx, w, t); err != nil {
		w.Close()
		return nil, err
	}
	r.keep(w)
	return run, nil
}

// runOn runs a task on a worker.
func (r *confinedRunner) runOn(ctx context.Context, w *sandbox.Worker, t Task) (run *Run, err error) {
	f, err := w.MakeDir(t.Limits.Output)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Remove())
		}
	}()
	if t.Fill != nil {
		if err := t.Fill(f.Host); err != nil {
			return nil, err
		}
	}
	job := sandbox.Job{
		Path: t.Path, Args: t.Args, Env: t.Env(cmp.Or(r.policy.Home, f.Path)), Limits: t.Limits,
		Stdin: t.Stdin, Stdout: t.Stdout,
	}
	var o sandbox.Outcome
	if t.pipes != nil {
		o, err = w.RunPiped(ctx, f, job, t.pipes)
	} else {
		o, err = w.Run(ctx, f, job)
	}
	if err != nil {
		return nil, err
	}
	t.ReplacePaths(&o)
	return &Run{Outcome: o, Dir: f.Host, dir: f}, nil // the directory may have moved
}
