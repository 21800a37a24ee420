package mutant_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
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
	must.Do(t, err)
	add := func(input []byte) {
		right, err := catalog.Second(a).Solve("", input)
		must.Do(t, err)
		p, err := a.Parse(oracle.InputFile, input)
		must.Do(t, err)
		beyond, err := p.Beyond(t.Context(), input, "")
		must.Do(t, err)
		of = append(of, sample{input, right, beyond != ""})
	}
	r := random.New(1)
	for range n {
		add([]byte(a.Generator.Small(r).String()))
	}
	for i, c := range embedded {
		if i%effort.Of(3, 1, 1) == 0 {
			add(c.Input())
		}
	}
	return of
}

// Each mistake shows on some case of the corpus or on some small random input, which is inside the envelope
// unless the mistake is marked as showing only outside. No mistake crashes.
func TestFaultsShow(t *testing.T) {
	maxInputs := inputs / 4 // with each of many faults
	if !effort.All() {
		maxInputs = 20
	}
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

// The table of mutations is made once, when it is first needed.
func TestMutationsLazy(t *testing.T) {
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

const (
	figure5 = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"
	squares = figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
	gangs   = figure5 + "..XX.\n..XOX\n...O.\n..OO.\n.....\n"
	gang1   = "1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"
	blank   = "********\n"
	start   = blank + blank + blank + "***OX***\n***XO***\n" + blank + blank + blank
	pits6   = "4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n"

	squirrelMinimaxBegins = "root,0,-Infinity A1,1,Infinity B1,2,19 A1,1,19 E1,2,5 A1,1,5 A2,2,15 " +
		"A1,1,5 B2,2,23 A1,1,5 A3,2,7 A1,1,5 B3,2,-13 A1,1,-13 C3,2,22 "
	squirrelAlphaBetaBegins = "root,0,-Infinity,-Infinity,Infinity A1,1,Infinity,-Infinity,Infinity " +
		"B1,2,19,-Infinity,Infinity A1,1,19,-Infinity,19 E1,2,5,-Infinity,19 A1,1,5,-Infinity,5 " +
		"A2,2,15,-Infinity,5 A1,1,5,-Infinity,5 B2,2,23,-Infinity,5 A1,1,5,-Infinity,5 " +
		"A3,2,7,-Infinity,5 A1,1,5,-Infinity,5 B3,2,-13,-Infinity,5 A1,1,-13,-Infinity,-13 " +
		"C3,2,22,-Infinity,-13 "
	// The printed output, repaired and with old windows in the lines of cuts: docs/rules/reversi.md.
	reversiSample = blank + blank + "***X****\n***XX***\n***XO***\n" + blank + blank + blank +
		"Node,Depth,Value,Alpha,Beta root,0,-Infinity,-Infinity,Infinity " +
		"d3,1,Infinity,-Infinity,Infinity c3,2,-3,-Infinity,Infinity d3,1,-3,-Infinity,-3 " +
		"e3,2,0,-Infinity,-3 d3,1,-3,-Infinity,-3 c5,2,0,-Infinity,-3 d3,1,-3,-Infinity,-3 root,0,-3,-3,Infinity " +
		"c4,1,Infinity,-3,Infinity c3,2,-3,-3,Infinity c4,1,-3,-3,Infinity root,0,-3,-3,Infinity " +
		"f5,1,Infinity,-3,Infinity f4,2,0,-3,Infinity f5,1,0,-3,0 d6,2,0,-3,0 f5,1,0,-3,0 " +
		"f6,2,-3,-3,0 f5,1,-3,-3,0 root,0,-3,-3,Infinity " +
		"e6,1,Infinity,-3,Infinity f4,2,0,-3,Infinity e6,1,0,-3,0 d6,2,0,-3,0 e6,1,0,-3,0 " +
		"f6,2,-3,-3,0 e6,1,-3,-3,0 root,0,-3,-3,Infinity"
)

// onLines turns the blanks of a log without blanks into newlines.
func onLines(log string) string { return strings.ReplaceAll(log, " ", "\n") }

func lookup(t *testing.T, assignment string) *oracle.Assignment {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	must.Do(t, err)
	return a
}

func solve(t *testing.T, assignment, edition string, input []byte, faults ...string) (map[string]string, error) {
	t.Helper()
	return catalog.Second(lookup(t, assignment)).Solve(edition, input, faults...)
}

func solved(t *testing.T, assignment, edition, input, file string) string {
	t.Helper()
	files, err := solve(t, assignment, edition, []byte(input))
	must.Do(t, err)
	content, ok := files[file]
	if !ok {
		t.Fatalf("no %s", file)
	}
	return content
}

// TestExact compares whole files.
func TestExact(t *testing.T) {
	wiped := strings.Repeat(blank, 7) + "XX*****X" // weights 99 - 8 + 99
	tests := []struct{ name, assignment, edition, input, file, want string }{
		{"squirrel task 1 plays B3", "squirrel", "", "1\nX\n2\n" + squares, "next_state.txt",
			"**XX*\n**XOX\n*X*O*\n**OO*\n*****\n"},
		{"squirrel task 2 plays C3", "squirrel", "", "2\nX\n2\n" + squares, "next_state.txt",
			"**XX*\n**XOX\n**XX*\n**XO*\n*****\n"},
		{"squirrel cut-off 0", "squirrel", "", "3\nX\n0\n" + squares, "traverse_log.txt",
			"Node,Depth,Value,Alpha,Beta\nroot,0,15,-Infinity,Infinity\n"},
		{"gangwars 1", "gangwars", "", "3\nMINIMAX\nO\n2\n" + gang1, "output.txt", "B3 Stake\nX..\n...\n.O.\n"},
		{"gangwars 2", "gangwars", "", "5\nMINIMAX\nX\n1\n" + gangs, "output.txt",
			"B3 Stake\n..XX.\n..XOX\n.X.O.\n..OO.\n.....\n"},
		{"gangwars 3", "gangwars", "", "5\nALPHABETA\nX\n4\n" + gangs, "output.txt",
			"C3 Raid\n..XX.\n..XOX\n..XX.\n..XO.\n.....\n"},
		{"gangwars tie: stake first", "gangwars", "", "2\nMINIMAX\nX\n1\n1 7\n7 7\nX.\n..\n", "output.txt",
			"B1 Stake\nXX\n..\n"},
		{"reversi sample", "reversi", "", "X\n2\n" + start, "output.txt", onLines(reversiSample)},
		{"reversi depth 0", "reversi", "", "X\r\n0\r\n\r\n" + start, "output.txt",
			start + "Node,Depth,Value,Alpha,Beta\nroot,0,0,-Infinity,Infinity"},
		{"reversi wiped out, final", "reversi", "", "O\n9\n" + wiped, "output.txt",
			wiped + onLines("\nNode,Depth,Value,Alpha,Beta root,0,-Infinity,-Infinity,Infinity "+
				"pass,1,Infinity,-Infinity,Infinity pass,2,-190,-Infinity,Infinity "+
				"pass,1,-190,-Infinity,-190 root,0,-190,-190,Infinity")},
		{"reversi wiped out, first", "reversi", "first", "O\n9\n" + wiped, "output.txt",
			wiped + onLines("\nNode,Depth,Value,Alpha,Beta root,0,-190,-Infinity,Infinity")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := solved(t, test.assignment, test.edition, test.input, test.file)
			if got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

// TestShape compares the number of lines, how a file begins, and how it ends.
func TestShape(t *testing.T) {
	empties := 17 // minimax with cut-off 2 logs 1 + 2n*n lines below the header
	tests := []struct {
		name, assignment, input, file string
		lines                         int
		begins, ends                  string
	}{
		{"squirrel minimax", "squirrel", "2\nX\n2\n" + squares, "traverse_log.txt", 2 + 2*empties*empties,
			onLines("Node,Depth,Value " + squirrelMinimaxBegins), "\nroot,0,-2\n"},
		{"squirrel alpha-beta", "squirrel", "3\nX\n2\n" + squares, "traverse_log.txt", 0,
			onLines("Node,Depth,Value,Alpha,Beta " + squirrelAlphaBetaBegins), "\nroot,0,-2,-2,Infinity\n"},
		{"squirrel battle", "squirrel", "4\nX\n1\n1\nO\n2\n2\n" + squares, "trace_state.txt", 5 * empties,
			"**XX*\n**XOX\n*X*O*\n**OO*\n*****\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := solved(t, test.assignment, "", test.input, test.file)
			lines := strings.Count(strings.TrimSuffix(got, "\n"), "\n") + 1
			if test.lines > 0 && lines != test.lines {
				t.Errorf("%d lines, want %d", lines, test.lines)
			}
			if !strings.HasPrefix(got, test.begins) || !strings.HasSuffix(got, test.ends) {
				t.Errorf("got %.600s ... %s", got, got[max(0, len(got)-60):])
			}
		})
	}
}

// TestPublishedCounts compares the sizes of three large logs with those that the course's rules give.
func TestPublishedCounts(t *testing.T) {
	effort.NeedsAll(t, "takes seconds")
	tests := []struct {
		assignment, input, file string
		newlines                int
	}{
		{"reversi", "X\n8\n" + start, "output.txt", 35_574 - 1}, // the last line has no newline
	}
	for _, test := range tests {
		got := strings.Count(solved(t, test.assignment, "", test.input, test.file), "\n")
		if got != test.newlines {
			t.Errorf("%s: %d newlines, want %d", test.assignment, got, test.newlines)
		}
	}
}

// TestSameMove: minimax and alpha-beta choose the same move (docs/rules/gangwars.md rule 6).
func TestSameMove(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 200 {
		var values, board string
		for range 3 {
			values += fmt.Sprintln(1+random.Intn(4), 1+random.Intn(4), 1+random.Intn(4))
			for range 3 {
				board += string("XO..."[random.Intn(5)])
			}
			board += "\n"
		}
		if !strings.Contains(board, ".") {
			continue
		}
		input := "3\n%s\nX\n3\n" + values + board
		minimax := solved(t, "gangwars", "", fmt.Sprintf(input, "MINIMAX"), "output.txt")
		alphaBeta := solved(t, "gangwars", "", fmt.Sprintf(input, "ALPHABETA"), "output.txt")
		if minimax != alphaBeta {
			t.Fatalf("%s%s: minimax %s, alpha-beta %s", values, board, minimax, alphaBeta)
		}
	}
}

// TestLenient: CRLF, no final newline, trailing blanks and blank lines at the end change nothing.
func TestLenient(t *testing.T) {
	for assignment, input := range validInputs(t) {
		want, err := solve(t, assignment, "", []byte(input))
		must.Do(t, err)
		for _, variant := range []string{
			strings.ReplaceAll(input, "\n", "\r\n"),
			strings.TrimSuffix(input, "\n"),
			strings.ReplaceAll(input, "\n", " \t\n") + "\n \n",
		} {
			got, err := solve(t, assignment, "", []byte(variant))
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %q: %v", assignment, variant, err)
			}
		}
	}
}

// TestInvalid: damaged input never panics, and a missing line is an error.
func TestInvalid(t *testing.T) {
	for assignment, input := range validInputs(t) {
		for end := range len(input) {
			solve(t, assignment, "", []byte(input[:end]))
		}
		lines := strings.SplitAfter(input, "\n")
		for i := range lines[:len(lines)-1] {
			for _, damage := range []string{"", "\n", "?\n", "-1\n", "0\n", ":,-\n", "9 9 9\n"} {
				damaged := append(append(append([]string{}, lines[:i]...), damage), lines[i+1:]...)
				text := []byte(strings.Join(damaged, ""))
				_, err := solve(t, assignment, "", text)
				_, refused := lookup(t, assignment).Parse("input.txt", text)
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
		if _, refused := lookup(t, "squirrel").Parse("input.txt", []byte(input)); (err == nil) != (refused == nil) {
			t.Errorf("a battle with the cut-offs %v: error %v, the oracle's is %v", cutOffs, err, refused)
		}
	}
	for states := 999; states <= 1001; states++ {
		input := "R, G\nA: R-1\n1\nR: 1, G: 2\nR: 2, G: 1\nA: B\n"
		for i := range states - 2 {
			input += fmt.Sprintf("S%d:\n", i)
		}
		_, err := solve(t, "mapcolor", "", []byte(input))
		if _, refused := lookup(t, "mapcolor").Parse("input.txt", []byte(input)); (err == nil) != (refused == nil) {
			t.Errorf("a map of %d states: error %v, the oracle's is %v", states, err, refused)
		}
	}
	for _, asked := range [][2]string{{"squirrel", "first"}, {"reversi", "handout"}} {
		if _, err := solve(t, asked[0], asked[1], nil); err == nil {
			t.Errorf("%q: no error", asked)
		}
	}
}

// validInputs returns the shortest input of each assignment's cases.
func validInputs(t *testing.T) map[string]string {
	t.Helper()
	inputs := map[string]string{}
	for _, a := range oracle.Assignments() {
		corpus, err := cases.Embedded(a)
		if err != nil || len(corpus) == 0 {
			t.Fatalf("%s: %d cases, error %v, want some", a.Name, len(corpus), err)
		}
		shortest := slices.MinFunc(corpus, func(x, y *cases.Case) int { return len(x.Input()) - len(y.Input()) })
		inputs[a.Name] = string(shortest.Input())
	}
	return inputs
}
