package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/memo"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/shortage"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A builtProgram is a program of a package, ready to run.
type builtProgram struct {
	*program.Program
	place executor.Runner
}

// program builds a program of the package, once. It repeats a build that failed because of a shortage.
func (p *Package) program(ctx context.Context, name string) (b *builtProgram, err error) {
	if p.executor == nil {
		return nil, fmt.Errorf("%s: %w", p.displayPath(name), ErrNotPrepared)
	}
	b, err = memo.Once(&p.programs, name, func() (b *builtProgram, err error) {
		ctx := context.WithoutCancel(ctx)
		err = limiter.ResolveWithSlot(ctx, func() (_ executor.Trust, err error) {
			if b != nil {
				err = b.close()
			}
			if err == nil {
				b, err = p.build(ctx, name)
			}
			return trustOf(err == nil), err
		})
		return b, err
	})
	if errors.As(err, new(shortage.Error)) {
		p.programs.Delete(name)
	}
	return b, err
}

// close removes what was built.
func (b *builtProgram) close() error {
	b.place.Close()
	return b.Close()
}

// limiter limits how many programs of packages run at a time.
var limiter = executor.NewLimiter(runtime.NumCPU())

// sources returns the directory of the sources of a program: other files next to a file may be a part of it.
func (p *Package) sources(name string) string {
	if p.isDir(name) {
		return name
	}
	return path.Dir(name)
}

// ErrNotPrepared is the error for a program of a package before Prepare.
var ErrNotPrepared = errors.New("no program of the package runs here, since its confinement is not decided")

// A buildFailure is the error for a program of the package that cannot be built here.
type buildFailure struct{ error }

func (u buildFailure) Unwrap() error { return u.error }

func (p *Package) build(ctx context.Context, name string) (*builtProgram, error) {
	source, err := p.sourcePath(name)
	if err != nil {
		return nil, err
	}
	b, err := p.buildFrom(ctx, name, source)
	if err != nil {
		return nil, err
	}
	if err := p.checkUnchanged(p.sources(name)); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// buildFrom builds a program of the package from a file or a directory.
func (p *Package) buildFrom(ctx context.Context, name, source string) (*builtProgram, error) {
	assignment := p.assignmentFor(name)
	built, err := program.FromPath(ctx, p.executor, assignment, source)
	if err != nil {
		return nil, buildFailure{fmt.Errorf("%s: %w", p.displayPath(name), err)}
	}
	place, err := p.executor.Open(built.Needs(), sandbox.Policy{Memory: assignment.Run.Memory})
	if err != nil {
		return nil, errors.Join(err, built.Close())
	}
	return &builtProgram{built, place}, nil
}

// closePrograms removes what was built.
func (p *Package) closePrograms() (err error) {
	for _, build := range p.programs.Range {
		if b, failed := build.(func() (*builtProgram, error))(); failed == nil {
			err = errors.Join(err, b.close())
		}
	}
	p.programs.Clear()
	p.digests.Clear()
	return err
}

// digestOf returns a digest of a file, or of all files in a directory. It reads them once.
func (p *Package) digestOf(name string) (string, error) {
	return memo.Once(&p.digests, name, func() (string, error) { return p.readDigest(name) })
}

// checkUnchanged returns an error if files have changed since their digest, under which answers are stored.
func (p *Package) checkUnchanged(name string) error {
	old, _ := p.digestOf(name)
	now, err := p.readDigest(name)
	if err == nil && now != old {
		err = fmt.Errorf("%s: want files that stay as they are, found them changed", p.displayPath(name))
	}
	return err
}

func (p *Package) readDigest(name string) (string, error) {
	var texts [][]byte
	add := func(file string) error {
		text, err := p.text(file)
		texts = append(texts, []byte(strings.TrimPrefix(file, name)), text)
		return err
	}
	err := fs.WalkDir(p.root.FS(), name, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir() || slices.Contains(p.outside, file):
			return err
		case p.isDir(file): // through a link
			for _, below := range p.files {
				if expectation.IsBelow(below, file) {
					err = errors.Join(err, add(below))
				}
			}
			return err
		}
		return add(file)
	})
	if p.surroundings != "" && !strings.HasPrefix(name, "data/") {
		texts = append(texts, []byte(p.surroundings))
	}
	return digest(texts...), err
}

// A job is a run of a program of the package.
type job struct {
	args      []string
	stdin     []byte
	input     string                 // the name of the input's file; "" is standard input
	addFiles  func(dir string) error // puts more files into the directory; may be nil
	extraSize int64                  // bytes that addFiles writes
	outputs   []string               // files to collect in addition to standard output
	optional  bool                   // the files may be missing
	outputDir string                 // a directory whose files to collect as well, or ""
	limits    sandbox.Limits
	// run takes the place of Runner.Run and adds the input; may be nil.
	run func(context.Context, executor.Runner, executor.Task) (*executor.Run, error)
}

// An answer is the result of a run of a program.
type answer struct {
	Files    map[string][]byte // with standard output as stdoutName
	Errors   []byte            // the end of standard error
	Exit     int
	Ended    string // how
	Verdict  verdict.Verdict
	CPU      time.Duration
	exceeded bool // the program exceeded a limit, which would happen again
}

// isFinal reports whether a program ended by itself: with an answer, or with the exit status of a validator.
// Any other end may be chance, such as a kill by the system.
func (a answer) isFinal() bool {
	return a.Verdict == verdict.Pass || a.exitedWithError(exitRight) || a.exitedWithError(exitWrong)
}

