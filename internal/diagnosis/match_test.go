package diagnosis

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A second solver that stops early gives the same evidence as its whole output: for programs with each kind of
// mistake, for files that are cut short or strange, and for faults of every kind.
func TestEarlyVerdicts(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all, d := gametest.Corpus(t, a), newDiagnosis(a, "")
		s := shortLog(d, all)
		if s == nil {
			expect.Equal(t, "gangwars", a.Name, "an assignment without a case with a short log")
			continue
		}
		right, rubbish := s.reference.files, map[string][]string{}
		for name := range right {
			rubbish[name] = []string{"X"}
		}
		programs := []map[string][]string{cut(right, 1), cut(right, 12), goingOn(right), {}, rubbish}
		for i, f := range catalog.Faults(a) {
			if i%20 > 0 {
				continue
			}
			if made := d.solve(s.c, f.ID); made.ok && !made.writes(right) {
				programs = append(programs, made.files, cut(made.files, 12))
			}
		}
		for _, got := range programs {
			s.got = got
			expectEarly(t, d, s)
			s.partial = true
			expectEarly(t, d, s)
			s.partial = false
		}
		l := newRowMatcher(s.stage, rubbish, right)
		expect.True(t, l.stop(right[s.stage.File][s.stage.First-1]), a.Name, "settles rubbish early")
		s.got = right
		d.explainBy(s, catalog.Faults(a)[0].ID)
		expectEarly(t, d, s)
	}
}

// shortLog returns a case with a log and a short answer, or nil.
func shortLog(d *diagnosis, all []*cases.Case) *symptom {
	for _, c := range all {
		if size := c.AnswerSize(); size < 250 || size > 700 {
			continue
		}
		s := d.symptom(verdict.Result{Case: c})
		if log, _ := parts(s.stage, s.reference.files); len(log) > 0 {
			return s
		}
	}
	return nil
}

func expectEarly(t *testing.T, d *diagnosis, s *symptom) {
	t.Helper()
	for i, f := range d.second.Faults() {
		if i%4 > 0 && f.Kind != "form" {
			continue
		}
		faults := append(slices.Clone(s.causes), f.ID)
		made := d.solve(s.c, faults...)
		if !made.ok {
			continue // but its first rows may distinguish it
		}
		expect.Equal(t, s.compare(made), d.evaluate(s, f.ID), d.a.Name, s.c.Name, faults, s.got)
		expect.Equal(t, made.writes(s.got), d.writes(s, s.got, faults...), d.a.Name, s.c.Name, faults, s.got)
	}
}

// An evaluation predicts all right values, and at least four wrong ones and a third of them.
func TestPredicts(t *testing.T) {
	e := evaluation{value: func(l *leaf) int64 { return l.own }}
	for _, c := range []struct{ right, missed, predicted, wrong, want int }{
		{5, 0, 4, 0, 4}, {5, 0, 3, 0, 0}, {5, 0, 4, 8, 4}, {5, 0, 4, 9, 0}, {5, 1, 4, 0, 0}, {0, 0, 6, 12, 6},
	} {
		leaves := slices.Repeat([]*leaf{{want: 1, got: 1, own: 1}}, c.right)
		leaves = append(leaves, slices.Repeat([]*leaf{{want: 1, got: 1, own: 2}}, c.missed)...)
		leaves = append(leaves, slices.Repeat([]*leaf{{want: 1, got: 2, own: 2}}, c.predicted)...)
		leaves = append(leaves, slices.Repeat([]*leaf{{want: 1, got: 2, own: 3}}, c.wrong)...)
		expect.Equal(t, c.want, e.predicts(leaves), c)
	}
}

// cut returns files of at most maxLines lines.
func cut(files map[string][]string, maxLines int) map[string][]string {
	some := map[string][]string{}
	for name, text := range files {
		some[name] = text[:min(maxLines, len(text))]
	}
	return some
}

// goingOn returns files that go on where they should end, without a newline.
func goingOn(files map[string][]string) map[string][]string {
	more := maps.Clone(files)
	for name, text := range more {
		more[name] = scan.Lines(strings.TrimSuffix(strings.Join(text, ""), "\n") + "\nand on")
	}
	return more
}

// Each evaluation of a fault resets its counts, so that the search for a second fault does not add to them.
func TestCountsStartAgain(t *testing.T) {
	corpus, r := gametest.Corpus(t, &reversi.Assignment), &record{evidence: map[*symptom]evidence{}}
	var symptoms []*symptom
	for i, says := range []evidence{equals, fits, doubtful, fits, against} {
		symptoms = append(symptoms, &symptom{c: corpus[i]})
		r.evidence[symptoms[i]] = says
	}
	r.evaluate(&diagnosis{}, symptoms) // the last case refutes the fault
	for range 3 {
		r.evaluate(&diagnosis{}, symptoms[:4])
		if r.doubtful != 1 || r.equals != 1 || len(r.fits) != 3 || r.tried != 4 || r.refuted {
			t.Fatalf("counted %d doubtful, %d equal, %d fitting of %d, refuted %v; want 1, 1, 3 of 4",
				r.doubtful, r.equals, len(r.fits), r.tried, r.refuted)
		}
	}
}

