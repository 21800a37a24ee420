package main

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// The document has the tables and exceptions of the rows, and each row has a fault of the catalogue.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/diagnosis.md")
	must.Do(t, err)
	document := strings.ReplaceAll(string(text), "\r\n", "\n")
	check := func(tables []string, err error) {
		t.Helper()
		must.Do(t, err)
		for _, table := range tables {
			expect.Contains(t, document, table)
		}
	}
	faults, err := readJSONLines[row]("../../docs/diagnosis.jsonl")
	check(faultTables(faults), err)
	unknown, err := readJSONLines[hiddenRow]("../../docs/diagnosis-unknown.jsonl")
	check(unknownTables(unknown), err)
	strangers, err := readJSONLines[reportedCause]("../../docs/diagnosis-strangers.jsonl")
	check(strangerTables(strangers), err)
	var rows, all []string
	for _, r := range faults {
		if len(r.Faults) == 1 {
			rows = append(rows, r.key())
		}
	}
	for _, s := range must.Get(sample{"", 1, 0, 1}.choose())(t) {
		all = append(all, s.String())
	}
	slices.Sort(all)
	expect.Equal(t, all, rows, "faults with a row")
}

// A sample of the rows is measured again.
func TestSample(t *testing.T) {
	rows, err := readJSONLines[row]("../../docs/diagnosis.jsonl")
	must.Do(t, err)
	for i := 0; i < len(rows); i += effort.Of(200, 100, 1) {
		r, err := measure(t.Context(), rows[i].subject)
		must.Do(t, err)
		expect.Equal(t, rows[i].String(), r.String(), "row")
	}
}

// A sample of the hidden programs is measured again, with programs that a wrong name reproduces and pairs whose
// decision has the wrong rules. The chosen programs are the programs of the document.
func TestHiddenPrograms(t *testing.T) {
	effort.NeedsAll(t, "slow")
	want, err := readJSONLines[hiddenRow]("../../docs/diagnosis-unknown.jsonl")
	must.Do(t, err)
	known, step := []hiddenRow(nil), effort.Of(60, 30, 1)
	for i, r := range want {
		wrongRules := r.Known != "" && r.Rules > 0 && !r.Rule
		if i%step != step/2 && !r.SameOutput && !wrongRules {
			known = append(known, r)
		}
	}
	file := t.TempDir() + "/rows"
	must.Do(t, writeJSONLines(file, known))
	got, err := measureHidden(t.Context(), sample{"", 8, 150, 201}, file, 2)
	must.Do(t, err)
	text := func(rows []hiddenRow) (lines []string) {
		for _, r := range rows {
			r.Seconds = 0
			lines = append(lines, string(must.Get(json.Marshal(r))(t)))
		}
		return lines
	}
	expect.Equal(t, text(want), text(got), "rows")
}

// The program of a stranger is measured again. The causes of the other strangers and all judgements stay.
func TestStranger(t *testing.T) {
	effort.NeedsAll(t, "slow")
	effort.NeedsTools(t, "python3")
	t.Chdir("../..")
	const file = "docs/diagnosis-strangers.jsonl"
	want, err := readJSONLines[reportedCause](file)
	must.Do(t, err)
	got, err := measureStrangers(t.Context(), "squirrel-python3-b", file, 1)
	must.Do(t, err)
	expect.Equal(t, want, got, "causes")
}

// An aim is met at its limit. Every verdict but a pass is a failure.
func TestAims(t *testing.T) {
	a := newAims()
	a.atLeast("a", 9, 10, 90)
	a.atMost("b", 1, 10, 10)
	expect.Equal(t, 2, strings.Count(a.String(), "| yes |"), a)
	a.atLeast("c", 8, 10, 90)
	a.atMost("d", 2, 10, 10)
	expect.Equal(t, 2, strings.Count(a.String(), "| no |"), a)
	expect.Equal(t, 6, summary{Verdicts: map[string]int{"pass": 1, "wrong": 2, "crash": 4}}.failed())
}

