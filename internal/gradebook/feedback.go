package gradebook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/page/render"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A feedback holds the contents of a student's page.
type feedback struct {
	Title, Name, Points, Score, Sum, Built string
	Account                                []string // how the points came about, a line each
	Failed                                 bool
	Causes                                 []feedbackCause
	Cases                                  []feedbackCase
	Passed                                 []string
	// why cases count as out of time without a run, or by a second one
	NotRun   []string
	Commands []string // commands, and inputs to give to them
}

type feedbackCause struct {
	Brief, Case, Verdict, Text, More, Walk, WalkOf string // WalkOf is another case whose search is walked, or ""
	About                                          []string
}

type feedbackCase struct{ Name, Title, Verdict, Text string }

// notGraded is the whole text for a student if touchstone failed.
const notGraded = "This submission could not be graded yet. This is not the fault of the program."

// feedback returns the feedback for a student. It uses only the details that report.Limit permits.
func (c *class) feedback(s *student) feedback {
	seen := &report.Recorder{}
	c.report(s, seen)
	f := feedback{Title: escape.Line(c.Title), Name: escape.Line(s.Name), Failed: s.failed != "",
		Built: escape.Text(seen.Began.NoProgram), Sum: report.Verdicts(seen.Sum.Counts)}
	if f.Failed {
		return f
	}
	f.Points, f.Score = points(s.score.Points)+" of "+points(s.score.Max), escape.Line(s.score.String())
	account := s.score.Account()
	if len(account) == 1 { // which is the sum
		account = nil
	}
	for _, e := range account {
		line := e.Name
		switch {
		case e.Max > 0:
			line += fmt.Sprintf(": %s of %s", points(e.Points), points(e.Max))
		case e.Points != 0:
			line += ": " + formatChange(e.Points)
		}
		f.Account = append(f.Account, escape.Line(line))
	}
	f.Account = append(f.Account, s.failures()...)
	if line := seen.Sum.Unsteady(); line != "" {
		f.NotRun = append(f.NotRun, line+".")
	}
	for _, line := range seen.Sum.WhyNotRun {
		f.NotRun = append(f.NotRun, escape.Line(line))
	}
	for k, cause := range seen.Sum.Causes {
		first := seen.Of(cause.Cases[0])
		item := feedbackCause{
			Brief: escape.Line(cause.Brief()), Case: escape.Line(first.Case.Name), Verdict: string(first.Verdict),
			Text: shorten(cause.Difference(first), maxText), About: cause.Paragraphs(),
			More: escape.Line(strings.Join(cause.Cases[1:], ", ")), // all: a student may ask for each
		}
		if walk, made := s.pages[k]; made {
			if item.Walk = walk[1]; walk[0] != cause.Cases[0] {
				item.WalkOf = escape.Line(walk[0])
			}
		}
		f.Causes = append(f.Causes, item)
		for _, text := range c.explainCommand(first) {
			if !slices.Contains(f.Commands, text) { // two causes may show in one case
				f.Commands = append(f.Commands, text)
			}
		}
	}
	for _, r := range seen.Results {
		switch {
		case r.Verdict == verdict.Pass:
			f.Passed = append(f.Passed, escape.Line(r.Case.Name))
		case !seen.Sum.HasCauseFor(r.Case.Name) && r.Verdict != verdict.Build:
			f.Cases = append(f.Cases, feedbackCase{escape.Line(r.Case.Name), escape.Line(r.Case.Title),
				string(r.Verdict), shorten(report.Details(r), maxText)})
			if len(f.Commands) == 0 {
				f.Commands = c.explainCommand(r)
			}
		}
	}
	return f
}

// failures returns a line with the worth of the failed cases for each worth, the greatest first. The lines
// add up to the points of all these cases.
func (s *student) failures() (lines []string) {
	byWorth := map[float64][]int{}
	for i, r := range s.Results {
		if s.lost(i) != 0 && r.Verdict != verdict.Build {
			worth := verdict.Cents(s.lost(i))
			byWorth[worth] = append(byWorth[worth], i)
		}
	}
	var all []int
	shown := 0.0
	for _, worth := range slices.Backward(slices.Sorted(maps.Keys(byWorth))) {
		var names []string
		for _, i := range byWorth[worth] {
			all, names = append(all, i), append(names, s.Results[i].Case.Name)
		}
		sum := ""
		if len(names) > 1 {
			sum = " in all"
		}
		lines = append(lines, escape.Line(fmt.Sprintf("failed, worth %s%s: %s", points(s.lostPoints(all)-shown), sum,
			strings.Join(names, ", "))))
		shown = s.lostPoints(all)
	}
	return lines
}

// explainCommand returns the command that shows a student why a case fails. It returns nothing if
// students must not see everything, since the case holds answers.
func (c *class) explainCommand(r verdict.Result) []string {
	if c.show != report.ShowDiff || r.Case == nil {
		return nil
	}
	all, err := cases.Embedded(r.Case.Assignment)
	if err != nil {
		return nil
	}
	file, input := "input.txt", "\nwith this input.txt:\n"+escape.Text(string(r.Case.Input()))
	if slices.ContainsFunc(all, func(known *cases.Case) bool {
		return known.Name == r.Case.Name && bytes.Equal(known.Input(), r.Case.Input())
	}) {
		file, input = r.Case.Name, ""
	}
	command := "touchstone explain " + c.Start.Assignment + " " + file + " my-submission"
	if e := c.Start.Edition; e != "" && e != r.Case.Assignment.Editions[0].Name {
		command += " --edition " + e
	}
	if flags := c.Start.Compare; flags != "" && flags != "exact" {
		command += " --compare " + flags
	}
	if c.Python != "" {
		command += " --tool python=" + c.Python
	}
	if usual := cmp.Or(r.Case.Time, r.Case.Assignment.Run.CPU, c.UsualCPU); r.Allowed != 0 &&
		r.Allowed != usual {
		command += " --time " + r.Allowed.String()
	}
	return []string{command + input}
}

