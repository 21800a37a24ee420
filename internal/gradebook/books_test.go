package gradebook_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// columnOf returns a column of a page.
func columnOf(t testing.TB, page []byte, name string) []byte {
	t.Helper()
	found := regexp.MustCompile(`id="data-` + name + `">([^<]*)</script>`).FindSubmatch(page)
	if found == nil {
		t.Fatalf("the page has no column %s", name)
	}
	text := must.Get(base64.StdEncoding.DecodeString(string(found[1])))(t)
	unpacked := must.Get(gzip.NewReader(bytes.NewReader(text)))(t)
	return must.Get(io.ReadAll(unpacked))(t)
}

func indented(t testing.TB, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, json.Indent(&out, text, "", " "))
	return out.Bytes()
}

// The books of a small class, as they are read.
func TestGolden(t *testing.T) {
	files := write(t, small(t))
	g := goldie.New(t)
	for _, name := range []string{"grades.csv", gradebook.Ledger} {
		g.Assert(t, name, files[name])
	}
	for _, name := range []string{"students/cleo/results.json", "students/gus/gradescope.json"} {
		g.Assert(t, strings.ReplaceAll(name, "/", "-"), files[name])
	}
	for _, student := range []string{"cleo", "gus"} {
		g.Assert(t, "students-"+student+"-feedback.txt", files["students/"+student+"/feedback.txt"])
		_, body, _ := bytes.Cut(files["students/"+student+"/feedback.html"], []byte("</style>"))
		g.Assert(t, "students-"+student+"-feedback.html", body)
	}
	g.Assert(t, "class.json", indented(t, columnOf(t, files["report.html"], "class")))
	g.Assert(t, "texts.json", indented(t, columnOf(t, files["report.html"], "texts")))
	names := strings.Join(slices.Sorted(maps.Keys(files)), "\n") + "\n"
	g.Assert(t, "files", []byte(names))
}

// The books depend neither on the order of the students nor on the number of times that they are written.
func TestDeterminism(t *testing.T) {
	c := small(t)
	before := write(t, c)
	expect.Equal(t, "/tmp/x", c.Students[len(c.Students)-1].Results[0].Dir, "a directory after the books were written")
	slices.Reverse(c.Students)
	for i := range c.Students { // which another run measures again
		for k := range c.Students[i].Results {
			r := &c.Students[i].Results[k]
			r.Outcome.CPU, r.Outcome.Wall, r.Outcome.Peak, r.Dir = r.Outcome.CPU/2, 0, 99, "/elsewhere"
			if r.Verdict == verdict.Timeout {
				r.Reason = "stopped after 10.7 s of CPU time, of which it has 10.0 s"
			}
		}
		c.Students[i].Summary.Seconds = 17
	}
	c.Start.Sandbox, c.Start.Jobs, c.Start.Command = nil, 1, nil
	if after := write(t, c); !maps.EqualFunc(before, after, bytes.Equal) { // of large files, cmp.Diff is slow
		t.Errorf("(-one +other)\n%.4000s", cmp.Diff(before, after))
	}
	for name, text := range before {
		for _, measured := range []string{"/tmp/x", "/home/x", "landlock", "10.1 s", "cpuSeconds\"", "wallSeconds"} {
			expect.Equal(t, false, bytes.Contains(text, []byte(measured)), name, "has", measured)
		}
	}
}

// Results conform to the schema of reports, and the class is one JUnit document.
func TestDocuments(t *testing.T) {
	files := write(t, small(t))
	text := must.Get(os.ReadFile("../../docs/report.schema.json"))(t)
	document := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(text)))(t)
	compiler := jsonschema.NewCompiler()
	must.Do(t, compiler.AddResource("mem:///report.json", document))
	schema := must.Get(compiler.Compile("mem:///report.json"))(t)
	checked := 0
	for name, text := range files {
		if strings.HasSuffix(name, "/results.json") {
			value := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(text)))(t)
			must.Do(t, schema.Validate(value))
			checked++
		}
	}
	expect.Equal(t, 9, checked, "students with results")
}

