package mutant_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

var kinds = []string{"cut", "log", "order", "depth", "evaluation", "game", "output", "form"}

func TestFaultTables(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	for _, a := range oracle.Assignments() {
		faults := catalog.Faults(a)
		seen := map[string]bool{}
		for _, f := range faults {
			expect.True(t, id.MatchString(f.ID) && !seen[f.ID], a.Name, "ID", f.ID, "is malformed or not unique")
			seen[f.ID] = true
			expect.True(t, slices.Contains(kinds, f.Kind) && (f.Kind == "form") == f.Form, a.Name, f.ID,
				"kind", f.Kind, "form", f.Form)
			if f.Title == "" || len(f.Title) > 80 || strings.HasSuffix(f.Title, ".") || strings.Contains(f.Title,
				"\n") {
				t.Errorf("%s: %s: not one line for a table: %q", a.Name, f.ID, f.Title)
			}
			sentences := strings.Count(f.Explanation+" ", ". ")
			expect.True(t, sentences >= 2 && sentences <= 4 && strings.HasSuffix(f.Explanation, "."), a.Name, f.ID,
				"not a paragraph of 2 to 4 sentences", f.Explanation)
			expect.Equal(t, "", badRule(a.Name, f.Rule, ".."), a.Name, f.ID)
			found, ok := catalog.Second(a).Lookup(f.ID)
			expect.True(t, ok && found == f, a.Name, f.ID, "can be looked up")
		}
		t.Logf("%s: %d faults", a.Name, len(faults))
	}
}

// badRule describes the error in the rule that a mistake of an assignment names, or returns "". It must be a
// numbered rule on the assignment's own page, or a part of the shared page.
func badRule(assignment string, rule mutant.Rule, root string) string {
	own := mutant.Page("docs/rules/" + assignment + ".md")
	if rule.Page != own && rule.Page != mutant.Shared {
		return fmt.Sprintf("want a rule of %s or of %s, found %q", own, mutant.Shared, rule)
	}
	if rule.Page == own && !regexp.MustCompile(`^rule [1-9][0-9]*$`).MatchString(rule.Heading) {
		return fmt.Sprintf("want a rule by its number, found %q", rule.Heading)
	}
	page, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(string(rule.Page))))
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(string(page)) {
		title, isHeading := strings.CutPrefix(line, "## ")
		title, _, _ = strings.Cut(strings.TrimSpace(title), ":")
		if isHeading && strings.EqualFold(title, rule.Heading) {
			return ""
		}
	}
	return fmt.Sprintf("%s has no %q", rule.Page, rule.Heading)
}

func TestUnknownFault(t *testing.T) {
	for assignment, id := range map[string]string{"squirrel": "no-such-fault", "gangwars": "no-cuts", "reversi": "sneak-conquers"} {
		a := gametest.Lookup(t, assignment)
		_, err := catalog.Second(a).Solve("", []byte(a.Generator.Small(random.New(1)).String()), id)
		expect.Error(t, err, "", assignment, id)
	}
}

// A sample is an input with its right answer.
type sample struct {
	input  []byte
	right  map[string]string
	beyond bool // outside the envelope
}

// samples returns n small random inputs, which take least time, followed by the cases of the corpus.
func samples(t *testing.T, a *oracle.Assignment, n int) (of []sample) {
	t.Helper()
	add := func(input []byte) {
		right := must.Get(catalog.Second(a).Solve("", input))(t)
		beyond := must.Get(gametest.Parse(t, a, string(input)).Beyond(t.Context(), input, ""))(t)
		of = append(of, sample{input, right, beyond != ""})
	}
	r := random.New(1)
	for range n {
		add([]byte(a.Generator.Small(r).String()))
	}
	for i, c := range gametest.Corpus(t, a) {
		if i%effort.Of(3, 1, 1) == 0 {
			add(c.Input())
		}
	}
	return of
}

// Each mistake shows on some case of the corpus or on some small random input, which is inside the envelope
// unless the mistake is marked as showing only outside. No mistake crashes.
func TestFaultsShow(t *testing.T) {
	maxInputs := effort.Of(20, inputs/4, inputs/4) // with each of many faults
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			all := samples(t, a, maxInputs)
			for i, f := range catalog.Faults(a) {
				if i%effort.Of(6, 1, 1) > 0 {
					continue
				}
				first := firstShown(t, a, f, all, f.Beyond != "")
				if f.Beyond != "" || f.Equivalent != "" {
					if other := firstShown(t, a, f, all, f.Beyond == ""); other >= 0 {
						t.Errorf("%s is said not to show, but does on\n%s", f.ID, all[other].input)
					}
				}
				switch {
				case f.Equivalent != "" && first >= 0:
					t.Errorf("%s is said not to show, but does on\n%s", f.ID, all[first].input)
				case f.Equivalent == "" && first < 0 && effort.All():
					t.Errorf("%s does not show", f.ID)
				case first >= maxInputs:
					t.Logf("%s shows on the corpus alone", f.ID)
				}
			}
		})
	}
}

// firstShown returns the number of the first sample on which a fault shows, or -1: of those
// outside the envelope or of those inside.
func firstShown(t *testing.T, a *oracle.Assignment, f mutant.Fault, all []sample, beyond bool) int {
	t.Helper()
	for i, s := range all {
		if s.beyond != beyond {
			continue
		}
		got, err := catalog.Second(a).Solve("", s.input, f.ID)
		if err != nil {
			if !errors.Is(err, mutant.ErrGaveUp) && strings.Contains(err.Error(), "panic") {
				t.Fatalf("%v, on the input\n%s", err, s.input)
			}
			continue
		}
		if maps.Equal(got, s.right) {
			continue
		}
		expect.Equal(t, f.Form, maps.Equal(plain(got), plain(s.right)), f.ID, "form of", got, "for", s.right)
		return i
	}
	return -1
}

