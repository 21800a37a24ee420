package gametest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// The rows of tables are types without a name, so that go vet lets a table leave out the names of
// their fields.
type (
	// A Showing is a handmade input, with the situations of the catalogue that it shows and those
	// that it just fails to show.
	Showing = struct{ Name, Input, Has, Lacks string }
	// A Wrong is a valid input with one line replaced, and the error.
	Wrong = struct {
		Line       int
		Text, Want string
	}
	// A Bound is an input at an edge of the envelope, read in an edition, and what Beyond says of it:
	// "" inside.
	Bound = struct{ Name, Input, Edition, Want string }
	// An Example is an input, and the whole answer in an edition.
	Example = struct {
		Name, Edition, Input string
		Want                 map[string]string
	}
)

// Situations tests each situation of the game's own from both sides. Those that every search has
// are tested with the search.
func Situations(t *testing.T, a *oracle.Assignment, showings []Showing) {
	t.Helper()
	const had, lacked = 1, 2
	held := map[string]int{}
	for _, s := range showings {
		seen, err := Parse(t, a, s.Input).Situations(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		shown := seen.Names(a.Situations)
		for _, name := range strings.Fields(s.Has + " " + s.Lacks) {
			if !slices.ContainsFunc(a.Situations, func(of homework.Situation) bool { return of.Name == name }) {
				t.Fatalf("%s has no situation %q", a.Name, name)
			}
			want := slices.Contains(strings.Fields(s.Has), name)
			if slices.Contains(shown, name) != want {
				t.Errorf("%s: %s shown %v, want %v", s.Name, name, !want, want)
			}
			if want {
				held[name] |= had
			} else {
				held[name] |= lacked
			}
		}
	}
	for _, s := range a.Situations[search.Common:] {
		if held[s.Name] != had|lacked {
			t.Errorf("%s: no input of the table shows %s, or none lacks it", a.Name, s.Name)
		}
	}
}

// End as the text of a line ends the file before that line.
const End = "\x00"

// Errors tests that a valid input with one wrong line is refused, by an error that names the line,
// what was found there and what was wanted (docs/rules/README.md "Input").
func Errors(t *testing.T, a *oracle.Assignment, input string, wrongs []Wrong) {
	t.Helper()
	Parse(t, a, input)
	for _, w := range wrongs {
		lines := strings.SplitAfter(input, "\n")
		lines[w.Line-1] = w.Text + "\n"
		text, _, _ := strings.Cut(strings.Join(lines, ""), End)
		_, err := a.Parse(oracle.InputFile, []byte(text))
		var wrong *scan.Error
		if !errors.As(err, &wrong) || err.Error() != w.Want {
			t.Errorf("%s, line %d %.60q: error\n%v, want\n%s", a.Name, w.Line, w.Text, err, w.Want)
		}
	}
}

// Beyond tests inputs outside the envelope and at its edges ("Envelope" in
// docs/rules/ASSIGNMENT.md).
func Beyond(t *testing.T, a *oracle.Assignment, bounds []Bound) {
	t.Helper()
	for _, b := range bounds {
		got, err := Parse(t, a, b.Input).Beyond(t.Context(), []byte(b.Input), b.Edition)
		if err != nil || got != b.Want {
			t.Errorf("%s: %s: %q, error %v, want %q, of\n%s", a.Name, b.Name, got, err, b.Want, b.Input)
		}
	}
	for inside, what := range map[bool]string{true: "inside", false: "outside"} {
		if !slices.ContainsFunc(bounds, func(b Bound) bool { return (b.Want == "") == inside }) {
			t.Errorf("%s: want an input %s the envelope", a.Name, what)
		}
	}
}

// Answers compares whole answers: the examples of the rules, and conventions that no course file
// covers and that graded cases avoid.
func Answers(t *testing.T, a *oracle.Assignment, examples []Example) {
	t.Helper()
	for _, e := range examples {
		got := map[string]string{}
		for name, text := range Answer(t, Parse(t, a, e.Input), homework.Options{Edition: e.Edition}) {
			got[name] = string(text)
		}
		if diff := cmp.Diff(e.Want, got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", a.Name, e.Name, diff)
		}
	}
}

// A Tally collects figures of inputs, and reports those outside the range of the course's
// files ("Envelope" in docs/rules/ASSIGNMENT.md).
type Tally struct {
	t    *testing.T
	seen map[string]map[int]int
}

// Within checks that a figure lies in a range and records it.
func (y *Tally) Within(p homework.Problem, figure string, value, low, high int) {
	y.t.Helper()
	if value < low || value > high {
		y.t.Errorf("%s: %d, want %d to %d, of\n%s", figure, value, low, high, p)
	}
	if y.seen[figure] == nil {
		y.seen[figure] = map[int]int{}
	}
	y.seen[figure][value]++
}

// Reached fails the test unless the figure came close to both ends of its range.
func (y *Tally) Reached(figure string, low, high int) {
	y.t.Helper()
	least, most := 1<<30, -1
	for value := range y.seen[figure] {
		least, most = min(least, value), max(most, value)
	}
	if least > low || most < high {
		y.t.Errorf("%s came from %d to %d, want %d to %d", figure, least, most, low, high)
	}
}

// Graded makes graded sets from several seeds, of which look collects figures.
func Graded(t *testing.T, a *oracle.Assignment, look func(*Tally, homework.Problem)) *Tally {
	t.Helper()
	y := &Tally{t, map[string]map[int]int{}}
	inputs := 400
	if !effort.All() {
		inputs /= 10
	}
	for i := range a.Generator.GradedSize {
		for seed := range uint64(max(1, inputs/a.Generator.GradedSize)) {
			wish := gen.Wish{Assignment: a, Seed: seed, MaxLog: 256 << 10, Graded: true}
			made, err := wish.Make(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			look(y, made.Problem)
		}
	}
	return y
}
