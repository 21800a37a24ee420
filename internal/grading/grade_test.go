package grading

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// check compares a text with an expected one.
func check(t *testing.T, what, got, want string) {
	t.Helper()
	equal(t, strings.TrimSpace(want), strings.TrimSpace(got), what)
}

// equal reports the difference between two values as a failure of the test. The subject describes them.
func equal[T any](t testing.TB, want, got T, subject ...any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.Comparer(sameCase)); diff != "" {
		t.Errorf("%s(-want +got):\n%s", fmt.Sprintln(subject...), diff)
	}
}

// sameCase compares two cases by their identity.
func sameCase(x, y *cases.Case) bool { return x == y }

// Each submission is graded, whatever happens to others. A failure of touchstone is no verdict. The next command
// runs only the rest.
func TestGrade(t *testing.T) {
	c := newFakeClass(t, "handout-greedy greedy-among-ties greedy-ignores-cut-off", map[string]string{
		"ann": code("ann"),
		"ben": code("ben", "handout-greedy: wrong", "greedy-ignores-cut-off: wrong crash"),
		"bob": code("ann"),
		"dan": "",
		"eve": code("eve"),
		"fay": code("fay", "greedy-among-ties: fail right"),
	})
	must.Do(t, os.Rename(filepath.Join(c.dir, "eve/squirrel"), filepath.Join(c.dir, "eve/notes.txt")))
	books := t.TempDir()
	first, second := c.grade(books), c.grade(books)
	const rest = `ann: pass pass pass*
ben: wrong pass wrong (next_state.txt is there in one run and not in the other)*, unexplained handout-greedy, unexplained greedy-ignores-cut-off
bob: pass pass pass*
dan: build (nothing was handed in) build (nothing was handed in) build (nothing was handed in)*
eve: build (there is no program to check) build (there is no program to check) build (there is no program to check)*
fay: `
	const failed = "internal (greedy-among-ties: no room for the submission)"
	check(t, "first results", first.results, rest+failed+" "+failed+" "+failed+"*")
	check(t, "error", first.err, "fay: greedy-among-ties: no room for the submission")
	check(t, "first progress", first.progress, `12 runs, 0 known
dan without a program, saves 0: nothing was handed in
eve without a program, saves 3: there is no program to check
6 pass
2 wrong`)
	check(t, "second results", second.results, rest+"pass pass pass*")
	check(t, "second error", second.err, "")
	check(t, "second progress", second.progress, `12 runs, 11 known
dan without a program, saves 0: nothing was handed in
1 pass`)
	check(t, "runs", c.ran(), "ann greedy-among-ties, ann greedy-ignores-cut-off, ann handout-greedy, "+
		"ben greedy-among-ties, ben greedy-ignores-cut-off x2, ben handout-greedy x2, "+
		"fay greedy-among-ties x2, fay greedy-ignores-cut-off, fay handout-greedy")
}

// A run that ends with the context has no result, and neither has one whose second run does.
func TestCanceled(t *testing.T) {
	for behaviours, want := range map[string]string{"cancel right": "x2", "wrong cancel wrong": "x4"} {
		c := newFakeClass(t, "handout-greedy", map[string]string{"ann": code("ann")})
		books := t.TempDir()
		c.grade(books)
		c.ran()
		c.write("ann", code("ann", "handout-greedy: "+behaviours))
		g := c.grade(books)
		check(t, "error", g.err, "context canceled")
		check(t, "results", g.results, "want all results in the journal, found 1 missing")
		check(t, "progress", g.progress, "1 runs, 0 known")
		check(t, "error of the next command", c.grade(books).err, "")
		check(t, "runs", c.ran(), "ann handout-greedy "+want)
	}
}

// A failure that other programs may have caused counts only if it repeats alone.
func TestRepeatedAlone(t *testing.T) {
	c := newFakeClass(t, "handout-greedy", map[string]string{
		"ann": code("ann", "handout-greedy: meet right"),
		"ben": code("ben", "handout-greedy: meet crash"),
	})
	c.jobs = 2
	g := c.grade(t.TempDir())
	check(t, "results", g.results, "ann: pass (crash)\nben: crash")
	check(t, "runs", c.ran(), "ann handout-greedy x2, ben handout-greedy x3")
}

