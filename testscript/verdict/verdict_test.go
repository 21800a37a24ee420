package verdict

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A file breaks off if it is a beginning of the right one, also within a line.
func TestBreaksOff(t *testing.T) {
	for name, c := range map[string]struct {
		grade compare.Grade
		first *compare.Difference
		want  bool
	}{
		"no difference":            {compare.Different, nil, false},
		"a difference of form":     {compare.SameForm, &compare.Difference{}, false},
		"the end before a line":    {compare.Different, &compare.Difference{}, true},
		"the end within a line":    {compare.Different, &compare.Difference{Got: []string{"ab"}, Column: 3}, true},
		"within a long line":       {compare.Different, &compare.Difference{Got: []string{"ab"}, Column: 93, From: 90}, true},
		"another last line":        {compare.Different, &compare.Difference{Got: []string{"ab"}, Column: 2}, false},
		"another long last line":   {compare.Different, &compare.Difference{Got: []string{"ab"}, Column: 92, From: 90}, false},
		"a line with its end":      {compare.Different, &compare.Difference{Got: []string{"ab\n"}, Column: 4}, false},
		"a line and more after it": {compare.Different, &compare.Difference{Got: []string{"ab", "c"}, Column: 3}, false},
	} {
		got := (File{Report: compare.Report{Grade: c.grade, First: c.first}}).BreaksOff()
		expect.Equal(t, c.want, got, name, "breaks off")
	}
}

// Two runs differ in the verdicts of the program or of its first file with another verdict.
func TestDescribeChangeOfVerdict(t *testing.T) {
	for _, c := range []struct {
		first, second  Verdict
		files1, files2 []Verdict
		want           string
	}{
		{Wrong, Internal, []Verdict{Wrong}, []Verdict{Missing}, ""},
		{Crash, Wrong, nil, nil, "it crashes in one run and not in the other"},
		{Wrong, Crash, nil, []Verdict{Missing}, "it crashes in one run and not in the other"},
		{Crash, Crash, []Verdict{Missing}, []Verdict{Missing}, ""},
		{Wrong, Pass, []Verdict{Wrong}, []Verdict{Pass}, "a is right in one run and not in the other"},
		{Wrong, Wrong, []Verdict{Pass, Pass}, []Verdict{Pass, Wrong}, "b is right in one run and not in the other"},
		{Wrong, Wrong, []Verdict{Missing, Wrong}, []Verdict{Missing, Missing}, "b is there in one run and not in the other"},
		{Missing, Wrong, []Verdict{Missing}, []Verdict{Wrong}, "a is there in one run and not in the other"},
	} {
		result := func(v Verdict, files []Verdict) Result {
			r := Result{Verdict: v}
			for i, f := range files {
				r.Files = append(r.Files, File{Name: string(rune('a' + i)), Verdict: f})
			}
			return r
		}
		got := DescribeChange(result(c.first, c.files1), result(c.second, c.files2))
		expect.Equal(t, c.want, got, c.files1, "then", c.files2)
	}
}

// The first different line of two runs is shown, if the text of the second is known.
func TestDescribeChangeOfText(t *testing.T) {
	for second, want := range map[string]string{
		"": "", "a\nb\n": "", "a\nc\n": `line 2 of x is "b" in one run and "c" in the other`,
		"a\nb": `line 3 of x is an empty line in one run and missing in the other`,
	} {
		of := func(text string) Result {
			right := File{Name: "w", Verdict: Pass, Text: []byte(text)}
			return Result{Verdict: Wrong, Files: []File{right, {Name: "x", Verdict: Wrong, Text: []byte(text)}}}
		}
		expect.Equal(t, want, DescribeChange(of("a\nb\n"), of(second)), second)
	}
}

