package mapcolor_test

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/mapcolor"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// The map of the handout.
const australia = "R, G, B\nWA: R-1, SA: G-2\n3\nR: 10, G: 5, B: 0\nR: 0, G: 2, B: 8\n" +
	"SA: WA, NT, Q, NSW, V\nNT: WA, SA, Q\nNSW: Q, V, SA\nWA: SA, NT\nQ: NT, SA, NSW\nV: SA, NSW\n"

// The handout's text, without its remarks.
//
//go:embed testdata/handout.txt
var handout string

// solved returns the answer to an input.
func solved(t *testing.T, edition, input string, faults ...string) string {
	t.Helper()
	files, err := mapcolor.Solver.Solve(edition, []byte(input), faults...)
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, input)
	}
	return files["output.txt"]
}

// answer returns the answer to an input, line by line.
func answer(t *testing.T, input string, faults ...string) []string {
	t.Helper()
	return strings.Split(solved(t, "", input, faults...), "\n")
}

// TestExact compares whole files.
func TestExact(t *testing.T) {
	for _, test := range []struct{ name, edition, input, want string }{
		{"handout", "handout", australia, strings.TrimSuffix(handout, "\n")},
		{"no move", "", "B,A\nx1 : A-2\n5\nA: -3, B: 0\nA: -4, B: 1\n", "x1, A, 0, 4, -inf, inf\nx1, A, 4"},
		{"depth 0", "", strings.Replace(australia, "\n3\n", "\n0\n", 1), "SA, G, 0, 8, -inf, inf\nSA, G, 8"},
	} {
		if got := solved(t, test.edition, test.input); got != test.want {
			t.Errorf("%s: got:\n%s\nwant:\n%s", test.name, got, test.want)
		}
	}
}

// TestRevised compares the answer to the handout's map with the answer on the page.
func TestRevised(t *testing.T) {
	lines := answer(t, australia)
	if len(lines) != 86 || lines[85] != "NSW, B, 10" {
		t.Errorf("%d lines, the last of them %q", len(lines), lines[len(lines)-1])
	}
	want := "V, B, 1, inf, 10, inf\nNSW, R, 2, -inf, 10, inf\nNT, B, 3, 8, 10, inf\nNSW, R, 2, 8, 10, inf\n" +
		"Q, B, 3, 8, 10, inf\nNSW, R, 2, 8, 10, inf\nV, B, 1, 8, 10, inf\nSA, G, 0, 10, 10, inf"
	if got := strings.Join(lines[61:69], "\n"); got != want {
		t.Errorf("lines 62 to 69 are\n%s\nwant\n%s", got, want)
	}
}

// TestLenient: CRLF, no final newline, trailing blanks and blank lines at the end change nothing.
func TestLenient(t *testing.T) {
	want := solved(t, "", australia)
	for _, variant := range []string{
		strings.ReplaceAll(australia, "\n", "\r\n"),
		strings.TrimSuffix(australia, "\n"),
		strings.ReplaceAll(australia, "\n", " \t\n") + "\n \n",
		strings.NewReplacer(", ", " ,", ": ", " :", "-", " - ").Replace(australia),
	} {
		if got := solved(t, "", variant); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", variant, got, want)
		}
	}
}

// TestInvalid checks that input forbidden by rule 1 is an error.
func TestInvalid(t *testing.T) {
	for name, replaced := range map[string][2]string{
		"an unknown colour":             {"WA: R-1", "WA: Y-1"},
		"the weight of an unknown one":  {"B: 0", "Y: 0"},
		"a colour twice":                {"R, G, B", "R, G, G"},
		"a line twice":                  {"NT: WA", "SA: WA"},
		"a state coloured twice":        {"SA: G-2", "WA: G-2"},
		"player 3":                      {"R-1", "R-3"},
		"a colour without a weight":     {", B: 8", ""},
		"two weights for a colour":      {"B: 8", "G: 8"},
		"a great weight":                {"B: 8", "B: 1000001"},
		"no initial assignment":         {"WA: R-1, SA: G-2", ""},
		"a state beside itself":         {"V: SA", "V: V"},
		"neighbours of the same colour": {"SA: G-2", "SA: R-2"},
		"a colour with a digit":         {"R, G, B", "R1, G, B"},
		"a state with a hyphen":         {"NSW: Q", "N-W: Q"},
		"a negative depth":              {"\n3\n", "\n-3\n"},
		"a line without a colon":        {"V: SA", "V SA"},
		"1001 states":                   {"V: SA", "V: SA, S" + strings.Join(numbers(995), ", S")},
	} {
		input := strings.Replace(australia, replaced[0], replaced[1], 1)
		if _, err := mapcolor.Solver.Solve("", []byte(input)); err == nil || strings.Contains(err.Error(), "panic") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := mapcolor.Solver.Solve("first", []byte(australia)); err == nil {
		t.Error("an unknown edition: no error")
	}
}

// numbers returns the numbers below n.
func numbers(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint(i))
	}
	return names
}

// TestDamage: damaged input never panics.
func TestDamage(t *testing.T) {
	check := func(input string) {
		if _, err := mapcolor.Solver.Solve("", []byte(input)); strings.Contains(fmt.Sprint(err), "panic") {
			t.Errorf("%v, on the input\n%s", err, input)
		}
	}
	for end := range len(australia) {
		check(australia[:end])
	}
	lines := strings.SplitAfter(australia, "\n")
	for i := range lines[:len(lines)-1] {
		for _, damage := range []string{"", "\n", "?\n", "-1\n", "0\n", ":,-\n", "9 9 9\n"} {
			check(strings.Join(lines[:i], "") + damage + strings.Join(lines[i+1:], ""))
		}
	}
}

// star returns a map of the given number of states around one, with names of the given length. A
// search of two plies has some 150 rows, most of them with such a name.
func star(states, letters int) string {
	var names []string
	for i := range states {
		names = append(names, fmt.Sprintf("S%0*d", letters, i))
	}
	return "G, R\nA: R-1\n2\nG: 1, R: 2\nG: 2, R: 1\nA: " + strings.Join(names, ", ") + "\n"
}

// TestGivesUp: with a mutation a log that exceeds its limit is given up, without one it is not.
func TestGivesUp(t *testing.T) {
	long := []byte(star(30, 60_000))
	if files, err := mapcolor.Solver.Solve("", long); err != nil || len(files["output.txt"]) <= search.MaxLog {
		t.Errorf("without a mutation: %d bytes, error %.200v", len(files["output.txt"]), err)
	}
	if _, err := mapcolor.Solver.Solve("", long, "crlf-line-ends"); !errors.Is(err, mutant.ErrGaveUp) {
		t.Errorf("with a mutation: error %.200v", err)
	}
	if _, err := mapcolor.Solver.Solve("", []byte(star(30, 10)), "crlf-line-ends"); err != nil {
		t.Errorf("with a mutation and short names: error %.200v", err)
	}
}