const greedy = "greedy-among-ties greedy-far-behind greedy-negative-best greedy-on-a-full-board " +
	"greedy-on-an-empty-board greedy-on-half-a-board greedy-tie-first-square raid-goes-one-step"

// A program that runs out of time in the first cases of a category does not run on the others, unless the plan
// has all timeouts. If the first failure settles the points, one timeout is enough.
func TestLoops(t *testing.T) {
	const settled = "7 cases of greedy not run: the program ran out of time in greedy-among-ties, and all must pass " +
		"for points; they count as out of time"
	shares := squirrel.Assignment.Grading.Shares
	defer func() { squirrel.Assignment.Grading.Shares = shares }()
	for _, test := range []struct {
		slow         int // the first cases
		all, settles bool
		least, most  int // runs: others may be under way when the last one that counts ends
		why          string
	}{
		{8, false, false, 3, 6, "5 cases of greedy not run: the program ran out of time in all 3 before, such as " +
			"greedy-among-ties; they count as out of time"},
		{8, true, false, 8, 8, ""},
		{2, false, false, 8, 8, ""},
		{8, false, true, 1, 6, settled},
		{8, true, true, 1, 6, settled},
	} {
		squirrel.Assignment.Grading.Shares = shares
		if test.settles {
			squirrel.Assignment.Grading.Shares = []homework.Share{{Category: "greedy", Points: 100, All: true}}
		}
		var lines []string
		for _, name := range strings.Fields(greedy)[:test.slow] {
			lines = append(lines, name+": timeout")
		}
		c := newFakeClass(t, greedy, map[string]string{"ann": code("ann", lines...)})
		c.all = test.all
		n := 9
		for range 10 { // on a busy machine the first run may end last
			if n = min(n, c.gradeLooping(test.slow, test.why)); n <= test.most {
				break
			}
		}
		equal(t, false, n < test.least || n > test.most, test, n, "runs")
	}
}

// A later command skips the runs of a program that looped, and makes the runs of other categories.
func TestLoopedBefore(t *testing.T) {
	var lines []string
	for name := range strings.FieldsSeq(greedy) {
		lines = append(lines, name+": timeout")
	}
	c := newFakeClass(t, greedy+" handout-alpha-beta", map[string]string{"ann": code("ann", lines...)})
	books, all := t.TempDir(), c.cases
	c.cases = all[:3]
	c.grade(books)
	c.ran()
	c.cases = all
	g := c.grade(books)
	check(t, "runs", c.ran(), "ann handout-alpha-beta")
	check(t, "progress", g.progress, "9 runs, 8 known\n1 pass")
}

// gradeLooping grades a program that is slow in the first cases, and returns the number of runs. The results do
// not depend on that number.
func (c *fakeClass) gradeLooping(slow int, why string) (n int) {
	c.t.Helper()
	books := c.t.TempDir()
	g := c.open(books)
	first := c.run(g)
	class := must.Get(g.Class(c.t.Context()))(c.t)
	must.Do(c.t, g.Journal.Close())
	n = len(c.runs)
	c.ran()
	watch := g.Watch.(*logWatcher)
	equal(c.t, []any{n < 8, 8 - n}, []any{len(watch.lines) == 2, watch.verdicts["skipped"]}, n, first.progress)
	check(c.t, "reasons", strings.Join(class.Students[0].Summary.WhyNotRun, "\n"), why)
	check(c.t, "results", first.results, "ann:"+strings.Repeat(" timeout", slow)+strings.Repeat(" pass", 8-slow))
	next := c.grade(books)
	check(c.t, "results of the next command", next.results, first.results)
	check(c.t, "progress of the next command", next.progress, "8 runs, 8 known")
	check(c.t, "runs of the next command", c.ran(), "")
	return n
}

