package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// tap reports in the Test Anything Protocol, version 13 (testanything.org), with the cases in order, as the
// check proceeds. Cases that did not run follow as skipped ones. Known failures are TODO tests. Perl's prove
// reads no later version, and only the subset of YAML written here. The plan comes last, since an interrupted
// check runs fewer cases.
type tap struct {
	format
	n int
}

func (t *tap) Start(s Start) {
	t.start = s
	fmt.Fprintln(t.out, "TAP version 13")
	t.comment(s.Build)
}

func (t *tap) Result(_ int, r verdict.Result) {
	t.n++
	ok, todo := "ok", ""
	if r.Verdict != verdict.Pass {
		ok = "not ok"
	}
	if t.start.known(r) {
		todo = " # TODO known failure"
	}
	t.point(ok, r.Case, todo)
	if r.Verdict != verdict.Pass || r.Beyond != "" {
		t.printf("  ---\n%s  ...\n", diagnostics(t.said.Once(r)))
	}
}

// point writes a test point.
func (t *tap) point(ok string, c *cases.Case, directive string) {
	name := strings.NewReplacer(`\`, `\\`, `#`, `\#`).Replace(escape.Line(c.Name))
	t.printf("%s %d - %s%s\n", ok, t.n, name, directive)
}

// quote quotes as Go does, which is also valid in YAML's double quotes.
func quote(text string) string { return escape.Line(strconv.Quote(text)) }

// diagnostics returns the YAML block of a case. The details are a nested block so that people can read them.
func diagnostics(r verdict.Result) string {
	var b strings.Builder
	text := Details(r)
	field := func(indent, name, value string) { fmt.Fprintf(&b, "%s%s: %s\n", indent, name, value) }
	field("  ", "verdict", string(r.Verdict))
	field("  ", "category", quote(r.Case.Problem.Category()))
	if r.Case.Title != "" {
		field("  ", "title", quote(r.Case.Title))
	}
	field("  ", "message", quote(Headline(r, text)))
	if r.Beyond != "" {
		field("  ", "not_asked", quote(r.Beyond))
	}
	if o := r.Outcome; o.Wall > 0 {
		field("  ", "cpu_seconds", seconds(o.CPU))
	}
	if len(r.Files) > 0 {
		b.WriteString("  files:\n")
	}
	for _, f := range r.Files {
		field("    - ", "file", quote(f.Name))
		field("      ", "verdict", string(f.Verdict))
		if d := f.Report.First; d != nil {
			fmt.Fprintf(&b, "      kind: %s\n      line: %d\n      column: %d\n", quote(string(d.Kind)), d.GotLine,
				d.Column)
		}
	}
	if text = strings.TrimLeft(text, " \n\t"); text != "" { // the first line determines the indentation
		b.WriteString("  details: |\n")
		for line := range strings.Lines(text) {
			fmt.Fprintf(&b, "    %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return b.String()
}

// End writes the plan and the summary. The plan of an interrupted check covers the judged cases, if any.
func (t *tap) End(s Summary) {
	if !s.Interrupted {
		for _, c := range s.Left {
			t.n++
			t.point("ok", c, " # SKIP not run")
		}
	}
	if t.n > 0 || !s.Interrupted {
		t.printf("1..%d\n", t.n)
	}
	if t.start.Confined != "" && t.start.Build == "" && !s.Interrupted {
		t.comment(t.start.Confined)
	}
	for _, line := range diagnosis.About(s.Causes, s.Passed(), s.failed()) {
		t.comment(line)
	}
	if s.Interrupted {
		t.printf("Bail out! %s\n", t.start.sum(s))
		return
	}
	for _, line := range s.WhyNotRun {
		t.comment(line)
	}
	t.comment(t.start.sum(s))
	if s.Score != nil {
		t.comment(s.Score.String())
	}
}

// comment writes lines that parsers of the protocol ignore.
func (t *tap) comment(text string) {
	for line := range strings.Lines(escape.Text(text)) {
		t.printf("# %s\n", strings.TrimSuffix(line, "\n"))
	}
}
