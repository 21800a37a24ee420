package command

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A reported result keeps the fields that the summary, the causes and the points need.
func TestTrimmedResult(t *testing.T) {
	r := testscript.Result{Case: &cases.Case{Name: "deep"}, Verdict: testscript.Wrong, EarlierVerdict: testscript.Crash,
		Beyond: "too large", Reason: "exit status 1", CrashLine: "a.py:1", Edition: "first", Answer: "/answer",
		Files:   []verdict.File{{Name: "output.txt", Text: []byte("x")}},
		Outcome: sandbox.Outcome{Errors: []byte("error"), CPU: 1, Wall: 2}}
	expect.True(t, reflect.DeepEqual(r, trimResult(r)), "all of it stays")
}

// filtered returns the names of the cases that a queue reports, and why others did not run. Results come out of turn,
// as from several at a time; cases whose context is done by then do not end.
func filtered(all []*cases.Case, verdict func(*cases.Case) testscript.Verdict) (names, why []string) {
	f := &caseQueue{cases: all, loops: &judge.Loops{}}
	f.report = func(r testscript.Result) { names = append(names, r.Case.Name) }
	f.begin(context.Background())
	order := rand.Perm(len(all))
	slices.SortStableFunc(order, func(x, y int) int { return x/5 - y/5 }) // five at a time
	for _, i := range order {
		if f.contextOf(i).Err() == nil {
			f.result(i, testscript.Result{Case: all[i], Verdict: verdict(all[i])})
		}
	}
	f.end()
	return names, f.skipReasons()
}

// The cases that a looping program runs do not depend on which case ends first. With points each case has a result, and
// one failure decides a category in which all cases must pass.
func TestLoops(t *testing.T) {
	all := gametest.Corpus(t, &mancala.Assignment)
	always := func(*cases.Case) testscript.Verdict { return testscript.Timeout }
	want, why := filtered(all, always)
	expect.True(t, len(want) < len(all)/3, len(want), "of", len(all), "cases run of a program that loops")
	expect.True(t, len(why) == 3 && strings.Contains(why[0], "--all runs them"), why)
	for range 20 {
		got, _ := filtered(all, always)
		expect.Equal(t, want, got, "cases of a program that loops")
	}
	results, runs := 0, 0
	greedy := func(c *cases.Case) bool { return c.Problem.Category() == "greedy" }
	f := &caseQueue{cases: all, loops: &judge.Loops{All: true, Settles: greedy}}
	f.report = func(r testscript.Result) {
		if results++; r.Verdict != testscript.Timeout || r.Reason != "" && !greedy(r.Case) {
			t.Errorf("result %d is %+v", results, r)
		}
		if greedy(r.Case) && r.Reason == "" {
			runs++
		}
	}
	f.begin(t.Context())
	for i, c := range all {
		f.result(i, testscript.Result{Case: c, Verdict: testscript.Timeout})
	}
	f.end()
	expect.Equal(t, [3]int{len(all), 1, 1}, [3]int{results, runs, len(f.skipReasons())}, "results, runs, reasons")
}

// After a case was cut short, end still reports the later results, up to the first unexpected failure.
func TestQueueEnds(t *testing.T) {
	var names []string
	all := gametest.Corpus(t, &mancala.Assignment)[:4]
	q := &caseQueue{cases: all, failFast: true, start: report.Start{Expected: map[string]bool{all[1].Name: true}}}
	q.report = func(r testscript.Result) { names = append(names, r.Case.Name) }
	q.begin(t.Context())
	for i := 1; i < len(all); i++ {
		q.result(i, testscript.Result{Case: all[i], Verdict: testscript.Wrong})
	}
	q.end()
	expect.Equal(t, []string{all[1].Name, all[2].Name}, names)
}

// Without a progress bar, a warning appears once when a program runs out of time, unless its limit is short or
// the report is quiet.
func TestSlowness(t *testing.T) {
	const told = "touchstone: the program ran out of time in looping; --time 1s gives it less in each case\n"
	for _, test := range []struct {
		start report.Start
		want  string
	}{{report.Start{CPU: 10}, told}, {report.Start{CPU: 1}, ""}, {report.Start{CPU: 10, Quiet: true}, ""}} {
		var out strings.Builder
		s := &timeoutWarning{out: &out}
		s.Start(test.start)
		for i := range 10 {
			s.Result(testscript.Result{Case: &cases.Case{Name: "looping"}, Verdict: []testscript.Verdict{testscript.Timeout, testscript.Wrong}[i%2]})
		}
		expect.Equal(t, test.want, out.String(), "CPU", test.start.CPU, "quiet", test.start.Quiet)
	}
}

