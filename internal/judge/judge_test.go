package judge

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// leave returns a function that opens the files of a program. Files without text are not there.
func leave(files map[string]string) func(name string) (File, error) {
	return func(name string) (File, error) {
		if files[name] == "" {
			return nil, &regular.FileError{Kind: regular.NotThere}
		}
		return Memory([]byte(files[name])), nil
	}
}

// crlf returns a text with the line ends of Windows.
func crlf(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) }

// The text of a failing file is kept, up to a limit, also of one that fails only by its form.
func TestText(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	all := gametest.Corpus(t, a)
	right := gametest.Answer(t, all[0].Problem, homework.Options{})
	const name = "output.txt"
	whole := int64(len(right[name]))
	for _, c := range []struct {
		what          string
		text          []byte
		course        bool
		maxText, kept int64
		verdict       verdict.Verdict
	}{
		{"right", right[name], false, 2 * whole, 0, verdict.Pass},
		{"CRLF", crlf(right[name]), false, 9, 9, verdict.Format},
		{"CRLF, accepted", crlf(right[name]), true, 9, 0, verdict.Pass},
		{"wrong", bytes.Replace(right[name], []byte("Node"), []byte("node"), 1), false, 2 * whole, whole, verdict.Wrong},
		{"wrong for the course", []byte("x"), true, 1, 1, verdict.Wrong},
		{"wrong, of which nothing is kept", []byte("x"), false, 0, 0, verdict.Wrong},
	} {
		open := func(string) (File, error) { return Memory(c.text), nil }
		j := Judge{Case: all[0], Course: c.course, Text: c.maxText, Open: open}
		f := must.Get(j.File(t.Context(), name))(t)
		expect.Equal(t, c.verdict, f.Verdict, c.what)
		expect.Equal(t, string(c.text[:c.kept]), string(f.Text), "text of", c.what)
		expect.Equal(t, c.kept > 0 && c.kept == c.maxText, f.Cut, "the text is cut,", c.what)
	}
}

// A file that cannot be opened is the program's fault, or touchstone's; if the file is missing, the files
// present instead are listed.
func TestFaults(t *testing.T) {
	ours := errors.New("no memory")
	for _, c := range []struct {
		err     error
		verdict verdict.Verdict
		reason  string
		left    []string
	}{
		{&regular.FileError{Kind: regular.NotThere, Reason: "it is not there"}, verdict.Missing, "it is not there", []string{"Output.txt"}},
		{&regular.FileError{Kind: regular.NotRegular, Reason: "it is a directory"}, verdict.Missing, "it is a directory", nil},
		{&regular.FileError{Kind: regular.TooLarge, Reason: "it is too large"}, verdict.Output, "it is too large", nil},
		{ours, "", "", nil},
	} {
		j := Judge{Open: func(string) (File, error) { return nil, c.err },
			OtherFiles: func() []string { return []string{"Output.txt"} }}
		f, err := j.File(t.Context(), "output.txt")
		want := verdict.File{Name: "output.txt", Verdict: c.verdict, Reason: c.reason, OtherFiles: c.left}
		expect.Equal(t, want, f, c.err)
		expect.Equal(t, c.verdict == "", err != nil, c.err, "is an error")
	}
	opened, a := 0, gametest.Lookup(t, "reversi")
	j := Judge{Case: gametest.Corpus(t, a)[0], Edition: a.Editions[1].Name, Open: func(string) (File, error) {
		if opened++; opened > 1 {
			return nil, ours
		}
		return Memory(nil), nil
	}}
	_, err := j.File(t.Context(), "output.txt")
	expect.Error(t, err, ours.Error(), "a file that cannot be opened again")
}

// A paired problem has a second file, which is named after the edition.
type paired struct {
	*testing.T
	homework.Problem
}

func (p paired) Solve(ctx context.Context, o homework.Options, sink output.Sink) (homework.Notes, error) {
	f := must.Get(sink.Begin("second.txt", output.Size{}))(p)
	_ = must.Get(io.WriteString(f, o.Edition))(p)
	must.Do(p, f.Finish(nil))
	return p.Problem.Solve(ctx, o, sink)
}

