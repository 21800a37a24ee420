package gametest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Changes compares the answers of the second solver with the goldens of the corpus. It also compares a file with the
// description of each fault of an assignment, and the number of lines that the fault changes in the answers to some
// cases. If update is set, it writes the file. To add a case that shows more of a fault, name it in the line of the
// fault by hand, as with "=0".
func Changes(t *testing.T, a *oracle.Assignment, file string, update bool) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !update {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(string(text), "\r\n", "\n")
	got := changes(t, a, want)
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" && !update {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if update {
		must.Do(t, os.WriteFile(file, []byte(got), 0o666))
	}
}

// changes describes the faults of an assignment, one per line. A line has the same cases as before, or else
// the cases with the smallest answers that kill the fault and the cases designed for it, and the number of
// lines that the fault changes in all small cases, which the line "small" names.
func changes(t *testing.T, a *oracle.Assignment, before string) string {
	t.Helper()
	corpus := Corpus(t, a)
	size := func(c *cases.Case) (n int64) {
		for _, g := range c.Index().Goldens {
			n += g.Bytes
		}
		return n
	}
	slices.SortStableFunc(corpus, func(x, y *cases.Case) int { return int(size(x) - size(y)) })
	had := map[string][]string{}
	for line := range strings.Lines(before) {
		words := strings.Fields(line)
		had[words[0]] = words
	}
	small := had["small"]
	if small == nil {
		small = []string{"small"}
		for _, c := range corpus[:min(20, len(corpus))] {
			small = append(small, c.Name)
		}
	}
	right := map[*cases.Case]map[string]string{}
	compareGoldens(t, a, func(c *cases.Case) map[string]string {
		right[c] = must.Get(catalog.Second(a).Solve("", c.Input()))(t)
		return right[c]
	})
	var text strings.Builder
	fmt.Fprintln(&text, strings.Join(small, " "))
	for _, f := range catalog.Faults(a) {
		fmt.Fprintf(&text, "%s %s %q", f.ID, f.Kind, strings.TrimPrefix(f.Rule.String(), "docs/rules/"))
		n, all := 0, 0
		for _, c := range corpus {
			named := slices.ContainsFunc(had[f.ID], func(word string) bool { return strings.HasPrefix(word, c.Name+"=") })
			if named || len(had[f.ID]) == 0 && (n < 4 && slices.Contains(c.Kills, f.ID) || slices.Contains(c.MadeFor,
				f.ID)) {
				n++
				fmt.Fprintf(&text, " %s=%d", c.Name, changed(t, a, right, c, f.ID))
			}
			if slices.Contains(small[1:], c.Name) {
				all += changed(t, a, right, c, f.ID)
			}
		}
		fmt.Fprintf(&text, " small=%d\n", all)
	}
	return text.String()
}

// changed counts the lines of the answer to a case that a fault changes. right has the right answers by case.
func changed(t *testing.T, a *oracle.Assignment, right map[*cases.Case]map[string]string, c *cases.Case,
	fault string) (n int) {
	t.Helper()
	wrong, err := catalog.Second(a).Solve("", c.Input(), fault)
	if err != nil && strings.Contains(err.Error(), "panic") {
		t.Fatalf("%s: %v, on the case %s", fault, err, c.Name)
	}
	for name, text := range right[c] {
		want, got := strings.Split(text, "\n"), strings.Split(wrong[name], "\n")
		for i := range max(len(want), len(got)) {
			if i >= len(want) || i >= len(got) || want[i] != got[i] {
				n++
			}
		}
	}
	return n
}

// Pairs checks that the solver does not panic on the inputs with any two faults.
func Pairs(t *testing.T, s *mutant.Solver, inputs ...string) {
	t.Helper()
	faults := s.Faults()
	for i := 0; i < len(faults); i += effort.Of(8, 1, 1) {
		for j := range faults {
			_, err := s.Solve("", []byte(inputs[(i/8+j)%len(inputs)]), faults[i].ID, faults[j].ID)
			if err != nil && strings.Contains(err.Error(), "panic") {
				t.Error(err)
			}
		}
	}
}
