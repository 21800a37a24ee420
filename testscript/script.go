package testscript

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	engine "github.com/rogpeppe/go-internal/testscript"
	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A caseRun is one case being run by the engine.
type caseRun struct {
	program *Program
	c       *cases.Case
	times   int           // of the limits of time
	ended   *executor.Run // nil before the program has run
	output  int64         // maximum size of the program's output in bytes
	result  Result
	err     error // a failure of our own
}

// script runs the case's script. The engine gets the commands alone: neither the input nor a golden is on
// disk while the program runs, and the scripts of most cases are the same file.
func (x *caseRun) script(ctx context.Context) error {
	file, err := x.program.scriptFile(x.c.Commands())
	if err != nil {
		return err
	}
	if err := x.limitOutput(); err != nil {
		return err
	}
	t, input := new(engineT), x.c.Input()
	rewrite := func(command string) func(string) error {
		return func(string) error { input = cases.Rewrites[command](input); return nil }
	}
	t.Run(x.c.Name, func(t engine.T) {
		engine.RunT(t, engine.Params{
			Files:       []string{file},
			WorkdirRoot: filepath.Dir(file), // stays empty, since no command writes there
			Cmds: map[string]func(*engine.TestScript, bool, []string){
				cases.CmdUnquote: x.command(func(string) error { return nil }), // Input has removed the quotes
				cases.CmdCRLF:    x.command(rewrite(cases.CmdCRLF)),
				cases.CmdChomp:   x.command(rewrite(cases.CmdChomp)),
				cases.CmdSubmit:  x.command(func(string) error { return x.execute(ctx, input) }),
				cases.CmdGolden:  x.command(func(name string) error { return x.compare(ctx, name) }),
			},
		})
	})
	switch {
	case x.err != nil:
		return x.err
	case x.ended == nil || len(x.result.Files) != len(x.c.Problem.Files()):
		return fmt.Errorf("the script did not run to its end:\n%s", t.log.String())
	}
	return nil
}

// scriptFile returns a file with the commands of a script. Cases with the same commands share it.
func (p *Program) scriptFile(commands string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if file, ok := p.files[commands]; ok {
		return file, nil
	}
	file := filepath.Join(p.scripts.Path, fmt.Sprintf("%d.txtar", len(p.files)))
	if err := os.WriteFile(file, []byte(commands), 0o600); err != nil {
		return "", err
	}
	p.files[commands] = file
	return file, nil
}

// limitOutput sets the limit on the output of the program.
func (x *caseRun) limitOutput() error {
	if x.output = x.c.Assignment.Run.Output; x.output > 0 {
		return nil
	}
	x.output = SpareOutput
	for _, name := range x.c.Problem.Files() {
		golden, err := x.c.Golden(name)
		if err != nil {
			return fmt.Errorf("case %s: %w", x.c.Name, err)
		}
		x.output += 2 * golden.Bytes
	}
	return nil
}

// judge runs the case and determines the verdict.
func (x *caseRun) judge(ctx context.Context) (err error) {
	if err := x.script(ctx); err != nil {
		return err
	}
	limits := x.program.limits(x.c)
	x.result.Verdict, x.result.Reason = judge.Verdict(x.result.Outcome, limits.CPU, limits.Wall, x.result.Files,
		x.c.Assignment.Run.ExitCounts)
	switch x.result.Verdict {
	case Crash:
		x.result.CrashLine = judge.Place(x.result.Outcome.Errors)
		x.result.Hint = cmp.Or(x.program.built.Hint(x.result.Outcome.Errors), x.noSuchFile(), x.denied())
		x.result.Edition, err = x.files().OtherEdition(ctx)
	case Missing:
		x.result.Hint = x.denied()
	case Wrong, Format:
		if err = x.files().Stale(ctx, x.result.Files); err == nil && x.result.Verdict == Wrong {
			x.result.Edition, err = x.files().OtherEdition(ctx)
		}
	}
	return err
}

// close removes the program's directory, or keeps it.
func (x *caseRun) close() error {
	if x.ended == nil {
		return nil
	}
	if !x.program.Keep {
		return x.ended.Remove()
	}
	p := x.program
	x.result.Dir = filepath.Join(p.root.Path, fmt.Sprintf("%d-%s", p.number.Add(1), x.c.Name))
	return x.ended.Keep(x.result.Dir)
}

// command returns a command of scripts, whose argument is a file. An error of do is a failure of touchstone,
// and ends the script.
func (x *caseRun) command(do func(file string) error) func(*engine.TestScript, bool, []string) {
	return func(ts *engine.TestScript, neg bool, args []string) {
		if neg || len(args) != 1 {
			x.err = errors.New("want a command with one file and without \"!\"")
		} else {
			x.err = do(args[0])
		}
		if x.err != nil {
			ts.Fatalf("%v", x.err)
		}
	}
}

