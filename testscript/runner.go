package testscript

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// Options control how cases are run and judged.
type Options struct {
	// Edition is the assignment's edition that the program was told to follow; "" means the
	// default.
	Edition string
	// Course compares as leniently as the course's grader did; otherwise files must be
	// equal to the byte.
	Course bool
	// CPU is the CPU time that a program and all its processes have for a case; 0 means
	// DefaultCPU. Wall is the elapsed-time limit for programs that wait; 0 means twice the
	// CPU time plus five seconds.
	CPU, Wall time.Duration
	// SameCPU gives every case the same CPU time; otherwise one that names a time of its own
	// has that. TimeFactor multiplies all times; 0 means 1.
	SameCPU    bool
	TimeFactor float64
	Memory     int64 // resident bytes of all its processes; 0 means DefaultMemory
	// Sandbox is the degree to which the program is confined; "" means SandboxAuto.
	Sandbox SandboxMode
	// AllowRead lists files and folders that the program may read in addition to its own
	// and the system's; Hide lists those that it may not read, such as cases.
	AllowRead, Hide []string
	// Text is how many bytes of each file that is not right a result keeps.
	Text int64
	// Keep leaves the folders of the runs in place. If Answers is also set, KeepAnswers
	// puts the right answers beside them after all runs have ended.
	Keep, Answers bool
}

// The limits of a run by default.
const (
	DefaultCPU    = 10 * time.Second
	DefaultMemory = 4 << 30
	// SpareOutput is how much a program may write in addition to twice the expected bytes.
	SpareOutput = 64 << 20
)

// A Runner runs a player on cases. It is safe for concurrent use: each call of Run uses a
// worker of its own.
type Runner struct {
	Options
	player    *Player
	usualWall bool         // Wall follows from CPU: nobody gave it
	root      *scratch.Dir // of all runs
	scripts   *scratch.Dir // of the cases' scripts, which no program sees
	workers   *sandbox.Pool
	enforced  sandbox.Mechanisms
	number    atomic.Int64
	limiter   *Limiter // of single runs

	mu       sync.Mutex
	repeats  map[Verdict]int // how often a failure has repeated alone
	excesses map[hardness]excess
	closed   bool

	traced  sync.Once
	refused []sandbox.Refusal // what the player was denied, if it failed
}

