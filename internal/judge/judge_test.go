package judge

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

// The text of a failing file is kept, up to a limit. This includes files that differ only in form, unless the
// course accepts them.
func TestText(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	all := gametest.Corpus(t, a)
	right, err := homework.Answer(t.Context(), all[0].Problem, homework.Options{})
	must.Do(t, err)
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
		{"CRLF", bytes.ReplaceAll(right[name], []byte("\n"), []byte("\r\n")), false, 9, 9, verdict.Format},
		{"CRLF, accepted", bytes.ReplaceAll(right[name], []byte("\n"), []byte("\r\n")), true, 9, 0, verdict.Pass},
		{"wrong", bytes.Replace(right[name], []byte("Node"), []byte("node"), 1), false, 2 * whole, whole, verdict.Wrong},
		{"wrong for the course", []byte("x"), true, 1, 1, verdict.Wrong},
		{"wrong, of which nothing is kept", []byte("x"), false, 0, 0, verdict.Wrong},
	} {
		j := Judge{Case: all[0], Course: c.course, Text: c.maxText, Open: func(string) (File, error) { return inMemory{bytes.NewReader(c.text)}, nil }}
		f, err := j.File(t.Context(), name)
		if err != nil || f.Verdict != c.verdict || !bytes.Equal(f.Text, c.text[:c.kept]) || f.Cut != (c.kept > 0 && c.kept == c.maxText) {
			t.Errorf("%s: %s, %d bytes kept, cut: %v, %v; want %s, %d bytes", c.what, f.Verdict, len(f.Text), f.Cut, err, c.verdict, c.kept)
		}
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
		if f.Name != "output.txt" || f.Verdict != c.verdict || f.Reason != c.reason || !slices.Equal(f.OtherFiles, c.left) || (err != nil) != (c.verdict == "") {
			t.Errorf("%v: %+v, %v", c.err, f, err)
		}
	}
}

// If all files follow another edition than the chosen one, the result says so; if they follow both, it does
// not.
func TestOtherEdition(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	all := gametest.Corpus(t, a)
	answer := func(c *cases.Case, edition string) []byte {
		files, err := homework.Answer(t.Context(), c.Problem, homework.Options{Edition: edition})
		must.Do(t, err)
		return files["output.txt"]
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
		{all[part], "", bytes.ReplaceAll(answer(all[part], first), []byte("\n"), []byte("\r\n")), first},
		{all[same], "", answer(all[same], first), ""}, {all[part], "", nil, ""},
	} {
		j := Judge{Case: c.of, Edition: c.edition, OtherFiles: func() []string { return nil }, Open: func(string) (File, error) {
			if c.text == nil {
				return nil, &regular.FileError{Kind: regular.NotThere}
			}
			return inMemory{bytes.NewReader(c.text)}, nil
		}}
		if got, err := j.OtherEdition(t.Context()); got != c.want || err != nil {
			t.Errorf("%s by %q: %q, %v, want %q", c.of.Name, c.edition, got, err, c.want)
		}
		right := c.text != nil && bytes.Equal(c.text, answer(c.of, cmp.Or(c.edition, final)))
		if f, err := j.File(t.Context(), "output.txt"); c.text != nil && (f.Verdict == verdict.Pass) != right || err != nil {
			t.Errorf("%s by %q: %s, %v, right %v", c.of.Name, c.edition, f.Verdict, err, right)
		}
	}
}

// Lines that the course's grader ignores are a difference of form, whether a case has the text of a golden or
// its digest alone.
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
		}{
			{right, verdict.Pass, verdict.Pass}, {full, verdict.Format, verdict.Pass}, {wrong, verdict.Wrong, verdict.Wrong},
			{right[:len(right)-2], verdict.Wrong, verdict.Wrong}, {bytes.ReplaceAll(full, []byte("\n"), []byte("\r\n")), verdict.Format, verdict.Pass},
		} {
			for course, want := range map[bool]verdict.Verdict{false: one.want, true: one.course} {
				j := Judge{Case: c, Course: course, Open: func(string) (File, error) { return inMemory{bytes.NewReader(one.text)}, nil }}
				if f, err := j.File(t.Context(), name); f.Verdict != want || err != nil {
					t.Errorf("%s, course %v, %d bytes: %s, %v, want %s", c.Name, course, len(one.text), f.Verdict, err, want)
				}
			}
		}
	}
	expect.Equal(t, 2, len(chosen), "cases, one with the text of its golden and one without")
}