// A submission without a program has one result, with the machine and without its path. A canceled build or
// diagnosis is an error, and so is a result that cannot be stored.
func TestUnbuilt(t *testing.T) {
	c := newFakeClass(t, "handout-greedy", map[string]string{"ann": code("ann"), "ben": code("ben")})
	must.Do(t, os.Rename(filepath.Join(c.dir, "ann/squirrel"), filepath.Join(c.dir, "ann/notes.txt")))
	g := c.open(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	c.run(g)
	equal(t, ".", below(t, os.TempDir()), "files of programs that have ended")
	e, _, err := g.Journal.Entry(g.Plan.buildKey(g.submissions[0].digest))
	must.Do(t, err)
	reason := must.Get(e.reason())(t)
	equal(t, []any{"ann", g.host, true, false, true}, []any{e.Student, e.Host, !e.When.IsZero(),
		strings.Contains(reason, c.dir), strings.Contains(reason, "the submission")}, reason)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	equal(t, true, errors.Is(g.Finish(ctx), context.Canceled), "canceled diagnosis")
	g.submissions[0].path = filepath.Join(t.TempDir(), "link")
	must.Do(t, os.Symlink(c.dir, g.submissions[0].path))
	unbuilt, err := g.build(ctx, g.submissions[0])
	equal(t, true, unbuilt == nil && err != nil, "a canceled build", err)
	g = c.open(t.TempDir())
	must.Do(t, g.Journal.Close())
	expect.Error(t, g.Run(t.Context()), "closed")
}

// What decides a result runs again if it changes, and nothing else.
func TestRegrade(t *testing.T) {
	c := newFakeClass(t, "handout-greedy greedy-among-ties", map[string]string{"ann": code("ann"), "ben": code("ben")})
	corrected := strings.Replace(string(c.cases[1].Text()), c.cases[1].Title, "corrected", 1)
	all := "ann greedy-among-ties, ann handout-greedy, ben greedy-among-ties, ben handout-greedy"
	books := t.TempDir()
	for _, step := range []struct {
		what   string
		change func()
		runs   string
	}{
		{"nothing yet", func() {}, all},
		{"nothing", func() {}, ""},
		{"a limit", func() { c.options.CPU = time.Minute }, all},
		{"the old limit", func() { c.options.CPU = 0 }, ""},
		{"a program", func() { c.write("ann", code("new")) }, "new greedy-among-ties, new handout-greedy"},
		{"a case", func() { c.cases[1] = must.Get(cases.Parse("own", "own", []byte(corrected)))(t) }, "ben own, new own"},
		{"all timeouts", func() { c.all = true }, ""},
	} {
		step.change()
		g := c.grade(books)
		check(t, step.what+": runs", c.ran(), step.runs)
		check(t, step.what+": results", g.results, "ann: pass pass\nben: pass pass")
	}
}

// A submission that changes while it is graded has no result.
func TestChangedWhileGraded(t *testing.T) {
	c := newFakeClass(t, "handout-greedy greedy-among-ties", map[string]string{"ann": code("ann"), "ben": code("ben"), "bob": code("bob")})
	g := c.open(t.TempDir())
	c.write("ann", code("ann", "#"))
	must.Do(t, os.RemoveAll(filepath.Join(c.dir, "bob")))
	got := c.run(g)
	const changed = "want a submission that stays as it is while it is graded, found it changed"
	const lost = "lstat the submission: no such file or directory"
	check(t, "results", got.results, fmt.Sprintf("ann: internal (%s) internal (%[1]s)\nben: pass pass\n"+
		"bob: internal (%s) internal (%[2]s)", changed, lost))
	check(t, "error", got.err, "ann: "+changed+"\nbob: "+lost)
	counts := must.Get(g.Class(t.Context()))(t).Students[0].Summary.Counts
	equal(t, map[testscript.Verdict]int{testscript.Internal: 2}, counts, "verdicts of ann")
	check(t, "progress", got.progress, "6 runs, 0 known\n2 pass")
}

// Shards of a class have each run once, and make the same books as the whole.
func TestShards(t *testing.T) {
	c := newFakeClass(t, "handout-greedy greedy-among-ties greedy-far-behind", map[string]string{
		"ann": code("ann"), "ben": code("ben", "handout-greedy: wrong"), "cy": "", "dan": code("dan", "greedy-far-behind: crash"),
	})
	want := c.grade(t.TempDir()).results
	runs := c.ran()
	var shards []*Journal
	for i := 1; i <= 2; i++ {
		c.shard = run.Shard{I: i, N: 2}
		g := c.open(t.TempDir())
		got := c.run(g)
		check(t, "results of a shard", got.results,
			fmt.Sprintf("want all results in the journal, found %d missing", 3+i))
		check(t, "progress", strings.SplitAfter(got.progress, "\n")[0], fmt.Sprintf("%d runs, 0 known\n", 6-i))
		shards = append(shards, g.Journal)
	}
	check(t, "runs of the shards", c.ran(), runs)
	whole := must.Get(Whole(shards, []string{"one", "two"}))(t)
	into := must.Get(OpenJournal(t.TempDir()))(t)
	defer into.Close()
	for range 2 {
		must.Do(t, Merge(into, shards, whole))
	}
	g := must.Get(NewGrader(whole, into, nil))(t)
	must.Do(t, g.Finish(t.Context()))
	diagnosed := must.Get(os.ReadFile(into.Path()))(t)
	must.Do(t, g.Finish(t.Context())) // diagnoses no submission again
	equal(t, string(diagnosed), string(must.Get(os.ReadFile(into.Path()))(t)), "journal")
	class, err := g.Class(t.Context())
	check(t, "results", showClass(class, err), want)
}

// A torn line is computed again, and no other. A line that is not a result is an error.
func TestDamagedResults(t *testing.T) {
	c := newFakeClass(t, "handout-greedy greedy-among-ties", map[string]string{"ann": code("ann", "handout-greedy: wrong")})
	books := t.TempDir()
	want := c.grade(books).results
	file := filepath.Join(books, journalName)
	text := must.Get(os.ReadFile(file))(t)
	lines := strings.SplitAfter(string(text), "\n")
	lines = lines[:len(lines)-2] // without the causes
	torn := slices.IndexFunc(lines, func(line string) bool {
		return strings.Contains(line, `"kind":"run"`) && strings.Contains(line, `"case":"handout-greedy"`)
	})
	line := lines[torn]
	lines = append(slices.Delete(lines, torn, torn+1), line[:len(line)-5])
	must.Do(t, os.WriteFile(file, []byte(strings.Join(lines, "")), 0o600))
	c.ran()
	check(t, "results", c.grade(books).results, want)
	check(t, "runs", c.ran(), "ann handout-greedy x2")
	g := c.open(books)
	p, s := g.Plan, g.submissions[0]
	for want, k := range map[string]key{
		"the result of ann for handout-greedy: ": s.keys[0],
		"the causes of ann: ":                    p.causesKey(s.keys),
		"unexpected EOF":                         p.buildKey(s.digest),
	} {
		before, _, err := g.Journal.Entry(k)
		must.Do(t, err)
		must.Do(t, g.Journal.Append(entry{Key: k, Student: "ann", Case: "handout-greedy", Verdict: "build", Data: []byte("x")}))
		_, err = g.Class(t.Context())
		expect.Error(t, err, want)
		before.Key = k
		must.Do(t, g.Journal.Append(before))
	}
	class, err := g.Class(t.Context())
	check(t, "results", showClass(class, err), want)
	must.Do(t, g.Journal.Append(entry{Key: s.keys[0], Student: "ann", Case: "handout-greedy", Data: []byte("x")}))
	times := must.Get(g.times())(t)
	equal(t, 1, len(times), "measured runs")
	equal(t, "greedy-among-ties", times[0].Case, "case of the measured run")
	p.AllTimeouts = true // its causes are not known yet
	const failed = "ann: the result of ann for handout-greedy: unexpected EOF"
	expect.Error(t, g.Finish(t.Context()), failed)
}

// Books have the settings of the plan and the course, and a row for each measured run.
func TestBooks(t *testing.T) {
	c := newFakeClass(t, "handout-greedy", map[string]string{"ann": code("ann"), "ben": code("ann"), "cy": ""})
	c.options = testscript.Options{Sandbox: testscript.SandboxNone, Edition: "final", Course: true, CPU: 3 * time.Second,
		SameCPU: true, Tools: map[string]string{"python": "2"}}
	squirrel.Assignment.Run.CPU = time.Second // which SameCPU overrides
	defer func() { squirrel.Assignment.Run.CPU = 0 }()
	file := filepath.Join(t.TempDir(), "touchstone.yaml")
	must.WriteFile(t, file, "assignment: squirrel\ntitle: Fall\nnames: ids\npoints: {categories: {all: 100}}\n"+
		"late: {free: 1, penalty: 10, due: 2026-03-01 12:00, zone: UTC}\n"+
		"students: {ann: {due: 2026-03-02 12:00}}\n")
	text := must.Get(os.ReadFile(file))(t)
	c.course = must.Get(course.Parse(file, text, nil))(t)
	c.students[0].Columns = map[string]string{submissions.Submitted: "2026-03-04 12:00"}
	g := c.open(t.TempDir())
	g.Plan.Show = report.ShowSummary
	got := c.run(g)
	check(t, "results", got.results, "s-e6d44c0502: pass\ns-a55497fe1f: pass\ns-f2dce15d07: build (nothing was handed in)")
	check(t, "progress", got.progress, "1 runs, 0 known\ns-f2dce15d07 without a program, saves 0: nothing was handed in\n1 pass")
	class := must.Get(g.Class(t.Context()))(t)
	ann, ben := class.Students[0], class.Students[1]
	q := g.question(nil)
	check(t, "settings", fmt.Sprintln(class.Title, class.UsualCPU, class.Python, class.Start, q.Course, q.Edition),
		"Fall 10s 2 {squirrel final course [] 1 0 3 summary []   map[] false   false } true final")
	check(t, "students", fmt.Sprintln(ann.ID, ann.Dir, ann.Columns, ann.Submission == g.submissions[0].digest,
		ann.Summary.Score, ben.ID, ben.Dir, class.Students[2].Results[0].Reason),
		"ann s-e6d44c0502 map[submitted:2026-03-04 12:00] true score: 90.00 of 100 "+
			"(1 of 1 case); 2 days late, 1 free: -10 %, -10.00 ben s-a55497fe1f nothing was handed in")
	books := t.TempDir()
	equal(t, nil, must.Get(Before(books))(t), "before the books")
	must.Do(t, g.WriteBooks(t.Context(), books, class))
	times := must.Get(os.ReadFile(filepath.Join(books, "times.csv")))(t)
	host, _ := os.Hostname()
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(times), "\r", "")), "\n")
	equal(t, 2, len(lines), "lines of times.csv")
	measured := "\"s-a55497fe1f, s-e6d44c0502\",handout-greedy,0.001,0.002,3," + host + ","
	equal(t, true, strings.HasPrefix(lines[1], measured), string(times))
	equal(t, true, strings.HasSuffix(lines[1], ",pass,") && !strings.Contains(lines[1], ",0001-"), lines[1])
	equal(t, true, strings.Contains(string(must.Get(Before(books))(t)), "s-e6d44c0502"), "ann in the ledger")
	g.course.Anonymous = false
	equal(t, "", must.Get(g.Class(t.Context()))(t).Students[0].Dir, "source of the directory of a student with a name")
	g.course = nil
	equal(t, 100, must.Get(g.Class(t.Context()))(t).Students[0].Summary.Score.Points, "points without a course")
	full := errors.New("no room")
	fine, failing := func(output.Sink) error { return nil }, func(output.Sink) error { return full }
	expect.Error(t, g.WriteBooks(t.Context(), books, class, fine, failing), "no room")
}