// writeFeedback writes the student's files: the report of check as text, and a page.
func (c *class) writeFeedback(s *student, write func(name string, write func(io.Writer) error) error) error {
	f := c.feedback(s)
	if err := write("feedback.txt", func(w io.Writer) error { return c.feedbackText(w, s, f) }); err != nil {
		return err
	}
	return write("feedback.html", func(w io.Writer) error {
		body, err := render.Body(page.Part(parts, "feedback.html"), nil, f)
		if err != nil {
			return err
		}
		style := page.BookStyle + page.Part(parts, "feedback.css")
		p := page.Page{Title: f.Title + ": " + f.Name, Style: style, Body: body}
		return p.Write(w)
	})
}

// maxWidth is the maximum width of a line of the text.
const maxWidth = 95

func (c *class) feedbackText(w io.Writer, s *student, f feedback) error {
	fmt.Fprintf(w, "%s: %s\n", f.Title, f.Name)
	if f.Failed {
		_, err := fmt.Fprintln(w, notGraded)
		return err
	}
	fmt.Fprintf(w, "%s points\n", f.Points)
	for _, line := range f.Account {
		fmt.Fprintf(w, "  %s\n", strings.Join(prose.Fold(line, maxWidth), "\n    "))
	}
	fmt.Fprintln(w)
	c.report(s, report.NewByCause(w, false, nil, false))
	if len(f.Commands) > 0 {
		fmt.Fprintf(w, "\nSee it yourself:\n")
		for _, text := range f.Commands {
			fmt.Fprintf(w, "  %s\n", strings.TrimSpace(strings.ReplaceAll(text, "\n", "\n  ")))
		}
	}
	return nil
}

const (
	maxLines = 100_000  // of a search that is walked
	maxKept  = 64 << 20 // bytes of pages that may be needed again
)

// walks writes the trace pages. Students with the same mistake often have the same first wrong log, whose
// page is made once.
type walks struct {
	*class
	made map[[sha256.Size]byte][]byte
	kept int
}

// writeAll writes the pages of a student and remembers their names: one for the first case of each cause that
// has a log, up to the maximum number.
func (w *walks) writeAll(ctx context.Context, to output.Sink, s *student) error {
	if w.show != report.ShowDiff {
		return nil
	}
	files := page.FileNames(w.Cases, func(c *cases.Case) string { return c.Name })
	written := map[string]bool{}
	for k, cause := range s.Summary.Causes {
		if len(written) == w.Traces {
			return nil
		}
		i := slices.IndexFunc(cause.Cases, func(name string) bool { return Walkable(s.Results[w.caseAt[name]]) })
		if i < 0 {
			continue
		}
		name := cause.Cases[i]
		if !written[name] {
			text, err := w.page(ctx, s.Results[w.caseAt[name]])
			if err != nil {
				return err
			}
			if err := output.Whole(to, s.path(files[name]+".html"), text); err != nil {
				return err
			}
			written[name] = true
		}
		s.pages[k] = [2]string{name, files[name] + ".html"}
	}
	return nil
}

// page returns the page of a result whose log is wrong.
func (w *walks) page(ctx context.Context, r verdict.Result) ([]byte, error) {
	game, log := searchAndLog(r)
	key := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %x", r.Case.Name, r.Verdict, r.Reason, sha256.Sum256(log)))
	if text, known := w.made[key]; known {
		return text, nil
	}
	first, err := diagnosis.Explain(ctx, w.Start.Edition, r)
	if err != nil {
		return nil, err
	}
	page := walk.Page{
		Assignment: w.Start.Assignment, Name: r.Case.Name, Title: r.Case.Title, Game: game,
		Options: homework.Options{Edition: w.Start.Edition}, MaxLines: maxLines,
		Program: &walk.Program{Name: "the program", Verdict: string(r.Verdict), Reason: r.Reason, Log: log},
		First:   first,
	}
	var text bytes.Buffer
	if _, err := walk.Write(ctx, &text, page); err != nil {
		return nil, err
	}
	if w.kept += text.Len(); w.kept <= maxKept {
		w.made[key] = text.Bytes()
	}
	return text.Bytes(), nil
}

// Walkable reports whether a page can walk through the search of a result: its log is wrong, and was kept.
// For each cause, the page uses the first case that is walkable.
func Walkable(r verdict.Result) bool {
	_, log := searchAndLog(r)
	return log != nil
}

// searchAndLog returns the search of a result and the log that the program wrote, if there are both, and the
// log is wrong.
func searchAndLog(r verdict.Result) (homework.Replayer, []byte) {
	game, ok := r.Case.Problem.(homework.Replayer)
	if !ok {
		return nil, nil
	}
	if battle, isBattle := r.Case.Problem.(homework.Battle); isBattle {
		if _, first := battle.Turn(1, nil); first != nil {
			return nil, nil
		}
	}
	return game, walk.Differing(game, r.Files)
}