// An invalid class is an error, and so is a context that ends.
func TestErrors(t *testing.T) {
	for name, spoil := range map[string]func(*gradebook.Class){
		"no cases":     func(c *gradebook.Class) { c.Cases = nil },
		"twice":        func(c *gradebook.Class) { c.Students = append(c.Students, c.Students[0]) },
		"few results":  func(c *gradebook.Class) { c.Students[0].Results = c.Students[0].Results[1:] },
		"a case twice": func(c *gradebook.Class) { c.Cases = append(slices.Clone(c.Cases), c.Cases[0]) },
		"other order":  func(c *gradebook.Class) { r := c.Students[0].Results; r[0], r[1] = r[1], r[0] },
		"no verdict":   func(c *gradebook.Class) { c.Students[0].Results[0].Verdict = "fine" },
		"other cause": func(c *gradebook.Class) {
			cause := c.Students[1].Summary.Causes[0]
			cause.Cases = []string{cause.Cases[0], "elsewhere"}
			c.Students[1].Summary.Causes = []diagnosis.Cause{cause}
		},
		"no case":      func(c *gradebook.Class) { c.Students[0].Summary.Causes = []diagnosis.Cause{{Key: "x"}} },
		"none, no why": func(c *gradebook.Class) { c.Students[7].NoProgram = "" },
	} {
		c := small(t)
		spoil(c)
		expect.True(t, gradebook.Write(t.Context(), output.Memory{}, c) != nil, "error of", name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect.True(t, errors.Is(gradebook.Write(ctx, output.Memory{}, small(t)), context.Canceled), "canceled")
}

// A fullDisk has room for all files but one.
type fullDisk struct {
	output.Memory
	without string
}

func (d fullDisk) Begin(name string, head output.Size) (output.File, error) {
	if name == d.without {
		return nil, errors.New("no room")
	}
	return d.Memory.Begin(name, head)
}

// A file that cannot be written is an error, whichever it is.
func TestFullDisk(t *testing.T) {
	const names = "results.json gradescope.json feedback.txt feedback.html opening-at-depth-4.html"
	for name := range strings.FieldsSeq(names) {
		disk := fullDisk{output.Memory{}, "students/cleo/" + name}
		expect.Error(t, gradebook.Write(t.Context(), disk, small(t)), "no room", name)
	}
	disk := fullDisk{output.Memory{}, gradebook.Ledger}
	expect.Error(t, gradebook.Write(t.Context(), disk, small(t)), "no room")
}

// A class without students has books, and one of a single case. One without a title is called as its assignment.
func TestFewStudents(t *testing.T) {
	one := pair(t)
	one.Title, one.Cases = "", one.Cases[:1]
	for i := range one.Students {
		one.Students[i].Results = one.Students[i].Results[:1]
	}
	files := write(t, one)
	text := string(files["students/ann/feedback.txt"])
	expect.Equal(t, 3, len(lines(files["grades.csv"])), "rows of the grades")
	expect.Contains(t, text, "mancala: ann\n")
	expect.Equal(t, 0, len(classOf[struct{ Lessons []any }](t, one).Lessons), "lessons where all have programs")
	empty := small(t)
	empty.Students = nil
	files = write(t, empty)
	expect.Equal(t, 1, len(lines(files["grades.csv"])), "rows of the grades")
	opened(t, files, "report.html")
}

// docs/books.md names every file, field and column, and docs/grade.md the only file that holds times.
func TestDocumented(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/books.md"))(t)
	named := func(what string) {
		expect.Contains(t, string(text), "`"+what+"`")
	}
	files := write(t, small(t))
	times := writeTimes(t, measured())
	expect.Equal(t, 1, len(times), "files with times")
	maps.Copy(files, times)
	for name := range files {
		if !strings.Contains(name, "/") {
			named(name)
		}
	}
	var fields func(value any)
	fields = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, part := range value {
				named(name)
				fields(part)
			}
		case []any:
			for _, part := range value {
				fields(part)
			}
		}
	}
	for _, document := range [][]byte{columnOf(t, files["report.html"], "class"), files[gradebook.Ledger]} {
		var value any
		must.Do(t, json.Unmarshal(document, &value))
		fields(value)
	}
	for _, name := range []string{"grades.csv", "times.csv"} {
		for column := range strings.SplitSeq(lines(files[name])[0], ",") {
			if column = strings.TrimSpace(column); !slices.Contains(verdict.Verdicts, verdict.Verdict(column)) {
				named(column)
			}
		}
	}
	guide := strings.Join(strings.Fields(string(must.Get(os.ReadFile("../../docs/grade.md"))(t))), " ")
	want := "Except for `" + gradebook.Times + "`, the books hold no times"
	expect.True(t, strings.Contains(guide, want), "docs/grade.md has:", want)
}