// A golden that is not the oracle's is to blame for a file that is, and for no other.
func TestStale(t *testing.T) {
	text := "# mancala: a greedy move\nsubmit input.txt\ngolden next_state.txt\n-- input.txt --\n1\n1\n1\n3 3 3\n3 3 3\n0\n0\n-- golden/next_state.txt --\n3 4 4\n9 9 9\n"
	c, err := cases.Parse("a.txtar", "stale", []byte(text))
	must.Do(t, err)
	const right = "3 4 4\n0 0 5\n0\n2\n"
	const stale = "golden/next_state.txt of the case is not the oracle's from line 2 on, and the program wrote the oracle's answer: \"touchstone cases update\" makes it again"
	for i, one := range []struct {
		left, want string
	}{
		{right, stale},
		{strings.ReplaceAll(right, "\n", " \n"), stale}, {"3 4 4\n9 9 9\n", ""}, {"x\n", ""}, {"", ""},
	} {
		edition := []string{"", c.Assignment.Editions[0].Name}[i%2]
		j := Judge{Case: c, Edition: edition, OtherFiles: func() []string { return nil }, Open: func(string) (File, error) {
			if one.left == "" {
				return nil, &regular.FileError{Kind: regular.NotThere}
			}
			return inMemory{bytes.NewReader([]byte(one.left))}, nil
		}}
		f, err := j.File(t.Context(), "next_state.txt")
		must.Do(t, err)
		if err := j.Stale(t.Context(), []verdict.File{f}); (err != nil) != (one.want != "") || err != nil && err.Error() != one.want {
			t.Errorf("%q: %v, want %q", one.left, err, one.want)
		}
	}
}

// An exceeded limit takes precedence over all files. In other cases the worst file decides, in any order of the
// files, and the end of the program matters only if a file is wrong or missing.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		outcome outcome.Outcome
		files   string
		want    verdict.Verdict
		reason  string
	}{
		{outcome.Outcome{}, "", verdict.Pass, ""},
		{outcome.Outcome{}, "pass pass", verdict.Pass, ""},
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
		got, reason := Verdict(c.outcome, time.Second, 2500*time.Millisecond, files, false)
		if got != c.want || reason != c.reason {
			t.Errorf("%+v and %q: %s, %q, want %s, %q", c.outcome, c.files, got, reason, c.want, c.reason)
		}
	}
}

// sized returns a case of mancala of a category, with an answer of the given number of lines of two bytes.
func sized(t *testing.T, name, category string, lines int) *cases.Case {
	t.Helper()
	task := map[string]string{"greedy": "1", "minimax": "2"}[category]
	c, err := cases.Parse("a.txtar", name, []byte("# mancala: a case\nsubmit input.txt\ngolden next_state.txt\n"+map[string]string{"minimax": "golden traverse_log.txt\n"}[category]+
		"-- input.txt --\n"+task+"\n1\n1\n3 3 3\n3 3 3\n0\n0\n-- golden/next_state.txt --\n"+strings.Repeat("x\n", lines)))
	must.Do(t, err)
	if c.Problem.Category() != category || c.AnswerSize() != int64(2*lines) {
		t.Fatalf("%s is of %s, with an answer of %d bytes", name, c.Problem.Category(), c.AnswerSize())
	}
	return c
}

// A case is spared if three before it, of its category, ran out of time, all of them, and one of these is no
// longer.
func TestLoops(t *testing.T) {
	var l Loops
	run := func(name, category string, lines int, v verdict.Verdict) {
		t.Helper()
		c := sized(t, name, category, lines)
		if l.Skips(c) {
			t.Errorf("%s is spared", name)
		}
		l.Add(c, v)
	}
	spared := func(name, category string, lines int) {
		t.Helper()
		if c := sized(t, name, category, lines); !l.Skips(c) {
			t.Errorf("%s is not spared", name)
		} else if want := "not run: the program ran out of time in all 3 before, such as m1"; category == "minimax" && l.SkipReason(c) != want {
			t.Errorf("%s: %q, want %q", name, l.SkipReason(c), want)
		}
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
	if l.Skips(sized(t, "m9", "minimax", 100)) {
		t.Error("m9 is spared behind a case that did not run out of time")
	}
	spared("g5", "greedy", 2)
	want := []string{
		"3 cases of minimax not run: the program ran out of time in all 3 before, such as m1; so what",
		"2 cases of greedy not run: the program ran out of time in all 3 before, such as g1; so what",
	}
	if got := l.SkippedLines("so what"); !slices.Equal(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
	settles := func(c *cases.Case) bool { return c.Problem.Category() == "greedy" && c.Name != "example" }
	l = Loops{All: true, Settles: settles}
	run("m1", "minimax", 9, verdict.Timeout)
	run("example", "greedy", 9, verdict.Timeout)
	run("g1", "greedy", 9, verdict.Timeout) // settles the points of greedy
	spared("g2", "greedy", 1)
	for range 4 {
		run("m", "minimax", 9, verdict.Timeout)
	}
	want = []string{"1 case of greedy not run: the program ran out of time in example, and all must pass for points; so what"}
	if got := l.SkippedLines("so what"); !slices.Equal(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
	l = Loops{All: true, Settles: settles}
	run("first", "greedy", 1, verdict.Pass)
	run("later", "greedy", 9, verdict.Timeout)
	run("later", "greedy", 9, verdict.Timeout)
	l = Loops{}
	run("first", "greedy", 1, verdict.Pass)
	for range 4 {
		run("later", "greedy", 9, verdict.Timeout)
	}
	if got := l.SkippedLines("so what"); len(got) > 0 {
		t.Errorf("told is %q", got)
	}
}
