package gradebook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

func TestMain(m *testing.M) { pagetest.Main(programtest.Tests(m)) }

// lookup returns an assignment and some of its cases.
func lookup(t testing.TB, name, profile string, maxSize int) (*oracle.Assignment, []*cases.Case) {
	t.Helper()
	a := gametest.Lookup(t, name)
	all := gametest.Corpus(t, a)
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return !c.In(profile) })
	return a, all[:min(maxSize, len(all))]
}

// A made program is a submission that is not run: its output is given.
type made struct {
	name   string
	faults []string // of the second solver; none is a right program
	change func(text string) string
}

// student returns the results of a program, with the findings of diagnose.
func student(t testing.TB, a *oracle.Assignment, all []*cases.Case, m made) gradebook.Student {
	t.Helper()
	s := gradebook.Student{Name: m.name}
	for _, c := range all {
		texts := map[string]string{}
		if len(m.faults) > 0 {
			texts = must.Get(catalog.Second(a).Solve("", c.Input(), m.faults...))(t)
		} else {
			files := output.Memory{}
			must.Get(c.Problem.Solve(t.Context(), homework.Options{}, files))(t)
			for name, text := range files {
				texts[name] = string(text)
			}
		}
		s.Results = append(s.Results, judge(t, c, texts, m.change))
	}
	s.Summary = report.Summarise(s.Results, nil)
	explainAll(t, a, &s)
	return s
}

// judge compares the texts of a program with the right ones.
func judge(t testing.TB, c *cases.Case, texts map[string]string, change func(string) string) verdict.Result {
	t.Helper()
	if change != nil {
		for name := range texts {
			texts[name] = change(texts[name])
		}
	}
	reports, err := compare.Stream(t.Context(), c.Problem, homework.Options{}, compare.Texts(texts))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	r := verdict.Result{Case: c, Verdict: verdict.Pass}
	r.Outcome.CPU, r.Outcome.Wall, r.Outcome.Peak = 123456789, 234567891, 3456789 // which no book may have
	for _, name := range c.Problem.Files() {
		f := verdict.File{Name: name, Verdict: verdict.Pass, Report: reports[name].Report}
		if f.Report.Grade != compare.Equal {
			f.Verdict, f.Text, r.Verdict = verdict.Wrong, []byte(texts[name]), verdict.Wrong
		}
		r.Files = append(r.Files, f)
	}
	return r
}

// explainAll adds the causes, as check finds them.
func explainAll(t testing.TB, a *oracle.Assignment, s *gradebook.Student) {
	t.Helper()
	var err error
	question := diagnosis.Question{Assignment: a, Results: s.Results}
	s.Summary.Causes, _, err = diagnosis.Program(context.Background(), question)
	must.Do(t, err)
}

// hostile is a text that would be HTML, a formula, a path, or the end of a script.
const hostile = "=cmd|' /C calc'!A0</script><img src=x onerror=alert(1)>\u202e\x1b[31m/../\"'"

// smallCases are the cases of the small class. They stay the same when the corpus grows.
var smallCases = []string{
	"cut-on-equality-at-min", "deep-search", "ending-to-the-last-square", "full-board-before-depth-limit", "opening-at-depth-4",
	"pass-count-not-reset", "pass-move-pass", "three-plies",
}

// small returns a class of one student of each kind, which a test may change.
func small(t testing.TB) *gradebook.Class {
	t.Helper()
	smallOnce.Do(func() { smallClass = newSmall(t) })
	c := *smallClass
	c.Students = slices.Clone(c.Students)
	for i := range c.Students {
		c.Students[i].Results = slices.Clone(c.Students[i].Results)
	}
	return &c
}

var (
	smallOnce  sync.Once
	smallClass *gradebook.Class
)

