// Package testscript runs cases against a program and reports the result of each: the verdict, and the first
// difference of every file that is not right. It connects the script engine of rogpeppe/go-internal to the
// sandbox: a program's directory holds its input and nothing else, and no golden is on disk while it runs.
//
// A Go project can run the corpus as subtests with Run. Other callers make a Runner from their Options, have
// it open a Program, and run cases on that.
package testscript

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Runner opens programs and limits the number that run at a time. A failure that could come from a lack of
// time, memory, disk space or processes while others run counts only if it repeats alone, so that neither a
// busy machine nor a hostile program makes another program fail. A Runner is safe for concurrent use.
type Runner struct {
	Options
	jobs     int
	limiter  *executor.Limiter
	executor executor.Executor
}

// NewRunner returns a Runner that runs at most jobs programs at a time; a number below 1 means no limit. The
// error is about the options.
func NewRunner(o Options, jobs int) (*Runner, error) {
	o, err := o.WithDefaults()
	if err != nil {
		return nil, err
	}
	return &Runner{o, jobs, executor.NewLimiter(jobs), executor.Confined(o)}, nil
}

// A Source is the origin of the program to test: Path or Command.
type Source struct {
	path    string
	command []string
}

// Path returns the source of a submission: a file, a directory or an archive. Its program is found by the
// assignment's file names and built.
func Path(path string) Source { return Source{path: path} }

// Command returns the source of a command, as typed in the current directory. The program and the arguments
// that name existing files are made absolute. The assignment's arguments, such as -i input.txt, are added. An
// interpreter that is a shim, such as pyenv's python3, is replaced by the real one. A Go program, given as
// "go run PACKAGE" or by its directory alone, is compiled once.
func Command(command ...string) Source { return Source{command: command} }

// A Program is a program under test: built, confined and ready to run on cases.
type Program struct {
	Options
	runner   *Runner
	built    *program.Program
	reason   error        // why there is no program, or nil
	root     *scratch.Dir // of all runs
	scripts  *scratch.Dir // of the scripts, which no program sees
	place    executor.Runner
	enforced sandbox.Mechanisms
	number   atomic.Int64

	mu       sync.Mutex
	repeats  map[Verdict]int // how often a failure has repeated alone
	timeouts map[caseKind]timeoutCount
	files    map[string]string // of the scripts, by their commands
	closed   bool
}

