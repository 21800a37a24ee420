package desk

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/pack"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A caseEntry is a case in a list.
type caseEntry struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Category   string   `json:"category"`
	Situations []string `json:"situations"`
}

// listCases lists the cases of an assignment, with the situations that they show if a course shows
// everything.
func listCases(ctx context.Context, q *question) (Reply, error) {
	all := []caseEntry{}
	for _, c := range q.cases {
		entry := q.listed(c)
		if q.desk.course.show() == report.ShowDiff {
			seen, err := c.Problem.Situations(ctx)
			if err != nil {
				return Reply{}, err
			}
			entry.Situations = append(entry.Situations, seen.Names(q.a.Situations)...)
		}
		all = append(all, entry)
	}
	return Reply{Value: all}, nil
}

// listed returns the data about a case for a list.
func (q *question) listed(c *cases.Case) caseEntry {
	return caseEntry{Name: c.Name, Title: c.Title, Category: c.Problem.Category(), Situations: []string{}}
}

// showCase returns a case: its input, and its right files if a course shows everything.
func showCase(ctx context.Context, q *question) (Reply, error) {
	c, err := q.find()
	if err != nil {
		return Reply{}, err
	}
	files := map[string][]byte{}
	if q.desk.course.show() == report.ShowDiff {
		if files, err = q.rightFiles(ctx, c); err != nil {
			return Reply{}, err
		}
	}
	files[q.a.Run.InputName()] = c.Input()
	return Reply{Value: q.listed(c), Files: files}, nil
}

// A rule is a part of the pages of rules.
type rule struct {
	Heading string `json:"heading"` // "Rule 7"
	Title   string `json:"title"`
	Text    string `json:"text"` // Markdown
	Shared  bool   `json:"shared"`
}

// listRules lists the rules of an assignment, and the shared rules.
func listRules(_ context.Context, q *question) (Reply, error) {
	all := []rule{}
	for _, p := range rules.Parts(q.a.Rules) {
		all = append(all, rule{p.Heading, p.Title, p.Text, false})
	}
	for _, p := range rules.Parts(rules.Shared) {
		all = append(all, rule{p.Heading, p.Title, p.Text, true})
	}
	return Reply{Value: all}, nil
}

// A mistake is a fault that is known.
type mistake struct {
	Name        string `json:"name"`
	Title       string `json:"about"`
	Explanation string `json:"explains"`
	Rule        string `json:"rule"` // the heading of the rule that it breaks
	RuleTitle   string `json:"title"`
	Case        string `json:"case"` // the smallest that catches it
}

// listMistakes lists the known mistakes, except for mistakes that no case shows.
func listMistakes(_ context.Context, q *question) (Reply, error) {
	all := []mistake{}
	for _, f := range catalog.Faults(q.a) {
		if smallest := q.game.smallest[f.ID]; smallest != "" {
			all = append(all, mistake{f.ID, f.Title, f.Explanation, f.Rule.Heading, q.titleOf(f.Rule),
				smallest})
		}
	}
	return Reply{Value: all}, nil
}

// titleOf returns the title of a rule.
func (q *question) titleOf(rule mutant.Rule) string {
	page := q.a.Rules
	if rule.Page == mutant.Shared {
		page = rules.Shared
	}
	found, _ := rules.Find(page, rule.Heading)
	return found.Title
}

// An example shows the effect of a mistake in the smallest case that catches it.
type example struct {
	mistake
	CaseTitle string `json:"caseTitle"`
	explanationPart
}

