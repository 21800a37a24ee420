//go:build unix

package testscript_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// runWay runs this binary as a submission on one small case.
func runWay(t *testing.T, o testscript.Options, way ...string) testscript.Result {
	t.Helper()
	t.Setenv("TMPDIR", tier.TempDir(t)) // where the runner creates its directories
	result := runWayHere(t, o, way...)
	if !o.Keep {
		expectNoDirs(t)
	}
	return result
}

// expectNoDirs checks that all runners have removed their directories.
func expectNoDirs(t *testing.T) {
	t.Helper()
	left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*"))
	expect.Equal(t, nil, left, "left behind")
}

// runWayHere is runWay in the current temporary directory.
func runWayHere(t *testing.T, o testscript.Options, way ...string) testscript.Result {
	t.Helper()
	p := open(t, nil, o, testscript.Command(append([]string{submission(t), "submission"}, way...)...))
	result := p.Run(t.Context(), handoutCase(t))
	must.Do(t, p.Close())
	return result
}

// submission returns a disguised copy of this binary: a program that holds the answers is not run.
func submission(t *testing.T) string {
	t.Helper()
	other := filepath.Join(tier.TempDir(t), "submission")
	must.Do(t, os.Link(disguised, other))
	return other
}

func handoutCase(t *testing.T) *cases.Case {
	t.Helper()
	return gametest.Case(t, gametest.Lookup(t, "reversi"), "handout-start")
}

// Every program gets its verdict soon, and leaves no process or file.
func TestVerdicts(t *testing.T) {
	expectVerdicts(t, everywhere)
}

// Limits that only Linux enforces: on processes that leave their group, and on whole trees of processes.
func TestVerdictsOnLinux(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs a child subreaper and /proc")
	}
	expectVerdicts(t, onLinux)
}

// The verdicts on ways of behaving, on all systems and on Linux alone.
var (
	everywhere = []expected{
		{"right", testscript.Pass, ""},
		{"format", testscript.Format, ""},
		{"wrong", testscript.Wrong, ""},
		{"silent", testscript.Missing, "it is not there"},
		{"misnamed", testscript.Missing, `the program left "OUTPUT.TXT"`},
		{"exit3", testscript.Pass, ""},
		{"crash", testscript.Crash, "exit status 3"},
		{"killed", testscript.Crash, "ended by SIGKILL"},
		{"sleeper", testscript.Timeout, "by the clock"},
		{"spinner", testscript.Timeout, "of CPU time"},
		{"flooder", testscript.Output, "printing too much"},
		{"filler", testscript.Output, ""},
		{"fillerMany", testscript.Output, "into its directory"},
		{"spare", testscript.Pass, ""}, // 64 MB in addition to twice the expected bytes are allowed
		{"background", testscript.Pass, ""},
		{"mute", testscript.Pass, ""},
		{"link", testscript.Missing, "a symbolic link"},
		{"fifo", testscript.Missing, "a named pipe"},
		{"directory", testscript.Missing, "a directory"},
		{"closed", testscript.Pass, ""},
		{"shut", testscript.Pass, ""},
		{"deep", testscript.Pass, ""},
		{"removed", testscript.Missing, "it is not there"},
		{"listing", testscript.Pass, ""},
	}
	onLinux = []expected{
		{"session", testscript.Pass, ""},
		{"grandchild", testscript.Pass, ""},
		{"forks", testscript.Pass, ""},
		{"spinners", testscript.Timeout, "of CPU time"},
		{"hog", testscript.Memory, "too much memory"},
	}
)

// An expected verdict is that on a way of behaving.
type expected struct {
	way     string
	verdict testscript.Verdict
	reason  string // part of the reason for the case or its file
}

// outsideSandbox are the ways of behaving that each change is tried with outside the sandbox too. The tests of
// package sandbox try its limits there.
var outsideSandbox = []string{"wrong", "crash", "sleeper", "filler", "removed", "session"}

// expectVerdicts runs submissions, each in the best sandbox available and some also without one, several at a
// time, since many wait.
func expectVerdicts(t *testing.T, all []expected) {
	t.Setenv("TMPDIR", tier.TempDir(t))
	t.Run("ways", func(t *testing.T) {
		for _, c := range all {
			for _, mode := range []sandbox.Mode{sandbox.None, sandbox.Auto} {
				if mode == sandbox.None && !effort.All() && !slices.Contains(outsideSandbox, c.way) {
					continue
				}
				t.Run(c.way+"/"+string(mode), func(t *testing.T) {
					t.Parallel()
					expectVerdictIn(t, mode, c.way, c.verdict, c.reason)
				})
			}
		}
	})
	expectNoDirs(t)
}

