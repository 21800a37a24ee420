package gradebook_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
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

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
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
			if bytes.Contains(text, []byte(measured)) {
				t.Errorf("%s has %q", name, measured)
			}
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
			if err := schema.Validate(value); err != nil {
				t.Error(name, err)
			}
			checked++
		}
	}
	if checked != 9 {
		t.Errorf("%d students have results", checked)
	}
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
			cause.Cases = []string{"elsewhere"}
			c.Students[1].Summary.Causes = []diagnosis.Cause{cause}
		},
		"no case":      func(c *gradebook.Class) { c.Students[0].Summary.Causes = []diagnosis.Cause{{Key: "x"}} },
		"none, no why": func(c *gradebook.Class) { c.Students[7].NoProgram = "" },
	} {
		c := small(t)
		spoil(c)
		if err := gradebook.Write(t.Context(), output.Memory{}, c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := gradebook.Write(ctx, output.Memory{}, small(t)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
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
	if rows := lines(files["grades.csv"]); len(rows) != 3 || !strings.HasPrefix(text, "mancala: ann\n") {
		t.Errorf("the grades are %q, and the feedback begins %.40q", rows, text)
	}
	empty := small(t)
	empty.Students = nil
	files = write(t, empty)
	if rows := lines(files["grades.csv"]); len(rows) != 1 {
		t.Errorf("the grades are %q", rows)
	}
	opened(t, files, "report.html")
}

// docs/books.md names every file, field and column.
func TestDocumented(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/books.md"))(t)
	named := func(what string) {
		if !bytes.Contains(text, []byte("`"+what+"`")) {
			t.Errorf("docs/books.md does not name %q", what)
		}
	}
	files := write(t, small(t))
	maps.Copy(files, writeTimes(t, measured()))
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
}

// docs/grade.md names the only file of the grade books that holds times.
func TestGuideNamesFilesWithTimes(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/grade.md"))(t)
	if files := writeTimes(t, measured()); len(files) != 1 {
		t.Errorf("times are in %d files, want one", len(files))
	}
	if want := "Except for `" + gradebook.Times + "`, the books hold no times"; !strings.Contains(strings.ReplaceAll(string(text), "\r\n", "\n"), want) {
		t.Errorf("docs/grade.md: want %q", want)
	}
}

// measured returns the times of a few runs.
func measured() (runs []gradebook.Run) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for i, m := range []gradebook.Run{
		{"ada", "deep", "", &gradebook.Measured{CPU: 400 * time.Millisecond, Wall: 410 * time.Millisecond, Peak: 9e6, Host: "a"}},
		{"ada", "flat", "pass", &gradebook.Measured{CPU: 20 * time.Millisecond, Wall: 30 * time.Millisecond, Peak: 8e6, Host: "b", Before: "crash"}},
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
	if diff := cmp.Diff(files, writeTimes(t, runs)); diff != "" {
		t.Errorf("(-one +other)\n%s", diff)
	}
}