// showMistake explains the output of a program with a mistake in the smallest case that catches it.
func showMistake(ctx context.Context, q *question) (Reply, error) {
	all, err := listMistakes(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	known := all.Value.([]mistake)
	i := slices.IndexFunc(known, func(m mistake) bool { return strings.EqualFold(m.Name, q.Fault) })
	if i < 0 {
		return Reply{}, fmt.Errorf("want a mistake of %s, found %q", q.a.Name, q.Fault)
	}
	shown := example{mistake: known[i]}
	q.Case = shown.Case
	c, err := q.find()
	if err != nil {
		return Reply{}, err
	}
	files, err := catalog.Second(q.a).Solve(q.Edition, c.Input(), shown.Name)
	if err != nil {
		return Reply{}, err
	}
	made := &answer{files: map[string][]byte{}}
	for name, text := range files {
		made.files[name] = []byte(text)
	}
	shown.CaseTitle = c.Title
	if c, err = q.problem(ctx); err != nil {
		return Reply{}, err
	}
	r, first, part, err := q.differ(ctx, c, made)
	if err != nil {
		return Reply{}, err
	}
	reply, err := q.walk(ctx, c, "a program with the mistake", &r, first)
	if err == nil {
		shown.explanationPart = reply.Value.(explanationPart)
		shown.Verdict, shown.Text = part.Verdict, part.Text
		reply.Value = shown
	}
	return reply, err
}

// maxLines is the maximum number of lines of a search in the trace page of a browser's answer.
const maxLines = 200_000

// walkPage is the file of a reply that holds a trace page.
const walkPage = "walk.html"

// maxNamed is the size of the longest file, in bytes, in which known mistakes are looked for. The second
// solver keeps a whole log as lines, right or wrong; a browser does not have enough memory for both if the
// file is longer.
const maxNamed = search.MaxLog

// An explanationPart is a part of the explanation of an input.
type explanationPart struct {
	Verdict verdict.Verdict `json:"verdict,omitempty"` // of the program's files; "" without files
	Text    string          `json:"text,omitempty"`    // of the first difference
	// Unjudged names the files that were not checked.
	Unjudged string   `json:"unjudged,omitempty"`
	Known    []string `json:"known,omitempty"` // mistakes that fit
	Walk     bool     `json:"walk,omitempty"`  // there is a trace page
	More     bool     `json:"more,omitempty"`  // which does not hold all lines
}

// problem returns the case that is asked for, or one of the input.
func (q *question) problem(ctx context.Context) (*cases.Case, error) {
	if q.Case != "" {
		return q.find()
	}
	if strings.TrimSpace(q.Input) == "" {
		return nil, fmt.Errorf("want an input, found none")
	}
	c, err := cases.OnInput(q.a, "your-input", q.a.Run.InputName(), []byte(q.Input))
	if err != nil || len(q.Files) == 0 {
		return c, err
	}
	return c.Complete(ctx) // it is compared with the right answer
}

// explain explains where and why the files of a program first go wrong, on an input or on a case that they
// answer. It also makes the page that walks through the search, and lists the known mistakes that fit. It
// sends each part when it is ready: the first takes as long as solving the input, the last a hundred times as
// long.
func explain(ctx context.Context, q *question) (Reply, error) {
	c, err := q.problem(ctx)
	if err != nil {
		return Reply{}, err
	}
	a, err := q.answer(c)
	if err != nil {
		return Reply{}, err
	}
	if a == nil {
		return q.walk(ctx, c, "", nil, nil)
	}
	r, first, part, err := q.differ(ctx, c, a)
	if err != nil {
		return Reply{}, err
	}
	if a.some {
		part.Unjudged = a.unjudged(c)
	}
	q.OnPart(Reply{Value: part})
	walked, err := q.walk(ctx, c, "your files", &r, first)
	if err != nil {
		return Reply{}, err
	}
	q.OnPart(walked)
	known, err := q.known(ctx, r)
	return Reply{Value: explanationPart{Known: known}}, err
}

// answer returns the program's answer to a case, or nil. For a user's own input, the answer consists of the
// given files; for a case of the stock, of the files with its name among the answers.
func (q *question) answer(c *cases.Case) (*answer, error) {
	if len(q.Files) == 0 {
		return nil, nil
	}
	if q.Case != "" {
		all, err := q.read()
		return all[c.Name], err
	}
	a := &answer{files: map[string][]byte{}}
	for name, text := range q.Files {
		if err := a.add(path.Base(name), text); err != nil {
			return nil, err
		}
	}
	if a.some = true; len(a.requiredFiles(c)) > 0 {
		return a, nil
	}
	if a.some = false; a.ran { // and left nothing
		return a, nil
	}
	found := cmp.Or(escape.Line(strings.Join(a.listFiles(), " and ")), "none of them")
	return nil, fmt.Errorf("want %s, which this input asks for, found %s",
		strings.Join(c.Problem.Files(), " or "), found)
}

// unjudged names the required files that an answer lacks, and the files that the case does not require, or
// returns "".
func (a *answer) unjudged(c *cases.Case) string {
	var missing, other, lines []string
	for _, name := range c.Problem.Files() {
		if !a.has(name) {
			missing = append(missing, name)
		}
	}
	for _, name := range a.listFiles() {
		if !slices.Contains(c.Problem.Files(), name) && name != c.Assignment.Run.InputName() {
			other = append(other, escape.Line(name))
		}
	}
	addLine := func(names []string, reason string) {
		switch len(names) {
		case 0:
		case 1:
			lines = append(lines, names[0]+" was not looked at"+reason+".")
		default:
			lines = append(lines, strings.Join(names, " and ")+" were not looked at"+reason+".")
		}
	}
	addLine(missing, "")
	addLine(other, ": this input asks for no such file")
	return strings.Join(lines, " ")
}

// walk makes the page that walks through the search of a case. Unless r is nil, the page also shows the
// answer of the program with the given name.
func (q *question) walk(ctx context.Context, c *cases.Case, name string, r *verdict.Result,
	first *decision.Explanation) (Reply, error) {
	options := homework.Options{Edition: q.Edition}
	game, err := decision.Searched(ctx, c.Problem, options, first)
	if game == nil || err != nil {
		return Reply{Value: explanationPart{}}, err
	}
	page := walk.Page{Assignment: q.a.Name, Name: c.Name, Title: c.Title, Edition: q.Edition, Game: game,
		Options: options, MaxLines: maxLines, First: first, Plain: true}
	if r != nil {
		page.Program = &walk.Program{Name: name, Verdict: string(r.Verdict), Reason: r.Reason,
			Log: walk.Differing(game, r.Files)}
	}
	var text bytes.Buffer
	sum, err := walk.Write(ctx, &text, page)
	return Reply{Value: explanationPart{Walk: true, More: sum.More},
		Files: map[string][]byte{walkPage: text.Bytes()}}, err
}

// differ judges an answer. part has the verdict and the first difference.
func (q *question) differ(ctx context.Context, c *cases.Case, a *answer) (r verdict.Result,
	first *decision.Explanation, part explanationPart, err error) {
	if r, err = q.judge(ctx, c, a); err != nil {
		return r, nil, part, err
	}
	if first, err = decision.Explain(ctx, decision.Question{Problem: c.Problem,
		Options: homework.Options{Edition: q.Edition}, Files: r.Files}); err != nil {
		return r, nil, part, err
	}
	var text strings.Builder
	if first != nil {
		err = first.Print(&text, false)
	} else {
		r.Explain(&text, compare.Style{})
	}
	return r, first, explanationPart{Verdict: r.Verdict, Text: text.String()}, err
}

// known returns the known mistakes that fit a program's answer to a case.
func (q *question) known(ctx context.Context, r verdict.Result) ([]string, error) {
	for _, f := range r.Files {
		if len(f.Text) > maxNamed {
			return []string{fmt.Sprintf("Known mistakes are looked for in files of at most %d MB: %s has more. "+
				"\"touchstone explain\" on the command line looks there too.",
				maxNamed>>20, f.Name)}, nil
		}
	}
	faults, grade, err := diagnosis.Case(ctx, q.a, q.Edition, r)
	fitting := diagnosis.NewKnown(faults, grade)
	if fitting == nil {
		return nil, err
	}
	return append(fitting.Fits(), fitting.Caution()[0]+". Check, with the answers to all cases, says whether "+
		"they fit, too."), err
}

// rightFiles returns the right files of a case.
func (q *question) rightFiles(ctx context.Context, c *cases.Case) (map[string][]byte, error) {
	return homework.Answer(ctx, c.Problem, homework.Options{Edition: q.Edition})
}

// solve returns the right files of an input.
func solve(ctx context.Context, q *question) (Reply, error) {
	c, err := q.problem(ctx)
	if err != nil {
		return Reply{}, err
	}
	files, err := q.rightFiles(ctx, c)
	return Reply{Files: files}, err
}

// runners are the programs in cases.zip that run a student's own program on each case. All make answers.zip.
//
//go:embed bundle
var runners embed.FS

// bundleFile is the file of a reply that holds the cases.
const bundleFile = "cases.zip"

// bundle returns a zip with the inputs of all cases and the scripts that run a program on each.
func bundle(_ context.Context, q *question) (Reply, error) {
	var text bytes.Buffer
	z := zip.NewWriter(&text)
	dir := q.a.Name + "-cases"
	add := func(name string, mode fs.FileMode, data []byte) error {
		return pack.File(z, path.Join(dir, name), mode, data)
	}
	var wrong []error
	for _, c := range q.cases {
		wrong = append(wrong, add(path.Join("cases", c.Name, q.a.Run.InputName()), 0o644, c.Given()))
	}
	for _, name := range []string{"run.py", "run.sh", "run.bat", "README.txt"} {
		src, err := runners.ReadFile("bundle/" + name)
		script := strings.NewReplacer("{ASSIGNMENT}", q.a.Name, "{ARGS}", strings.Join(q.a.Args, " "), "{SECONDS}",
			q.desk.course.seconds()).Replace(string(src))
		if name == "run.bat" {
			script = strings.ReplaceAll(script, "\n", "\r\n")
		}
		mode := fs.FileMode(0o755)
		if name == "README.txt" {
			mode = 0o644
		}
		wrong = append(wrong, err, add(name, mode, []byte(script)))
	}
	err := errors.Join(append(wrong, z.Close())...)
	return Reply{Value: len(q.cases), Files: map[string][]byte{q.a.Name + "-" + bundleFile: text.Bytes()}}, err
}

// seconds returns the time of a program for a case.
func (c *Course) seconds() string {
	if c == nil || c.Seconds == 0 {
		return "10"
	}
	return strconv.FormatFloat(c.Seconds, 'f', -1, 64)
}