// execute runs the program in a directory that holds only the input, with the assignment's arguments after
// its own.
func (x *caseRun) execute(ctx context.Context, input []byte) (err error) {
	limiter, p := x.program.runner.limiter, x.program
	if err := limiter.Acquire(ctx); err != nil {
		return err
	}
	defer limiter.Release()
	limits, runSpec, args := p.limits(x.c), x.c.Assignment.Run, x.c.Assignment.Args
	x.result.Enforced, x.result.Allowed = p.enforced.Active(), limits.CPU
	limits.CPU *= time.Duration(x.times)
	limits.Wall *= time.Duration(x.times)
	limits.Output = x.output
	equipped, isEquipped := x.c.Problem.(homework.Equipped)
	if isEquipped {
		args = slices.Concat(args, equipped.Args())
		limits.Output = sandbox.Room(x.output, int64(len(input))+equipped.ExtraSize())
	}
	task := p.built.Task(args)
	task.Limits, task.Stdout = limits, runSpec.Stdout
	task.Fill = func(dir string) error {
		err := p.built.AddFiles(dir, append(x.c.Problem.Files(), runSpec.InputName()))
		if err == nil && isEquipped {
			err = equipped.AddFiles(dir)
		}
		return err
	}
	if c, ok := x.c.Problem.(executor.Conductor); ok && c.Conductor() != nil {
		x.ended, err = c.Conductor()(ctx, p.place, task)
	} else {
		if runSpec.Stdin {
			task.Stdin = runSpec.InputName()
		}
		fill := task.Fill
		task.Fill = func(dir string) error {
			err := os.WriteFile(filepath.Join(dir, runSpec.InputName()), input, 0o644)
			if err == nil {
				err = fill(dir)
			}
			return err
		}
		x.ended, err = p.place.Run(ctx, task)
	}
	if err == nil {
		x.result.Outcome = x.ended.Outcome
	}
	return err
}

// missingFilePattern matches the messages of languages about a missing file.
var missingFilePattern = regexp.MustCompile(`FileNotFound(Error|Exception)|NoSuchFileException|ENOENT|` +
	`No such file or directory|cannot find the (file|path) specified`)

// noSuchFile describes how the program is started and which files its directory has, if it may have looked
// for another file. Otherwise it returns "".
func (x *caseRun) noSuchFile() string {
	if !missingFilePattern.Match(x.result.Outcome.Errors) {
		return ""
	}
	runSpec := x.c.Assignment.Run
	if runSpec.Stdin {
		return ""
	}
	started := "without arguments"
	if args := x.c.Assignment.Args; len(args) > 0 {
		started = "with " + strings.Join(args, " ")
	}
	hint := fmt.Sprintf("a file was not found: the program is started %s, in a directory of its own that has %s",
		started, runSpec.InputName())
	if x.program.enforced.By(sandbox.Files) != "" {
		hint += "; the sandbox hides files elsewhere, except with --allow-read"
	}
	return hint
}

// deniedPattern matches the messages of languages about an access that the system denies.
var deniedPattern = regexp.MustCompile(`(?i)permission denied|not permitted|access ?denied|read-only file|` +
	`no such file|file ?not ?found|unreachable|connection refused|name resolution|getaddrinfo|\bE(ACCES|PERM|ROFS)\b`)

// denied describes what the sandbox denies to programs, if it may have denied something to this one. Otherwise it
// returns "".
func (x *caseRun) denied() string {
	if x.program.enforced.By(sandbox.Files) == "" || !deniedPattern.Match(x.result.Outcome.Errors) {
		return ""
	}
	return "the sandbox may have refused something: programs have no network, write in their working directory, " +
		"and open no files elsewhere without --allow-read"
}

// compare compares one file.
func (x *caseRun) compare(ctx context.Context, name string) error {
	f, err := x.files().File(ctx, name)
	if err == nil {
		x.result.Files = append(x.result.Files, f)
	}
	return err
}

// engineT implements the engine's testing interface.
type engineT struct{ log bytes.Buffer }

// errFailNow is the panic that ends a script.
var errFailNow = errors.New("the script has failed")

func (t *engineT) Log(args ...any)   { fmt.Fprintln(&t.log, args...) }
func (t *engineT) Skip(args ...any)  { t.Fatal(args...) }
func (t *engineT) Fatal(args ...any) { t.Log(args...); t.FailNow() }
func (t *engineT) Parallel()         {}
func (t *engineT) Verbose() bool     { return false }
func (t *engineT) FailNow()          { panic(errFailNow) }

// Run runs f until it returns or panics.
func (t *engineT) Run(_ string, f func(engine.T)) {
	defer func() {
		if p := recover(); p != nil && p != any(errFailNow) {
			t.Log(p, string(debug.Stack()))
		}
	}()
	f(t)
}

// An openPackage is a problem package that tests use. The last of them closes it.
type openPackage struct {
	*problem.Package
	assignment *oracle.Assignment
	users      int
}

// packages are the packages of this process, by absolute path.
var packages = struct {
	sync.Mutex
	by map[string]*openPackage
}{by: map[string]*openPackage{}}

// Package returns the assignment of a problem package, a directory or a zip (docs/any-assignment.md), for
// Run. It is closed when the test has ended. Tests of the same package share the assignment of the first of
// them.
//
//	func TestQueens(t *testing.T) {
//		testscript.Run(t, testscript.Package(t, "testdata/queens"), testscript.Path("queens.py"))
//	}
func Package(t *testing.T, path string) *oracle.Assignment {
	t.Helper()
	packages.Lock()
	defer packages.Unlock()
	// Run calls it after the test's own context has ended
	p, err := takePackage(context.WithoutCancel(t.Context()), path)
	if err != nil {
		t.Fatal(err)
	}
	p.users++
	t.Cleanup(func() {
		packages.Lock()
		defer packages.Unlock()
		if p.users--; p.users > 0 {
			return
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p.assignment
}

// takePackage returns an open package. The caller holds the lock of packages.
func takePackage(ctx context.Context, path string) (*openPackage, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if p := packages.by[full]; p != nil {
		if p.users == 0 {
			err = p.Reopen(ctx)
		}
		return p, err
	}
	p, game, err := problem.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := p.Prepare(ctx, Options{}); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	if err := catalog.Add(game); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	packages.by[full] = &openPackage{Package: p, assignment: game.Assignment}
	return packages.by[full], nil
}