// Output that is cut off is no evidence about a mistake that shows only after the cut, or right at it.
func TestCutOffIsNoEvidence(t *testing.T) {
	right := []string{"a", "b", "c", "d"}
	for _, c := range []struct {
		got, made []string
		partial   bool
		want      evidence
	}{
		{right[:2], []string{"a", "b", "c", "x"}, true, 0},
		{right[:2], []string{"a", "b", "x", "d"}, true, 0},
		{right[:2], []string{"a", "x", "c", "d"}, true, against},
		{right[:2], []string{"a", "b", "x", "d"}, false, doubtful},
		{[]string{"a", "y"}, []string{"a", "x", "c", "d"}, false, doubtful},
		{[]string{"a", "x"}, []string{"a", "x", "c", "d"}, true, fits},
	} {
		s := &symptom{got: map[string][]string{"log": c.got}, partial: c.partial}
		s.reference.files = map[string][]string{"log": right}
		got := s.compareParts(map[string][]string{"log": c.made}, []part{{file: "log"}})
		expect.True(t, got.evidence == c.want, c.got, "cut off is", c.partial)
	}
}

// The order of crashes does not depend on chance, even in cases of equal size.
func TestOrderOfCrashes(t *testing.T) {
	problem, r := gametest.Corpus(t, &reversi.Assignment)[0], &reading{byName: map[string]*version{}}
	var want []string
	for i := range 20 {
		c := *problem
		c.Name = fmt.Sprintf("case-%02d", i)
		want = append(want, c.Name)
		r.results = append(r.results, verdict.Result{Case: &c, Verdict: verdict.Crash})
		r.byName[c.Name] = &version{written: r.results[i]}
	}
	causes := r.endings(nil)
	expect.Equal(t, 1, len(causes), "causes")
	expect.Equal(t, want, causes[0].Cases)
}

// Each step reads a log that differs in the way of the step, and changes no other log.
func TestFormatSteps(t *testing.T) {
	const right = "root, 0, -Infinity, -Infinity, Infinity; B2, 1, 12, -Infinity, Infinity; root, 0, 0, 0, Infinity; C3, 1, -12, 0, Infinity"
	logs := map[string][]string{
		"columns-order": {
			"0, root, -Infinity, -Infinity, Infinity; 1, B2, 12, -Infinity, Infinity; 0, root, 0, 0, Infinity; 1, C3, -12, 0, Infinity",
			"root, 0, -Infinity, Infinity, -Infinity; B2, 1, 12, Infinity, -Infinity; root, 0, 0, Infinity, 0; C3, 1, -12, Infinity, 0",
			"-Infinity, root, 0, -Infinity, Infinity; 12, B2, 1, -Infinity, Infinity; 0, root, 0, 0, Infinity; -12, C3, 1, 0, Infinity",
		},
		"infinity-spelling": {
			strings.ReplaceAll(right, "Infinity", "inf"),
			strings.ReplaceAll(strings.ReplaceAll(right, "-Infinity", "-99999"), " Infinity", " +99999"),
			strings.ReplaceAll(strings.ReplaceAll(right, "-Infinity", "-2147483648"), "Infinity", "2147483647"),
			strings.ReplaceAll(right, "-Infinity", "-9223372036854775807"),
			strings.ReplaceAll(right, "Infinity", "13"), // one more than the greatest value
		},
		"number-spelling": {
			strings.ReplaceAll(right, ", 0, ", ", +0, "), strings.ReplaceAll(right, ", 0, ", ", 0.00, "), strings.ReplaceAll(right, ", 0, ", ", -0, "),
			strings.ReplaceAll(right, ", 0, ", ", -0.0, "), strings.ReplaceAll(right, "-12", "-12.0"),
		},
		"depth-count": {
			"root, 1, -Infinity, -Infinity, Infinity; B2, 2, 12, -Infinity, Infinity; root, 1, 0, 0, Infinity; C3, 2, -12, 0, Infinity",
			"root, 0, -Infinity, -Infinity, Infinity; B2, -1, 12, -Infinity, Infinity; root, 0, 0, 0, Infinity; C3, -1, -12, 0, Infinity",
			"root, 1, -Infinity, -Infinity, Infinity; B2, 0, 12, -Infinity, Infinity; root, 1, 0, 0, Infinity; C3, 0, -12, 0, Infinity",
		},
		"blanks": {strings.ReplaceAll(right, ", ", ","), strings.ReplaceAll(right, ", ", "  ,\t")},
		"stray-line": {
			"begin; " + right, strings.Replace(right, "; ", "; value 3, now; ", 1), strings.ReplaceAll(right, "; ", ";; "),
		},
		"name": {
			strings.ReplaceAll(right, "root", "start"), strings.ReplaceAll(right, "root", "ROOT"), strings.NewReplacer("B2", "2B", "C3", "3C").Replace(right),
			strings.NewReplacer("B2", "b2", "C3", "c3").Replace(right),
		},
	}
	of, ok := columnsOf(rows(strings.Split(right, "; ")))
	expect.True(t, ok && of == (columns{1, 5}), "the columns are", of)
	read := func(s formatStep, log string) string {
		got := strings.Split(log, ";")
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], " ")
		}
		all := &text{got: got, right: strings.Split(right, "; "), columns: of, separator: ", ", sources: make([]int, len(got))}
		return strings.Join(s.apply(all).got, "; ")
	}
	for _, s := range formatSteps() {
		if s.key == "header" { // which is not of rows
			continue
		}
		for _, log := range append(logs[s.key], right) {
			expect.Equal(t, right, read(s, log), s.key, log, "is read as")
		}
		expect.Equal(t, false, len(logs[s.key]) == 0, s.key, "want a log with it")
		for _, strange := range []string{"root, 0, 1.5, -0.5, x; B2, 1, --1, 1.0.0, y", "root, 0, 1, 2, 3"} {
			expect.Equal(t, strange, read(s, strange), s.key)
		}
	}
}