// A result names another edition if all files follow it, and not if they follow the chosen one, too.
func TestOtherEdition(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	all := gametest.Corpus(t, a)
	answer := func(c *cases.Case, edition string) []byte {
		return gametest.Answer(t, c.Problem, homework.Options{Edition: edition})["output.txt"]
	}
	final, first := a.Editions[0].Name, a.Editions[1].Name
	part := slices.IndexFunc(all, func(c *cases.Case) bool { return !bytes.Equal(answer(c, final), answer(c, first)) })
	same := slices.IndexFunc(all, func(c *cases.Case) bool { return bytes.Equal(answer(c, final), answer(c, first)) })
	for _, c := range []struct {
		of      *cases.Case
		edition string
		text    []byte
		want    string
	}{
		{all[part], "", answer(all[part], first), first}, {all[part], final, answer(all[part], first), first}, {all[part], first, answer(all[part], final), final},
		{all[part], "", answer(all[part], final), ""}, {all[part], first, answer(all[part], first), ""}, {all[part], "", []byte("x"), ""},
		{all[part], "", crlf(answer(all[part], first)), first},
		{all[same], "", answer(all[same], first), ""}, {all[part], "", nil, ""},
	} {
		j := Judge{Case: c.of, Edition: c.edition, OtherFiles: func() []string { return nil }}
		j.Open = leave(map[string]string{"output.txt": string(c.text)})
		expect.Equal(t, c.want, must.Get(j.OtherEdition(t.Context()))(t), c.of.Name, "by", c.edition)
		right := c.text != nil && bytes.Equal(c.text, answer(c.of, cmp.Or(c.edition, final)))
		f := must.Get(j.File(t.Context(), "output.txt"))(t)
		expect.Equal(t, right, f.Verdict == verdict.Pass, c.of.Name, "by", c.edition, "is right")
	}
	both := *all[part]
	both.Problem = paired{t, both.Problem}
	for second, want := range map[string]string{first: first, final: "", "neither": "", "": ""} {
		files := map[string]string{"output.txt": string(answer(all[part], first)), "second.txt": second}
		j := Judge{Case: &both, Open: leave(files)}
		expect.Equal(t, want, must.Get(j.OtherEdition(t.Context()))(t), "second file of", second)
	}
}

// Lines that the course's grader ignores are a difference of form, with a golden's text or its digest.
func TestOptional(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	const name = "traverse_log.txt"
	chosen := map[bool]*cases.Case{} // by whether the text is there
	for _, c := range gametest.Corpus(t, a) {
		if g, err := c.Golden(name); err == nil && chosen[g.Text != nil] == nil && len(gametest.Answer(t, c.Problem, homework.Options{Optional: a.Optional})[name]) > int(g.Bytes) {
			chosen[g.Text != nil] = c
		}
	}
	for _, c := range chosen {
		right := gametest.Answer(t, c.Problem, homework.Options{})[name]
		full := gametest.Answer(t, c.Problem, homework.Options{Optional: a.Optional})[name]
		wrong := append(bytes.Clone(right[:len(right)-2]), "?\n"...)
		for _, one := range []struct {
			text         []byte
			want, course verdict.Verdict
			kind         compare.Kind // unless the course's rules apply
		}{
			{right, verdict.Pass, verdict.Pass, ""}, {full, verdict.Format, verdict.Pass, compare.OptionalLines},
			{crlf(full), verdict.Format, verdict.Pass, compare.OptionalLines},
			{crlf(right), verdict.Format, verdict.Pass, compare.LineEnds},
			{wrong, verdict.Wrong, verdict.Wrong, compare.Content},
			{right[:len(right)-2], verdict.Wrong, verdict.Wrong, compare.Content},
		} {
			for course, want := range map[bool]verdict.Verdict{false: one.want, true: one.course} {
				j := Judge{Case: c, Course: course, Open: func(string) (File, error) { return Memory(one.text), nil }}
				f := must.Get(j.File(t.Context(), name))(t)
				expect.Equal(t, want, f.Verdict, c.Name, course, len(one.text))
				if first := f.Report.First; !course && first != nil {
					expect.Equal(t, one.kind, first.Kind, c.Name, len(one.text))
				}
			}
		}
	}
	expect.Equal(t, 2, len(chosen), "cases, one with the text of its golden and one without")
}

