package gradebook

import (
	"cmp"
	"embed"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// parts holds the parts of report.html and feedback.html.
//
//go:embed page
var parts embed.FS

// A sheet is the data of report.html, without the texts and the column "heads".
type sheet struct {
	Title      string        `json:"title"`
	Assignment string        `json:"assignment"`
	Edition    string        `json:"edition"`
	Compare    string        `json:"compare"`
	Tool       string        `json:"touchstone,omitempty"`
	Max        float64       `json:"of"`
	Verdicts   []string      `json:"verdicts"`
	Cases      []caseData    `json:"cases"`
	Students   []studentData `json:"students"`
	Lessons    []*lesson     `json:"lessons"`
	Scores     *scores       `json:"scores,omitempty"` // nil without students
	Copies     []copies      `json:"alike"`
}

// copies is a group of students who submitted equal files, by their indexes.
type copies struct {
	Students []int `json:"students"`
}

type caseData struct {
	Name     string  `json:"name"`
	Title    string  `json:"title"`
	Category string  `json:"category"`
	Beyond   string  `json:"notAsked,omitempty"`
	Worth    float64 `json:"worth"`
}

type studentData struct {
	Name     string      `json:"name"`
	Dir      string      `json:"directory"`
	Points   *float64    `json:"points"` // null for a student who could not be graded
	Failed   string      `json:"notGraded,omitempty"`
	Verdicts string      `json:"verdicts"`
	Built    string      `json:"noProgram,omitempty"`
	Causes   []causeData `json:"causes"`
	Score    string      `json:"score"`
	// Account lists how the points were computed.
	Account []verdict.Entry `json:"account"`
}

type causeData struct {
	Lesson int      `json:"lesson"`
	Brief  string   `json:"brief"`
	Faults []string `json:"faults,omitempty"` // names
	Notes  []int    `json:"notes"`            // texts
	Cases  []int    `json:"cases"`
	Lost   float64  `json:"lost"`
	Text   int      `json:"text"`
	Walk   []string `json:"walk,omitempty"` // the case and the file of a page that walks its search
}

// scores are the distribution of points.
type scores struct {
	Median float64 `json:"median"`
	Lower  float64 `json:"lower"` // quartile
	Upper  float64 `json:"upper"`
	Mean   float64 `json:"mean"`
	Bins   []int   `json:"bins"` // of equal widths; the last is for full points
}

// bins is the number of bars, not counting the bar for full points.
const bins = 20

// distribution returns the distribution of the points of a class.
func (c *class) distribution() *scores {
	graded := slices.DeleteFunc(slices.Clone(c.students), func(s *student) bool { return s.failed != "" })
	if len(graded) == 0 {
		return nil
	}
	d := &scores{Bins: make([]int, bins+1)}
	var all []float64
	for _, s := range graded {
		all = append(all, s.score.Points)
		d.Mean += s.score.Points / float64(len(graded))
		bin := 0
		if s.score.Max > 0 { // a rounding error does not count as a lost point
			bin = int(math.Floor(bins*s.score.Points/s.score.Max + 1e-9))
		}
		d.Bins[max(0, min(bin, bins))]++
	}
	slices.Sort(all)
	d.Lower, d.Median, d.Upper = quantile(all, .25), quantile(all, .5), quantile(all, .75)
	return d
}

// quantile returns a quantile of sorted numbers, between two of them in proportion.
func quantile(all []float64, q float64) float64 {
	at := q * float64(len(all)-1)
	low := int(at)
	high := min(low+1, len(all)-1)
	return all[low] + (at-float64(low))*(all[high]-all[low])
}

// maxHead is the maximum number of bytes of the reason for a verdict in the page.
const maxHead = 160

// sheet returns the data of the page, its texts, and for each student and case the text of why it did
// not pass.
func (c *class) sheet() (*sheet, *texts, []int) {
	t := &texts{[]string{""}, map[string]int{"": 0}}
	d := &sheet{
		Title: escape.Line(c.Title), Assignment: c.Start.Assignment, Edition: c.Start.Edition,
		Compare: c.Start.Compare,
		Tool:    c.Start.Tool, Verdicts: verdictNames(), Scores: c.distribution(), Max: 100,
		Students: []studentData{},
	}
	for i, testCase := range c.Cases {
		data := caseData{Name: escape.Line(testCase.Name), Title: escape.Line(testCase.Title),
			Category: testCase.Problem.Category(), Worth: c.worth(i)}
		if len(c.students) > 0 {
			data.Beyond = escape.Line(c.students[0].Results[i].Beyond)
		}
		d.Cases = append(d.Cases, data)
	}
	lessons, byStudent := c.lessons(t)
	d.Lessons = append([]*lesson{}, lessons...)
	var heads []int
	for i, s := range c.students {
		d.Max = s.score.Max
		student := studentData{
			Name: escape.Line(s.Name), Dir: s.dir, Points: s.points(),
			Failed: shorten(escape.Line(SummarizeReason(s.failed)), maxText), Verdicts: s.verdicts,
			Built: shorten(escape.Text(s.NoProgram), maxText), Causes: []causeData{},
			Score: escape.Line(s.score.String()), Account: s.score.Account(),
		}
		if s.failed != "" {
			student.Score, student.Account = "not graded", nil
		}
		for k := range s.Summary.Causes {
			student.Causes = append(student.Causes, c.cause(s, k, byStudent[i][k], t))
		}
		d.Students = append(d.Students, student)
		for _, r := range s.Results {
			head := ""
			if r.Verdict != verdict.Pass && r.Verdict != verdict.Build {
				head = shorten(strings.TrimPrefix(report.Headline(r, report.Details(r)), string(r.Verdict)), maxHead)
			}
			heads = append(heads, t.id(head))
		}
	}
	d.Copies = findCopies(c.students)
	return d, t, heads
}

// cause returns the page's data about one cause of a student.
func (c *class) cause(s *student, k, lesson int, t *texts) causeData {
	from := s.Summary.Causes[k]
	data := causeData{Lesson: lesson, Brief: escape.Line(from.Brief()), Notes: []int{},
		Text: t.id(c.difference(s, k))}
	for _, f := range from.Faults {
		data.Faults = append(data.Faults, f.Name)
	}
	for _, note := range from.Notes() {
		data.Notes = append(data.Notes, t.id(escape.Line(note)))
	}
	data.Cases = c.places(from.Cases)
	data.Lost = s.lostPoints(data.Cases)
	if walk, made := s.pages[k]; made {
		data.Walk = walk[:]
	}
	return data
}

// A Sheet is the data of report.html. The scripts of package page turn it into the page of a class.
type Sheet struct {
	Class any      `json:"class"`
	Texts []string `json:"texts"`
	Heads []int    `json:"heads"`
}

// NewSheet returns the data of a class, for a page that shows it with the same parts.
func NewSheet(from *Class) (Sheet, error) {
	c, err := newClass(from)
	if err != nil {
		return Sheet{}, err
	}
	class, texts, heads := c.sheet()
	return Sheet{class, texts.all, heads}, nil
}

// writeReport writes report.html.
func (c *class) writeReport(w io.Writer) error {
	d, t, heads := c.sheet()
	p := page.Page{
		Title: d.Title + " - touchstone grades",
		Style: page.BookStyle + page.VerdictStyle + page.Part(parts, "page.css"),
		Body:  page.Part(parts, "page.html"),
		Scripts: slices.Concat(page.VerdictScripts,
			page.Scripts(parts, "class", "scores", "lesson", "map", "tables", "student", "main")),
	}
	if err := p.Data.JSON("class", d); err != nil {
		return err
	}
	if err := p.Data.JSON("texts", t.all); err != nil {
		return err
	}
	column := p.Data.Column("heads")
	for _, id := range heads {
		column.U32(uint32(id))
	}
	return p.Write(w)
}

// texts are the texts of a page, without duplicates. The first is empty.
type texts struct {
	all []string
	ids map[string]int
}

// id returns the number of a text.
func (t *texts) id(text string) int {
	id, known := t.ids[text]
	if !known {
		id = len(t.all)
		t.ids[text], t.all = id, append(t.all, text)
	}
	return id
}

// shorten cuts a text that is too long.
func shorten(text string, maxLength int) string {
	if len(text) <= maxLength {
		return text
	}
	return strings.ToValidUTF8(text[:maxLength], "") + " ..."
}

// A Weight is the weight of a cause in a class.
type Weight struct {
	Key      string
	Students int // with the cause
	Cases    int // that show the cause, of all students
}

// Compare orders causes in all reports of a class: first the cause of most students, then of most cases.
func (w Weight) Compare(other Weight) int {
	return cmp.Or(cmp.Compare(other.Students, w.Students), cmp.Compare(other.Cases, w.Cases),
		cmp.Compare(w.Key, other.Key))
}

// A lesson is a cause over the whole class: a topic to teach next.
type lesson struct {
	Key      string            `json:"key"`
	Brief    string            `json:"brief"` // in one line
	Faults   []diagnosis.Fault `json:"faults,omitempty"`
	Right    string            `json:"right,omitempty"` // of a lesson that is not a known mistake
	Ways     int               `json:"ways,omitempty"`  // of a cause that is not a known mistake
	Students []int             `json:"students"`
	Lost     []float64         `json:"lost"`  // points of each, by the cases that it explains
	Total    float64           `json:"total"` // of all
	Example  int               `json:"example"`
	Text     int               `json:"text"` // the difference in the smallest case of the example
	Case     int               `json:"case"` // -1 if it is about no case
	smallest int               // bytes of that text
	cases    int               // of all students
	variants map[string]int    // by Brief
}

func (l *lesson) weight() Weight { return Weight{l.Key, len(l.Students), l.cases} }

// lessons returns the causes of the class in their order, and for each student which of them each of the
// causes is.
func (c *class) lessons(t *texts) (all []*lesson, byStudent [][]int) {
	byKey := map[string]*lesson{}
	for i, s := range c.students {
		for k, cause := range s.Summary.Causes {
			l := byKey[cause.Key]
			if l == nil {
				l = &lesson{Key: cause.Key, Faults: cause.Faults, Right: cause.Right, Example: -1,
					variants: map[string]int{}}
				byKey[cause.Key] = l
			}
			l.Faults = mergeFaults(l.Faults, cause.Faults)
			l.variants[cause.Brief()]++
			lost := s.lostPoints(c.places(cause.Cases))
			l.cases += len(cause.Cases)
			if n := len(l.Students); n > 0 && l.Students[n-1] == i { // in another of its ways
				l.Lost[n-1] = verdict.Cents(l.Lost[n-1] + lost)
			} else {
				l.Students, l.Lost = append(l.Students, i), append(l.Lost, lost)
			}
			l.Total = verdict.Cents(l.Total + lost)
			if text := c.difference(s, k); l.Example < 0 || len(text) < l.smallest {
				l.Example, l.Text, l.Case, l.smallest = i, t.id(text), c.caseAt[cause.Cases[0]], len(text)
			}
		}
	}
	if l := c.noProgramLesson(t); l != nil {
		byKey[l.Key] = l
	}
	for _, l := range byKey {
		l.name()
		all = append(all, l)
	}
	slices.SortFunc(all, func(x, y *lesson) int { return x.weight().Compare(y.weight()) })
	places := map[string]int{}
	for i, l := range all {
		places[l.Key] = i
	}
	for _, s := range c.students {
		ids := []int{}
		for _, cause := range s.Summary.Causes {
			ids = append(ids, places[cause.Key])
		}
		byStudent = append(byStudent, ids)
	}
	return all, byStudent
}

// noProgramLesson returns the lesson that students must submit a program that can be built, or nil if all have done
// so.
func (c *class) noProgramLesson(t *texts) *lesson {
	const brief = "there is no program to run"
	l := &lesson{Key: string(verdict.Build), Example: -1, Case: -1, variants: map[string]int{brief: 1}}
	for i, s := range c.students {
		if s.NoProgram == "" {
			continue
		}
		all := slices.Collect(maps.Values(c.caseAt))
		lost := s.lostPoints(all)
		l.Students, l.Lost = append(l.Students, i), append(l.Lost, lost)
		l.Total, l.cases = verdict.Cents(l.Total+lost), l.cases+len(all)
		if text := shorten(escape.Text(s.NoProgram), maxText); l.Example < 0 || len(text) < l.smallest {
			l.Example, l.Text, l.smallest = i, t.id(text), len(text)
		}
	}
	if l.Students == nil {
		return nil
	}
	return l
}

// mergeFaults adds faults that others does not contain yet: for students with fewer failing cases, more faults are
// indistinguishable.
func mergeFaults(all, more []diagnosis.Fault) []diagnosis.Fault {
	all = slices.Clone(all)
	for _, f := range more {
		if !slices.ContainsFunc(all, func(known diagnosis.Fault) bool { return known.Name == f.Name }) {
			all = append(all, f)
		}
	}
	return all
}

// name sets the title of a lesson: the description of a known mistake, or else the most frequent wording. It
// refers to rules by their titles, since readers do not have touchstone's files.
func (l *lesson) name() {
	maxCount := 0
	for _, brief := range slices.Sorted(maps.Keys(l.variants)) {
		if l.variants[brief] > maxCount {
			maxCount, l.Brief = l.variants[brief], brief
		}
	}
	if len(l.Faults) > 0 {
		l.Brief = escape.Line(l.Faults[0].Title)
	} else if len(l.variants) > 1 {
		l.Ways = len(l.variants)
	}
	for i := range l.Faults {
		l.Faults[i].Rule = escape.Line(rules.Titled(l.Faults[i].Rule))
	}
	l.Right = escape.Line(l.Right)
}

// maxText is the maximum number of bytes of a text in the page.
const maxText = 16 << 10

// difference returns the difference in the first case of a student's cause.
func (c *class) difference(s *student, cause int) string {
	found := s.Summary.Causes[cause]
	return shorten(found.Difference(s.Results[c.caseAt[found.Cases[0]]]), maxText)
}