func expectVerdictIn(t *testing.T, mode sandbox.Mode, way string, verdict testscript.Verdict, reason string) {
	t.Helper()
	// The other limits are out of reach, even on a busy machine.
	o := testscript.Options{CPU: time.Minute, Wall: 5 * time.Minute, Sandbox: mode}
	switch way {
	case "removed":
		if mode != sandbox.None && runtime.GOOS == "linux" {
			verdict, reason = testscript.Crash, "" // it may not, and ends
		}
	case "sleeper":
		o.Wall = 500 * time.Millisecond
	case "spinner", "spinners":
		o.CPU = 300 * time.Millisecond
	case "hog":
		o.Memory = 192 << 20
	}
	r := runWayHere(t, o, way)
	verdict, reason = inThisSandbox(r, way, verdict, reason)
	expect.Equal(t, verdict, r.Verdict, r.Reason, r.Outcome)
	var reasons strings.Builder
	r.Explain(&reasons, compare.Style{})
	expect.Contains(t, reasons.String(), reason)
	expect.Equal(t, nil, survivors(t), "still running")
}

// inThisSandbox returns the verdict on a way of behaving, and the reason, where the directory
// of the run is not in memory.
func inThisSandbox(r testscript.Result, way string, verdict testscript.Verdict, reason string) (testscript.Verdict, string) {
	confined := slices.Contains(r.Enforced, "landlock") || slices.Contains(r.Enforced, "root directory of its own")
	switch {
	case slices.Contains(r.Enforced, sandbox.OwnDir):
	case way == "deep": // a directory that cannot be counted is too large
		return testscript.Output, "into its directory"
	case way == "closed" && confined && os.Getuid() != 0:
		return testscript.Crash, "" // it may not change modes, and ends
	}
	return verdict, reason
}

// survivors lists the processes that run a submission of this test, whose path is in a directory of the test.
func survivors(t *testing.T) (found []string) {
	t.Helper()
	own := filepath.Dir(tier.TempDir(t)) + "/"
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		words, _ := os.ReadFile(path)
		if strings.HasPrefix(string(words), own) && strings.Contains(string(words), "/submission\x00submission\x00") {
			found = append(found, strings.ReplaceAll(string(words), "\x00", " "))
		}
	}
	return found
}

// A program sees nothing of its caller's environment except the path.
func TestEnvironment(t *testing.T) {
	t.Setenv("SECRET", "of the caller")
	r := runWay(t, testscript.Options{}, "environment")
	if r.Verdict != testscript.Wrong {
		t.Fatalf("verdict %s: %s", r.Verdict, r.Reason)
	}
	for _, line := range r.Files[0].Report.First.Got {
		expect.Equal(t, false, strings.Contains(line, "SECRET"), "the program sees", line)
	}
}

// A kept directory holds what the program wrote.
func TestKeep(t *testing.T) {
	r := runWay(t, testscript.Options{Keep: true}, "wrong")
	text := must.Get(os.ReadFile(filepath.Join(r.Dir, "output.txt")))(t)
	expect.Contains(t, string(text), "root,0,+")
}

// If a program exits with a status other than 0, its report still names the edition that its files follow.
func TestCrashOfOtherEdition(t *testing.T) {
	all := gametest.Corpus(t, gametest.Lookup(t, "reversi"))
	differ := slices.IndexFunc(all, func(c *cases.Case) bool {
		notes, err := c.Problem.Solve(t.Context(), homework.Options{}, output.Memory{})
		return err == nil && notes.EditionsDiffer
	})
	p := open(t, nil, testscript.Options{}, testscript.Command(submission(t), "submission", "exit3", "first"))
	r := p.Run(t.Context(), all[differ])
	expect.Equal(t, "crash first", fmt.Sprint(r.Verdict, " ", r.Edition), r.Case.Name)
}

// TestMain turns this test binary into a submission when it is run as "BINARY submission WAY ...".
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "submission" {
		if os.Args[2] == "mixed" {
			src, err := os.ReadFile(oracle.InputFile)
			check(err)
			os.Args[2] = mixedWay(src)
		}
		ways[os.Args[2]]()
		os.Exit(0)
	}
	tier.Main(tests{m})
}

// tests runs the tests with a disguised copy of this binary.
type tests struct{ *testing.M }

func (t tests) Run() int {
	check(programtest.Direct(context.Background()))
	dir, err := os.MkdirTemp("", "testscript-")
	check(err)
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	check(err)
	disguised = filepath.Join(dir, "disguised")
	check(answerstest.CopyWithoutBuildInfo(disguised, self))
	return t.M.Run()
}

// disguised is a copy of this binary that a check accepts as a submission.
var disguised string