// A golden that is not the oracle's is to blame for a file that is, and for no other. It is not to blame if
// another file of the program is wrong or missing, or if goldens do not decide.
func TestStale(t *testing.T) {
	parse := func(state, log string) *cases.Case {
		return must.Get(cases.Parse("a.txtar", "stale", fmt.Appendf(nil, "# mancala: a move\nsubmit input.txt\n"+
			"golden next_state.txt\ngolden traverse_log.txt\n-- input.txt --\n2\n1\n1\n3 3 3\n3 3 3\n0\n0\n"+
			"-- golden/next_state.txt --\n%s-- golden/traverse_log.txt --\n%s", state, log)))(t)
	}
	right := gametest.AnswerTexts(t, parse("", "").Problem, homework.Options{})
	state, log := right["next_state.txt"], right["traverse_log.txt"]
	oldState, oldLog := strings.Replace(state, "\n", "\n9", 1), strings.Replace(log, "\n", "\n9", 1)
	blanks := strings.ReplaceAll(state, "\n", " \n")
	judge := func(course bool, state, log, gotState, gotLog string) (*Judge, []verdict.File) {
		left := map[string]string{"next_state.txt": gotState, "traverse_log.txt": gotLog}
		j := &Judge{Case: parse(state, log), Course: course, Open: leave(left)}
		j.OtherFiles = func() []string { return nil }
		two := *j.Case.Assignment
		two.Editions = append([]homework.Edition{{Name: "first"}}, two.Editions...)
		j.Case.Assignment = &two
		var files []verdict.File
		for _, name := range j.Case.Problem.Files() {
			files = append(files, must.Get(j.File(t.Context(), name))(t))
		}
		return j, files
	}
	for name, c := range map[string]struct {
		state, log, gotState, gotLog string // the goldens, and the program's files
		course                       bool
		want                         string // the stale golden
	}{
		"first golden":         {oldState, log, state, log, false, "next_state.txt"},
		"first golden, course": {oldState, log, state, log, true, ""}, // for optional lines the oracle decides
		"first, other blanks":  {oldState, log, blanks, log, false, "next_state.txt"},
		"second golden":        {state, oldLog, state, log, false, "traverse_log.txt"},
		"both goldens":         {oldState, oldLog, state, log, false, "next_state.txt"},
		"no golden":            {state, log, blanks, log, false, ""},
		"no golden, course":    {state, log, blanks, log, true, ""},
		"the golden's answer":  {oldState, log, oldState, log, false, ""},
		"first wrong":          {oldState, oldLog, "x\n", log, false, ""},
		"first missing":        {oldState, oldLog, "", log, false, ""},
		"second wrong":         {oldState, oldLog, state, "x\n", false, ""},
		"second missing":       {oldState, oldLog, state, "", false, ""},
	} {
		j, files := judge(c.course, c.state, c.log, c.gotState, c.gotLog)
		got, _, _ := strings.Cut(fmt.Sprint(j.Stale(t.Context(), files)), " of the case is not the oracle's from line 2 on, and")
		expect.Equal(t, cmp.Or(c.want, "<nil>"), strings.TrimPrefix(got, "golden/"), name)
	}
	j, files := judge(false, oldState, log, state, log)
	for edition, want := range map[string]bool{"": true, "first": true, "final": false} {
		j.Edition = edition
		expect.Equal(t, want, j.Stale(t.Context(), files) != nil, "stale, edition", edition)
		f := must.Get(j.File(t.Context(), "next_state.txt"))(t)
		expect.Equal(t, want, f.Verdict == verdict.Wrong, "judged by the golden, edition", edition)
	}
	j.Edition, j.Case.Assignment.Path = "", "package"
	must.Do(t, j.Stale(t.Context(), files))
	j, files = judge(false, oldState, log, state, log)
	j.Case.Problem = judging{j.Case.Problem}
	must.Do(t, j.Stale(t.Context(), files))
	f := must.Get(j.File(t.Context(), "next_state.txt"))(t)
	expect.Equal(t, verdict.Format, f.Verdict, "verdict of a problem that judges itself")
}

// A judging problem finds that each file differs in form.
type judging struct{ homework.Problem }

func (judging) Judge(context.Context, string, io.Reader) (compare.Report, error) {
	return compare.Report{Grade: compare.SameForm}, nil
}

