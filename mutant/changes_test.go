package mutant_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

var update = flag.Bool("update", false, "write what faults change again")

// The description of each mistake, and the number of lines that it changes in the answers to some cases, are
// stored in testdata. After an intended change, run "go test ./mutant -run TestChanges -update" and read the
// difference. To add a case that shows more of a mistake, name it in the line of the mistake by hand, as with
// "=0".
func TestChanges(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", a.Name+".txt")
			text, err := os.ReadFile(file)
			if err != nil && !*update {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(string(text), "\r\n", "\n")
			got := changes(t, a, want)
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" && !*update {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if *update {
				must.Do(t, os.WriteFile(file, []byte(got), 0o666))
			}
		})
	}
}

// changes describes the mistakes of an assignment, one per line. A line has the same cases as before, or else
// the cases with the smallest answers that kill the mistake and the cases designed for it, and the number of
// lines that the mistake changes in all small cases, which the line "small" names.
func changes(t *testing.T, a *oracle.Assignment, before string) string {
	t.Helper()
	corpus := gametest.Corpus(t, a)
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

// changed counts the lines of the answer to a case that a fault changes. right keeps the right answers.
func changed(t *testing.T, a *oracle.Assignment, right map[*cases.Case]map[string]string, c *cases.Case, fault string) (n int) {
	t.Helper()
	if right[c] == nil {
		files, err := catalog.Second(a).Solve("", c.Input())
		must.Do(t, err)
		right[c] = files
	}
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

// No mistake panics on any n-th input.
var every = effort.Of(24, 8, 1)

// A wrong answer identifies a single mistake of a game: no two mistakes have the same answers.
func TestDiffer(t *testing.T) {
	effort.NeedsAll(t, "takes seconds")
	for name, first := range map[string]string{"mancala": "sowing-clockwise", "mapcolor": "forward-checking"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			differ(t, gametest.Lookup(t, name), first)
		})
	}
}

// differ fails the test if two mistakes of an assignment have the same answers. Mistakes before the one called
// first, which the assignment shares with others, may have the same answers. All mistakes answer every n-th
// input; the other inputs are answered only by mistakes that are not yet distinguished from each other.
func differ(t *testing.T, a *oracle.Assignment, first string) {
	t.Helper()
	alike := [][]string{{""}} // groups of mistakes with equal answers so far; "" is the right program
	var shared []string
	for i, f := range catalog.Faults(a) {
		if f.ID == first {
			for _, g := range catalog.Faults(a)[:i] {
				shared = append(shared, g.ID)
			}
		}
		alike[0] = append(alike[0], f.ID)
	}
	if !slices.Contains(alike[0], first) {
		t.Errorf("%s has no fault %q", a.Name, first)
	}
	told := func(same []string) bool { return len(same) == 1 }
	for i, input := range someInputs(t, a) {
		var next [][]string
		for _, same := range alike {
			if told(same) && i%every > 0 {
				next = append(next, same)
				continue
			}
			byAnswer := map[string]int{} // places in next
			for _, fault := range same {
				text := answer(t, a, input, fault)
				at, ok := byAnswer[text]
				if !ok {
					at = len(next)
					byAnswer[text], next = at, append(next, nil)
				}
				next[at] = append(next[at], fault)
			}
		}
		alike = next
	}
	for _, same := range slices.DeleteFunc(alike, told) {
		if i := slices.IndexFunc(same[1:], func(fault string) bool { return !slices.Contains(shared, fault) }); i >= 0 {
			t.Errorf("%q answers like %q", same[1+i], same[0])
		}
	}
}

// someInputs returns cases of the corpus that take little time, and strange inputs, which the corpus rarely
// has.
func someInputs(t *testing.T, a *oracle.Assignment) (inputs [][]byte) {
	t.Helper()
	for _, c := range gametest.Corpus(t, a) {
		files, err := catalog.Second(a).Solve("", c.Input())
		must.Do(t, err)
		long := func(text string) bool { return len(text) >= 8<<10 }
		if !slices.ContainsFunc(slices.Collect(maps.Values(files)), long) {
			inputs = append(inputs, c.Input())
		}
	}
	r := random.New(3)
	for range 80 {
		inputs = append(inputs, []byte(a.Generator.Small(r).String()))
	}
	return inputs
}

// answer returns the answer to an input as one text. Giving up counts as an answer, a panic does not.
func answer(t *testing.T, a *oracle.Assignment, input []byte, fault string) string {
	t.Helper()
	files, err := catalog.Second(a).Solve("", input, fault)
	if err != nil && !errors.Is(err, mutant.ErrGaveUp) {
		t.Fatalf("%v, on the input\n%s", err, input)
	}
	return fmt.Sprintf("%q %v", files, err != nil)
}