func newSmall(t testing.TB) *gradebook.Class {
	t.Helper()
	a, all := lookup(t, "reversi", cases.ProfileDefault, 1000)
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return !slices.Contains(smallCases, c.Name) })
	var faults []string
	for _, f := range catalog.Faults(a) {
		if f.Equivalent == "" && f.Beyond == "" {
			faults = append(faults, f.ID)
		}
	}
	c := &gradebook.Class{
		Title: "Adversarial search, spring", Cases: all, Traces: 2,
		Start: report.Start{Assignment: "reversi", Edition: a.Editions[0].Name, Compare: "exact", CPU: 10, Command: []string{"/home/x/program"}, Jobs: 7, Sandbox: []string{"landlock"}, Tool: "v1.2.3"},
	}
	odd := func(text string) string { return strings.Replace(text, ",3,", ",33,", 1) }
	for _, m := range []made{
		{name: "ada"}, {name: "bob", faults: faults[:1]}, {name: "cleo", faults: faults[4:5]},
		{name: "dan", change: odd}, {name: "fay", faults: []string{faults[0], faults[4]}},
	} {
		c.Students = append(c.Students, student(t, a, all, m))
	}
	for like, name := range map[string]string{"bob": "Bob", "dan": "eve"} { // whose programs do the same
		other := *find(c, like)
		other.Name = name
		c.Students = append(c.Students, other)
	}
	slices.SortStableFunc(c.Students, func(a, b gradebook.Student) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	c.Students = append(c.Students, gradebook.Student{Name: "gus", NoProgram: "no program was found: want reversi.py or another of the handout's names\nfound notes.txt\n"})
	c.Students = append(c.Students, crashing(t, all))
	return c
}

// crashing returns a student with a hostile name and a hostile program.
func crashing(t testing.TB, all []*cases.Case) gradebook.Student {
	t.Helper()
	s := gradebook.Student{Name: hostile}
	for i, c := range all {
		r := verdict.Result{Case: c, Verdict: verdict.Crash, Reason: "exit status 1", Dir: "/tmp/x",
			Answer: "/home/x", CrashLine: "x.py:3"}
		r.Outcome = outcome.Outcome{Exit: 1, CPU: 5e9, Wall: 6e9, Peak: 7e6, Errors: []byte("Traceback\n" + hostile + "\nIndexError: " + hostile + "\n")}
		if i%3 == 1 {
			r.Verdict, r.Reason, r.Outcome = verdict.Timeout, "stopped after 10.1 s of CPU time, of which it has 10.0 s", outcome.Outcome{Stopped: outcome.StoppedCPU, CPU: 10e9, Wall: 10e9}
		}
		s.Results = append(s.Results, r)
	}
	s.Summary = report.Summarise(s.Results, nil)
	explainAll(t, all[0].Assignment, &s)
	return s
}

// write returns the books of a class.
func write(t testing.TB, c *gradebook.Class) output.Memory {
	t.Helper()
	files := output.Memory{}
	must.Do(t, gradebook.Write(t.Context(), files, c))
	return files
}

// opened opens a page of the books in the browser, below which all others lie.
func opened(t testing.TB, files output.Memory, name string) *pagetest.Tab {
	t.Helper()
	dir := t.TempDir()
	sink := output.NewDir(dir)
	for name, text := range files {
		must.Do(t, output.Whole(sink, name, text))
	}
	must.Do(t, sink.Commit())
	return pagetest.Open(t, dir+"/"+name)
}

func lines(text []byte) []string { return strings.Split(string(bytes.TrimSpace(text)), "\n") }

// classOf returns a part of the data of a class.
func classOf[T any](t *testing.T, c *gradebook.Class) (part T) {
	t.Helper()
	sheet := must.Get(gradebook.NewSheet(c))(t)
	must.Do(t, json.Unmarshal(must.Get(json.Marshal(sheet.Class))(t), &part))
	return part
}

// Students with equal files form a group. Students without a program belong to no group.
func TestCopies(t *testing.T) {
	c := small(t)
	for _, name := range []string{"ada", "bob", "dan", "eve"} {
		find(c, name).Submission = name
	}
	find(c, "eve").Submission, find(c, "dan").Submission = "bob", "bob"
	find(c, "fay").Submission = "ada"
	gus := find(c, "gus") // without a program
	gus.Submission = "empty"
	other := *gus
	other.Name = "zoe"
	c.Students = append(c.Students, other)
	type group struct{ Students []int }
	got := classOf[struct{ Alike []group }](t, c).Alike
	expect.Equal(t, []group{{[]int{1, 7}}, {[]int{3, 5, 6}}}, got, "groups")
	expect.Equal(t, [][]string{{"ada", "fay"}, {"bob", "dan", "eve"}}, c.Copies(), "groups by name")
}

// A score that rounding has made a little less than a bound counts as the bound.
func TestBins(t *testing.T) {
	c := small(t)
	score := verdict.NewScore(c.Cases[0].Assignment, find(c, "ada").Results)
	score.Points = 29.999999999999996
	find(c, "ada").Summary.Score = &score
	bins := classOf[struct{ Scores struct{ Bins []int } }](t, c).Scores.Bins
	expect.Equal(t, []int{0, 1}, bins[5:7], "students from 25 and from 30 points")
}