// ways are the ways in which a submission can behave. They solve reversi.
var ways = map[string]func(){
	"right": func() { write(answer()) },
	"format": func() {
		write(strings.ReplaceAll(answer(), "\n", "\r\n"))
	},
	"wrong":  func() { write(strings.Replace(answer(), "root,0,-", "root,0,+", 1)) },
	"silent": func() {},
	"misnamed": func() {
		check(os.WriteFile("OUTPUT.TXT", []byte(answer()), 0o644))
	},
	"exit3":      func() { write(answer()); os.Exit(3) },
	"crash":      func() { fmt.Fprintln(os.Stderr, "Traceback: boom"); write("half"); os.Exit(3) },
	"killed":     func() { syscall.Kill(os.Getpid(), syscall.SIGKILL); time.Sleep(time.Hour) },
	"sleeper":    func() { time.Sleep(time.Hour) },
	"spinner":    spin,
	"spinners":   func() { spawn("spinner", false); spawn("spinner", false); time.Sleep(time.Hour) },
	"flooder":    func() { flood(os.Stdout) },
	"filler":     func() { f, err := os.Create(outputFile); check(err); flood(f) },
	"fillerMany": fillMany,
	"spare":      func() { check(os.WriteFile("scratch", make([]byte, 60<<20), 0o644)); write(answer()) },
	"hog":        hog,
	"background": func() { spawn("sleeper", false); write(answer()) },
	"session":    func() { spawn("sleeper", true); write(answer()) },
	"grandchild": func() { spawn("session", true); time.Sleep(200 * time.Millisecond); write(answer()) },
	"forks": func() {
		write(answer())
		for range 10 {
			spawn("sleeper", true)
		}
	},
	"mute":        func() { os.Stdout.Close(); os.Stderr.Close(); os.Stdin.Close(); write(answer()) },
	"link":        func() { check(os.WriteFile("real", []byte(answer()), 0o644)); check(os.Symlink("real", outputFile)) },
	"fifo":        func() { check(syscall.Mkfifo(outputFile, 0o644)) },
	"directory":   func() { check(os.Mkdir(outputFile, 0o755)) },
	"closed":      func() { check(os.MkdirAll("a/b", 0o755)); check(os.Chmod("a", 0)); write(answer()) },
	"shut":        func() { write(answer()); check(os.Chmod(".", 0)) },
	"deep":        deep,
	"removed":     func() { dir, _ := os.Getwd(); check(os.RemoveAll(dir)) },
	"environment": func() { write(answer() + strings.Join(os.Environ(), "\n")) },
	"listing":     listDir,
}

const outputFile = "output.txt"

// answer solves input.txt in the current directory.
func answer() string {
	src, err := os.ReadFile(oracle.InputFile)
	check(err)
	a, err := oracle.Lookup("reversi")
	check(err)
	p, err := a.Parse(oracle.InputFile, src)
	check(err)
	files := output.Memory{}
	edition := ""
	if len(os.Args) > 3 {
		edition = os.Args[3]
	}
	_, err = p.Solve(context.Background(), homework.Options{Edition: edition}, files)
	check(err)
	return string(files[outputFile])
}

func write(text string) { check(os.WriteFile(outputFile, []byte(text), 0o644)) }

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(9)
	}
}

// spawn starts a submission that outlives this one and keeps its output open, maybe in a new session.
func spawn(way string, session bool) {
	self, err := os.Executable()
	check(err)
	cmd := exec.Command(self, "submission", way)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: session}
	check(cmd.Start())
}

// spin uses ten seconds of CPU time, far more than any test allows.
func spin() {
	var used syscall.Rusage
	for used.Utime.Sec+used.Stime.Sec < 10 {
		check(syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	}
}

// flood writes up to 4 GB.
func flood(f *os.File) {
	block := make([]byte, 1<<20)
	for range 4 << 10 {
		if _, err := f.Write(block); err != nil {
			os.Exit(1)
		}
	}
}

func fillMany() {
	block := make([]byte, 4<<20)
	for i := range 1000 {
		check(os.WriteFile(fmt.Sprint("f", i), block, 0o644))
	}
}

// hog uses up to 1 GB of memory.
func hog() {
	var held [][]byte
	for range 64 {
		block := make([]byte, 16<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		held = append(held, block)
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(time.Hour)
	runtime.KeepAlive(held)
}

// listDir fails if the directory holds anything but the input, or if a golden can be read nearby.
func listDir() {
	here, err := os.ReadDir(".")
	check(err)
	if len(here) != 1 || here[0].Name() != oracle.InputFile {
		check(fmt.Errorf("the directory holds %v", here))
	}
	filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), "Node,Depth") {
			check(fmt.Errorf("%s holds a golden", path))
		}
		return nil
	})
	write(answer())
}

// deep leaves directories that are nested deeper than a path can name.
func deep() {
	write(answer())
	for range 2500 {
		check(os.Mkdir("d", 0o755))
		check(os.Chdir("d"))
	}
}
