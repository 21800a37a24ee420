package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/build"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/player/submission"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

func TestMain(m *testing.M) {
	remove := func() {}
	if !strings.HasPrefix(filepath.Base(os.Args[0]), "touchstone") {
		remove = programtest.Memory()
	}
	testscript.Main(tests{m, remove}, map[string]func(){"touchstone": func() { Main() }})
}

// tests runs the tests with a player in addition to touchstone. The player is a small program, because the
// tests start it thousands of times.
type tests struct {
	*testing.M
	remove func()
}

func (t tests) Run() int {
	// The user may run the tests with hangups ignored, as under nohup. The programs of the tests must not
	// inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	runs, failed := besideTouchstone("runs")
	playersInProcess(runs)
	defer t.remove()
	if err := errors.Join(failed, os.MkdirAll(runs, 0o711), programtest.Direct(context.Background()), makePlayer()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return t.M.Run()
}

func makePlayer() error {
	player, err := besideTouchstone("player")
	if err != nil {
		return err
	}
	return answerstest.Build(context.Background(), player, "internal/player")
}

// besideTouchstone returns the path for a program, or a directory, that all tests share. It is removed at
// their end, with the touchstone of the tests.
func besideTouchstone(name string) (string, error) {
	touchstone, err := exec.LookPath("touchstone")
	return filepath.Join(filepath.Dir(touchstone), name+filepath.Ext(touchstone)), err
}

// The scripts in testdata/script use every command as a user would and hold every
// message.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Abs("testdata/script") // the working directory changes
	must.Do(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run":   scriptRun,
			"usage": scriptUsage,
			"full":  scriptFull,
		},
		Setup: func(env *testscript.Env) error {
			processMutex.Lock()
			defer processMutex.Unlock()
			env.Setenv("GORACE", os.Getenv("GORACE")) // of .ci/run
			command, err := exec.LookPath("touchstone")
			if err != nil {
				return err
			}
			env.Setenv("TOUCHSTONE", command) // for a PATH that does not have it
			env.Setenv("MODULES", cmp.Or(os.Getenv("GOMODCACHE"), filepath.Join(build.Default.GOPATH, "pkg", "mod")))
			env.Setenv("REPO", filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(scripts)))))
			// Root's programs run as other users on tier 3, and must be able to enter its directory.
			if err := os.Chmod(filepath.Dir(env.WorkDir), 0o711); err != nil {
				return err
			}
			if err := ownCache(env); err != nil {
				return err
			}
			env.Values[variables{}] = slices.Clone(env.Vars)
			return nil
		},
	})
}

// variables is the key of the environment variables with which a script begins.
type variables struct{}

// processMutex guards the working directory and the environment of this process.
var processMutex sync.Mutex

// scriptRun implements the command run of scripts. It runs a command line in this process, which is much
// faster than "exec touchstone". Only one runs at a time. With "!" the exit status must be 1.
func scriptRun(ts *testscript.TestScript, negated bool, args []string) {
	want := exitPass
	if negated {
		want = exitFail
	}
	if status, _ := runInScript(ts, ts.Stdout(), args); status != want {
		ts.Fatalf("touchstone: exit status %d, want %d", status, want)
	}
}

// scriptUsage implements the command usage of scripts. It runs a command line that must be refused: with the
// exit status 2, a message, and no output.
func scriptUsage(ts *testscript.TestScript, negated bool, args []string) {
	if negated {
		ts.Fatalf("usage cannot be negated")
	}
	var output bytes.Buffer
	status, message := runInScript(ts, io.MultiWriter(ts.Stdout(), &output), args)
	if status != exitUsage || output.Len() > 0 || !strings.HasPrefix(message, "touchstone: ") {
		ts.Fatalf("touchstone: exit status %d, output %q, message %q; want status %d and a message alone", status,
			output.String(), message, exitUsage)
	}
}

// scriptFull implements the command full of scripts. It runs a command line whose output cannot be written.
// That is a failure of touchstone, for every result of the command.
func scriptFull(ts *testscript.TestScript, negated bool, args []string) {
	if negated {
		ts.Fatalf("full cannot be negated")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	ts.Check(err)
	defer full.Close()
	const want = "touchstone: write /dev/full: no space left on device\n"
	if status, message := runInScript(ts, full, args); status != exitHarness || message != want {
		ts.Fatalf("touchstone: exit status %d, message %q; want status %d, message %q", status, message, exitHarness, want)
	}
}

// runInScript runs a command line in the directory and the environment of a script.
func runInScript(ts *testscript.TestScript, stdout io.Writer, args []string) (status int, stderr string) {
	processMutex.Lock()
	defer processMutex.Unlock()
	dir, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(dir)) }()
	for _, variable := range ts.Value(variables{}).([]string) {
		name, value, _ := strings.Cut(variable, "=")
		if name == "PATH" { // which other scripts read meanwhile
			if ts.Getenv(name) != value {
				ts.Fatalf("want the first PATH of the script, found another: use exec touchstone")
			}
			continue
		}
		defer restoreVariable(name)()
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	var errs bytes.Buffer
	status = runCommand(args, strings.NewReader(""), stdout, &errs)
	_, err = ts.Stderr().Write(errs.Bytes())
	ts.Check(err)
	return status, errs.String()
}