// plain returns the answer without its form: line ends, blanks before them, the final newline.
func plain(files map[string]string) map[string]string {
	bare := map[string]string{}
	for name, text := range files {
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimRight(line, " \r")
		}
		bare[name] = strings.Join(lines, "\n")
	}
	return bare
}

// The table of mutations is made once, when it is first needed. A fault that is named twice is applied once.
func TestMutationsLazy(t *testing.T) {
	made, broken := 0, 0
	s := mutant.New(mutant.Program[struct{}]{
		Name:  "toy",
		Right: func(bool) *struct{} { return new(struct{}) },
		Mutations: func() []mutant.Mutation[struct{}] {
			made++
			return []mutant.Mutation[struct{}]{{Fault: mutant.Fault{ID: "wrong"}, Break: func(*struct{}) { broken++ }}}
		},
		Solve: func(*struct{}, string, []byte) (map[string]string, error) { return nil, nil },
	})
	if _, err := s.Solve("", nil); err != nil || made != 0 {
		t.Errorf("without a fault: %v, the table was made %d times", err, made)
	}
	for i := range 2 {
		if _, err := s.Solve("", nil, "wrong", "", "wrong"); err != nil || len(s.Faults()) != 1 || made != 1 || broken != i+1 {
			t.Errorf("with a fault: %v, %d faults, the table was made %d times, and the fault applied %d times", err, len(s.Faults()), made, broken)
		}
	}
}

func solve(t *testing.T, assignment, edition string, input []byte, faults ...string) (map[string]string, error) {
	t.Helper()
	return catalog.Second(gametest.Lookup(t, assignment)).Solve(edition, input, faults...)
}

// TestLenient: CRLF, no final newline, trailing blanks and blank lines at the end change nothing.
func TestLenient(t *testing.T) {
	for assignment, input := range validInputs(t) {
		want := must.Get(solve(t, assignment, "", []byte(input)))(t)
		for _, variant := range []string{
			strings.ReplaceAll(input, "\n", "\r\n"),
			strings.TrimSuffix(input, "\n"),
			strings.ReplaceAll(input, "\n", " \t\n") + "\n \n",
		} {
			expect.Equal(t, want, must.Get(solve(t, assignment, "", []byte(variant)))(t), assignment, variant)
		}
	}
}

// TestInvalid: damaged input never panics, and a missing line is an error.
func TestInvalid(t *testing.T) {
	for assignment, input := range validInputs(t) {
		for end := range len(input) {
			noPanic(t, assignment, []byte(input[:end]))
		}
		lines := strings.SplitAfter(input, "\n")
		for i := range lines[:len(lines)-1] {
			for _, damage := range []string{"", "\n", "?\n", "-1\n", "0\n", ":,-\n", "9 9 9\n"} {
				damaged := append(append(append([]string{}, lines[:i]...), damage), lines[i+1:]...)
				text := []byte(strings.Join(damaged, ""))
				err := noPanic(t, assignment, text)
				_, refused := gametest.Lookup(t, assignment).Parse("input.txt", text)
				if damage == "" && (err == nil) != (refused == nil) {
					t.Errorf("%s without line %d: error %v, the oracle's is %v", assignment, i+1, err, refused)
				}
				if want := fmt.Sprintf("line %d: ", i+1); damage == "?\n" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
					t.Errorf("%s with %q as line %d: error %v, want one that begins with %q", assignment, damage, i+1, err, want)
				}
			}
		}
	}
	for _, cutOffs := range [][2]string{{"1", "1"}, {"0", "1"}, {"1", "0"}} { // a battle is of two searches
		input := "4\nX\n2\n" + cutOffs[0] + "\nO\n3\n" + cutOffs[1] + "\n" + strings.Repeat("1 2 3 4 5\n", 5) + strings.Repeat("XXOO*\n", 5)
		_, err := solve(t, "squirrel", "", []byte(input))
		_, refused := gametest.Lookup(t, "squirrel").Parse("input.txt", []byte(input))
		expect.Equal(t, refused == nil, err == nil, "a battle with the cut-offs", cutOffs, "is accepted")
	}
	for states := 999; states <= 1001; states++ {
		input := "R, G\nA: R-1\n1\nR: 1, G: 2\nR: 2, G: 1\nA: B\n"
		for i := range states - 2 {
			input += fmt.Sprintf("S%d:\n", i)
		}
		_, err := solve(t, "mapcolor", "", []byte(input))
		_, refused := gametest.Lookup(t, "mapcolor").Parse("input.txt", []byte(input))
		expect.Equal(t, refused == nil, err == nil, "a map of", states, "states is accepted")
	}
	for _, asked := range [][2]string{{"squirrel", "first"}, {"reversi", "handout"}} {
		_, err := solve(t, asked[0], asked[1], nil)
		expect.Error(t, err, "", asked)
	}
}

// validInputs returns the shortest input of each assignment's cases.
func validInputs(t *testing.T) map[string]string {
	t.Helper()
	inputs := map[string]string{}
	for _, a := range oracle.Assignments() {
		shortest := slices.MinFunc(gametest.Corpus(t, a), func(x, y *cases.Case) int { return len(x.Input()) - len(y.Input()) })
		inputs[a.Name] = string(shortest.Input())
	}
	return inputs
}

// noPanic solves an input, and returns the error of the solver, which must not be a panic.
func noPanic(t *testing.T, assignment string, input []byte) error {
	t.Helper()
	_, err := solve(t, assignment, "", input)
	if err != nil && strings.Contains(err.Error(), "panic") {
		t.Errorf("%s: %v, on the input\n%s", assignment, err, input)
	}
	return err
}
