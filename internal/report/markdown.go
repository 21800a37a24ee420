package report

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// markdown reports as a page in GitHub's Markdown, for the summary of a workflow's step or a
// comment: the causes, a table of the cases, and what went wrong in those that have no cause.
type markdown struct {
	out   io.Writer
	order InOrder
	start Start
	rows  []row
	said  verdict.Said
}

// A row is what the page tells of a case.
type row struct {
	name, title string
	verdict     verdict.Verdict
	note        string
	details     string // "" if it passes
}

func (m *markdown) Start(s Start) { m.start = s }

func (m *markdown) Result(i int, r verdict.Result) { m.order.Put(i, r, m.add) }

func (m *markdown) add(r verdict.Result) {
	one := row{name: r.Case.Name, title: r.Case.Title, verdict: r.Verdict, note: r.NotAsked()}
	if m.start.known(r) {
		one.note = "expected to fail"
	}
	switch r.Verdict {
	case verdict.Pass:
	case verdict.Build: // told once
	default:
		one.details = details(m.said.Once(r))
	}
	m.rows = append(m.rows, one)
}

func (m *markdown) End(s Summary) {
	m.printf("## %s\n\n", literal(m.start.sum(s)))
	for _, line := range s.WhyNotRun {
		m.printf("%s\n\n", literal(line))
	}
	if s.Score != nil {
		m.printf("**%s**\n\n", literal(s.Score.String()))
	}
	if m.start.Build != "" {
		m.printf("%s\n", block(m.start.Build))
	}
	m.causes(s)
	m.cases(s)
}

// causes tells the causes.
func (m *markdown) causes(s Summary) {
	for i, c := range s.Causes {
		m.printf("### %d. %s\n\n", i+1, literal(c.Brief()))
		m.printf("%s\n%d of %d that fail: %s\n\n", block(strings.Join(c.About(s.Passed()), "\n")), len(c.Cases), s.failed(), literal(diagnosis.Listed(c.Cases)))
	}
}

// cases lists the cases, and tells of those what went wrong that have no cause.
func (m *markdown) cases(s Summary) {
	m.printf("| verdict | case | |\n| --- | --- | --- |\n")
	for _, r := range m.rows {
		m.printf("| %s | %s | %s |\n", r.verdict, literal(r.name), literal(r.note))
	}
	m.printf("\n")
	for _, r := range m.rows {
		if strings.TrimSpace(r.details) != "" && !s.caused(r.name) {
			m.printf("<details><summary>%s: %s</summary>\n\n%s\n</details>\n\n", literal(r.name), literal(r.title), block(r.details))
		}
	}
}

// block returns lines as they are. It has no empty line, which would end it.
func block(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(escape.Text(text))) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(html.EscapeString(line))
		}
	}
	return "<pre>" + b.String() + "</pre>\n"
}

// literal makes a line mean nothing but itself: every sign that may mean something in Markdown or
// HTML is written by its number.
func literal(text string) string {
	var b strings.Builder
	for _, r := range escape.Line(text) {
		if r < unicode.MaxASCII && (unicode.IsPunct(r) || unicode.IsSymbol(r)) && !strings.ContainsRune(".,;()'?/%-", r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(m.out, format, args...) }

// Abort tells what is known so far.
func (m *markdown) Abort(s Summary) {
	m.order.rest(m.add)
	m.printf("## %s\n\n", literal(m.start.aborted(s)))
	m.causes(s)
	m.cases(s)
}
