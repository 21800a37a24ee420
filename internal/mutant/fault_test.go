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
	"github.com/touchstone-suite/touchstone/internal/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

var kinds = []string{"cut", "log", "order", "depth", "evaluation", "game", "output", "form"}

func TestFaultTables(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	for _, a := range oracle.Assignments() {
		faults := mutant.Faults(a.Name)
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
			if wrong := badRule(a.Name, f.Rule, "../.."); wrong != "" {
				t.Errorf("%s: %s: %s", a.Name, f.ID, wrong)
			}
			if found, ok := mutant.Lookup(a.Name, f.ID); !ok || found != f {
				t.Errorf("%s: %s cannot be looked up", a.Name, f.ID)
			}
		}
		t.Logf("%s: %d faults", a.Name, len(faults))
	}
	if mutant.Faults("chess") != nil {
		t.Error("an unknown assignment has faults")
	}
}

// badRule says what is wrong with the rule that a fault of an assignment names, or "". It
// is a numbered one of the assignment's own page, or a part of the page of all.
func badRule(assignment, rule, root string) string {
	path, name, _ := strings.Cut(rule, " ")
	own := "docs/rules/" + assignment + ".md"
	if path != own && path != "docs/rules/README.md" {
		return fmt.Sprintf("want a rule of %s or of docs/rules/README.md, found %q", own, rule)
	}
	if path == own && !regexp.MustCompile(`^rule [1-9][0-9]*$`).MatchString(name) {
		return fmt.Sprintf("want a rule by its number, found %q", rule)
	}
	page, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(string(page)) {
		title, isHeading := strings.CutPrefix(line, "## ")
		title, _, _ = strings.Cut(strings.TrimSpace(title), ":")
		if isHeading && strings.EqualFold(title, name) {
			return ""
		}
	}
	return fmt.Sprintf("%s has no %q", path, name)
}

// A fault names an existing rule, one of its own assignment.
func TestBadRules(t *testing.T) {
	for rule, wrong := range map[string]string{
		"docs/rules/reversi.md rule 3":    "",
		"docs/rules/README.md log rule 3": "",
		"docs/rules/README.md Bytes":      "",
		"docs/rules/squirrel.md rule 3":   "want a rule of docs/rules/reversi.md",
		"docs/rules/reversi.md rule 99":   `has no "rule 99"`,
		"docs/rules/reversi.md Grading":   "by its number",
		"docs/rules/reversi.md":           "by its number",
		"docs/rules/README.md log rule 9": `has no "log rule 9"`,
		"":                                "want a rule of",
	} {
		if got := badRule("reversi", rule, "../.."); (got == "") != (wrong == "") || !strings.Contains(got, wrong) {
			t.Errorf("%q: %q, want %q", rule, got, wrong)
		}
	}
}

// Every fault of the tables is asked for in the solvers, and the solvers ask for no other.
func TestFaultsAreAsked(t *testing.T) {
	asked := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`\.is\(([^)]*)\)`).FindAllStringSubmatch(string(src), -1) {
			for _, id := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(call[1], -1) {
				asked[id[1]] = true
			}
		}
	}
	listed := map[string]bool{}
	for _, a := range oracle.Assignments() {
		for _, f := range mutant.Faults(a.Name) {
			listed[f.ID] = true
			composed := strings.HasSuffix(f.ID, "-overlooked") // of a direction's name
			if !asked[f.ID] && !composed {
				t.Errorf("%s: %s is asked for nowhere", a.Name, f.ID)
			}
		}
	}
	for id := range asked {
		if !listed[id] {
			t.Errorf("%s is in no table", id)
		}
	}
}

func TestUnknownFault(t *testing.T) {
	for _, wrong := range [][2]string{
		{"squirrel", "no-such-fault"}, {"gangwars", "no-cuts"}, {"reversi", "sneak-conquers"}, {"chess", "no-cuts"}, {"chess", ""},
	} {
		r := random.New(1)
		if _, err := mutant.SolveFaulty(wrong[0], "", wrong[1], []byte(squirrel.Assignment.Generator.Small(r).String())); err == nil {
			t.Errorf("%q: no error", wrong)
		}
	}
}

// A sample is an input with its right answer.
type sample struct {
	input  []byte
	right  map[string]string
	beyond bool // outside the envelope
}

// samples returns the cases of the corpus that a slow solver can do, followed by n small
// random inputs.
func samples(t *testing.T, a *oracle.Assignment, n int) (of []sample, corpus int) {
	t.Helper()
	embedded, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	add := func(input []byte) {
		right, err := mutant.SolveFaulty(a.Name, "", "", input)
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
	for _, c := range embedded {
		add(c.Input())
	}
	corpus = len(of)
	r := random.New(1)
	for range n {
		add([]byte(a.Generator.Small(r).String()))
	}
	return of, corpus
}

// Each fault shows on some case of the corpus or on some small random input, inside the envelope
// unless it says that it shows only outside, and no fault crashes.
func TestFaultsShow(t *testing.T) {
	most := *inputs / 4 // with each of many faults
	if testing.Short() {
		most = 100
	}
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			all, corpus := samples(t, a, most)
			for _, f := range mutant.Faults(a.Name) {
				first := firstShown(t, a.Name, f, all, f.Beyond != "")
				if f.Beyond != "" || f.Equivalent != "" {
					if other := firstShown(t, a.Name, f, all, f.Beyond == ""); other >= 0 {
						t.Errorf("%s is said not to show, but does on\n%s", f.ID, all[other].input)
					}
				}
				switch {
				case f.Equivalent != "" && first >= 0:
					t.Errorf("%s is said not to show, but does on\n%s", f.ID, all[first].input)
				case f.Equivalent == "" && first < 0 && !testing.Short():
					t.Errorf("%s does not show", f.ID)
				case first > corpus+100:
					t.Logf("%s shows on random input %d first", f.ID, first-corpus)
				}
			}
		})
	}
}

// firstShown returns the number of the first sample on which a fault shows, or -1: of those
// outside the envelope or of those inside.
func firstShown(t *testing.T, assignment string, f mutant.Fault, all []sample, beyond bool) int {
	t.Helper()
	for i, s := range all {
		if s.beyond != beyond {
			continue
		}
		got, err := mutant.SolveFaulty(assignment, "", f.ID, s.input)
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
