//go:build unix

package testscript_test

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript"
)

// awaitName waits until a file exists.
func awaitName(path string) {
	for {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// openWay returns a submission that behaves in the given way, with the given wall time, and cases for it. The
// caller removes the kept directories.
func openWay(t *testing.T, way, dir string, wall time.Duration, keep bool) (*testscript.Program, []*cases.Case) {
	t.Helper()
	o := testscript.Options{CPU: time.Minute, Wall: wall, Sandbox: sandbox.None, Keep: keep}
	p := open(t, nil, o, testscript.Command(submission(t), "submission", way, dir))
	return p, gametest.Corpus(t, gametest.Lookup(t, "reversi"))
}

// Negative limits are rejected.
func TestNegativeLimits(t *testing.T) {
	_, err := testscript.NewRunner(testscript.Options{Wall: -1}, 0)
	expect.Error(t, err, "want limits of at least 0")
}

func init() { ways["scripted"] = scriptedProgram }

// scriptedProgram is a submission that looks up what to do with an input: to sleep, to be late the first
// time, to take its time, to crash, to leave no file or half a file, always or once, to be wrong, or to
// answer. When an input comes again, it checks that it is alone.
func scriptedProgram() {
	dir := os.Args[3]
	input, err := os.ReadFile(oracle.InputFile)
	check(err)
	base := filepath.Join(dir, digest(input))
	f, err := os.OpenFile(base+".runs", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	check(err)
	_, err = f.WriteString("x")
	check(err)
	check(f.Close())
	runs, err := os.ReadFile(base + ".runs")
	check(err)
	what, _ := os.ReadFile(base)
	if others, _ := filepath.Glob(filepath.Join(dir, "*.busy")); len(runs) > 1 && len(others) > 0 && string(what) != "slowly" {
		check(fmt.Errorf("others run: %v", others))
	}
	switch {
	case string(what) == "sleep", string(what) == "sleep once" && len(runs) == 1:
		time.Sleep(time.Hour)
	case string(what) == "late" && len(runs) == 1:
		time.Sleep(2400 * time.Millisecond)
	case string(what) == "slowly":
		check(os.WriteFile(base+".busy", nil, 0o644))
		time.Sleep(150 * time.Millisecond)
		check(os.Remove(base + ".busy"))
	case string(what) == "crash", string(what) == "once" && len(runs) == 1:
		os.Exit(3)
	case string(what) == "nothing once" && len(runs) == 1:
		return
	case string(what) == "half", string(what) == "half once" && len(runs) == 1:
		write(answer()[:20])
		return
	case string(what) == "wrong":
		write("no answer\n")
		return
	}
	write(answer())
}

func digest(input []byte) string { return fmt.Sprintf("%x", sha256.Sum256(input)) }

// A program that has failed in one way alone three times is not run alone again for that. It is if it may be
// slow only because of others, unless it took twice its time in three easier cases, or has ended in time in
// none.
func TestBelieved(t *testing.T) {
	t.Parallel() // it waits most of the time
	effort.NeedsAll(t, "waits for limits of time")
	for _, c := range []struct {
		name string
		want []scripted
	}{
		{"slow", []scripted{{"", testscript.Pass, 1}, {"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2}, {"late", testscript.Pass, 2}, {"sleep", testscript.Timeout, 1}, {"crash", testscript.Crash, 2}}},
		{"slow, and loops", []scripted{
			{"", testscript.Pass, 1}, {"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2},
			{"sleep", testscript.Timeout, 1}, {"sleep", testscript.Timeout, 1}, {"late", testscript.Pass, 2}, {"sleep", testscript.Timeout, 1},
			{"late", testscript.Timeout, 1}, {"late", testscript.Pass, 2}, // of a shorter answer
		}},
		{"loops", []scripted{
			{"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 1},
			{"late", testscript.Timeout, 1}, {"late", testscript.Pass, 2}, // of a shorter answer
		}},
		{"crashing", []scripted{{"crash", testscript.Crash, 2}, {"", testscript.Pass, 1}, {"crash", testscript.Crash, 2}, {"crash", testscript.Crash, 2}, {"crash", testscript.Crash, 1}, {"half", testscript.Wrong, 2}}},
		{"wrong", []scripted{{"wrong", testscript.Wrong, 1}, {"half", testscript.Wrong, 2}, {"half", testscript.Wrong, 2}, {"half", testscript.Wrong, 2}, {"half", testscript.Wrong, 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			expectScripted(t, c.want)
		})
	}
}

// A program that fails while another runs is run again, alone. The failure is reported with the result that
// counts, unless it is a timeout.
func TestBefore(t *testing.T) {
	t.Parallel() // it waits most of the time
	expectScripted(t, []scripted{{"sleep once", testscript.Pass, 2}, {"once", testscript.Pass, 2}, {"nothing once", testscript.Pass, 2},
		{"half once", testscript.Pass, 2}, {"wrong", testscript.Wrong, 1}, {"crash", testscript.Crash, 2}})
}

// A scripted has instructions for a program on an input, with the expected result and number of runs.
type scripted struct {
	what    string
	verdict testscript.Verdict
	runs    int
}

// expectScripted runs the scripted program while another one runs. Only the directory of the last run of a
// case is kept.
func expectScripted(t *testing.T, want []scripted) {
	dir, kept := tier.TempDir(t), ""
	t.Cleanup(func() { must.Do(t, os.RemoveAll(kept)) }) // after the runner is closed
	runner, all := openWay(t, "scripted", dir, 2*time.Second, true)
	other, _ := openWay(t, "scripted", dir, time.Minute, false)
	testscript.ShareLimit(runner, other)
	slices.SortFunc(all, cases.BySize())
	all = slices.Concat(all[3:len(want)+2], all[:1], all[len(want)+2:]) // the easiest case is the last
	others := all[len(want) : len(want)+2]
	for i, one := range append(slices.Clone(want), scripted{what: "slowly"}, scripted{what: "slowly"}) {
		must.Do(t, os.WriteFile(filepath.Join(dir, digest(all[i].Input())), []byte(one.what), 0o644))
	}
	over := make(chan struct{})
	var running sync.WaitGroup
	for _, c := range others { // with a single program, a run could be alone between two of its runs
		running.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					other.Run(t.Context(), c)
				}
			}
		})
		awaitName(filepath.Join(dir, digest(c.Input())+".runs"))
	}
	for i, one := range want {
		r := runner.Run(t.Context(), all[i])
		kept = filepath.Dir(r.Dir)
		dirs, _ := filepath.Glob(filepath.Join(kept, "*-"+all[i].Name))
		expect.Equal(t, 1, len(dirs), "kept directories of case", i)
		runs, err := os.ReadFile(filepath.Join(dir, digest(all[i].Input())+".runs"))
		before := map[string]testscript.Verdict{"once": testscript.Crash, "nothing once": testscript.Missing,
			"half once": testscript.Wrong}
		expect.Equal(t, before[one.what], r.EarlierVerdict, "the earlier verdict on case", i)
		must.Do(t, err)
		expect.Equal(t, fmt.Sprint(one.verdict, one.runs), fmt.Sprint(r.Verdict, len(runs)), "case", i, r.Reason)
	}
	close(over)
	running.Wait()
}

var load = flag.Int("load", 100, "runs of TestLoad")

// mixedWays are the ways of the submission "mixed", which chooses by its input: first those
// that end at once, then those that take time.
var (
	mixedWays = []string{
		"right", "format", "wrong", "silent", "misnamed", "exit3", "crash", "killed",
		"background", "session", "mute", "link", "fifo", "directory", "closed", "listing",
	}
	mixedSlow = []string{"spinner", "flooder", "fillerMany", "hog", "forks"}
)

// mixedWay chooses the way for an input.
func mixedWay(input []byte) string {
	h := fnv.New32a()
	h.Write(input)
	all := append(mixedWays, mixedSlow...)
	return all[int(h.Sum32())%len(all)]
}

// Thousands of runs of good and hostile programs, four at a time: no verdict is wrong, and no process,
// directory or descriptor is left ("go test ./testscript -run TestLoad -load 5000 -timeout 60m").
func TestLoad(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the verdicts of some programs need a child subreaper and /proc")
	}
	t.Setenv("TMPDIR", tier.TempDir(t))
	byWay := map[string]*cases.Case{}
	for _, c := range gametest.Corpus(t, gametest.Lookup(t, "reversi")) {
		byWay[mixedWay(c.Input())] = c
	}
	var chosen []*cases.Case
	r := random.New(1)
	runs := effort.Of(min(*load, 40), *load, *load)
	for len(chosen) < runs {
		kind := mixedWays
		if r.Chance(100) {
			kind = mixedSlow
		}
		if c := byWay[kind[r.Intn(len(kind))]]; c != nil {
			chosen = append(chosen, c)
		}
	}
	verdictOf := map[string]testscript.Verdict{}
	for _, one := range slices.Concat(everywhere, onLinux) {
		verdictOf[one.way] = one.verdict
	}
	before := descriptors()
	runner, err := testscript.NewRunner(testscript.Options{CPU: time.Second, Wall: 5 * time.Minute, Memory: 512 << 20}, 4)
	must.Do(t, err)
	p := must.Get(runner.Open(t.Context(), nil, testscript.Command(submission(t), "submission", "mixed")))(t)
	ran := map[string]int{}
	p.RunAll(t.Context(), chosen, func(i int, result testscript.Result) {
		way := mixedWay(chosen[i].Input())
		ran[way]++
		want, _ := inThisSandbox(result, way, verdictOf[way], "")
		expect.Equal(t, want, result.Verdict, i, way, result.Reason)
	})
	must.Do(t, p.Close())
	t.Logf("runs by way: %v", ran)
	expect.Equal(t, nil, survivors(t), "still running")
	expectNoDirs(t)
	after := descriptors()
	expect.True(t, after <= before, after, "descriptors are open, before there were", before)
}

// descriptors counts the open files of this process.
func descriptors() int {
	runtime.GC() // closes unreachable files
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}

// The stored answer is the answer of the edition that the program follows.
func TestKeptAnswerOfEdition(t *testing.T) {
	a := gametest.Lookup(t, "mapcolor")
	c := gametest.Case(t, a, "handout-australia")
	t.Setenv("TMPDIR", tier.TempDir(t))
	silent := testscript.Command(submission(t), "submission", "silent")
	answers := map[string]bool{}
	for _, edition := range a.EditionNames() {
		p := open(t, a, testscript.Options{Edition: edition, Keep: true, Answers: true, Sandbox: sandbox.None}, silent)
		result := p.Run(t.Context(), c)
		must.Do(t, errors.Join(p.KeepAnswers(t.Context(), []testscript.Result{result, {Case: c}}), p.Close()))
		want := must.Get(homework.Answer(t.Context(), c.Problem, homework.Options{Edition: edition}))(t)
		for name := range want {
			text, err := os.ReadFile(filepath.Join(result.Answer, name))
			expect.Equal(t, false, err != nil || string(text) != string(want[name]), edition, name, err, text)
			answers[name+string(text)] = true
		}
	}
	expect.Equal(t, false, len(answers) < 2, "the case does not tell the editions apart")
}

// Without a limit of programs all cases run.
func TestRunAllWithoutLimit(t *testing.T) {
	runner, all := openWay(t, "silent", "", time.Minute, false)
	ran := 0
	runner.RunAll(t.Context(), all[:3], func(int, testscript.Result) { ran++ })
	expect.Equal(t, 3, ran, "cases that ran")
}

// A build that fails while another program runs, and then succeeds alone, is a build without an error.
func TestBuildRepeatsAlone(t *testing.T) {
	t.Setenv("TMPDIR", tier.TempDir(t))
	runner := must.Get(testscript.NewRunner(testscript.Options{Sandbox: sandbox.None}, 2))(t)
	dir, sources, c := t.TempDir(), t.TempDir(), gametest.Corpus(t, gametest.Lookup(t, "squirrel"))[0]
	wait := `touch "$0/running"; until test -e "$0/failed"; do sleep 0.01; done`
	waiting := must.Get(runner.Open(t.Context(), nil, testscript.Command("sh", "-c", wait, dir)))(t)
	waited := make(chan testscript.Result)
	go func() { waited <- waiting.Run(t.Context(), c) }()
	awaitName(filepath.Join(dir, "running"))
	makefile := "agent:\n\ttest -e %[1]s/failed || { touch %[1]s/failed; exit 1; }\nrun:\n"
	must.WriteFile(t, filepath.Join(sources, "Makefile"), fmt.Sprintf(makefile, dir))
	built := must.Get(runner.Open(t.Context(), c.Assignment, testscript.Path(sources)))(t)
	must.Do(t, built.BuildError())
	expect.Equal(t, testscript.Missing, built.Run(t.Context(), c).Verdict, "of a program that writes nothing")
	expect.Equal(t, testscript.Missing, (<-waited).Verdict, "of the waiting program")
	must.Do(t, errors.Join(waiting.Close(), built.Close()))
}
