package testscript

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A fakeExecutor has a program that writes the files of an edition. It starts nothing.
type fakeExecutor struct {
	settings outcome.Settings
	dir      string
	c        *cases.Case
	edition  string // of the files
	crlf     bool
	policy   sandbox.Policy
	task     executor.Task
}

func (f *fakeExecutor) Settings() outcome.Settings { return f.settings }

func (f *fakeExecutor) Open(_ answers.Need, p sandbox.Policy) (executor.Runner, error) {
	f.policy = p
	return f, nil
}

func (f *fakeExecutor) Mechanisms() sandbox.Mechanisms { return nil }

func (f *fakeExecutor) Close() {}

func (f *fakeExecutor) Run(ctx context.Context, t executor.Task) (*executor.Run, error) {
	f.task = t
	files, err := homework.Answer(ctx, f.c.Problem, homework.Options{Edition: f.edition})
	for name, text := range files {
		if f.crlf {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(f.dir, name), text, 0o600)
		}
	}
	return &executor.Run{Dir: f.dir}, err
}

// Each setting arrives where it acts: in the confinement, the limits of a run, or the comparison.
func TestSettingsAct(t *testing.T) {
	all := gametest.Corpus(t, gametest.Lookup(t, "reversi"))
	a := all[0].Assignment
	var c *cases.Case // one in which the editions differ
	for _, one := range all {
		first, err := homework.Answer(t.Context(), one.Problem, homework.Options{Edition: a.Editions[0].Name})
		must.Do(t, err)
		second, err := homework.Answer(t.Context(), one.Problem, homework.Options{Edition: a.Editions[1].Name})
		must.Do(t, err)
		if c == nil && one.Time == 0 && !bytes.Equal(first["output.txt"], second["output.txt"]) {
			c = one
		}
	}
	open := func(o Options, edition string, crlf bool) (*fakeExecutor, Result) {
		t.Helper()
		f := &fakeExecutor{settings: o, dir: tier.TempDir(t), c: c, edition: edition, crlf: crlf}
		r := must.Get(NewRunner(o, 1))(t)
		r.executor = f
		p := must.Get(r.Open(t.Context(), a, Command("sh", "-c", "true")))(t)
		defer p.Close()
		return f, p.Run(t.Context(), c)
	}
	first, second := a.Editions[0].Name, a.Editions[1].Name
	for _, one := range []struct {
		o       Options
		edition string
		crlf    bool
		want    Verdict
	}{
		{Options{}, first, false, Pass}, {Options{}, second, false, Wrong}, {Options{Edition: second}, second, false, Pass},
		{Options{Edition: second}, first, false, Wrong}, {Options{}, first, true, Format}, {Options{Course: true}, first, true, Pass},
	} {
		_, got := open(one.o, one.edition, one.crlf)
		expect.Equal(t, one.want, got.Verdict, one.o, "with files of", one.edition)
		expect.Equal(t, one.o.Edition == "", got.Beyond != "", one.o, "beyond the envelope")
	}
	t.Setenv("TMPDIR", tier.TempDir(t)) // for what is kept
	for edition, want := range map[string]bool{first: false, second: true} {
		_, got := open(Options{Keep: true, Answers: true}, edition, false)
		expect.Equal(t, want, got.Answer != "", "place for an answer to", got.Verdict)
	}
	s := time.Second
	for _, one := range []struct {
		o         Options
		cpu, wall time.Duration
		memory    int64
	}{
		{Options{}, 10 * s, 25 * s, 4 << 30},
		{Options{CPU: 3 * s, Wall: 4 * s}, 3 * s, 4 * s, DefaultMemory},
		{Options{Memory: 5 << 20}, DefaultCPU, 25 * s, 5 << 20},
	} {
		f, _ := open(one.o, first, false)
		// The first run has generous times.
		if got := f.task.Limits; got.CPU%one.cpu != 0 || got.Wall%one.wall != 0 || got.CPU > generousTimes*one.cpu || got.Memory != one.memory {
			t.Errorf("%+v: limits %+v", one.o, got)
		}
		expect.Equal(t, one.memory, f.policy.Memory, one.o, "memory of the policy")
	}
	_, got := open(Options{Text: 5}, second, false)
	expect.Equal(t, 5, len(got.Files[0].Text), "bytes of a wrong file")
}