// Open finds and builds a program for an assignment. If the submission is invalid, every case gets the
// verdict Build. The error reports other problems, such as a path that does not exist or a missing compiler.
// Close removes the files and directories that Open and the runs create.
func (r *Runner) Open(ctx context.Context, a *oracle.Assignment, from Source) (*Program, error) {
	p := &Program{Options: r.Options, runner: r, repeats: map[Verdict]int{}, timeouts: map[caseKind]timeoutCount{},
		files: map[string]string{}}
	if err := p.build(ctx, a, from); err != nil {
		return nil, err
	}
	if err := p.confine(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// confine creates the directories of the runs, and confines the program.
func (p *Program) confine() (err error) {
	if p.root, err = scratch.Make("", "runs"); err != nil {
		return err
	}
	if p.scripts, err = scratch.Make("", "scripts"); err != nil {
		return err
	}
	if p.built == nil {
		p.enforced, err = executor.Mechanisms(p.Options)
		return err
	}
	p.place, err = p.runner.executor.Open(p.built.Needs(), sandbox.Policy{Root: p.root.Path, Memory: p.Memory})
	if err == nil {
		p.enforced = p.place.Mechanisms()
	}
	return err
}

// BuildError returns the reason why there is no program to run, or nil. It is a *BuildError.
func (p *Program) BuildError() error { return p.reason }

// Note describes the build if it is not obvious, such as which of several sources was built. Otherwise it
// returns "".
func (p *Program) Note() string {
	if p.built == nil {
		return ""
	}
	return p.built.Note
}

// Enforced returns the mechanisms that confine the program.
func (p *Program) Enforced() Mechanisms { return p.enforced }

// RunAll runs cases and calls report with each result as it ends; calls of report do not overlap. It starts
// no more cases once ctx is done. While programs run, as many other cases are being prepared or compared, so
// that no processor is idle.
func (p *Program) RunAll(ctx context.Context, all []*cases.Case, report func(i int, result Result)) {
	p.RunWithin(ctx, all, func(int) context.Context { return ctx }, report)
}

// RunWithin is like RunAll, with a context for each case. Once that is done, the case does not begin, or
// stops with a result that does not count.
func (p *Program) RunWithin(ctx context.Context, all []*cases.Case, within func(i int) context.Context,
	report func(i int, result Result)) {
	atOnce := 2 * p.runner.jobs
	if p.runner.jobs < 1 {
		atOnce = len(all)
	}
	var mu sync.Mutex
	_ = run.Each(ctx, atOnce, len(all), func(i int) error { // the caller sees whether ctx is done
		if within(i).Err() == nil {
			result := p.Run(within(i), all[i])
			mu.Lock()
			defer mu.Unlock()
			report(i, result)
		}
		return nil
	})
}

// DefaultJobs returns the default number of concurrent programs: one per processor.
func DefaultJobs() int { return runtime.NumCPU() }

// Close stops the program, and removes it and the directories of the runs, unless
// they are kept. It may be called again.
func (p *Program) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	if p.place != nil {
		p.place.Close()
	}
	remove := p.root.Remove
	if p.Keep && p.root != nil {
		remove = p.root.Release
	}
	return errors.Join(p.scripts.Remove(), remove(), p.built.Close())
}

// Run runs and judges one case. When ctx is done, the run stops with the verdict Internal. So does a run
// while the machine lacks memory, disk space or processes.
func (p *Program) Run(ctx context.Context, c *cases.Case) Result {
	complete, err := c.Complete(ctx)
	if err != nil {
		return failed(c, err)
	}
	c = complete
	result := p.resolve(ctx, c)
	if result.Beyond, err = c.Beyond(ctx, p.Edition); err != nil && result.Verdict != Internal {
		return failed(c, err)
	}
	if p.Answers && result.Dir != "" && result.Verdict != Pass {
		result.Answer = result.Dir + ".want"
	}
	return result
}

// runOnce runs a case, with a multiple of the limits of time.
func (p *Program) runOnce(ctx context.Context, c *cases.Case, times int) Result {
	x := &caseRun{program: p, c: c, times: times, result: Result{Case: c}}
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
	// Options are the conditions under which a program is built, run and judged.
	Options = outcome.Settings
	// A SandboxMode is the degree to which a program is confined.
	SandboxMode = outcome.SandboxMode
	// A BuildError is an error in a submission that leaves no program to run.
	BuildError = outcome.BuildError
)

// Mechanisms are the mechanisms that confine programs: files, network, processes, memory and more.
type Mechanisms interface {
	// Active returns the names of the active mechanisms.
	Active() []string
	// By returns the name of the active mechanism that fully provides a guard, such as "files", or "".
	By(guard string) string
	// Why returns the reason why nothing provides a guard.
	Why(guard string) string
	// Missing lists the guards that SandboxRequire demands and that are missing, each with the reason.
	Missing() []string
	// String returns a line with the guards that programs have and that they lack.
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

// The default limits of a run.
const (
	DefaultCPU    = outcome.DefaultCPU
	DefaultMemory = outcome.DefaultMemory
	// SpareOutput is the number of bytes that a program may write in addition to twice the expected bytes.
	SpareOutput = 64 << 20
)

// The sandbox modes: as far as this machine can, not at all, or fully or not run at all.
const (
	SandboxAuto    = sandbox.Auto
	SandboxNone    = sandbox.None
	SandboxRequire = sandbox.Require
)

// files returns the judge of the files that the program left in its directory.
func (x *caseRun) files() *judge.Judge {
	return &judge.Judge{
		Case: x.c, Edition: x.program.Edition, Course: x.program.Course, Text: x.program.Text,
		Open: func(name string) (judge.File, error) {
			if x.ended.Record != nil {
				return judge.Memory(x.ended.Record), nil
			}
			return regular.OpenOutput(x.ended.Dir, name, x.output)
		},
		OtherFiles: func() []string { return findMisnamedFiles(x.ended.Dir, x.c.Assignment.Run.InputName()) },
	}
}

// findMisnamedFiles lists the first few files that are present instead of the expected one: a name in the wrong
// case is a common mistake. Links made by Program.AddFiles are ignored.
func findMisnamedFiles(dir, input string) (names []string) {
	const maxListed = 5
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != input && e.Type()&fs.ModeSymlink == 0 && len(names) < maxListed {
			names = append(names, e.Name())
		}
	}
	return names
}

// KeepAnswers writes the right answer of each run that was kept and did not pass into a directory next to the
// run's own; in the program's directory, a link that it left could lead anywhere. It must be called only when
// the program has stopped running, so that it finds no answer.
func (p *Program) KeepAnswers(ctx context.Context, results []Result) error {
	var errs []error
	for _, result := range results {
		if result.Answer != "" {
			errs = append(errs, keepAnswer(ctx, result, p.Edition))
		}
	}
	return errors.Join(errs...)
}

func keepAnswer(ctx context.Context, r Result, edition string) error {
	if err := os.Mkdir(r.Answer, 0o700); err != nil {
		return err
	}
	files := output.NewDir(r.Answer)
	defer files.Abort()
	if _, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: edition}, files); err != nil {
		return err
	}
	return files.Commit()
}

// limits returns the limits of a case, except for its output.
func (p *Program) limits(c *cases.Case) sandbox.Limits {
	own, memory := cmp.Or(c.Time, c.Assignment.Run.CPU), p.Memory
	if of := c.Assignment.Run.Memory; of != 0 {
		memory = min(memory, of)
	}
	cpu, wall := p.Times(own)
	return sandbox.Limits{CPU: cpu, Wall: wall, Memory: memory}
}

// Confinement returns the mechanisms that will confine programs, or an error if these are fewer than o
// requires.
func Confinement(o Options) (Mechanisms, error) {
	o, err := o.WithDefaults()
	if err != nil {
		return nil, err
	}
	return executor.Mechanisms(o)
}