// An exceeded limit takes precedence over all files. In other cases the worst file decides, in any order of the
// files, and the end of the program matters only if a file is wrong or missing, or if exit statuses count.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		outcome outcome.Outcome
		files   string
		want    verdict.Verdict
		reason  string
	}{
		{outcome.Outcome{}, "", verdict.Pass, ""}, {outcome.Outcome{}, "pass pass", verdict.Pass, ""},
		{outcome.Outcome{}, "format pass", verdict.Format, ""},
		{outcome.Outcome{}, "pass format", verdict.Format, ""},
		{outcome.Outcome{}, "wrong format pass", verdict.Wrong, ""},
		{outcome.Outcome{}, "format wrong missing", verdict.Missing, ""},
		{outcome.Outcome{}, "missing wrong", verdict.Missing, ""},
		{outcome.Outcome{Exit: 3}, "pass pass", verdict.Pass, ""},
		{outcome.Outcome{Exit: 3}, "pass format", verdict.Format, ""},
		{outcome.Outcome{Exit: 3}, "wrong pass", verdict.Crash, "exit status 3"},
		{outcome.Outcome{Exit: 3}, "missing", verdict.Crash, "exit status 3"},
		{outcome.Outcome{Exit: -1, Signal: "SIGSEGV"}, "pass", verdict.Pass, ""},
		{outcome.Outcome{Exit: -1, Signal: "SIGSEGV"}, "wrong", verdict.Crash, "ended by SIGSEGV"},
		{outcome.Outcome{Signal: "SIGSEGV"}, "wrong", verdict.Crash, "ended by SIGSEGV"},
		{outcome.Outcome{StartError: "no such file"}, "missing", verdict.Crash, "it could not be started: no such file"},
		{outcome.Outcome{Stopped: outcome.StoppedMemory}, "pass", verdict.Memory, "stopped for using too much memory"},
		{outcome.Outcome{Stopped: outcome.StoppedOutput}, "pass", verdict.Output, "stopped for printing too much"},
		{outcome.Outcome{Stopped: outcome.StoppedDisk}, "pass", verdict.Output, "stopped for writing too much into its directory"},
		{outcome.Outcome{Stopped: outcome.StoppedCPU, CPU: 1900 * time.Millisecond}, "pass", verdict.Timeout, "stopped after 1.9 s of CPU time, of which it has 1.0 s and was given more, to be sure"},
		{outcome.Outcome{Stopped: outcome.StoppedCPU, CPU: 1100 * time.Millisecond}, "pass", verdict.Timeout, "stopped after 1.1 s of CPU time, of which it has 1.0 s"},
		{outcome.Outcome{Stopped: outcome.StoppedWall, CPU: time.Millisecond, Wall: 3 * time.Second}, "pass", verdict.Timeout,
			"stopped after 3.0 s by the clock, of which it has 2.5 s; it used the CPU for 1 ms"},
		// its CPU time was not measured
		{outcome.Outcome{Stopped: outcome.StoppedWall, Wall: 3 * time.Second}, "pass", verdict.Timeout, "stopped after 3.0 s by the clock, of which it has 2.5 s"},
	} {
		var files []verdict.File
		for _, v := range strings.Fields(c.files) {
			files = append(files, verdict.File{Verdict: verdict.Verdict(v)})
		}
		for _, exitCounts := range []bool{false, true} {
			if exitCounts && c.outcome.Stopped == outcome.NotStopped && c.outcome.Failed() {
				c.want, c.reason = verdict.Crash, c.outcome.DescribeEnd()
			}
			got, reason := Verdict(c.outcome, time.Second, 2500*time.Millisecond, files, exitCounts)
			expect.Equal(t, c.want, got, c.outcome, c.files, exitCounts)
			expect.Equal(t, c.reason, reason, c.outcome, c.files, exitCounts)
		}
	}
}

// sized returns a case of mancala of a category, with an answer of the given number of lines of two bytes.
func sized(t *testing.T, name, category string, lines int) *cases.Case {
	t.Helper()
	task := map[string]string{"greedy": "1", "minimax": "2"}[category]
	c := must.Get(cases.Parse("a.txtar", name, []byte("# mancala: a case\nsubmit input.txt\ngolden next_state.txt\n"+map[string]string{"minimax": "golden traverse_log.txt\n"}[category]+
		"-- input.txt --\n"+task+"\n1\n1\n3 3 3\n3 3 3\n0\n0\n-- golden/next_state.txt --\n"+strings.Repeat("x\n", lines))))(t)
	expect.Equal(t, category, c.Problem.Category(), name)
	expect.Equal(t, int64(2*lines), c.AnswerSize(), name)
	return c
}

