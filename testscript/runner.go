package testscript

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// Options say how cases are run and judged.
type Options struct {
	// Edition is the one of the assignment that the program was told to follow, or "":
	// the default one.
	Edition string
	// Course compares as leniently as the course's grader did; otherwise files
	// must be equal to the byte.
	Course bool
	// CPU is the time that a program has for a case, with all its processes;
	// 0 means DefaultCPU. Wall is the backstop by the clock for programs that
	// wait; 0 means twice the CPU time and five seconds more.
	CPU, Wall time.Duration
	Memory    int64 // resident bytes of all its processes; 0 means DefaultMemory
	// Sandbox is how much the program is confined; "" means SandboxAuto.
	Sandbox SandboxMode
	// AllowRead lists files and folders that the program may read besides its own and
	// the system's, Hide those that it may not: cases, say.
	AllowRead, Hide []string
	// Keep leaves the folders of the runs where they are. With Answers, KeepAnswers puts
	// the right answers beside them when all have ended.
	Keep, Answers bool
}

// The limits of a run unless the caller says otherwise.
const (
	DefaultCPU    = 10 * time.Second
	DefaultMemory = 4 << 30
	// spareOutput is what a program may write more than twice the expected
	// bytes.
	spareOutput = 64 << 20
)

// A Result is what came of one case.
type Result struct {
	Case    *cases.Case
	Verdict Verdict
	// Reason says in a few words what decided where no file does.
	Reason string
	// Beyond says what of the case no course asks, or is "". Such a case earns and
	// costs no points.
	Beyond string
	// Files holds the wanted files in the assignment's order.
	Files []FileResult
	// Edition names another edition of the assignment to which all files are
	// equal, or is "".
	Edition string
	// Hint says what may help a program that crashed, or is "".
	Hint string
	// SameAs names a case whose program said the same as it crashed, and of which that
	// was told; so it is not told again. Who tells of several cases sets it.
	SameAs  string
	Outcome Outcome
	// Enforced says what really confined the program.
	Enforced Mechanisms
	// Refused lists what the sandbox kept from the program, in the order of time, if it
	// crashed or left no output.
	Refused []Refusal
	Folder  string // where the program ran, if it was kept
	Answer  string // the folder beside it for the right answer, if that is to be there
	Err     error  // what failed, for the verdict Internal
}

// A FileResult is what came of one wanted file.
type FileResult struct {
	Name    string
	Verdict Verdict
	Reason  string   // why it could not be compared
	Left    []string // names of files that the program left instead of one that is missing
	Report  Report   // how it compares
}

// A Runner runs a player on cases. It is safe for concurrent use: each call of
// Run takes a worker of its own.
type Runner struct {
	Options
	player   *Player
	root     *scratch.Dir // of all runs
	scripts  *scratch.Dir // of the cases' scripts, which no program sees
	rules    sandbox.Policy
	enforced sandbox.Mechanisms
	number   atomic.Int64
	running  atomic.Int32 // runs under way
	begun    atomic.Int64 // runs ever

	crowd   sync.RWMutex // held alone by a run that must not be disturbed
	mu      sync.Mutex
	idle    []*sandbox.Worker
	stages  []string // that no script is on
	closed  bool
	answers []keptAnswer // that are to be put beside what was kept

	traced  sync.Once
	refused []sandbox.Refusal // what the player was kept from, if it failed
}