// The reason for a missing program is reported by the line that names the error.
func TestBrief(t *testing.T) {
	for reason, want := range map[string]string{
		"nothing was handed in": "nothing was handed in",
		"the program does not compile:\na.cpp: In function 'int main()':\na.cpp:1:19: error: 'x' does not name a type\ng++: exit status 1":                                                           "the program does not compile: a.cpp:1:19: error: 'x' does not name a type",
		"the program does not compile:\nFile \"a.py\", line 2\n    print 1\n    ^^^^^^^\nSyntaxError: Missing parentheses\npython3: exit status 1":                                                   "the program does not compile: SyntaxError: Missing parentheses",
		"the program does not compile:\nerror.cpp: In function 'f':\nerror.cpp:2:1: error: expected ';'":                                                                                             "the program does not compile: error.cpp:2:1: error: expected ';'",
		"the program does not compile:\nerror[E0425]: cannot find value `x`\n --> a.rs:1:13":                                                                                                         "the program does not compile: error[E0425]: cannot find value `x`",
		"the program does not compile:\n# solver\n./main.go:3:5: undefined: x":                                                                                                                       "the program does not compile: ./main.go:3:5: undefined: x",
		"the program does not compile:\ncc -o a a.c\nmake: *** [Makefile:2: agent] Error 1\nmake: exit status 2":                                                                                     "the program does not compile: make: *** [Makefile:2: agent] Error 1",
		"the program does not compile:\n# solver\n./main.go:3:5: undefined: x\ngo: exit status 1":                                                                                                    "the program does not compile: ./main.go:3:5: undefined: x",
		"the program does not compile:\na.cpp:1:1: error: none of these:\n  f(int)":                                                                                                                  "the program does not compile: a.cpp:1:1: error: none of these: f(int)",
		"there is no program to check:\nwant a program for mancala in doe, found none\nit has notes.txt\na program is one of mancala.py":                                                             "there is no program to check: want a program for mancala in doe, found none; it has notes.txt",
		"there is no program to check:\nwant a program for mancala in the submission, found none\nMancala.py: the name is mancala.py, in these letters\na program is one of mancala.py (Python 2.7)": "there is no program to check: want a program for mancala in the submission, found none; Mancala.py: the name is mancala.py, in these letters",
		"the program does not compile:\n":                        "the program does not compile: ",
		"the program does not compile:\na.c:1: error: of these:": "the program does not compile: a.c:1: error: of these:",
	} {
		expect.Equal(t, want, gradebook.SummarizeReason(reason), reason)
	}
}

// large returns a class with the given numbers of students and cases. They are copies of a few real ones that
// differ in their failing cases, and in the case that shows a cause.
func large(t testing.TB, students, n int) *gradebook.Class {
	t.Helper()
	a, few := lookup(t, "squirrel", cases.ProfileDefault, 60)
	var kinds []gradebook.Student
	all := catalog.Faults(a)
	for i := 0; len(kinds) < 24; i += 5 {
		if f := all[i%len(all)]; f.Equivalent == "" && f.Beyond == "" {
			kinds = append(kinds, student(t, a, few, made{name: "x", faults: []string{f.ID}}))
		}
	}
	c := &gradebook.Class{Start: report.Start{Assignment: "squirrel", Edition: a.Editions[0].Name, Compare: "exact", CPU: 10}}
	for k := range n {
		one := *few[k%len(few)]
		one.Name = copied(one.Name, k/len(few))
		c.Cases = append(c.Cases, &one)
	}
	for i := range students {
		c.Students = append(c.Students, variant(kinds[i%len(kinds)], c.Cases, len(few), i))
	}
	return c
}

func copied(name string, copy int) string { return fmt.Sprintf("%s-%d", name, copy) }