// A program runs again on cases that fail soon with a known output, the smallest of each category.
func TestRepeats(t *testing.T) {
	different := compare.Report{Grade: compare.Different}
	for i, c := range []struct {
		r    Result
		want bool
	}{
		{Result{Verdict: Wrong, Files: []File{{Report: different, Text: []byte("x")}}}, true},
		{Result{Verdict: Wrong, Files: []File{{Report: different, Text: []byte("x")}, {Report: different}}}, false},
		{Result{Verdict: Format, Files: []File{{Text: []byte("x")}, {Text: []byte("x"), Cut: true}}}, false},
		{Result{Verdict: Format, Files: []File{{Report: compare.Report{Grade: compare.SameForm}}}}, true},
		{Result{Verdict: Missing, Outcome: outcome.Outcome{Wall: maxFirstWall - 1}}, true},
		{Result{Verdict: Crash, Outcome: outcome.Outcome{Wall: maxFirstWall}}, false},
		{Result{Verdict: Timeout}, false},
	} {
		expect.Equal(t, c.want, IsRepeatable(c.r), i)
	}
	all := slices.Clone(gametest.Corpus(t, gametest.Lookup(t, "squirrel")))
	var results []Result
	for _, c := range all {
		results = append(results, Result{Case: c, Verdict: Wrong})
	}
	slices.SortStableFunc(all, cases.BySize())
	n := map[string]int{}
	want := slices.DeleteFunc(all, func(c *cases.Case) bool {
		n[c.Problem.Category()]++
		return n[c.Problem.Category()] > maxRepeats
	})
	for i, r := range SelectRepeats(results) {
		expect.Equal(t, want[i].Name, r.Case.Name, "case", i, "of", len(want))
	}
	expect.Equal(t, len(want), len(SelectRepeats(results)), "selected cases")
	two := append(results[:1:1], Result{Case: all[0], Verdict: Pass})
	expect.Equal(t, 1, len(SelectRepeats(two)), "selected of two")
}

// An assignment's own rule gives each category a part of its points, by the results of all cases.
func TestEarnedPoints(t *testing.T) {
	a := *gametest.Lookup(t, "squirrel")
	half := 0.5
	a.Grading = homework.Grading{
		Shares: []homework.Share{{Category: "greedy", Points: 30, All: true}, {Category: "minimax", Points: 70}},
		Earned: func(ran map[string]homework.CaseResult) map[string]float64 {
			expect.Equal(t, []string{"RTE", "AC"}, []string{ran["g"].Judgement, ran["m"].Judgement})
			expect.Equal(t, []*float64{&half, &half}, []*float64{ran["g"].Score, ran["m"].Score})
			expect.Equal(t, 2, len(ran), "results that the rule gets")
			return map[string]float64{"greedy": 0.25, "minimax": 0.5}
		},
	}
	var results []Result
	for _, c := range gametest.Corpus(t, &a) {
		switch category := c.Problem.Category(); {
		case len(results) == 0 && category == "greedy":
			g := &cases.Case{Name: "g", Points: 3, Problem: c.Problem}
			files := []File{{Report: compare.Report{Score: &half}}}
			results = append(results, Result{Case: g, Verdict: Crash, Files: files})
		case len(results) == 1 && category == "minimax":
			results = append(results, Result{Case: &cases.Case{Name: "m", Points: 5, Problem: c.Problem}, Verdict: Pass,
				Files: []File{{Report: compare.Report{Score: new(float64)}}, {Report: compare.Report{Score: &half}}}})
		}
	}
	expect.Equal(t, 7.5+35, Rule{}.Score(&a, results).Points, "points by the own rule")
	expect.Equal(t, 70, Rule{Shares: a.Grading.Shares}.Score(&a, results).Points, "points by the rule of a course")
}

// Of a stack trace the error and the innermost frames are shown, of other words the last.
func TestLastWords(t *testing.T) {
	for _, test := range []struct{ errors, first string }{
		{"1\n2\n3\n4\n5\n6\n7\n8", "3"},
		{"log\npanic: no map\n\ngoroutine 1:\nmain.a\n\ta.go:1\nmain.b\n\tb.go:2\nmain.main\n\tc.go:3", "panic: no map"},
		{"x.js:3\n  f()\n  ^\n\nTypeError: no f\n    at f\n    at g\n    at h\n    at i\n    at j\n\nNode.js v20", "TypeError: no f"},
		{"log\nfatal error: all goroutines are asleep\n1\n2\n3\n4\n5\n6\n7", "fatal error: all goroutines are asleep"},
		{"log\nException in thread \"main\" java.lang.Error\n1\n2\n3\n4\n5\n6\n7", "Exception in thread \"main\" java.lang.Error"},
		{"1\n2\n3\npanic: no map\n4\n5\n6\n7", "3"},
		{"Traceback:\n1\n2\n3\n4\n5\n6\nKeyError: 'A6'", "2"},
	} {
		lines := lastErrorLines(bytes.Split([]byte(test.errors), []byte("\n")))
		expect.Equal(t, false, string(lines[0]) != test.first || len(lines) != lastWords,
			lines, "want", lastWords, "lines from", test.first, "on")
	}
}

// A frame begins with a tab, which is shown as blanks; other invisible characters are removed.
func TestTabsOfFrames(t *testing.T) {
	r := Result{Verdict: Crash, Outcome: outcome.Outcome{Errors: []byte("main.a()\n\ta.go:1\x1b\n")}}
	var text bytes.Buffer
	r.Explain(&text, compare.Style{})
	expect.True(t, strings.HasSuffix(text.String(), "  main.a()\n      a.go:1\\x1b\n"), text.String())
}

