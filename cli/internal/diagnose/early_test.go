package diagnose

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Where a second solver is stopped early, the verdict is that on all that it would have written, for
// programs with each kind of mistake, programs whose files are cut short or strange, and faults of
// every kind.
func TestEarlyVerdicts(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all, err := cases.Embedded(a)
		if err != nil {
			t.Fatal(err)
		}
		d := newDiagnosis(a, "")
		for _, c := range small(all) {
			s := d.symptom(Answer{Case: c})
			right := s.reference
			if log, _ := parts(s.stage, right.files); len(log) == 0 {
				continue
			}
			programs := []map[string][]string{cut(right.files, 1), cut(right.files, 12), ended(right.files), {}}
			for i, f := range a.Faults() {
				if i%20 > 0 {
					continue
				}
				if made := d.solve(c, f.ID); made.ok && !made.writes(right.files) {
					programs = append(programs, made.files, cut(made.files, 12))
				}
			}
			for _, got := range programs {
				s.got = got
				expectEarly(t, d, s)
			}
			s.got = right.files
			d.explainBy(s, a.Faults()[0].ID)
			expectEarly(t, d, s)
		}
	}
}

func expectEarly(t *testing.T, d *diagnosis, s *symptom) {
	t.Helper()
	for i, f := range d.a.Faults() {
		if i%4 > 0 && f.Kind != "form" {
			continue
		}
		faults := append(slices.Clone(s.causes), f.ID)
		made := d.solve(s.c, faults...)
		if !made.ok {
			continue // but its first rows may tell
		}
		if early, whole := d.hear(s, f.ID), s.compare(made); early != whole {
			t.Errorf("%s %s, %q: %d, want %d\n%q", d.a.Name, s.c.Name, faults, early, whole, s.got)
		}
		if early, whole := d.writes(s, s.got, faults...), made.writes(s.got); early != whole {
			t.Errorf("%s %s, %q: writes %v, want %v\n%q", d.a.Name, s.c.Name, faults, early, whole, s.got)
		}
	}
}

// small returns a case with a short log, if there is one.
func small(all []*cases.Case) (some []*cases.Case) {
	for _, c := range all {
		size := int64(0)
		for _, name := range c.Problem.Files() {
			if golden, err := c.Golden(name); err == nil {
				size += golden.Bytes
			}
		}
		if 250 < size && size < 700 && len(some) < 1 {
			some = append(some, c)
		}
	}
	return some
}

// cut returns files of at most so many lines.
func cut(files map[string][]string, most int) map[string][]string {
	some := map[string][]string{}
	for name, text := range files {
		some[name] = text[:min(most, len(text))]
	}
	return some
}

// ended returns files that go on where they should end, without a newline.
func ended(files map[string][]string) map[string][]string {
	more := maps.Clone(files)
	for name, text := range more {
		more[name] = lines(strings.TrimSuffix(strings.Join(text, ""), "\n") + "\nand on")
	}
	return more
}