// measured returns the times of a few runs.
func measured() (runs []gradebook.Run) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for i, m := range []gradebook.Run{
		{"ada", "deep", "", &gradebook.Measured{CPU: 400 * time.Millisecond, Wall: 410 * time.Millisecond, Peak: 9e6, Host: "a"}},
		{"ada", "flat", "pass", &gradebook.Measured{CPU: 20 * time.Millisecond, Wall: 30 * time.Millisecond, Peak: 8e6, Host: "b", EarlierVerdict: "crash"}},
		{hostile, "deep", "", &gradebook.Measured{CPU: 9500 * time.Millisecond, Wall: 11 * time.Second, Peak: 700 << 20, Host: "b"}},
		{hostile, "flat", "", &gradebook.Measured{CPU: 6 * time.Millisecond, Wall: 11 * time.Second, Peak: 4e6, Host: hostile}},
	} {
		m.When = at.Add(time.Duration(i) * time.Minute)
		runs = append(runs, m)
	}
	return runs
}

func writeTimes(t *testing.T, runs []gradebook.Run) output.Memory {
	t.Helper()
	files := output.Memory{}
	must.Do(t, gradebook.WriteTimes(files, runs))
	return files
}

// Measured times are in a separate table, in an order that does not depend on the input.
func TestTimes(t *testing.T) {
	runs := measured()
	files := writeTimes(t, runs)
	goldie.New(t).Assert(t, "times.csv", files["times.csv"])
	slices.Reverse(runs)
	expect.Equal(t, files, writeTimes(t, runs), "times in another order")
}

// varied returns a class that contains nearly all distinctions of the gradebook: lessons with equal numbers
// of students and different losses, causes with two forms and with others before them, cases with their own
// points and times and cases that no course uses, all limits, and students who are late, unsteady,
// without a program and without points.
func varied(t testing.TB) *gradebook.Class {
	t.Helper()
	a, all := lookup(t, "mancala", cases.ProfileCore, 6)
	c := &gradebook.Class{
		Title: "Fall <b>", Python: "2", UsualCPU: 10 * time.Second, Formats: gradebook.Formats,
		Start: report.Start{Assignment: "mancala", Edition: a.Editions[0].Name, Compare: "course", CPU: 12},
	}
	for i, one := range all {
		own := *one
		own.Title = fmt.Sprintf("title %d & more", i)
		c.Cases = append(c.Cases, &own)
	}
	c.Cases[1].Points, c.Cases[2].Time = 3, 5*time.Second
	c.Cases[3].Profiles = []string{cases.ProfileGraded} // it is named, but not chosen by itself
	name := func(i int) string { return c.Cases[i].Name }
	student := func(name string, verdicts ...verdict.Verdict) *gradebook.Student {
		s := gradebook.Student{Name: name, ID: name + "-id", Submission: "files of " + name}
		for i, one := range c.Cases {
			r := verdict.Result{Case: one, Verdict: verdict.Pass}
			if i < len(verdicts) {
				r.Verdict = verdicts[i]
			}
			if r.Verdict == verdict.Wrong {
				r.Files = []verdict.File{{Name: "next_state.txt", Verdict: verdict.Wrong, Report: compare.Report{
					Grade: compare.Different, First: &compare.Difference{Kind: compare.Content, Line: i + 1, GotLine: i + 2, Column: 3, Want: []string{"right\n"}, Got: []string{fmt.Sprintf("wrong in %d\n", i)}},
				}}}
			}
			s.Results = append(s.Results, r)
		}
		s.Results[5].Beyond = "too <large>"
		c.Students = append(c.Students, s)
		return &c.Students[len(c.Students)-1]
	}
	cause := func(key, does string, of ...int) diagnosis.Cause {
		one := diagnosis.Cause{Grade: diagnosis.Located, Key: key, Behaviour: does,
			Right: "what is right of " + key + " <b>\x1b"}
		for _, i := range of {
			one.Cases = append(one.Cases, name(i))
		}
		return one
	}
	score := func(s *gradebook.Student, rule verdict.Rule, days int, extra float64) {
		of := rule.Score(a, s.Results).Adjusted(days, 1, 10, extra)
		s.Summary.Score = &of
	}
	const wrong, pass = verdict.Wrong, verdict.Pass

	zoe := student("zoe", wrong, wrong, wrong, wrong, pass, wrong)
	zoe.Summary.Causes = []diagnosis.Cause{cause("one", "does one <b>", 0, 1), cause("two", "does two", 2), cause("one", "does one otherwise", 3)}
	zoe.Results[2].Files[0].Report.First.Got = []string{"w\n"} // a smaller text than Abe's
	zoe.Summary.Unexplained = []string{name(5)}
	// Only the second limit is the usual limit for the case.
	zoe.Results[0].Allowed, zoe.Results[2].Allowed = 7*time.Second, 5*time.Second
	score(zoe, verdict.Rule{}, 3, -1.5)

	abe := student("Abe", wrong, pass, wrong)
	abe.Summary.Causes = []diagnosis.Cause{cause("one", "does one otherwise", 0), cause("two", "does two", 2)}
	abe.Results[0].Files[0].Report.First.Got = []string{"wrong\n"} // the smallest text
	abe.Results[1].EarlierVerdict, abe.Results[3].EarlierVerdict = verdict.Crash, wrong
	abe.Summary.WhyNotRun = []string{"it loops <b>", "and once more"}
	score(abe, verdict.Rule{}, 0, 2)

	aaron := student("aaron", wrong, wrong)
	aaron.Summary.Causes = []diagnosis.Cause{cause("three", "does three", 0), cause("three", "does three otherwise", 1)}
	score(aaron, verdict.Rule{}, 0, 0)

	all0 := student("max", wrong, wrong, wrong, wrong, wrong, wrong)
	score(all0, verdict.Rule{}, 0, 100)

	tim := student("tim", verdict.Timeout, verdict.Timeout, verdict.Timeout, verdict.Timeout, verdict.Memory)
	for i, stop := range []outcome.Stop{outcome.StoppedCPU, outcome.StoppedCPU, outcome.StoppedWall, ""} {
		tim.Results[i].Reason, tim.Results[i].Outcome = "stopped after 17.3 s", outcome.Outcome{Stopped: stop, CPU: 17e9, Wall: 18e9, Peak: 5}
	}
	tim.Results[0].Allowed = 20 * time.Second
	tim.Results[4].Reason = "used more than 1 GiB"

	// A failure of touchstone never gives 0 points: eve has no points, and no lost points for a failing case.
	eve := student("eve", pass, verdict.Internal, wrong)
	eve.Results[1].Reason = "want python2.7, found none"
	eve.Summary.Causes = []diagnosis.Cause{cause("two", "does two", 2), cause("one", "does one in a third way", 2)}
	// A known mistake that one of them has in a way that is like another's, too.
	known := diagnosis.Fault{Name: "strict <b>", Title: "is too strict <b>", Explanation: "It is.",
		Rule: "docs/rules/mancala.md rule 3"}
	other := diagnosis.Fault{Name: "loose", Title: "is too loose", Explanation: "It is.", Rule: "RULES.md rule 1"}
	for name, faults := range map[string][]diagnosis.Fault{"kim": {known}, "leo": {known, other}} {
		s := student(name, pass, pass, pass, pass, wrong)
		one := cause("cut", "is too strict <b>", 4)
		one.Grade, one.Equal, one.Matters, one.Right, one.Faults = diagnosis.Fits, 1, 2, "", faults
		s.Summary.Causes = []diagnosis.Cause{one}
	}

	nia := student("nia", verdict.Build, verdict.Build, verdict.Build, verdict.Build, verdict.Build, verdict.Build)
	score(nia, verdict.Rule{}, 0, 100)
	nia.NoProgram, nia.Results = "nothing was handed in", nil // and all points by hand
	none := gradebook.Student{Name: "Nan", NoProgram: "no program was found:\nfound notes.txt <b>\n"}
	c.Students = append(c.Students, none, gradebook.Student{Name: "nat", NoProgram: "it does not compile:\na.cpp:1:2: error: x\n"})
	return c
}

