//go:build unix

package testscript_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// TestMain turns this test binary into a submission when it is run as "BINARY submission
// WAY ...".
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

// spawn starts another submission that outlives this one and keeps its output open, in a
// new session if asked to.
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

// listDir fails if the directory holds anything but the input, or if a golden can be read
// nearby.
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