// restoreVariable returns a function that gives an environment variable its present value.
func restoreVariable(name string) func() {
	value, exists := os.LookupEnv(name)
	return func() {
		if exists {
			_ = os.Setenv(name, value)
		} else {
			_ = os.Unsetenv(name)
		}
	}
}

// condition implements the condition "all": slow tests run too (package effort).
func condition(name string) (bool, error) {
	if name == "all" {
		return effort.All(), nil
	}
	return false, fmt.Errorf("want the condition all, found %s", name)
}

// ownCache gives a script a cache directory, so that it remembers nothing in the user's. Only what
// Go compiles is there, once for all scripts.
func ownCache(env *testscript.Env) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // scripts have no cache there
		return nil
	}
	caches, err := scratch.Caches()
	if err != nil { // there is no home directory
		if caches, err = besideTouchstone("caches"); err != nil {
			return err
		}
	}
	shared, own := filepath.Join(caches, "touchstone", "go-build"), filepath.Join(env.WorkDir, ".cache")
	if err := errors.Join(os.MkdirAll(shared, 0o700), os.MkdirAll(filepath.Join(own, "touchstone"), 0o700)); err != nil {
		return err
	}
	env.Setenv("XDG_CACHE_HOME", own)
	return os.Symlink(shared, filepath.Join(own, "touchstone", "go-build"))
}

// playersInProcess makes executors call player as a function, in directories below dir. A script checks dozens of
// cases in the time that one process takes to start. With TOUCHSTONE_TESTS=all, player is a process.
func playersInProcess(dir string) {
	if !effort.All() {
		executor.Wrap = func(x executor.Executor) executor.Executor { return playerExecutor{x, dir} }
	}
}

type playerExecutor struct {
	executor.Executor
	dir string
}

func (x playerExecutor) Open(need answers.Need, p sandbox.Policy) (executor.Runner, error) {
	r, err := x.Executor.Open(need, p)
	if err != nil {
		return nil, err
	}
	return playerRunner{r, x.dir}, nil
}

// A playerRunner runs player itself.
type playerRunner struct {
	executor.Runner
	dir string
}

func (r playerRunner) Run(ctx context.Context, t executor.Task) (*executor.Run, error) {
	program := strings.TrimSuffix(filepath.Base(t.Path), ".exe")
	if program != "player" && program != "make" {
		return r.Runner.Run(ctx, t)
	}
	dir, err := os.MkdirTemp(r.dir, "run")
	if err != nil {
		return nil, err
	}
	if t.Fill != nil {
		if err := t.Fill(dir); err != nil {
			return nil, err
		}
	}
	args := t.Args[1:]
	if program == "make" {
		makefile, err := os.ReadFile(filepath.Join(dir, "Makefile"))
		recipe := playerRecipe.FindSubmatch(makefile)
		if err != nil || recipe == nil || !slices.Contains(args, "run") {
			return r.Runner.Run(ctx, t)
		}
		args = strings.Fields(string(recipe[1]))
	}
	run, begin := &executor.Run{Dir: dir}, time.Now()
	var errs bytes.Buffer
	run.Exit = submission.Main(dir, args, &errs)
	run.Wall, run.Errors = time.Since(begin), errs.Bytes()
	if run.Exit == submission.Endless {
		run.Stopped, run.Wall = outcome.StoppedCPU, t.Limits.CPU
	}
	run.CPU = run.Wall
	return run, nil
}

// playerRecipe matches the target of a Makefile that runs only player.
var playerRecipe = regexp.MustCompile(`(?m)^run:\n\tplayer ([^"\n]*)$`)

// touchstone runs a command line of words in this process.
func touchstone(line, stdin string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = runCommand(strings.Fields(line), strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// A line is as long as it may be, and no longer.
func TestFold(t *testing.T) {
	for wide, want := range map[int][]string{4: {"aa", "bbä", "ccccc"}, 5: {"aa", "bbä", "ccccc"}, 6: {"aa bbä", "ccccc"}, 11: {"aa bbä", "ccccc"}, 12: {"aa bbä ccccc"}} {
		expect.Equal(t, want, prose.Fold(" aa  bbä ccccc", wide), "columns:", wide)
	}
}

// refusing is a file that reports a full disk only when it is finished.
type refusing struct{ bytes.Buffer }

func (*refusing) Finish([]byte) error { return syscall.ENOSPC }

// A report whose file cannot be finished does not appear, and check fails with a message.
func TestReportThatCannotBeFinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	var d document
	must.Do(t, d.begin("--out", path))
	all := documents{&d}
	fmt.Fprintln(&d, "a report")
	whole := d.file
	d.file = &refusing{}
	expect.True(t, errors.Is(all.commit(), syscall.ENOSPC), "full disk")
	_, err := os.Stat(path)
	expect.True(t, errors.Is(err, os.ErrNotExist), "the report does not appear")
	d.file = whole
	fmt.Fprintln(&d, "a report")
	must.Do(t, all.commit())
	expect.Equal(t, "a report\n", string(must.Get(os.ReadFile(path))(t)))
	all.abort()
	expect.Equal(t, 1, len(must.Get(os.ReadDir(filepath.Dir(path)))(t)), "files that are left")
}
