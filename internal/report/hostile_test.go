package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// hostile contains what could control a terminal or deceive a reader: control characters of both kinds,
// characters that change the writing direction or take up no space, and bytes that are not text.
const hostile = "x\x1b[2J\x1b]0;t\x07\x00\b\r\v\x7f\u0085\u009b31m\u200b\u200d\u200e\u200f\u202a\u202e\u2066\u2069\u2028\ufeff\u00ad\u3164\U000e0041\xff\xc3]]>"

// expectVisible checks for characters that no output may contain.
func expectVisible(t *testing.T, text []byte) {
	t.Helper()
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && size == 1 || c != '\n' && c != '\t' && (unicode.In(c, unicode.C, unicode.Zl, unicode.Zp) || c == '\u3164') {
			t.Errorf("byte %d is of %q in %.200q", i, text[i:i+size], text[max(0, i-100):])
			return
		}
		i += size
	}
}

// hostileResults returns results with hostile text wherever a submission or a case can influence it.
func hostileResults(t *testing.T) (all []verdict.Result) {
	t.Helper()
	ran := outcome.Outcome{Exit: 1, Wall: 1, Output: []byte(hostile + "\n" + hostile), Errors: []byte(hostile + "\n" + hostile)}
	for i, r := range []verdict.Result{
		{Verdict: verdict.Pass, Outcome: ran},
		{Verdict: verdict.Internal, Reason: "open " + hostile + ": no such file"},
		{Verdict: verdict.Crash, Outcome: ran, Reason: "it could not be started: " + hostile, Edition: hostile, Files: []verdict.File{
			{Name: hostile, Verdict: verdict.Missing, Reason: "it is " + hostile, OtherFiles: []string{hostile}},
		}},
		{Verdict: verdict.Wrong, Outcome: ran, Dir: "/tmp/" + hostile, Files: []verdict.File{
			file(t, hostile, verdict.Wrong, "a\n"+hostile+"b\n", hostile+"\n"+hostile),
			file(t, "output.txt", verdict.Format, "a\n", "a\u2028\n"),
		}},
	} {
		c := *results(t)[0].Case
		c.Name, c.Title = hostile+"\n"+string(rune('0'+i)), hostile+"\n"
		r.Case = &c
		all = append(all, r)
	}
	return all
}

// tellHostile reports them.
func tellHostile(t *testing.T, to report.Reporter) {
	t.Helper()
	all := hostileResults(t)
	expected := map[string]bool{all[0].Case.Name: true, all[2].Case.Name: true}
	start := report.Start{
		Assignment: "squirrel", Edition: "final", Compare: "exact", Command: []string{hostile, hostile + "\n"}, Cases: len(all),
		Expected: expected, Tool: hostile, Sandbox: []string{hostile}, Confined: "not confined: " + hostile,
	}
	s, score := report.Summarise(all, expected), verdict.NewScore(all[0].Case.Assignment, all)
	s.Score = &score
	tellAll(to, start, all, s)
}

// No format outputs control or invisible characters, for any text of a submission or a case.
func TestHostileText(t *testing.T) {
	for _, format := range report.Formats {
		for _, show := range report.Shows {
			t.Run(format+"-"+show, func(t *testing.T) {
				var out bytes.Buffer
				to := newReporter(t, format, &out)
				tellHostile(t, report.Limit(to, report.Show(show)))
				expectVisible(t, out.Bytes())
				if format == "text" && show == "none" { // no name or title makes lines of its own
					expect.Equal(t, 4+1+3+3, strings.Count(out.String(), "\n"), out.String())
				}
			})
		}
	}
}

// The same holds for a compiler's output.
func TestHostileBuild(t *testing.T) {
	reason := hostile + ":\n" + hostile + "\n" + hostile
	r := verdict.Result{Case: results(t)[0].Case, Verdict: verdict.Build, Reason: reason}
	c := smallCheck{results: []verdict.Result{r}, change: func(start *report.Start, _ *report.Summary) { start.NoProgram = reason }}
	for _, format := range report.Formats {
		expectVisible(t, c.report(t, format))
	}
}

// JSON preserves the text itself, except for bytes that are not text.
func TestHostileValues(t *testing.T) {
	var out bytes.Buffer
	to := newReporter(t, "json", &out)
	tellHostile(t, report.Limit(to, report.ShowDiff))
	var document struct {
		Cases []struct{ Title, Stderr string }
	}
	must.Do(t, json.Unmarshal(out.Bytes(), &document))
	want := strings.ReplaceAll(strings.ReplaceAll(hostile, "\xff", "\ufffd"), "\xc3", "\ufffd")
	expect.Equal(t, want+"\n", document.Cases[2].Title)
	expect.Equal(t, want+"\n"+want, document.Cases[2].Stderr)
}

// strict makes a schema reject all fields that it does not name.
func strict(schema any) {
	switch schema := schema.(type) {
	case map[string]any:
		if _, ok := schema["properties"]; ok && schema["type"] == "object" {
			schema["additionalProperties"] = false
		}
		for _, part := range schema {
			strict(part)
		}
	case []any:
		for _, part := range schema {
			strict(part)
		}
	}
}

// compile compiles a part of docs/report.schema.json, unchanged or made strict.
func compile(t *testing.T, part string, asItIs bool) *jsonschema.Schema {
	t.Helper()
	text := must.Get(os.ReadFile("../../docs/report.schema.json"))(t)
	schema := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(text)))(t)
	if !asItIs {
		strict(schema)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	must.Do(t, c.AddResource("mem:///report.json", schema))
	return must.Get(c.Compile("mem:///report.json" + part))(t)
}

func validate(t *testing.T, schema *jsonschema.Schema, text []byte) {
	t.Helper()
	value := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(text)))(t)
	err := schema.Validate(value)
	expect.True(t, err == nil, err, "in", text)
}

// The document conforms to the schema, which names every field in it.
func TestDocumentSchema(t *testing.T) {
	for _, show := range report.Shows {
		validate(t, compile(t, "", false), writeReport(t, "json", report.Show(show)))
	}
}

// So do the events. TestEventsAreDocument tests that each is a part of the document and its name.
func TestEventSchema(t *testing.T) {
	open := compile(t, "#/$defs/event", true)
	for _, show := range report.Shows {
		for line := range bytes.Lines(writeReport(t, "jsonl", report.Show(show))) {
			validate(t, open, line)
		}
	}
}

// The schema rejects mistakes.
func TestSchemaRefuses(t *testing.T) {
	schema, text := compile(t, "", true), string(writeReport(t, "json", report.ShowDiff))
	for old, new := range map[string]string{
		`"verdict":"timeout"`: `"verdict":"late"`,
		`"line":5`:            `"line":"5"`,
		`"version":1`:         `"version":0`,
		`"ok":false`:          `"well":false`,
		`"kind":"blanks"`:     `"kind":"gaps"`,
	} {
		changed := strings.Replace(text, old, new, 1)
		value := must.Get(jsonschema.UnmarshalJSON(strings.NewReader(changed)))(t)
		expect.True(t, changed != text && schema.Validate(value) != nil, new, "is rejected for", old)
	}
}