// If a program printed its answer, the first six lines are shown, and whether there are more.
func TestFirstWords(t *testing.T) {
	for _, c := range []struct {
		first   string
		printed int64
		lines   int
		more    bool
	}{
		{"one\n", 4, 1, false},
		{strings.Repeat("x", 1024), 1025, 1, true},
		{"1\n2\n3\n4\n5\n6\n", 12, 6, false},
		{"1\n2\n3\n4\n5\n6\n7\n", 14, 6, true},
	} {
		r := Result{Verdict: Missing, Outcome: outcome.Outcome{Printed: c.printed, First: []byte(c.first)}}
		var text bytes.Buffer
		r.Explain(&text, compare.Style{})
		told := strings.Split(strings.TrimSpace(text.String()), "\n")[1:] // without the heading
		if more := told[len(told)-1] == "  ..."; more != c.more || len(told) != c.lines && !more || more && len(told) != c.lines+1 {
			t.Errorf("of %d bytes told is %.200q", c.printed, told)
		}
	}
}

// The reasons why a case failed are in this order, all with the same indentation. Right files, and reasons
// that are reported elsewhere, are omitted.
func TestExplained(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("word ", 20)) // 99 characters
	r := Result{
		Case: &cases.Case{Name: "first"}, Verdict: Missing, Reason: "two lines\nof\x1b it", CrashLine: "x.py:3\x1b",
		Edition: "first\x1b", Hint: "look\x1b",
		Files: []File{
			{Name: "one.txt", Verdict: Missing, Reason: "it is not there", OtherFiles: []string{"One\x1b.txt"}},
			{Name: "two\x1b.txt", Verdict: Missing, Reason: "it is not there", OtherFiles: []string{"a", "b"}},
			{Name: "three.txt", Verdict: Pass, Reason: "nothing"},
			{Name: "four.txt", Verdict: Wrong},
			{Name: "five.txt", Verdict: Wrong, Report: compare.Report{First: &compare.Difference{Kind: compare.Blanks, Line: 7, GotLine: 8, Column: 9, Says: "it says\x1b\r\n" + long[:96] + "\n" + long + "\n"}, Form: &compare.Difference{Kind: compare.LineEnds, Line: 3, GotLine: 4}}},
		},
		Outcome: outcome.Outcome{Printed: 5, First: []byte("abc\n"), Errors: []byte("\n last\tword \n\n")},
	}
	const whole = `  two lines
  of\x1b it at x.py:3\x1b
  all files equal those of the edition first\x1b: the program follows another state of the course's solver (try --edition first\x1b)
  one.txt: it is not there; the program left "One\x1b.txt"
  two\x1b.txt: it is not there; the program left "a", "b"
  five.txt:8:9: other blanks are wanted
    it says\x1b
    word word word word word word word word word word word word word word word word word word word w
    word word word word word word word word word word word word word word word word word word word
    word
    also, from line 4 on: line ends
  the program printed 5 bytes on standard output, where answers belong in files:
    abc
    ...
`
	const rest = `  look\x1b
  the program's last words on standard error:
    last\tword
`
	explained := func(r Result) string {
		var text bytes.Buffer
		r.Explain(&text, compare.Style{Indent: "  "})
		return text.String()
	}
	expect.Equal(t, whole+rest, explained(r))
	expect.Equal(t, "", explained(Result{Verdict: Wrong, Files: []File{{Verdict: Wrong}}}), "no reason")
	expect.Equal(t, "  stopped\n", explained(Result{Verdict: Timeout, Reason: "stopped"}), "no line of a crash")
	for kind, head := range map[compare.Kind]string{
		compare.Content: "content", compare.OptionalLines: "the rules leave ",
	} {
		d := &compare.Difference{Kind: kind, Line: 1, GotLine: 2, Column: 1,
			Want: []string{"a\n"}, Got: []string{"b\n"}}
		told := explained(Result{Files: []File{{Name: "x", Verdict: Wrong, Report: compare.Report{First: d}}}})
		expect.Contains(t, told, "  x:2:1: "+head, "\n    want 1 | a\n    got  2 | b\n")
	}
	r.Beyond = "deep\x1b"
	expect.Equal(t, `not used by the course: deep\x1b, `, r.NotAsked()+", "+new(Result).NotAsked())
	r.SameAs = "other\x1b"
	expect.Equal(t, whole+"  the rest is as in other\\x1b\n", explained(r), "as another")
	for _, v := range Verdicts {
		told := explained(Result{Verdict: v, Outcome: r.Outcome})
		expect.Equal(t, v != Pass && v != Format, strings.Contains(told, "last words"), v)
		expect.Equal(t, v == Missing, strings.Contains(told, "printed 5 bytes"), v)
	}
}