// WithDefaults returns the options with the default limits in place of none, or an error if they are
// negative.
func (o Options) WithDefaults() (Options, error) {
	if o.CPU < 0 || o.Wall < 0 || o.Memory < 0 {
		return o, fmt.Errorf("want limits of at least 0, found %s of CPU time, %s by the clock and %d bytes", o.CPU, o.Wall, o.Memory)
	}
	if !(o.TimeFactor >= 0 && o.TimeFactor <= MostTimeFactor) {
		return o, fmt.Errorf("want a factor of times of at most %d, found %v", MostTimeFactor, o.TimeFactor)
	}
	if o.CPU == 0 {
		o.CPU = DefaultCPU
	}
	if o.Wall == 0 {
		o.Wall = usualWall(o.CPU)
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	return o, nil
}

// NewRunner returns a Runner for a player. Close removes what it leaves behind.
func NewRunner(player *Player, o Options) (*Runner, error) {
	usual := o.Wall == 0
	o, err := o.WithDefaults()
	if err != nil {
		return nil, err
	}
	r := &Runner{Options: o, player: player, limiter: NewLimiter(0), usualWall: usual, repeats: map[Verdict]int{}, excesses: map[hardness]excess{}}
	if r.root, err = scratch.Make("", "runs"); err != nil {
		return nil, err
	}
	if r.scripts, err = scratch.Make(scriptParent(), "scripts"); err != nil {
		return nil, errors.Join(err, r.root.Remove())
	}
	rules, err := r.policy()
	if err != nil {
		return nil, errors.Join(err, r.remove())
	}
	r.workers = sandbox.NewPool(rules)
	w, err := r.workers.Get() // create one now rather than at the first case, since it may fail
	if err != nil {
		return nil, errors.Join(err, r.remove())
	}
	r.enforced = w.Mechanisms()
	r.workers.Put(w)
	return r, nil
}

// scriptParent returns the parent folder of the scripts' working directories: in memory if the system has
// a place for that and the user has not chosen another. Scripts are small files, and take a sixth
// of the time of a check whose program answers at once.
func scriptParent() string {
	const memory = "/dev/shm"
	if info, err := os.Stat(memory); runtime.GOOS == "linux" && os.Getenv("TMPDIR") == "" && err == nil && info.IsDir() {
		return memory
	}
	return ""
}

// Enforced returns what confines the player.
func (r *Runner) Enforced() Mechanisms { return r.enforced }

// RunAll runs cases, at most jobs programs at a time, and calls report with each result as
// it ends; calls of report do not overlap. It starts no more cases once ctx is done. While
// programs run, as many other cases are being prepared or compared, so that no processor is
// idle.
func (r *Runner) RunAll(ctx context.Context, jobs int, all []*cases.Case, report func(i int, result Result)) {
	r.RunWithin(ctx, jobs, all, func(int) context.Context { return ctx }, report)
}

// RunWithin is like RunAll, with a context for each case: once that is done, the case is not begun, or is
// stopped with a result that says nothing of the program.
func (r *Runner) RunWithin(ctx context.Context, jobs int, all []*cases.Case, within func(i int) context.Context, report func(i int, result Result)) {
	next := make(chan int)
	limiter := NewLimiter(jobs)
	var group sync.WaitGroup
	var mu sync.Mutex
	for range min(2*jobs, len(all)) {
		group.Go(func() {
			for i := range next {
				if within(i).Err() != nil {
					continue
				}
				result := r.RunIn(within(i), limiter, all[i])
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

// DefaultJobs returns the default number of concurrent cases: one per processor.
func DefaultJobs() int { return runtime.NumCPU() }

// Close stops the workers and removes the folders of the runs, unless they are kept.
func (r *Runner) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.workers.Close()
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

// Run runs and judges one case. When ctx is done, the run is stopped with the verdict
// Internal. A failure that could come from want of time, memory, room on the disk or processes
// while others run counts only if it repeats alone, so that neither a busy machine nor a hostile
// program fails anybody else's. If the machine stays short of these, the verdict is Internal.
func (r *Runner) Run(ctx context.Context, c *cases.Case) Result {
	return r.RunIn(ctx, r.limiter, c)
}

// RunIn is like Run, with a Limiter that other runners may share.
func (r *Runner) RunIn(ctx context.Context, l *Limiter, c *cases.Case) Result {
	whole, err := c.Complete(ctx)
	if err != nil {
		return failed(c, err)
	}
	c = whole
	result := r.resolve(ctx, c, l)
	if result.Beyond, err = c.Beyond(ctx, r.Edition); err != nil && result.Verdict != Internal {
		return failed(c, err)
	}
	confined := r.enforced.By(sandbox.Files) != ""
	if confined && (result.Verdict == Crash || result.Verdict == Missing) {
		// Once for all cases: a traced run takes longer, and programs open the same files.
		r.traced.Do(func() {
			x := &run{runner: r, c: c, limit: l, times: 1, traced: true, result: Result{Case: c}}
			_, _ = l.shared(ctx, func() { // without it nothing is known to be refused
				if errors.Join(x.script(ctx), x.close()) == nil {
					r.refused = r.player.refused(x.result.Outcome.Refused)
				}
			})
		})
		result.Refused = r.refused
	}
	if r.Answers && result.Folder != "" && result.Verdict != Pass {
		result.Answer = result.Folder + ".want"
	}
	return result
}

// once runs a case, with so many times the limits of time.
func (r *Runner) once(ctx context.Context, c *cases.Case, l *Limiter, times int) Result {
	x := &run{runner: r, c: c, limit: l, times: times, result: Result{Case: c}}
	if err := errors.Join(x.judge(ctx), x.close()); err != nil {
		x.result.Verdict, x.result.Err, x.result.Reason = Internal, err, err.Error()
	}
	return x.result
}