// The time of a case comes before that of its assignment. The smaller limit of memory holds.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ own, of, want time.Duration }{{0, 0, 2}, {3, 4, 3}, {0, 4, 4}} {
		r := Program{Options: Options{CPU: 2}}
		got := r.limits(&cases.Case{Time: c.own, Assignment: &oracle.Assignment{Run: homework.Run{CPU: c.of}}})
		expect.Equal(t, false, got.CPU != c.want || got.Wall <= c.want, c, "found", got)
	}
	for _, c := range []struct{ options, of, want int64 }{{5, 0, 5}, {5, 4, 4}, {5, 6, 5}} {
		r := Program{Options: Options{Memory: c.options}}
		got := r.limits(&cases.Case{Assignment: &oracle.Assignment{Run: homework.Run{Memory: c.of}}})
		expect.Equal(t, c.want, got.Memory, c)
	}
}

// A program may write twice the expected size of all of its files, and some more.
func TestLimitOutput(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all := gametest.Corpus(t, a)
		for _, c := range all {
			want := int64(64 << 20)
			for _, golden := range c.Index().Goldens {
				want += 2 * golden.Bytes
			}
			x := &caseRun{c: c}
			must.Do(t, x.limitOutput())
			expect.Equal(t, want, x.output, a.Name, c.Name)
		}
	}
}

// A program that was slow alone gets twice its time when it runs concurrently. It gets only its own time
// again after it has exceeded that in three cases of the category with answers that are no longer.
func TestTimes(t *testing.T) {
	all := gametest.Corpus(t, gametest.Lookup(t, "reversi"))
	slices.SortFunc(all, cases.BySize())
	r := &Program{Options: Options{CPU: time.Second}, repeats: map[Verdict]int{}, timeouts: map[caseKind]timeoutCount{}}
	expect := func(when string, i, want int) {
		t.Helper()
		expect.Equal(t, want, r.timeFactor(all[i]), when, "the", i, ". case has")
	}
	expect("before it is slow,", 9, 1)
	r.repeats[Timeout] = minRepeats
	r.recordVerdict(all[0], Pass, false)
	expect("once it is slow,", 9, 2)
	for _, i := range []int{5, 20, 10} {
		expect("before three exceed it,", 9, 2)
		r.recordVerdict(all[i], Timeout, true)
	}
	expect("then", 4, 2)
	expect("then", 5, 1)
	expect("then", 9, 1)
	expect("then", 30, 1)
	r.CPU = 2 * time.Second
	expect("with another limit", 9, 2)
	own := *all[9]
	r.CPU, own.Time, all[9] = time.Second, 2*time.Second, &own
	expect("with a limit of its own", 9, 2)
}

// The report on confinement includes the default memory limit, like any other limit. It leaves no directories.
func TestConfinementByDefault(t *testing.T) {
	dir := tier.TempDir(t)
	t.Setenv("TMPDIR", dir)
	got := must.Get(Confinement(Options{}))(t)
	expect.Equal(t, must.Get(Confinement(Options{Memory: DefaultMemory}))(t), got, "programs are confined by")
	expect.Equal(t, nil, must.Names(t, dir), "files left")
}

// Five names of the files that a program left instead are reported, but neither its input nor links.
func TestLeftInstead(t *testing.T) {
	dir := tier.TempDir(t)
	for _, name := range []string{"f", "e", "d", "c", "b", oracle.InputFile} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	if err := os.Symlink("b", filepath.Join(dir, "a")); err != nil {
		t.Log(err) // not always permitted on Windows
	}
	for _, more := range []string{"f", "g"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, more), nil, 0o600))
		expect.Equal(t, []string{"b", "c", "d", "e", "f"}, findMisnamedFiles(dir, "input.txt"), "found")
	}
}