// variant returns a student like another, on copies of its cases, with some more that pass, and others
// that differ elsewhere.
func variant(kind gradebook.Student, all []*cases.Case, few, i int) gradebook.Student {
	s := gradebook.Student{Name: fmt.Sprintf("student-%04d", i)}
	fails := map[string]bool{}
	for k, one := range all {
		r := kind.Results[k%few]
		switch chance := rand.New(rand.NewPCG(uint64(i), uint64(k))); {
		case chance.IntN(4) == 0:
			r = verdict.Result{Verdict: verdict.Pass}
		case r.Verdict == verdict.Wrong:
			r.Files = elsewhere(r.Files, chance.IntN(900))
		}
		r.Case = one
		fails[one.Name] = r.Verdict != verdict.Pass
		s.Results = append(s.Results, r)
	}
	for _, cause := range kind.Summary.Causes {
		names := cause.Cases
		cause.Cases = nil
		for k := range (len(all) + few - 1) / few {
			for _, name := range names {
				if name = copied(name, k); fails[name] {
					cause.Cases = append(cause.Cases, name)
				}
			}
		}
		if len(cause.Cases) > 0 {
			s.Summary.Causes = append(s.Summary.Causes, cause)
		}
	}
	slices.SortStableFunc(s.Summary.Causes, func(x, y diagnosis.Cause) int { return len(y.Cases) - len(x.Cases) })
	return s
}

// elsewhere returns files that differ some lines further down.
func elsewhere(files []verdict.File, by int) []verdict.File {
	files = slices.Clone(files)
	for i := range files {
		if d := files[i].Report.First; d != nil {
			moved := *d
			moved.GotLine, moved.Line = d.GotLine+by, d.Line+by
			files[i].Report.First = &moved
		}
	}
	return files
}

// BenchmarkReport measures the time to write the gradebook of 700 students in 300 cases, the size of the
// page, and the time to open it. Run it with -benchtime 1x.
func BenchmarkReport(b *testing.B) {
	c := large(b, 700, 300)
	for b.Loop() {
		begin := time.Now()
		files := write(b, c)
		b.ReportMetric(time.Since(begin).Seconds(), "s/make")
		b.ReportMetric(float64(len(files["report.html"]))/1e6, "MB")
		t := opened(b, files, "report.html")
		b.ReportMetric(pagetest.Eval[float64](t, `Number(document.documentElement.dataset.ready)`), "ms/open")
		t.Shoot("large")
		pagetest.Eval[bool](t, `(document.getElementById("map").scrollIntoView(), true)`)
		t.Shoot("large-map")
	}
}

// ofEach is how many cases of each game the real class has.
var ofEach = effort.Of(1, 3, 25)

// run runs a program on cases, and returns how it does.
func run(t *testing.T, a *oracle.Assignment, all []*cases.Case, jobs int, name string, command ...string) gradebook.Student {
	t.Helper()
	runner := must.Get(testscript.NewRunner(testscript.Options{Text: 1 << 20}, jobs))(t)
	program := must.Get(runner.Open(t.Context(), a, testscript.Command(command...)))(t)
	defer program.Close()
	s := gradebook.Student{Name: name, Results: make([]testscript.Result, len(all))}
	program.RunAll(t.Context(), all, func(i int, r testscript.Result) {
		s.Results[i] = r
	})
	s.Summary = report.Summarise(s.Results, nil)
	explainAll(t, a, &s)
	return s
}

// The books of programs that really run are the same if they run again, in any game.
func TestRealClass(t *testing.T) {
	effort.NeedsAll(t, "runs programs")
	program := filepath.Join(t.TempDir(), "player.exe")
	must.Do(t, answerstest.Build(t.Context(), program, "internal/player"))
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			_, all := lookup(t, a.Name, cases.ProfileCore, ofEach)
			class := func(jobs int) *gradebook.Class {
				c := &gradebook.Class{Cases: all, Traces: 1, Start: report.Start{Assignment: a.Name, Edition: a.Editions[0].Name, Compare: "exact", CPU: 10}}
				var faults []string
				for _, f := range catalog.Faults(a) {
					if f.Equivalent == "" && f.Beyond == "" && len(faults) < 3 {
						faults = append(faults, f.ID)
					}
				}
				for i, faults := range append(faults, strings.Join(faults[:2], ","), "no-such-fault") {
					c.Students = append(c.Students, run(t, a, all, jobs, fmt.Sprintf("student %d", i), program, "-faults", faults, a.Name))
				}
				return c
			}
			files := write(t, class(1))
			expect.Equal(t, files, write(t, class(2)), "files of another run")
			b := opened(t, files, "report.html")
			b.Shoot("real-" + a.Name)
			expect.Equal(t, false, len(texts(b, "#lessons h3")) == 0, "nothing to learn")
			expect.Equal(t, 5, len(texts(b, "#student-table tbody tr")), "students")
		})
	}
}