// A journal stores a result without measurements, and of a passing one only why no course uses the case.
func TestSaved(t *testing.T) {
	c := &cases.Case{Name: "deep"}
	ran := outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none", Printed: 9, First: []byte("at 0x7ffe10"), Errors: []byte("==7==error"), CPU: 1, Wall: 2, Peak: 3, System: 4, Output: []byte("all")}
	kept := outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none", Printed: 9, First: []byte("at ..."), Errors: []byte("...error")}
	stopped, still := ran, outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none"}
	stopped.Stopped, still.Stopped = outcome.StoppedWall, outcome.StoppedCPU
	full := stopped
	full.Stopped = outcome.StoppedDisk
	for name, of := range map[string]struct{ r, want verdict.Result }{
		"a full disk": { // whose last output depends on timing
			verdict.Result{Verdict: verdict.Output, Outcome: full},
			verdict.Result{Verdict: verdict.Output, Outcome: outcome.Outcome{Stopped: outcome.StoppedDisk, Exit: 3,
				Signal: "SIGABRT", StartError: "none"}},
		},
		"a crash": {
			verdict.Result{Verdict: verdict.Crash, Reason: "exit status 3", CrashLine: "a.py:1", Hint: "hint",
				Edition: "first", SecondRun: "other", Allowed: time.Second, Outcome: ran, Enforced: []string{"limits"}, Dir: "/x"},
			verdict.Result{Verdict: verdict.Crash, Reason: "exit status 3", CrashLine: "a.py:1", Hint: "hint",
				Edition: "first", SecondRun: "other", Allowed: time.Second, Outcome: kept},
		},
		"a timeout": {
			verdict.Result{Verdict: verdict.Timeout, Reason: "stopped after 2.1 s", Allowed: 2 * time.Second, Outcome: stopped},
			verdict.Result{Verdict: verdict.Timeout, Reason: "stopped for using too much time; it has 2.0 s of CPU time", Allowed: 2 * time.Second, Outcome: still},
		},
		"what is right":             {verdict.Result{Verdict: verdict.Pass, Reason: "x", Outcome: ran}, verdict.Result{Verdict: verdict.Pass}},
		"what is right and too far": {verdict.Result{Verdict: verdict.Pass, Reason: "x", Beyond: "too large", Outcome: ran}, verdict.Result{Verdict: verdict.Pass, Beyond: "too large"}},
	} {
		data := must.Get(save(of.r))(t)
		equal(t, of.want.Beyond == "" && of.want.Verdict == verdict.Pass, data == nil, name, "has no data")
		got := must.Get(restore(c, entry{Verdict: string(of.r.Verdict), Data: data}))(t)
		of.want.Case = c
		equal(t, of.want, got, name)
	}
	_, err := restore(c, entry{Student: "ann", Case: "deep", Data: []byte("x")})
	expect.Error(t, err, "the result of ann for deep: ")
}