// The books of such a class, to the byte.
func TestVariedGolden(t *testing.T) {
	c := varied(t)
	files := write(t, c)
	g := goldie.New(t)
	for _, name := range []string{"grades.csv", gradebook.Ledger, "canvas.csv", "moodle.csv", "mail.csv"} {
		g.Assert(t, "varied-"+name, files[name])
	}
	g.Assert(t, "varied-class.json", indented(t, columnOf(t, files["report.html"], "class")))
	g.Assert(t, "varied-texts.json", indented(t, columnOf(t, files["report.html"], "texts")))
	for _, name := range []string{"results.json", "gradescope.json"} {
		g.Assert(t, "varied-zoe-"+name, files["students/zoe-id/"+name])
		g.Assert(t, "varied-eve-"+name, files["students/eve-id/"+name])
	}
	told, pages := "", ""
	for _, name := range []string{"Abe-id", "zoe-id", "aaron-id", "max-id", "tim-id", "eve-id", "nia-id", "kim-id", "leo-id", "Nan", "nat"} {
		told += string(files["students/"+name+"/feedback.txt"]) + "----\n"
		_, body, _ := strings.Cut(string(files["students/"+name+"/feedback.html"]), "</style>")
		pages += body
	}
	g.Assert(t, "varied-feedback.txt", []byte(told))
	g.Assert(t, "varied-feedback.html", []byte(pages))
}