func TestGrade(t *testing.T) {
	one := func(grade string, faults ...string) cause { return cause{grade, faults, 7} }
	for _, c := range []struct {
		faults  string
		causes  []cause
		unknown int
		grade   string
		named   int
		falsely int
	}{
		{"a", []cause{one("equals", "a")}, 0, equals, 1, 0},
		{"a", []cause{one("equals", "b", "a")}, 0, twin, 1, 0},
		{"a", []cause{one("equals", "a")}, 1, fits, 1, 0},
		{"a", []cause{one("fits", "a")}, 0, fits, 1, 0},
		{"a", nil, 7, unnamed, 0, 0},
		{"a", []cause{one("equals", "b")}, 0, wrong, 0, 1},
		{"a", []cause{one("equals", "a"), one("fits", "b")}, 0, wrong, 1, 1},
		{"a b", []cause{one("equals", "a"), one("equals", "b", "c")}, 0, twin, 2, 0},
		{"a b", []cause{one("equals", "c")}, 0, equals, 0, 0},
		{"a b", []cause{one("equals", "c")}, 2, wrong, 0, 1},
		{"a b", []cause{one("fits", "c")}, 0, wrong, 0, 1},
		{"a b", []cause{one("equals", "a"), one("equals", "c")}, 0, wrong, 1, 1},
	} {
		r := row{Failed: 9, Causes: c.causes, Unknown: c.unknown}
		r.subject = subject{"squirrel", strings.Fields(c.faults)}
		grade := r.grade()
		if len(r.Faults) > 1 { // a pair has no grade
			grade = c.grade
		}
		if grade != c.grade || r.named() != c.named || len(r.falseCauses()) != c.falsely {
			t.Errorf("%v: %s, %d named, %d falsely; want %s, %d, %d",
				r, grade, r.named(), len(r.falseCauses()), c.grade, c.named, c.falsely)
		}
	}
}

// Rows are read back as they were written.
func TestRows(t *testing.T) {
	file := t.TempDir() + "/rows"
	if rows, err := readJSONLines[row](file); err != nil || rows != nil {
		t.Errorf("no file: %v, %v", rows, err)
	}
	want := row{
		subject: subject{"squirrel", []string{"a"}}, Failed: 3,
		Causes: []cause{{"equals", []string{"a"}, 3}}, Unknown: 1,
	}
	must.Do(t, writeJSONLines(file, []row{want, want}))
	rows, err := readJSONLines[row](file)
	expect.True(t, err == nil && len(rows) == 2 && rows[1].String() == want.String(), rows, err, "want", want, "twice")
	must.Do(t, os.WriteFile(file, []byte("{\n{}\n"), 0o666))
	if _, err := readJSONLines[row](file); err == nil {
		t.Error("no error for a line that is none")
	}
}

// Subjects with a row are not measured again, and the other rows of the file stay.
func TestMeasureMissing(t *testing.T) {
	chosen, err := sample{"", 300, 1, 1}.choose()
	must.Do(t, err)
	file := t.TempDir() + "/rows"
	measure := func(s subject) (row, error) { return row{subject: s, Failed: 1}, nil }
	_, err = measureMissing(t.Context(), chosen[1:], file, 2, row.key, measure)
	must.Do(t, err)
	failing := func(s subject) (row, error) { return row{}, errors.New("measured " + s.String()) }
	rows, err := measureMissing(t.Context(), chosen[2:], file, 2, row.key, failing)
	if err != nil || len(rows) != len(chosen)-1 {
		t.Fatalf("%v, %v", rows, err)
	}
	if _, err := measureMissing(t.Context(), chosen, file, 2, row.key, failing); err == nil {
		t.Error("nothing was measured, and there is no error")
	}
	rows, err = measureMissing(t.Context(), chosen, file, 2, row.key, measure)
	byKey := func(x, y row) int { return strings.Compare(x.key(), y.key()) }
	expect.True(t, err == nil && len(rows) == len(chosen) && slices.IsSortedFunc(rows, byKey), rows, err,
		"want rows of", chosen, "in order")
}

// The number of measured programs is the requested one, and the programs are always the same.
func TestChoose(t *testing.T) {
	all, err := sample{"", 1, 0, 1}.choose()
	must.Do(t, err)
	some, err := sample{"", 10, 20, 1}.choose()
	expect.True(t, err == nil && len(some) == (len(all)+9)/10+20, len(some), "of", len(all), err)
	more, _ := sample{"", 10, 21, 1}.choose()
	for i, s := range some {
		expect.True(t, more[i].String() == s.String() && (len(s.Faults) != 2 || s.Faults[0] != s.Faults[1]), more[i], "want", s)
	}
	if _, err := (sample{"chess", 1, 0, 1}).choose(); err == nil {
		t.Error("no error for a game that there is not")
	}
	if _, err := (sample{"", 0, 0, 1}).choose(); err == nil {
		t.Error("no error for every 0th")
	}
	seen := map[string]bool{}
	for seed := range 10 {
		others, _ := sample{"", 10, 0, seed + 1}.choose()
		for _, s := range others {
			if seen[s.String()] {
				t.Errorf("%s is chosen by two seeds", s)
			}
			seen[s.String()] = true
		}
	}
	expect.Equal(t, len(all), len(seen), "programs that ten seeds choose")
}