// NewRunner prepares to run a player. Close removes what it leaves.
func NewRunner(player *Player, o Options) (*Runner, error) {
	if o.CPU < 0 || o.Wall < 0 || o.Memory < 0 {
		return nil, fmt.Errorf("want limits of at least 0, found %s of CPU time, %s by the clock and %d bytes", o.CPU, o.Wall, o.Memory)
	}
	if o.CPU == 0 {
		o.CPU = DefaultCPU
	}
	if o.Wall == 0 {
		o.Wall = 2*o.CPU + 5*time.Second
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	r := &Runner{Options: o, player: player}
	var err error
	if r.root, err = scratch.Make("", "runs"); err != nil {
		return nil, err
	}
	if r.scripts, err = scratch.Make(scriptParent(), "scripts"); err != nil {
		return nil, errors.Join(err, r.root.Remove())
	}
	if r.rules, err = r.policy(); err != nil {
		return nil, errors.Join(err, r.remove())
	}
	w, err := r.worker() // now rather than at the first case: it may be refused
	if err != nil {
		return nil, errors.Join(err, r.remove())
	}
	r.idle, r.enforced = append(r.idle, w), w.Mechanisms()
	return r, nil
}

// Enforced says what confines the player.
func (r *Runner) Enforced() Mechanisms { return r.enforced }

// RunAll runs cases, jobs programs at a time, and calls report with each result,
// never twice at once, as they end. It starts no more when ctx ends. While programs
// run, as many cases again are made ready or compared, so that no processor waits.
func (r *Runner) RunAll(ctx context.Context, jobs int, all []*cases.Case, report func(i int, result Result)) {
	next := make(chan int)
	slots := make(chan struct{}, jobs)
	var group sync.WaitGroup
	var mu sync.Mutex
	for range min(2*jobs, len(all)) {
		group.Go(func() {
			for i := range next {
				result := r.run(ctx, all[i], slots)
				mu.Lock()
				report(i, result)
				mu.Unlock()
			}
		})
	}
	for i := range all {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
}

// DefaultJobs is the number of cases that run at a time unless the user says
// otherwise: one for each processor.
func DefaultJobs() int { return runtime.NumCPU() }

// Close ends the workers and, unless the runs are kept, removes their folders.
func (r *Runner) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.idle {
		w.Close()
	}
	r.idle = nil
	if r.closed {
		return nil
	}
	r.closed = true
	if r.Keep {
		return errors.Join(r.scripts.Remove(), r.root.Release())
	}
	return r.remove()
}

// remove removes the folders.
func (r *Runner) remove() error {
	return errors.Join(r.scripts.Remove(), r.root.Remove())
}

// Run runs one case and judges it. When ctx ends, so does the run, with the
// verdict Internal. A program that runs out of time while others run is run again
// alone before that counts: a busy machine fails nobody.
func (r *Runner) Run(ctx context.Context, c *cases.Case) Result {
	return r.run(ctx, c, make(chan struct{}, 1))
}

// run is Run, with what the sandbox had to do with a failure. A program runs as long as
// there is room in slots.
func (r *Runner) run(ctx context.Context, c *cases.Case, slots chan struct{}) Result {
	whole, err := c.Complete(ctx)
	if err != nil {
		return Result{Case: c, Verdict: Internal, Err: err, Reason: err.Error()}
	}
	c = whole
	result := r.twice(ctx, c, slots)
	if result.Beyond, err = c.Beyond(ctx, r.Edition); err != nil && result.Verdict != Internal {
		return Result{Case: c, Verdict: Internal, Err: err, Reason: err.Error()}
	}
	confined := result.Enforced.By(sandbox.Files) != ""
	if confined && (result.Verdict == Crash || result.Verdict == Missing) {
		// Once for all cases: a traced run takes longer, and programs open the same files.
		r.traced.Do(func() {
			x := &run{Runner: r, ctx: ctx, c: c, slots: slots, traced: true, result: Result{Case: c}}
			if errors.Join(x.script(), x.leave()) == nil {
				r.refused = x.result.Outcome.Refused
			}
		})
		result.Refused = r.refused
	}
	if r.Answers && result.Folder != "" && result.Verdict != Pass {
		result.Answer = result.Folder + ".want"
		r.keepAnswer(c, result.Answer)
	}
	return result
}

// twice runs a case, and again if it ran out of time.
func (r *Runner) twice(ctx context.Context, c *cases.Case, slots chan struct{}) Result {
	if err := r.player.BuildError(); err != nil {
		return Result{Case: c, Verdict: Build, Reason: err.Error()}
	}
	r.crowd.RLock()
	crowded, begun := r.running.Add(1) > 1, r.begun.Add(1)
	result := r.once(ctx, c, slots)
	r.running.Add(-1)
	crowded = crowded || r.begun.Load() > begun // others may be over
	r.crowd.RUnlock()
	if result.Verdict != Timeout || !crowded {
		return result
	}
	if result.Folder != "" {
		if err := scratch.RemoveAll(result.Folder); err != nil {
			return Result{Case: c, Verdict: Internal, Err: err, Reason: err.Error()}
		}
	}
	r.crowd.Lock()
	defer r.crowd.Unlock()
	return r.once(ctx, c, slots)
}

// once runs a case.
func (r *Runner) once(ctx context.Context, c *cases.Case, slots chan struct{}) Result {
	x := &run{Runner: r, ctx: ctx, c: c, slots: slots, result: Result{Case: c}}
	if err := errors.Join(x.judge(), x.leave()); err != nil {
		x.result.Verdict, x.result.Err, x.result.Reason = Internal, err, err.Error()
	}
	return x.result
}

func (r *Runner) worker() (*sandbox.Worker, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.idle); n > 0 {
		w := r.idle[n-1]
		r.idle = r.idle[:n-1]
		return w, nil
	}
	return sandbox.NewWorker(r.rules)
}