// The step replaces another header and adds a missing one. It leaves other text alone.
func TestHeaderStep(t *testing.T) {
	right := []string{"board", "Node,Depth,Value", "root,0,-Infinity"}
	for got, want := range map[string]string{
		"board;node depth value;root,0,-Infinity": strings.Join(right, ";"),
		"board;root,0,-Infinity;root,0,1":         strings.Join(right, ";") + ";root,0,1",
		"board;Value;root,0":                      "board;Value;root,0", "board": "board", "board;x;Node,Depth,Value": "board;x;Node,Depth,Value",
	} {
		all := &text{got: strings.Split(got, ";"), right: right, log: 2, columns: columns{1, 3}, separator: ","}
		all.sources = make([]int, len(all.got))
		expect.Equal(t, want, strings.Join(all.withRightHeader().got, ";"), got)
	}
}

// The keys of a text describe its form alone. The last line of a text that was cut off does not count, though
// it may end in the blank between two columns.
func TestFormKeys(t *testing.T) {
	for _, c := range []struct {
		text             string
		newline, partial bool
		want             string
	}{
		{"a\nb\n", true, false, ""}, {"a\nb", false, false, ""}, {"", true, false, ""}, {"\n\n", true, false, ""},
		{"a\nb", true, false, keyNoNewline}, {"a\nb\n", false, false, keyExtraNewline}, {"a\nb\n\n", true, false, keyBlankLines},
		{"a\r\nb\r\nc\r\n", true, false, keyLineEnds}, {"a\r\nb\nc\n", true, false, keyLineEnds},
		{"a \nb\t\nc\n", true, false, keyBlanksAtEnd}, {"a\nb\nc \n", true, false, keyBlanksAtEnd},
		{"a \r\nb\r\nc\r\n", true, false, keyLineEnds + " " + keyBlanksAtEnd},
		{"a, 1\nb, ", true, true, ""}, {"a, 1\nb, ", true, false, keyBlanksAtEnd + " " + keyNoNewline}, {"a, ", true, true, ""},
		{"a \nb \nc", true, true, keyBlanksAtEnd}, {"a \nb\nc\nd, ", true, true, keyBlanksAtEnd}, {"a\r\nb\r\nc\r", true, true, keyLineEnds},
	} {
		got := strings.Join(formKeys([]byte(c.text), c.newline, c.partial), " ")
		expect.Equal(t, c.want, got, c.text, "newline", c.newline, "cut off", c.partial)
	}
}

// A format step is kept if most files that it changes, and some share of all, are right for longer with it.
func TestImproves(t *testing.T) {
	step := formatStep{"key", func(t *text) *text {
		return t.with([]string{strings.Replace(t.got[0], "a", "x", 1), "wrong"}, t.sources)
	}}
	for _, c := range []struct {
		better, worse, same int
		want                bool
	}{{1, 0, 0, true}, {3, 1, 0, true}, {3, 2, 0, false}, {0, 0, 2, false}, {1, 0, 7, true}, {1, 0, 8, false}} {
		r, all := new(reading), [][]*text{}
		for n, file := range map[*text]int{{right: []string{"x"}, got: []string{"a", "wrong"}}: c.better,
			{right: []string{"a"}, got: []string{"a", "wrong"}}: c.worse,
			{right: []string{"b"}, got: []string{"b", "wrong"}}: c.same} {
			for range file {
				r.failing = append(r.failing, &version{read: verdict.Result{Case: new(cases.Case)}})
				all = append(all, []*text{n})
			}
		}
		if got := r.improves(step, all); got != c.want || len(r.format) > 0 != c.want {
			t.Errorf("%+v: it is kept: %v, with %d parts", c, got, len(r.format))
		} else if got {
			expect.Equal(t, c.better+c.worse, len(r.format[0].cases), c, "cases")
		}
	}
}