// A case is spared if three before it, of its category, ran out of time, all of them, and one of these is no
// longer.
func TestLoops(t *testing.T) {
	var l Loops
	run := func(name, category string, lines int, v verdict.Verdict) {
		t.Helper()
		c := sized(t, name, category, lines)
		expect.Equal(t, false, l.Skips(c), name, "is spared")
		l.Add(c, v)
	}
	spared := func(name, category string, lines int) {
		t.Helper()
		c, want := sized(t, name, category, lines), "not run: the program ran out of time in all 3 before, such as m1"
		expect.True(t, l.Skips(c), name, "is spared")
		expect.True(t, category != "minimax" || l.SkipReason(c) == want, name, l.SkipReason(c))
	}
	run("m1", "minimax", 9, verdict.Timeout)
	run("g1", "greedy", 1, verdict.Timeout)
	run("m2", "minimax", 5, verdict.Timeout)
	run("g2", "greedy", 1, verdict.Timeout)
	run("m3", "minimax", 7, verdict.Timeout)
	spared("m4", "minimax", 5)                // as long as the shortest
	run("m5", "minimax", 4, verdict.Timeout)  // shorter, so it has to run
	run("g3", "greedy", 1, verdict.Timeout)   // the third
	spared("g4", "greedy", 1)                 // after it
	spared("m6", "minimax", 4)                // the shortest is another now
	spared("m7", "minimax", 100)              // and so are longer ones
	run("m8", "minimax", 3, verdict.Internal) // not known: the others run again
	expect.Equal(t, false, l.Skips(sized(t, "m9", "minimax", 100)), "m9 is spared")
	spared("g5", "greedy", 2)
	want := []string{
		"3 cases of minimax not run: the program ran out of time in all 3 before, such as m1; so what",
		"2 cases of greedy not run: the program ran out of time in all 3 before, such as g1; so what",
	}
	expect.Equal(t, want, l.SkippedLines("so what"), "told is")
	settles := func(c *cases.Case) bool { return c.Problem.Category() == "greedy" && c.Name != "example" }
	l = Loops{All: true, Settles: settles}
	run("m1", "minimax", 9, verdict.Timeout)
	run("example", "greedy", 9, verdict.Timeout)
	run("g1", "greedy", 9, verdict.Timeout) // settles the points of greedy
	spared("g2", "greedy", 1)
	l.Add(sized(t, "example", "greedy", 9), verdict.Timeout) // it ran at the same time
	spared("g3", "greedy", 1)
	for range 4 {
		run("m", "minimax", 9, verdict.Timeout)
	}
	want = []string{"2 cases of greedy not run: the program ran out of time in example, and all must pass for points; so what"}
	expect.Equal(t, want, l.SkippedLines("so what"), "told is")
	l = Loops{All: true, Settles: settles}
	run("first", "greedy", 1, verdict.Pass)
	run("later", "greedy", 9, verdict.Timeout)
	run("later", "greedy", 9, verdict.Timeout)
	l = Loops{}
	run("first", "greedy", 1, verdict.Pass)
	for range 4 {
		run("later", "greedy", 9, verdict.Timeout)
	}
	expect.Equal(t, nil, l.SkippedLines("so what"))
}

// The innermost line that is the program's own is found in the reports of testdata/crashes.txtar, in each language.
func TestPlace(t *testing.T) {
	all := map[string]string{
		"/tmp/cr/y.mjs:3\r\nlet = = 3\r\n\r\nSyntaxError: Unexpected token '='\r\n    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\r\n": "y.mjs:3",
		"  File \"" + strings.Repeat("x", 100) + "\", line 1\n":                                                                                   strings.Repeat("x", 100) + ":1",
		"goroutine 1 [running]:\nmain.f()\n\t/s/a.go:3 +0x1\n\ngoroutine 1 [running]:\nmain.g()\n\t/s/b.go:4 +0x1\n":                              "b.go:4",
		"==1==ERROR: x\n    #0 0x1 in f a.cpp:1\n==1==ERROR: x\n    #0 0x1 in f b.cpp:2\n":                                                        "b.cpp:2",
		"": "", "  File \"" + strings.Repeat("x", 101) + "\", line 1\n": "", "  File \"" + strings.Repeat("x", 101) + "\", line 1\n  File \"a.py\", line 2\n": "a.py:2",
	}
	archive := must.Get(txtar.ParseFile("testdata/crashes.txtar"))(t)
	for _, f := range archive.Files {
		all[string(f.Data)] = strings.TrimSuffix(f.Name, "none")
	}
	for library, own := range map[string]bool{"java": false, "javax": false, "jdk": false, "sun": false, "com.sun": false, "javas": true, "com.sunny": true} {
		stderr := "Exception in thread \"main\" x\n\tat " + library + ".a.B.c(B.java:1)\n\tat Foo.main(Foo.java:5)\n"
		if all[stderr] = "Foo.java:5"; own {
			all[stderr] = "B.java:1"
		}
	}
	for file, own := range map[string]bool{
		"<string>": false, "/home/x/lib/python3.12/re.py": false, "/x/site-packages/a.py": false, "/x/node_modules/a/a.js": false, "node:fs": false,
		"../../src/libsanitizer/a.inc": false, "../sysdeps/a.c": false, "../csu/libc-start.c": false, "src/csu/a.c": true, "lib/python.py": true,
	} {
		stderr := "==1==ERROR: \n    #0 0x1 in f " + file + ":1\n    #1 0x2 in main x.cpp:8\n"
		if all[stderr] = "x.cpp:8"; own {
			all[stderr] = file + ":1"
		}
	}
	for stderr, want := range all {
		expect.Equal(t, want, Place([]byte(stderr)), "place in", stderr)
	}
}
