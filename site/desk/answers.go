package desk

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The limits of dropped files, which fit into a browser's memory.
const (
	maxBytes = 256 << 20
	maxFiles = 50_000
)

// errTooMuch is the error for more.
var errTooMuch = fmt.Errorf("want at most %d MB and %d files, found more", maxBytes>>20, maxFiles)

// The file in which the runners of the bundle record the program whose cases were run, and the files next to
// an answer in which they record how the program ended, and its standard error.
const (
	assignmentFile = "touchstone-assignment.txt"
	endedFile      = "touchstone-ended.txt"
	errorsFile     = "touchstone-stderr.txt"
)

// An answer is a program's answer to a case.
type answer struct {
	files   map[string][]byte
	outcome outcome.Outcome
	ran     bool // a runner recorded how it ended
	some    bool // it may have written other files, which were not dropped
}

// A droppedFiles holds the dropped files while read sorts them.
type droppedFiles struct {
	game        string
	known       map[string]bool // the names of its cases
	found       map[string]*answer
	size, count int
}

// read returns the dropped answers, keyed by the names of their cases. An answer is a directory with the name
// of a case, in a zip or among the dropped files. Files that belong to no case are in no answer.
func (q *question) read() (map[string]*answer, error) {
	p := &droppedFiles{game: q.a.Name, known: map[string]bool{}, found: map[string]*answer{}}
	for _, c := range q.cases {
		p.known[c.Name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(q.Files)) {
		text, err := q.Files[name], error(nil)
		if bytes.HasPrefix(text, []byte("PK\x03\x04")) {
			err = unzip(text, p.add)
		} else {
			err = p.add(strings.ReplaceAll(name, `\`, "/"), text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", escape.Line(name), err)
		}
	}
	switch {
	case len(p.found) == 0:
		return nil, fmt.Errorf("want answers to cases of %s, in directories with the names of its cases (such as "+
			"%s/%s), found none: is it the right assignment?",
			q.a.Name, q.cases[0].Name, q.cases[0].Problem.Files()[0])
	case p.hasOnlyInputs(q.a.Run.InputName()):
		return nil, fmt.Errorf("want answers to cases of %s, found the cases: run your program on them by "+
			"run.py next to them, and drop the answers.zip that it makes", q.a.Name)
	}
	return p.found, nil
}

// add adds a file.
func (p *droppedFiles) add(name string, text []byte) error {
	if p.size, p.count = p.size+len(text), p.count+1; p.size > maxBytes || p.count > maxFiles {
		return errTooMuch
	}
	student, file := path.Base(path.Dir(name)), path.Base(name)
	content := escape.Line(strings.TrimSpace(string(text[:min(len(text), 60)])))
	if file == assignmentFile && content != p.game {
		return fmt.Errorf("want answers to cases of %s, found those of %s: choose that homework", p.game, content)
	}
	if !p.known[student] {
		return nil
	}
	if p.found[student] == nil {
		p.found[student] = &answer{files: map[string][]byte{}}
	}
	return p.found[student].add(file, text)
}

// hasOnlyInputs reports whether there are inputs alone, as in the zip of the cases, on which no program has run.
func (p *droppedFiles) hasOnlyInputs(input string) bool {
	for _, a := range p.found {
		if a.ran || len(a.files) != 1 || !a.has(input) {
			return false
		}
	}
	return true
}

// unzip passes the files of a zip to add. It unpacks no more than fits into a browser's memory.
func unzip(text []byte, add func(name string, text []byte) error) error {
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return errors.New("want a zip that can be read, found a damaged or incomplete one")
	}
	for i, f := range z.File {
		if i > maxFiles {
			return errTooMuch
		}
		if !f.Mode().IsRegular() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return errors.New("want a zip whose files can be read, found one that cannot")
		}
		got, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
		if err != nil {
			return errors.New("want a zip whose files can be read, found a damaged one")
		}
		if err := add(strings.ReplaceAll(f.Name, `\`, "/"), got); err != nil {
			return err
		}
	}
	return nil
}

// add adds a file of the program, or a record of the runner about it.
func (a *answer) add(file string, text []byte) error {
	switch file {
	case errorsFile:
		a.outcome.Errors = text[max(0, len(text)-(16<<10)):]
	case endedFile:
		a.ran = true
		return a.readEnd(string(text))
	default:
		a.files[file] = text
	}
	return nil
}

// readEnd reads how a program ended: "exit 1", "signal SIGSEGV", "time 2.03" for one that was stopped after so
// many seconds.
func (a *answer) readEnd(text string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch word {
	case "exit":
		n, err := strconv.Atoi(rest)
		a.outcome.Exit = n
		return err
	case "signal":
		a.outcome.Exit, a.outcome.Signal = -1, escape.Line(rest)
		return nil
	case "time":
		seconds, err := strconv.ParseFloat(rest, 64)
		a.outcome.Stopped, a.outcome.Wall = outcome.StoppedWall, time.Duration(seconds*float64(time.Second))
		return err
	}
	return fmt.Errorf("want %s to say exit, signal or time, found %q", endedFile,
		escape.Line(text[:min(len(text), 40)]))
}

// requiredFiles returns the files that a case requires. If only some files of the answer were dropped, it returns
// these.
func (a *answer) requiredFiles(c *cases.Case) []string {
	return slices.DeleteFunc(slices.Clone(c.Problem.Files()),
		func(name string) bool { return a.some && !a.has(name) })
}

// has reports whether there is a file, which may be empty.
func (a *answer) has(name string) bool {
	_, ok := a.files[name]
	return ok
}

// open opens a file of the answer.
func (a *answer) open(name string) (judge.File, error) {
	text, ok := a.files[name]
	if !ok {
		return nil, regular.AbsentFile()
	}
	return judge.Memory(text), nil
}

// listFiles lists the first few files that there are.
func (a *answer) listFiles() (names []string) {
	const maxFiles = 5
	for name := range a.files {
		if fs.ValidPath(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[:min(len(names), maxFiles)]
}

// A checkResult is the result of a check, in the words of "touchstone check".
type checkResult struct {
	Score    string          `json:"score"`            // the points in a line, of all cases
	Absent   []string        `json:"absent"`           // cases without any dropped files
	Failed   string          `json:"failed,omitempty"` // why the causes are not known
	Causes   []cause         `json:"causes"`
	Cases    []failure       `json:"cases"`    // that fail, and have no cause
	Book     gradebook.Sheet `json:"book"`     // verdicts and points: a class of one
	Document string          `json:"document"` // the report of --format json
}

// A cause is something that the program does wrong, with the smallest case that shows it.
type cause struct {
	Key     string          `json:"key"`
	Fault   string          `json:"fault,omitempty"` // the known mistake
	Brief   string          `json:"brief"`
	About   []string        `json:"about"`
	Case    string          `json:"case"`
	Verdict verdict.Verdict `json:"verdict"`
	Text    string          `json:"text"` // the first difference
	Cases   []string        `json:"cases"`
}

// A failure is a case that fails.
type failure struct {
	Name    string          `json:"name"`
	Title   string          `json:"title"`
	Verdict verdict.Verdict `json:"verdict"`
	Text    string          `json:"text"`
}

// check judges answers and sends the verdicts. Then it finds the causes, and returns both. If that fails, it
// returns the verdicts with the reason.
func check(ctx context.Context, q *question) (Reply, error) {
	answers, err := q.read()
	if err != nil {
		return Reply{}, err
	}
	c := checkResult{Causes: []cause{}, Cases: []failure{}, Absent: []string{}}
	var results, absent []verdict.Result
	var kept verdict.Kept
	for i, testCase := range q.cases {
		q.Step(i, len(q.cases))
		if answers[testCase.Name] == nil {
			c.Absent = append(c.Absent, testCase.Name)
			r := verdict.Result{Case: testCase, Verdict: verdict.Missing}
			if r.Beyond, err = testCase.Beyond(ctx, q.Edition); err != nil {
				return Reply{}, err
			}
			absent = append(absent, r)
			continue
		}
		r, err := q.judge(ctx, testCase, answers[testCase.Name])
		if err != nil {
			return Reply{}, err
		}
		results = append(results, kept.Keep(r))
	}
	q.Step(len(q.cases), len(q.cases))
	sum := report.Summarise(results, nil)
	score := q.score(results)
	sum.Score = &score
	judged, err := q.reply(c, sum, results, absent)
	if err != nil || q.desk.course.show() != report.ShowDiff {
		return judged, err
	}
	q.OnPart(judged)
	var whole Reply
	if err := run.Recover(func() (err error) {
		explained := sum
		explained.Causes, explained.Unexplained, err = diagnosis.Program(ctx,
			diagnosis.Question{Assignment: q.a, Edition: q.Edition, Course: q.isLenient(), Results: results})
		if err == nil {
			whole, err = q.reply(c, explained, results, absent)
		}
		return err
	}); err != nil {
		c.Failed, _, _ = strings.Cut(err.Error(), "\n") // without the stack
		return q.reply(c, sum, results, absent)
	}
	return whole, nil
}

// reply returns the results of a check as a reply.
func (q *question) reply(c checkResult, sum report.Summary, results, absent []verdict.Result) (Reply, error) {
	var document bytes.Buffer
	if err := q.report(report.NewJSON(&document), sum, results); err != nil {
		return Reply{}, err
	}
	score, seen := q.score(append(absent, results...)), &report.Recorder{}
	sum.Score = &score // in which a case has its worth among all cases
	if err := q.report(seen, sum, results); err != nil {
		return Reply{}, err
	}
	c.Score, c.Document = score.String(), document.String()
	c.addCauses(seen)
	var err error
	c.Book, err = book(seen)
	return Reply{Value: c}, err
}

// book returns the part of a gradebook that one student sees.
func book(seen *report.Recorder) (gradebook.Sheet, error) {
	you := gradebook.Student{Name: "you", Results: seen.Results, Summary: seen.Sum}
	class := &gradebook.Class{Start: seen.Began, Students: []gradebook.Student{you}}
	for _, r := range seen.Results {
		class.Cases = append(class.Cases, r.Case)
	}
	return gradebook.NewSheet(class)
}

// score returns the points by the rule of the course or the assignment.
func (q *question) score(results []verdict.Result) verdict.Score {
	var rule verdict.Rule
	if c := q.desk.course; c != nil {
		rule = c.Points
	}
	return rule.Score(q.a, results)
}

// isLenient reports whether files are compared as by the course.
func (q *question) isLenient() bool { return q.Compare == "course" }

// judge judges the answer to a case.
func (q *question) judge(ctx context.Context, c *cases.Case, a *answer) (r verdict.Result, err error) {
	if c, err = q.game.complete(ctx, c); err != nil {
		return r, err
	}
	j := judge.Judge{Case: c, Edition: q.Edition, Course: q.isLenient(), Text: diagnosis.MaxOfFile, Open: a.open,
		OtherFiles: a.listFiles}
	r = verdict.Result{Case: c, Outcome: a.outcome}
	if r.Beyond, err = c.Beyond(ctx, q.Edition); err != nil {
		return r, err
	}
	for _, name := range a.requiredFiles(c) {
		f, err := j.File(ctx, name)
		if err != nil {
			return r, err
		}
		r.Files = append(r.Files, f)
	}
	r.Verdict, r.Reason = judge.Verdict(a.outcome, a.outcome.CPU, a.outcome.Wall, r.Files, q.a.Run.ExitCounts)
	if r.Verdict == verdict.Crash {
		r.CrashLine = judge.Place(a.outcome.Errors)
	}
	if r.Verdict == verdict.Wrong || r.Verdict == verdict.Crash {
		r.Edition, err = j.OtherEdition(ctx)
	}
	return r, err
}

// addCauses adds the causes that a student sees, and each failure without a cause.
func (c *checkResult) addCauses(seen *report.Recorder) {
	for _, found := range seen.Sum.Causes {
		first := seen.Of(found.Cases[0])
		entry := cause{
			Key: found.Key, Brief: found.Brief(), About: found.Paragraphs(), Case: first.Case.Name,
			Verdict: first.Verdict, Text: found.Difference(first), Cases: found.Cases,
		}
		if len(found.Faults) > 0 {
			entry.Fault = found.Faults[0].Name
		}
		c.Causes = append(c.Causes, entry)
	}
	for _, r := range seen.Results {
		if r.Verdict != verdict.Pass && !seen.Sum.HasCauseFor(r.Case.Name) {
			c.Cases = append(c.Cases, failure{r.Case.Name, r.Case.Title, r.Verdict, report.Details(r)})
		}
	}
}

// report reports a check as "touchstone check" does, within the limits that the course sets for students.
func (q *question) report(to report.Reporter, sum report.Summary, results []verdict.Result) error {
	to = report.Limit(to, q.desk.course.show())
	edition, err := q.a.Edition(q.Edition)
	if err != nil {
		return err
	}
	to.Start(report.Start{
		Assignment: q.a.Name, Edition: edition, Compare: cmp.Or(q.Compare, "exact"), Command: []string{},
		Cases: len(results), Sandbox: []string{},
	})
	for _, r := range results {
		to.Result(r)
	}
	to.End(sum)
	return nil
}