// A failure of touchstone is reported once, with all students concerned.
func TestFailuresReportedOnce(t *testing.T) {
	full := errors.New("no room")
	g := &Grader{submissions: []*submission{
		{shownNames: []string{"ann", "bob"}, failed: full}, {shownNames: []string{"cy"}}, {shownNames: []string{"dan"}, failed: errors.New("no compiler")}, {shownNames: []string{"eve"}, failed: full},
	}}
	equal(t, "ann, bob, eve: no room\ndan: no compiler", g.failures().Error())
	watch := &logWatcher{verdicts: map[string]int{}}
	g.Watch = watch
	for _, s := range []*submission{g.submissions[0], g.submissions[1], {unbuilt: true}, g.submissions[1]} {
		g.reportSkipped(s, 2) // of a program that loops, one report
	}
	g.stored(&submission{shownNames: []string{"fay"}, planned: 2, keys: make([]key, 3)}, entry{Kind: kindBuild})
	equal(t, "cy loops\nfay without a program, saves 2: \n4 skipped", watch.String())
}

// Text that differs between runs is removed from a program's output, and no other text.
func TestSteady(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"Traceback: line 3, in f: 0x12", "Traceback: line 3, in f: 0x12"},
		{"<object at 0x7f3a9c001d30>", "<object at ...>"},
		{"==4711==ERROR: AddressSanitizer", "...ERROR: AddressSanitizer"},
		{"hs_err_pid4711.log (pid=4711)", "hs_err_pid4711.log (...)"},
		{"/tmp/touchstone-scratch-build-123/submission/a.sh: 2: no", ".../submission/a.sh: 2: no"},
		{"x\na\nx\nb\nx\nc\nx\nd", "x\na\nx\nb\nx\nc\nx\nd"}, // most of it is something else
		{strings.Repeat("nan\n", 6), strings.Repeat("nan\n", 6)},
	} {
		equal(t, c.want, string(collapseRepeats([]byte(c.printed))), c.printed)
	}
	const line = "/tmp/touchstone-scratch-build-1/submission/a: 2: Cannot fork\n"
	const want = ".../submission/a: 2: Cannot fork\n(again and again)\n"
	for _, text := range []string{
		strings.Repeat(line, 300),
		strings.Repeat(line, flood-1), // the last line is empty
		line[5:] + strings.Repeat(line, 20) + line[:20] + "\n" + line[20:] + line,
		strings.Repeat(line, 5) + "a: 2: a: 2: Cannot\n forkCannot fork\n" + line,
	} {
		equal(t, want, string(collapseRepeats([]byte(text))), text)
	}
}