// Equal last words of several failing runs are reported once. They are repeated if the hint or the start error
// differs, and if the verdict has its own reason.
func TestSaid(t *testing.T) {
	var said ReportedErrors
	for i, c := range []struct {
		verdict                             Verdict
		errors, start, hint, sameAs, reason string
	}{
		{verdict: Pass, errors: "e"},
		{verdict: Format, errors: "e"},
		{verdict: Crash}, // which says nothing
		{verdict: Crash},
		{verdict: Crash, errors: "e"},
		{verdict: Timeout, errors: "e"},
		{verdict: Missing, errors: "e", sameAs: "4"},
		{verdict: Crash, errors: "e", hint: "h"},
		{verdict: Crash, errors: "e", hint: "h", sameAs: "7"},
		{verdict: Crash, start: "no such file"},
		{verdict: Crash, start: "no such file", sameAs: "9", reason: "it could not be started"},
		{verdict: Wrong, errors: "f"},
		{verdict: Crash, errors: "f", sameAs: "11"},
		{verdict: Wrong, errors: "f"},
		{verdict: Crash, start: "no such user"},
	} {
		r := Result{Case: &cases.Case{Name: fmt.Sprint(i)}, Verdict: c.verdict, Hint: c.hint, Outcome: outcome.Outcome{Errors: []byte(c.errors), StartError: c.start}}
		got := said.Once(r)
		expect.Equal(t, [2]string{c.sameAs, c.reason}, [2]string{got.SameAs, got.Reason}, i)
	}
}

// Each verdict has its colour and its width at the head of a line, and each stop its verdict.
func TestHeads(t *testing.T) {
	for v, colour := range map[Verdict]string{Pass: "32", Format: "33", Wrong: "31", Missing: "31", Timeout: "31", Build: "31", Internal: "35"} {
		got := [2]string{v.Head(true), v.Head(false)}
		expect.Equal(t, [2]string{fmt.Sprintf("\x1b[%sm%-8s\x1b[0m", colour, v), fmt.Sprintf("%-8s", v)}, got)
	}
	want := []Verdict{"pass", "format", "wrong", "missing", "crash", "output", "memory", "timeout", "build", "internal"}
	expect.Equal(t, want, Verdicts) // books store their positions in this list
	for stop, want := range map[outcome.Stop]Verdict{
		outcome.StoppedMemory: Memory, outcome.StoppedOutput: Output, outcome.StoppedDisk: Output, outcome.StoppedCPU: Timeout, outcome.StoppedWall: Timeout,
	} {
		expect.Equal(t, want, OfStop(stop), stop)
	}
	r := Result{Files: []File{{Text: []byte("one")}, {Text: []byte("two")}}}
	less := r.WithoutTexts()
	expect.True(t, less.Files[0].Text == nil && less.Files[1].Text == nil, "no texts")
	expect.Equal(t, "two", string(r.Files[1].Text), "text of the other result")
}

// Keep keeps the texts of files up to a total size. It drops a text that exceeds the rest, and keeps later ones that fit.
func TestKept(t *testing.T) {
	var kept Kept
	of := func(sizes ...int) Result {
		var r Result
		for _, n := range sizes {
			r.Files = append(r.Files, File{Text: make([]byte, n)})
		}
		return r
	}
	for i, c := range []struct {
		sizes []int
		keeps bool
	}{{[]int{maxKept / 2, 1}, true}, {[]int{1, maxKept / 2}, false}, {[]int{maxKept/2 - 1}, true}, {[]int{1}, false}, {[]int{0}, true}} {
		r := kept.Keep(of(c.sizes...))
		expect.Equal(t, false, len(r.Files) != len(c.sizes) || (r.Files[0].Text != nil) != c.keeps,
			"result", i, len(r.Files), "files, kept", r.Files[0].Text != nil, "want", c.keeps)
	}
}

// Two runs are compared up to the end of the longer output.
func TestDescribeChange(t *testing.T) {
	of := func(text string) Result {
		return Result{Verdict: Wrong, Files: []File{{Name: "log.txt", Verdict: Wrong, Text: []byte(text)}}}
	}
	for _, c := range []struct{ first, second, want string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\n", "a\nc\n", `line 2 of log.txt is "b" in one run and "c" in the other`},
		{"a\nb", "a\nb\n", `line 3 of log.txt is missing in one run and an empty line in the other`},
		{"a\nb\nc", "a\nb", `line 3 of log.txt is "c" in one run and missing in the other`},
	} {
		expect.Equal(t, c.want, DescribeChange(of(c.first), of(c.second)), c.first, "then", c.second)
	}
}
