package report

import (
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// github reports as workflow commands of GitHub Actions, which annotate the student's own files: the line
// where the program crashed or does not compile, if it is known, or else the program's file. Each cause has
// one annotation.
type github struct {
	format
	held []verdict.Result // results that are not as expected
}

func (g *github) Result(r verdict.Result) {
	if !g.start.AsExpected(r) {
		g.held = append(g.held, r.WithoutTexts())
	}
}

// A note is an annotation.
type note struct{ place, title, text string }

func (g *github) End(s Summary) {
	for _, n := range g.notes(s) { // the platform shows the first ten of a step
		g.annotate("error", n)
	}
	level, text := "error", g.start.sum(s)
	if !s.Interrupted {
		level, text = "notice", strings.Join(append([]string{text}, s.WhyNotRun...), "\n")
	}
	if s.Score != nil {
		text += "\n" + s.Score.String()
	}
	g.annotate(level, note{title: "touchstone", text: text})
}

// notes returns the annotations: why there is no program, or the causes and the cases without a cause.
func (g *github) notes(s Summary) (notes []note) {
	if reason := g.start.NoProgram; reason != "" { // and so no case has run
		title, _, _ := strings.Cut(reason, "\n")
		return []note{{reason, strings.TrimSuffix(title, ":"), reason}}
	}
	for _, c := range s.Causes {
		place := ""
		for _, name := range c.Cases {
			if i := slices.IndexFunc(g.held, func(r verdict.Result) bool { return r.Case.Name == name }); i >= 0 &&
				place == "" {
				place = g.held[i].CrashLine
			}
		}
		lines := append(c.About(),
			fmt.Sprintf("%d of %d that fail: %s", len(c.Cases), s.failed(), diagnosis.Listed(c.Cases)))
		notes = append(notes, note{place, c.Brief(), strings.Join(lines, "\n")})
	}
	for _, r := range g.held {
		if !s.HasCauseFor(r.Case.Name) {
			title := fmt.Sprintf("%s: %s", r.Verdict, r.Case.Name)
			notes = append(notes,
				note{r.CrashLine, title, strings.TrimSpace(r.Case.Title + "\n" + r.NotAsked() + "\n" +
					Details(g.reported.Once(r)))})
		}
	}
	return notes
}

// annotate writes an annotation.
func (g *github) annotate(level string, n note) {
	var at []string
	switch file, line := g.start.locate(n.place); {
	case line != "":
		at = append(at, "file="+property(file), "line="+line)
	case level == "error" && file != "":
		at = append(at, "file="+property(file))
	}
	at = append(at, "title="+property(n.title))
	g.printf("::%s %s::%s\n", level, strings.Join(at, ","), data(n.text))
}

// sourceLine matches a line of a source file in the output of a program or compiler: "a.cpp:12", or the forms
// of Python and C#.
var sourceLine = regexp.MustCompile(`([^\s:"'(]+\.\w+)(?::|", line |\()([1-9][0-9]{0,8})\b`)

// firstError matches the start of the first error in the output of a compiler. Notes and warnings may precede
// it.
var firstError = regexp.MustCompile(`(?mi)^.*\berror\b`)

// locate returns the first file and line of the program that a text names, or only the program's file, or "".
// The text is not trusted: the file must exist.
func (s Start) locate(text string) (file, line string) {
	if match := firstError.FindStringIndex(text); match != nil {
		text = text[match[0]:] + "\n" + text[:match[0]]
	}
	for _, m := range sourceLine.FindAllStringSubmatch(text, -1) {
		name := filepath.FromSlash(strings.TrimPrefix(m[1], "./"))
		if !filepath.IsLocal(name) {
			continue
		}
		if path := s.find(name); path != "" {
			return filepath.ToSlash(path), m[2]
		}
	}
	return filepath.ToSlash(s.Source), ""
}

// maxLooked is the maximum number of files that find examines.
const maxLooked = 10000

// find returns the path of a file that a program or a compiler names: relative to the directory of the source
// or of the submission, or the only file of this name below it, since tracebacks may print base names.
func (s Start) find(name string) (path string) {
	isThere := func(path string) bool {
		info, err := os.Lstat(path)
		return err == nil && info.Mode().IsRegular()
	}
	if path := filepath.Join(filepath.Dir(s.Source), name); s.Source != "" && isThere(path) {
		return path
	}
	if info, err := os.Stat(s.Submission); err != nil || !info.IsDir() {
		return ""
	}
	if path := filepath.Join(s.Submission, name); isThere(path) {
		return path
	}
	looked, found := 0, 0
	_ = filepath.WalkDir(s.Submission, func(file string, e fs.DirEntry, err error) error {
		if looked++; err != nil || looked > maxLooked || found > 1 {
			return fs.SkipAll
		}
		if e.Type().IsRegular() && strings.HasSuffix(file, string(filepath.Separator)+name) {
			path = file
			found++
		}
		return nil
	})
	if found != 1 {
		return ""
	}
	return path
}

// data escapes the text of a workflow command, and property the value of a property. They also escape the
// start of older commands, which may begin inside a line.
func data(text string) string { return inData.Replace(strings.TrimSpace(escape.Text(text))) }

func property(text string) string { return inProperty.Replace(escape.Line(text)) }

var (
	escapes    = []string{"%", "%25", "\r", "%0D", "\n", "%0A", "##[", `##\u005b`}
	inData     = strings.NewReplacer(escapes...)
	inProperty = strings.NewReplacer(append(escapes, ":", "%3A", ",", "%2C")...)
)

// markdown reports as a page in GitHub's Markdown, for the summary of a workflow step or a comment: the
// causes, a table of the cases, and the details of failed cases without a cause.
type markdown struct {
	format
	rows []row
}

// A row is a case on the page.
type row struct {
	name, title string
	verdict     verdict.Verdict
	note        string
	details     string // "" if it passes
}

func (m *markdown) Result(r verdict.Result) {
	newRow := row{name: r.Case.Name, title: r.Case.Title, verdict: r.Verdict, note: r.NotAsked()}
	if m.start.known(r) {
		newRow.note = "expected to fail"
	}
	switch r.Verdict {
	case verdict.Pass:
	case verdict.Build: // reported once
	default:
		newRow.details = Details(m.reported.Once(r))
	}
	m.rows = append(m.rows, newRow)
}

func (m *markdown) End(s Summary) {
	m.printf("## %s\n\n", escapeMarkdown(m.start.sum(s)))
	if !s.Interrupted {
		m.details(s)
	}
	for i, c := range s.Causes {
		m.printf("### %d. %s\n\n", i+1, escapeMarkdown(c.Brief()))
		m.printf("%s\n%d of %d that fail: %s\n\n", block(strings.Join(c.About(), "\n")), len(c.Cases),
			s.failed(), escapeMarkdown(diagnosis.Listed(c.Cases)))
	}
	m.cases(s)
}

// details writes the details of a check that ran to its end.
func (m *markdown) details(s Summary) {
	for _, line := range s.WhyNotRun {
		m.printf("%s\n\n", escapeMarkdown(line))
	}
	if s.Score != nil {
		m.printf("**%s**\n\n", escapeMarkdown(s.Score.String()))
	}
	if m.start.NoProgram != "" {
		m.printf("%s\n", block(m.start.NoProgram))
	}
}

// cases lists the cases, with the details of each one that failed without a known cause.
func (m *markdown) cases(s Summary) {
	m.printf("| verdict | case | |\n| --- | --- | --- |\n")
	for _, r := range m.rows {
		m.printf("| %s | %s | %s |\n", r.verdict, escapeMarkdown(r.name), escapeMarkdown(r.note))
	}
	m.printf("\n")
	for _, r := range m.rows {
		if strings.TrimSpace(r.details) != "" && !s.HasCauseFor(r.name) {
			m.printf("<details><summary>%s: %s</summary>\n\n%s\n</details>\n\n", escapeMarkdown(r.name), escapeMarkdown(r.title),
				block(r.details))
		}
	}
}

// block returns preformatted lines. It leaves out empty lines, which would end the block.
func block(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(escape.Text(text))) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(html.EscapeString(line))
		}
	}
	return "<pre>" + b.String() + "</pre>\n"
}

// escapeMarkdown escapes a line: it writes each character that is special in Markdown or HTML by its number.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range escape.Line(text) {
		if r < unicode.MaxASCII && (unicode.IsPunct(r) || unicode.IsSymbol(r)) &&
			!strings.ContainsRune(".,;()'?/%-", r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