// The names of the files for standard input and output in the working directory of a run.
const (
	stdinFile  = ".stdin"
	stdoutFile = ".stdout"
)

// runOnce returns the answer of a program and stores it. If all answers are stored, nothing is built. others
// are the other files of its directory. The failures of submissions are stored as well, since submissions are
// judged. The reference, validators and generators must not fail; their failures are stored only until the
// package is closed.
func (p *Package) runOnce(ctx context.Context, name string, j job, others ...[]byte) (answer, error) {
	sum, err := p.digestOf(p.sources(name))
	if err != nil {
		return answer{}, err
	}
	if s := p.submissionOf(name); s.entrypoint != "" || s.language != "" {
		others = append(others, []byte(s.entrypoint), []byte(s.language))
	}
	judged := p.isJudged(name)
	isStorable := func(a answer) bool { return judged || a.isFinal() }
	return p.answers.Get(j.key(sum+name, others), isStorable, func() (answer, error) {
		b, err := p.program(ctx, name)
		if err == nil && j.run != nil { // the run has a slot of limiter, and must not wait for the slot of a build
			_, err = p.program(ctx, p.outputChecks[0])
		}
		if err != nil {
			return answer{}, err
		}
		return b.run(ctx, j)
	})
}

// key returns the key of a run of a program.
func (j job) key(program string, others [][]byte) string {
	return digest(append(others, []byte(program), j.stdin,
		fmt.Appendf(nil, "%q %q %q %v", j.args, j.input, j.outputs, j.limits))...)
}

// run runs a program, and again alone if its end may be chance. The error is never the program's fault.
func (b *builtProgram) run(ctx context.Context, j job) (a answer, err error) {
	err = limiter.ResolveWithSlot(ctx, func() (_ executor.Trust, err error) {
		a, err = b.runOnce(ctx, j)
		return trustOf(err == nil && (a.isFinal() || a.exceeded)), err
	})
	return a, err
}

// trustOf returns the trust of a result that may be stored as it is, or else must be repeated alone.
func trustOf(final bool) executor.Trust {
	if final {
		return executor.FinalUnlessShort
	}
	return executor.Discard
}

func (b *builtProgram) runOnce(ctx context.Context, j job) (a answer, err error) {
	run := b.place.Run
	if j.run != nil {
		run = func(ctx context.Context, t executor.Task) (*executor.Run, error) { return j.run(ctx, b.place, t) }
	}
	o, err := run(ctx, b.task(j))
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, o.Remove()) }()
	return b.answer(o, j)
}

// task returns the task of a run.
func (b *builtProgram) task(j job) executor.Task {
	task := b.Task(j.args)
	task.Limits, task.Stdout = j.limits, stdoutFile
	task.Limits.Output = sandbox.Room(j.limits.Output, int64(len(j.stdin))+j.extraSize)
	input := cmp.Or(j.input, stdinFile)
	if j.input == "" {
		task.Stdin = stdinFile
	}
	task.Fill = func(dir string) (err error) {
		if j.run == nil {
			err = os.WriteFile(filepath.Join(dir, input), j.stdin, 0o644)
		}
		if err == nil && j.addFiles != nil {
			err = j.addFiles(dir)
		}
		if err == nil {
			err = b.AddFiles(dir, append(j.outputs, input))
		}
		return err
	}
	return task
}

// answer returns the answer of a run.
func (b *builtProgram) answer(o *executor.Run, j job) (a answer, err error) {
	a = answer{Files: map[string][]byte{}, Errors: o.Errors, Exit: o.Exit, CPU: o.CPU}
	a.Verdict, a.Ended = endVerdict(o.Outcome), o.DescribeEnd()
	a.exceeded = o.Stopped != sandbox.NotStopped && o.Stopped != sandbox.StoppedWall
	if o.Record != nil {
		a.Files[stdoutName] = o.Record
		return a, nil
	}
	if j.outputDir != "" {
		tooLarge := false
		if a.Files, tooLarge, err = readBelow(o.Dir, j.outputDir, j.limits.Output); err != nil {
			return a, err
		}
		if tooLarge {
			a.exceedDisk()
		}
	}
	return a, a.collect(o.Dir, j)
}

// collect reads the files that a program left in its directory.
func (a *answer) collect(dir string, j job) error {
	for _, name := range append(j.outputs, stdoutFile) {
		var text []byte
		left, err := regular.OpenOutput(dir, name, j.limits.Output)
		if err == nil {
			text, err = io.ReadAll(left)
			left.Close()
		}
		fault := (*regular.FileError)(nil)
		switch {
		case err != nil && !errors.As(err, &fault):
			return err
		case fault != nil && fault.Kind == regular.TooLarge:
			a.exceedDisk()
		case fault != nil && a.Verdict == verdict.Pass && !j.optional:
			a.Verdict, a.Ended = verdict.Missing, name+": "+fault.Reason
		case name == stdoutFile:
			a.Files[stdoutName] = text
		case fault == nil:
			a.Files[name] = text
		}
	}
	return nil
}

// exceedDisk gives a program that left too much the verdict for that.
func (a *answer) exceedDisk() {
	a.Verdict, a.Ended = verdict.Output, sandbox.Outcome{Stopped: sandbox.StoppedDisk}.DescribeEnd()
}

// endVerdict returns the verdict for the way in which a program ended.
func endVerdict(o sandbox.Outcome) verdict.Verdict {
	switch {
	case o.Stopped != sandbox.NotStopped:
		return verdict.OfStop(o.Stopped)
	case o.Failed():
		return verdict.Crash
	}
	return verdict.Pass
}
