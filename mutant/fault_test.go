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
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
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
			if !id.MatchString(f.ID) || seen[f.ID] {
				t.Errorf("%s: ID %q is malformed or not unique", a.Name, f.ID)
			}
			seen[f.ID] = true
			if !slices.Contains(kinds, f.Kind) || (f.Kind == "form") != f.Form {
				t.Errorf("%s: %s: kind %q, form %v", a.Name, f.ID, f.Kind, f.Form)
			}
			if f.About == "" || len(f.About) > 80 || strings.HasSuffix(f.About, ".") || strings.Contains(f.About, "\n") {
				t.Errorf("%s: %s: not one line for a table: %q", a.Name, f.ID, f.About)
			}
			sentences := strings.Count(f.Explains+" ", ". ")
			if sentences < 2 || sentences > 4 || !strings.HasSuffix(f.Explains, ".") {
				t.Errorf("%s: %s: not a paragraph of 2 to 4 sentences: %q", a.Name, f.ID, f.Explains)
			}
			if wrong := badRule(a.Name, f.Rule, ".."); wrong != "" {
				t.Errorf("%s: %s: %s", a.Name, f.ID, wrong)
			}
			if found, ok := catalog.Second(a).Lookup(f.ID); !ok || found != f {
				t.Errorf("%s: %s cannot be looked up", a.Name, f.ID)
			}
		}
		t.Logf("%s: %d faults", a.Name, len(faults))
	}
}

// badRule says what is wrong with the rule that a fault of an assignment names, or "". It
// is a numbered one of the assignment's own page, or a part of the page of all.
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

// A fault names an existing rule, one of its own assignment.
func TestBadRules(t *testing.T) {
	const own mutant.Page = "docs/rules/reversi.md"
	for rule, wrong := range map[mutant.Rule]string{
		own.Rule(3):                 "",
		search.LogRule(3):           "",
		mutant.Shared.Part("Bytes"): "",
		mutant.Page("docs/rules/squirrel.md").Rule(3): "want a rule of docs/rules/reversi.md",
		own.Rule(99):        `has no "rule 99"`,
		own.Part("Grading"): "by its number",
		own.Part(""):        "by its number",
		search.LogRule(9):   `has no "log rule 9"`,
		{}:                  "want a rule of",
	} {
		if got := badRule("reversi", rule, ".."); (got == "") != (wrong == "") || !strings.Contains(got, wrong) {
			t.Errorf("%q: %q, want %q", rule, got, wrong)
		}
	}
}

func TestUnknownFault(t *testing.T) {
	for assignment, id := range map[string]string{"squirrel": "no-such-fault", "gangwars": "no-cuts", "reversi": "sneak-conquers"} {
		a := lookup(t, assignment)
		if files, err := catalog.Second(a).Solve("", []byte(a.Generator.Small(random.New(1)).String()), id); err == nil {
			t.Errorf("%s, %s: no error, but %q", assignment, id, files)
		}
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
	embedded, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	add := func(input []byte) {
		right, err := catalog.Second(a).Solve("", input)
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Parse(oracle.InputFile, input)
		if err != nil {
			t.Fatal(err)
		}
		beyond, err := p.Beyond(t.Context(), input, "")
		if err != nil {
			t.Fatal(err)
		}
		of = append(of, sample{input, right, beyond != ""})
	}
	r := random.New(1)
	for range n {
		add([]byte(a.Generator.Small(r).String()))
	}
	for _, c := range embedded {
		add(c.Input())
	}
	return of
}

// Each fault shows on some case of the corpus or on some small random input, inside the envelope
// unless it says that it shows only outside, and no fault crashes.
func TestFaultsShow(t *testing.T) {
	most := inputs / 4 // with each of many faults
	if !effort.All() {
		most = 100
	}
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			all := samples(t, a, most)
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
				case first >= most:
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
		if f.Form != maps.Equal(plain(got), plain(s.right)) {
			t.Errorf("%s: form %v, but the answer is %q\nfor %q", f.ID, f.Form, got, s.right)
		}
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

// The table of mutations is made once, and not before somebody asks for it.
func TestMutationsAreMadeWhenAskedFor(t *testing.T) {
	made := 0
	s := mutant.New(mutant.Program[struct{}]{
		Name:  "toy",
		Right: func(bool) *struct{} { return new(struct{}) },
		Mutations: func() []mutant.Mutation[struct{}] {
			made++
			return []mutant.Mutation[struct{}]{{Fault: mutant.Fault{ID: "wrong"}, Break: func(*struct{}) {}}}
		},
		Solve: func(*struct{}, string, []byte) (map[string]string, error) { return nil, nil },
	})
	if _, err := s.Solve("", nil); err != nil || made != 0 {
		t.Errorf("without a fault: %v, the table was made %d times", err, made)
	}
	for range 2 {
		if _, err := s.Solve("", nil, "wrong"); err != nil || len(s.Faults()) != 1 || made != 1 {
			t.Errorf("with a fault: %v, %d faults, the table was made %d times", err, len(s.Faults()), made)
		}
	}
}