// No command lets a program read the course file, which names other students, or the cases in it, even if the
// program may read all directories around them.
func TestCourseIsHidden(t *testing.T) {
	dir := tier.TempDir(t)
	w := must.Get(sandbox.NewWorker(sandbox.Policy{Root: dir}))(t)
	if w.Close(); w.Mechanisms().By(sandbox.Files) == "" {
		t.Skip("files cannot be confined here: " + w.Mechanisms().Why(sandbox.Files))
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	spy := fmt.Sprintf("#!/bin/sh\nfor f in %s %s; do cat $f >/dev/null && echo READ $f >&2; done\necho OWN >&2\nexit 1\n", at("course.yaml"), at("own/greedy.txtar"))
	must.WriteFiles(t, dir, map[string]string{
		"course.yaml":       "assignment: mancala\ncases: [own]\nstudents:\n  spy: {extra: 1}\n",
		"own/greedy.txtar":  string(gametest.Corpus(t, &mancala.Assignment)[0].Script()),
		"class/spy/mancala": spy,
	})
	status, shown, errs := touchstone("check --allow-read "+dir+" --course "+at("course.yaml")+" "+at("class/spy"), "")
	text := shown + errs
	expect.True(t, status == exitFail && strings.Contains(text, "OWN") && !strings.Contains(text, "READ"), "check:", status, text)
	status, _, errs = touchstone("grade --allow-read "+dir+" --course "+at("course.yaml")+" --out "+at("books")+" "+at("class"), "")
	expect.True(t, status <= exitFail, "grade:", status, errs)
	results := string(must.Get(os.ReadFile(at("books/students/spy/results.json")))(t))
	expect.Contains(t, results, "OWN")
	expect.Equal(t, false, strings.Contains(results, "READ"), results)
}

// settingsOf returns the options of check by flags, with a course file.
func settingsOf(t *testing.T, file string, flags ...string) testscript.Options {
	t.Helper()
	a := gametest.Lookup(t, "reversi")
	f := checkFlags{programFlags: newProgramFlags()}
	cmd := &cobra.Command{Use: "check"}
	f.addCases(cmd)
	f.addRun(cmd, "case")
	f.course.add(cmd)
	must.Do(t, cmd.ParseFlags(flags))
	if file != "" {
		f.course.file = must.Get(course.Parse("touchstone.yaml", []byte("assignment: reversi\n"+file), nil))(t)
	}
	o, _, err := f.resolveOptions(cmd, a, programArg{words: []string{"."}})
	must.Do(t, err)
	return o
}

// Every setting arrives from a flag or the course file, a flag comes first, and both change nothing else.
func TestSettingsArrive(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "g++")
	must.Do(t, os.WriteFile(tool, nil, 0o755))
	for name, c := range map[string]struct {
		flags      []string
		file       string
		want, both any
	}{
		"Edition":   {[]string{"--edition", "first"}, "edition: final\n", "final", "first"},
		"Course":    {[]string{"--compare", "exact"}, "compare: course\n", true, false},
		"CPU":       {[]string{"--time", "3s"}, "limits: {time: 7s}\n", 7 * time.Second, 3 * time.Second},
		"Wall":      {nil, "limits: {wall: 9s}\n", 9 * time.Second, nil},
		"Memory":    {nil, "limits: {memory: 64MiB}\n", int64(64 << 20), nil},
		"Sandbox":   {[]string{"--sandbox", "none"}, "sandbox: separate\n", testscript.SandboxMode("separate"), testscript.SandboxNone},
		"AllowRead": {[]string{"--allow-read", tool}, "allow-read: " + dir + "\n", []string{dir}, []string{tool}},
		"Tools":     {[]string{"--tool", "cxx=" + tool}, "tools: {cxx: clang++}\n", map[string]string{"cxx": "clang++"}, map[string]string{"cxx": tool}},
	} {
		get := func(o testscript.Options) any { return reflect.ValueOf(o).FieldByName(name).Interface() }
		expect.Equal(t, c.want, get(settingsOf(t, c.file)), name, "by the course file")
		for _, file := range []string{c.file, ""} {
			if c.flags != nil {
				expect.Equal(t, c.both, get(settingsOf(t, file, c.flags...)), name, "by a flag, and by the file", file)
			}
		}
	}
	tried := map[string]bool{"Edition": true, "Course": true, "CPU": true, "Wall": true, "Memory": true, "Sandbox": true, "AllowRead": true, "Tools": true}
	// SameCPU follows from --time, and the others are not of the user.
	other := map[string]bool{"SameCPU": true, "Hide": true, "Text": true, "Keep": true, "Answers": true}
	for i, of := 0, reflect.TypeFor[testscript.Options](); i < of.NumField(); i++ {
		name := of.Field(i).Name
		expect.True(t, tried[name] || other[name], "the setting is tried:", name)
	}
	expect.True(t, settingsOf(t, "", "--time", "3s").SameCPU, "the same time for all cases by --time")
}
