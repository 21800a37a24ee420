package report

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// github reports as workflow commands of GitHub Actions, which show what is wrong beside the
// student's own files: at the line where the program crashed or does not compile, if that is known,
// else at the program's file. Each cause is told once.
type github struct {
	out   io.Writer
	order InOrder
	start Start
	held  []verdict.Result // that are not as expected
	said  verdict.Said
}

func (g *github) Start(s Start) { g.start = s }

func (g *github) Result(i int, r verdict.Result) { g.order.Put(i, r, g.hold) }

func (g *github) hold(r verdict.Result) {
	if !g.start.AsExpected(r) {
		g.held = append(g.held, r.WithoutTexts())
	}
}

// A note is an annotation.
type note struct{ place, title, text string }

func (g *github) End(s Summary) {
	g.errors(s)
	text := strings.Join(append([]string{g.start.sum(s)}, s.WhyNotRun...), "\n")
	if s.Score != nil {
		text += "\n" + s.Score.String()
	}
	g.annotate("notice", note{title: "touchstone", text: text})
}

// errors tells what is wrong.
func (g *github) errors(s Summary) {
	for _, n := range g.notes(s) { // the platform shows the first ten of a step
		g.annotate("error", n)
	}
}

// notes returns what is to be told: why there is no program, or the causes, and the cases without
// one.
func (g *github) notes(s Summary) (notes []note) {
	if why := g.start.Build; why != "" { // and so no case has run
		title, _, _ := strings.Cut(why, "\n")
		return []note{{why, strings.TrimSuffix(title, ":"), why}}
	}
	for _, c := range s.Causes {
		place := ""
		for _, name := range c.Cases {
			if i := slices.IndexFunc(g.held, func(r verdict.Result) bool { return r.Case.Name == name }); i >= 0 && place == "" {
				place = g.held[i].At
			}
		}
		lines := append(c.About(s.Passed()), fmt.Sprintf("%d of %d that fail: %s", len(c.Cases), s.failed(), diagnosis.Listed(c.Cases)))
		notes = append(notes, note{place, c.Brief(), strings.Join(lines, "\n")})
	}
	for _, r := range g.held {
		if !s.caused(r.Case.Name) {
			title := fmt.Sprintf("%s: %s", r.Verdict, r.Case.Name)
			notes = append(notes, note{r.At, title, strings.TrimSpace(r.Case.Title + "\n" + r.NotAsked() + "\n" + details(g.said.Once(r)))})
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
	fmt.Fprintf(g.out, "::%s %s::%s\n", level, strings.Join(at, ","), data(n.text))
}

// sourceLine matches a line of a source in what a program or a compiler wrote: "a.cpp:12", or as
// Python or C# say it.
var sourceLine = regexp.MustCompile(`([^\s:"'(]+\.\w+)(?::|", line |\()([1-9][0-9]{0,8})\b`)

// firstError matches where the first error begins in what a compiler wrote: notes and warnings may
// stand before it.
var firstError = regexp.MustCompile(`(?mi)^.*\berror\b`)

// locate returns the file and the line of the program that a text names first, or the program's file
// alone, or "" if there is none. What the text says is not believed: the file must be there.
func (s Start) locate(text string) (file, line string) {
	if at := firstError.FindStringIndex(text); at != nil {
		text = text[at[0]:] + "\n" + text[:at[0]]
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

// mostLooked limits the files among which one is looked for.
const mostLooked = 10000

// find returns the path of a file that a program or a compiler names: from the folder of the source,
// or of the submission, or as the only one of this name below it, for tracebacks tell the last part alone.
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
	_ = filepath.WalkDir(s.Submission, func(at string, e fs.DirEntry, err error) error {
		if looked++; err != nil || looked > mostLooked || found > 1 {
			return fs.SkipAll
		}
		if e.Type().IsRegular() && strings.HasSuffix(at, string(filepath.Separator)+name) {
			path = at
			found++
		}
		return nil
	})
	if found != 1 {
		return ""
	}
	return path
}

// data escapes the text of a workflow command, and property the value of one of its properties.
// Of older commands, which begin inside a line, the bracket is escaped as everywhere else.
func data(text string) string { return inData.Replace(strings.TrimSpace(escape.Text(text))) }

func property(text string) string { return inProperty.Replace(escape.Line(text)) }

var (
	inData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", "##[", `##\u005b`)
	inProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C", "##[", `##\u005b`)
)

// Abort tells what is known so far.
func (g *github) Abort(s Summary) {
	g.order.rest(g.hold)
	g.errors(s)
	g.annotate("error", note{title: "touchstone", text: g.start.aborted(s)})
}
