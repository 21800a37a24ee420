// Package testscript runs cases against a program and reports the result of each: the verdict, and the first
// difference of every file that is not right. It connects the script engine of rogpeppe/go-internal to the
// sandbox: a program's folder holds its input and nothing else, and no golden is on disk while it runs.
//
// A Go project can run the corpus as subtests with Run. Other callers make a Player from a
// program, a Runner from the player and their Options, and run cases.
package testscript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Options control how cases are run and judged.
type Options struct {
	// Edition is the assignment's edition that the program was told to follow; "" means the default.
	Edition string
	// Course compares as leniently as the course's grader did; otherwise files must be equal to the byte.
	Course bool
	// CPU is the CPU time that a program and all its processes have for a case; 0 means DefaultCPU. Wall is the
	// elapsed-time limit for programs that wait; 0 means twice the CPU time plus five seconds.
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

// A Runner runs a player on cases. It is safe for concurrent use: each call of Run uses a worker of its own.
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
		return o, fmt.Errorf("want limits of at least 0, found %s of CPU time, %s by the clock and %d bytes", o.CPU,
			o.Wall, o.Memory)
	}
	if !(o.TimeFactor >= 0 && o.TimeFactor <= maxTimeFactor) {
		return o, fmt.Errorf("want a factor of times of at most %d, found %v", maxTimeFactor, o.TimeFactor)
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
	r := &Runner{Options: o, player: player, limiter: NewLimiter(0), usualWall: usual,
		repeats: map[Verdict]int{}, excesses: map[hardness]excess{}}
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
	if info, err := os.Stat(memory); runtime.GOOS == "linux" && os.Getenv("TMPDIR") == "" && err == nil &&
		info.IsDir() {
		return memory
	}
	return ""
}

// Enforced returns what confines the player.
func (r *Runner) Enforced() Mechanisms { return r.enforced }

// RunAll runs cases, at most jobs programs at a time, and calls report with each result as it ends; calls of
// report do not overlap. It starts no more cases once ctx is done. While programs run, as many other cases
// are being prepared or compared, so that no processor is idle.
func (r *Runner) RunAll(ctx context.Context, jobs int, all []*cases.Case, report func(i int, result Result)) {
	r.RunWithin(ctx, jobs, all, func(int) context.Context { return ctx }, report)
}

// RunWithin is like RunAll, with a context for each case: once that is done, the case is not begun, or is
// stopped with a result that says nothing of the program.
func (r *Runner) RunWithin(ctx context.Context, jobs int, all []*cases.Case,
	within func(i int) context.Context, report func(i int, result Result)) {
	limiter := NewLimiter(jobs)
	var mu sync.Mutex
	_ = run.Each(ctx, 2*jobs, len(all), func(i int) error { // the caller sees whether ctx is done
		if within(i).Err() == nil {
			result := r.RunIn(within(i), limiter, all[i])
			mu.Lock()
			defer mu.Unlock()
			report(i, result)
		}
		return nil
	})
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
			x := &caseRun{runner: r, c: c, limit: l, times: 1, traced: true, result: Result{Case: c}}
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
	x := &caseRun{runner: r, c: c, limit: l, times: times, result: Result{Case: c}}
	if err := errors.Join(x.judge(ctx), x.close()); err != nil {
		x.result.Verdict, x.result.Err, x.result.Reason = Internal, err, err.Error()
	}
	return x.result
}

// Aliases for types in the signatures of this package.
type (
	// A Verdict is the judgement on one case.
	Verdict = verdict.Verdict
	// A Result is the result of one case.
	Result = verdict.Result
	// A SandboxMode is the degree to which a program is confined.
	SandboxMode = outcome.SandboxMode
)

// Mechanisms are what confines programs: files, network, processes, memory and more.
type Mechanisms interface {
	// Active returns the names of the active mechanisms.
	Active() []string
	// By returns the name of the active mechanism that fully confines a thing, such as "files", or "".
	By(thing string) string
	// Why returns the reason why nothing confines a thing.
	Why(thing string) string
	// Missing lists what SandboxRequire demands and is not confined, each with the reason.
	Missing() []string
	// String returns a line with the confined and the unconfined things.
	String() string
}

// The verdicts, best first. The exit status alone never fails a program whose files are
// right, as in the course.
const (
	Pass     = verdict.Pass
	Format   = verdict.Format
	Wrong    = verdict.Wrong
	Missing  = verdict.Missing
	Crash    = verdict.Crash
	Output   = verdict.Output
	Memory   = verdict.Memory
	Timeout  = verdict.Timeout
	Build    = verdict.Build
	Internal = verdict.Internal
)