// The trust in a result depends on its verdict, on earlier repeats, and on the limits of the run.
func TestTrust(t *testing.T) {
	r := &Program{Options: Options{CPU: time.Second, Wall: 2 * time.Second}, repeats: map[Verdict]int{Crash: minRepeats, Missing: minRepeats - 1}}
	one := gametest.Corpus(t, gametest.Lookup(t, "squirrel"))[0]
	for _, c := range []struct {
		v         Verdict
		cpu, wall time.Duration
		times     int
		want      executor.Trust
	}{
		{Pass, time.Second, 2 * time.Second, 1, executor.Final},
		{Pass, time.Second, 2 * time.Second, generousTimes, executor.Final},
		{Pass, time.Second + 1, time.Second, generousTimes, executor.Discard},
		{Pass, time.Second, 2*time.Second + 1, generousTimes, executor.Discard},
		{Wrong, time.Second, 2*time.Second + 1, generousTimes, executor.Discard},
		{Timeout, 2 * time.Second, 2 * time.Second, generousTimes, executor.RetryAlone},
		{Wrong, 0, 0, 1, executor.FinalUnlessShort}, {Format, 0, 0, 1, executor.FinalUnlessShort}, {Crash, 0, 0, 1, executor.FinalUnlessShort}, {Missing, 0, 0, 1, executor.RetryAlone},
		{Memory, 0, 0, 1, executor.RetryAlone}, {Output, 0, 0, 1, executor.RetryAlone}, {Internal, 0, 0, 1, executor.RetryAlone},
	} {
		result := Result{Verdict: c.v, Outcome: sandbox.Outcome{CPU: c.cpu, Wall: c.wall}}
		expect.Equal(t, c.want, r.isTrusted(one, result, c.times), c)
	}
	for guessed, want := range map[bool]executor.Trust{false: executor.Final, true: executor.RetryAlone} {
		p := &Program{built: &program.Program{Guessed: guessed}}
		expect.Equal(t, want, p.trustBuild(nil), "a program that is guessed:", guessed)
		expect.Equal(t, executor.RetryAlone, p.trustBuild(errors.New("no room")))
	}
}

// A program that ran out of time in all first cases of a category has its time once in each other case.
func TestLoopsRunOnce(t *testing.T) {
	all := gametest.Corpus(t, gametest.Lookup(t, "squirrel"))
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return c.Problem.Category() != all[0].Problem.Category() })
	slices.SortFunc(all, cases.BySize())
	other := gametest.Corpus(t, gametest.Lookup(t, "reversi"))[0]
	slow := Result{Verdict: Timeout, Outcome: sandbox.Outcome{CPU: time.Second, Wall: time.Second}}
	r := &Program{Options: Options{CPU: time.Second, Wall: 2 * time.Second}, repeats: map[Verdict]int{}, timeouts: map[caseKind]timeoutCount{}}
	runs := 0
	for _, c := range all[1:11] {
		runs += r.timeFactor(c)
		if r.isTrusted(c, slow, r.timeFactor(c)) == executor.RetryAlone {
			runs++ // alone
			r.recordRepeat(Timeout)
		}
		r.recordVerdict(c, Timeout, false)
	}
	expect.Equal(t, 12, runs, "runs of ten cases")
	easiest := all[0].AnswerSize() < all[1].AnswerSize() && r.loops(all[0])
	expect.Equal(t, false, easiest, "a timeout counts at once in the easiest case")
	expect.Equal(t, false, r.loops(other), "a timeout counts at once in another category")
	r.recordVerdict(all[5], Internal, false)
	expect.True(t, r.loops(all[11]), "timeouts count at once in spite of a failure of ours")
	r.recordVerdict(all[5], Wrong, false)
	expect.Equal(t, false, r.loops(all[11]), "a timeout counts at once of a program that ended in another case")
}

// The search for causes ends at its limit of time. Short tests do not search, nor does WithCauses(false).
func TestCausesAreCheap(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	results, err := diagnosistest.Judge(t.Context(), a, func(c *cases.Case) diagnosistest.Run {
		files := map[string]string{}
		for _, name := range c.Problem.Files() {
			files[name] = "X\n"
		}
		return diagnosistest.Run{Files: files}
	})
	must.Do(t, err)
	expect.Equal(t, testing.Short(), newTestRun(nil).causes == 0, "without an option there are no causes")
	run := newTestRun(nil)
	run.causes, run.results = time.Millisecond, results[:9]
	why, err := run.explainAll(t.Context(), a)
	expect.Equal(t, false, err != nil || !strings.Contains(why, "the search for causes ended after 1ms"),
		err, why)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = run.explainAll(ctx, a)
	expect.True(t, errors.Is(err, context.Canceled), "canceled:", err)
	run = newTestRun([]RunOption{WithCauses(false)})
	run.results = results[:9]
	expect.Equal(t, "", must.Get(run.explainAll(t.Context(), a))(t), "unasked causes")
}