// The sandbox modes: as far as this machine can, not at all, or fully or not run at all.
const (
	SandboxAuto    = sandbox.Auto
	SandboxNone    = sandbox.None
	SandboxRequire = sandbox.Require
)

// files returns the judge of what the program left in its folder.
func (x *caseRun) files() *judge.Judge {
	return &judge.Judge{
		Case: x.c, Edition: x.runner.Edition, Course: x.runner.Course, Text: x.runner.Text,
		Open: func(name string) (judge.File, error) { return regular.OpenLeft(x.dir, name, x.output) },
		Left: func() []string { return leftInstead(x.dir, x.c.Assignment.Run.InputName()) },
	}
}

// leftInstead lists the first few files that are present instead of the expected one: a
// name in the wrong case is a common mistake. Links are those made by Program.Furnish.
func leftInstead(dir, input string) (names []string) {
	const most = 5
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != input && e.Type()&fs.ModeSymlink == 0 && len(names) < most {
			names = append(names, e.Name())
		}
	}
	return names
}

// KeepAnswers writes the right answer of each run that was kept and did not pass into a folder beside the
// run's own; in the program's folder, a link that it left could lead anywhere. It must be called only when no
// program of this runner is running any more, so that none finds an answer.
func (r *Runner) KeepAnswers(ctx context.Context, results []Result) error {
	var errs []error
	for _, result := range results {
		if result.Answer != "" {
			errs = append(errs, keepAnswer(ctx, result, r.Edition))
		}
	}
	return errors.Join(errs...)
}

func keepAnswer(ctx context.Context, r Result, edition string) error {
	if err := os.Mkdir(r.Answer, 0o700); err != nil {
		return err
	}
	files := output.NewFolder(r.Answer)
	defer files.Abort()
	if _, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: edition}, files); err != nil {
		return err
	}
	return files.Commit()
}

// maxTimeFactor is the largest Options.TimeFactor.
const maxTimeFactor = 1000

// limits returns what a program has for a case, but for its output. A case with a CPU time of its
// own gives it at least as much by the clock as that needs.
func (r *Runner) limits(c *cases.Case) sandbox.Limits {
	cpu, memory := r.CPU, r.Memory
	usual := cmp.Or(c.Time, c.Assignment.Run.CPU)
	own := usual != 0 && !r.SameCPU
	if own {
		cpu = usual
	}
	if of := c.Assignment.Run.Memory; of != 0 {
		memory = min(memory, of)
	}
	wall := r.Wall
	switch {
	case own && r.usualWall:
		wall = usualWall(cpu)
	case own:
		wall = max(wall, usualWall(cpu))
	}
	if r.TimeFactor != 0 {
		cpu, wall = scaled(cpu, r.TimeFactor), scaled(wall, r.TimeFactor)
	}
	return sandbox.Limits{CPU: cpu, Wall: wall, Memory: memory}
}

// usualWall returns the time by the clock that goes with a CPU time.
func usualWall(cpu time.Duration) time.Duration { return 2*cpu + 5*time.Second }

func scaled(d time.Duration, factor float64) time.Duration {
	return time.Duration(float64(d) * factor)
}

// policy returns what the player may see and use: its own files, and nothing that holds an
// answer. The error says what cannot be hidden from it.
func (r *Runner) policy() (sandbox.Policy, error) {
	p := r.Options.policy()
	p.Root, p.Memory = r.root.Path, r.Memory
	if r.player.program == nil {
		return p, nil // nothing will run, and nobody waits for the search for answers
	}
	return answers.Guard(p, r.player.program.Needs())
}

// policy returns the part of the policy that applies to any program, including compilers.
func (o Options) policy() sandbox.Policy {
	return sandbox.Policy{Mode: o.Sandbox, Read: slices.Clone(o.AllowRead), Hide: slices.Clone(o.Hide)}
}

// Confinement returns what will confine programs, or an error if that is less than what o requires.
func (o Options) Confinement() (Mechanisms, error) {
	o, err := o.WithDefaults()
	if err != nil {
		return nil, err
	}
	p := o.policy()
	p.Memory = o.Memory
	w, err := sandbox.NewWorker(p)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.Mechanisms(), nil
}
