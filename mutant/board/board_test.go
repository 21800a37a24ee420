package board_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

func TestSquareOf(t *testing.T) {
	for move, want := range map[string]board.Square{
		"A1": {0, 0}, "c2": {1, 2}, "F22": {21, 5}, "B3 Raid": {2, 1},
	} {
		if s, ok := board.SquareOf(move); !ok || s != want {
			t.Errorf("%q: %v, %v, want %v", move, s, ok, want)
		}
	}
	for _, move := range []string{"", "A", "root", "pass", " A1"} {
		if s, ok := board.SquareOf(move); ok {
			t.Errorf("%q: %v, want no square", move, s)
		}
	}
}

// The name of a move on the board is the name of its square, for every action.
func TestName(t *testing.T) {
	h := board.Right(false)
	g := h.Grid('.', 'X')
	for _, move := range []string{"A1", "c2", "B3 Raid", "pass", "root"} {
		expect.Equal(t, move, g.Name(move))
	}
	for _, s := range []board.Square{{0, 0}, {9, 25}} {
		for _, name := range []string{board.Upper(s), board.Lower(s)} {
			if got, ok := board.SquareOf(name); !ok || got != s {
				t.Errorf("%v is called %q, which is %v", s, name, got)
			}
		}
	}
}

// A raid turns the enemy's pieces next to its target, one step away, and does not change the original board.
func TestTake(t *testing.T) {
	h := board.Right(false)
	g := h.Grid('.', 'X')
	g.Rows = [][]byte{[]byte("XO."), []byte(".OO"), []byte("...")}
	target := board.Square{Row: 1, Column: 0}
	expect.True(t, g.HasOwnNeighbour(target), target)
	expect.Equal(t, false, g.HasOwnNeighbour(board.Square{Row: 2, Column: 1}), "below", target)
	raid, sneak := g.Take(target, true), g.Take(target, false)
	for _, test := range []struct {
		name      string
		got, want []string
	}{
		{"a raid", raid.Lines(), []string{"XO.", "XXO", "..."}},
		{"a sneak", sneak.Lines(), []string{"XO.", "XOO", "..."}},
		{"the board before", g.Lines(), []string{"XO.", ".OO", "..."}},
	} {
		expect.Equal(t, test.want, test.got, test.name)
	}
	expect.True(t, raid.Mover == 'O' && !raid.Maximising() && g.Maximising(),
		"after a move of X it is not the turn of O")
}

// The pieces that each mistake in raids turns, on a board where the right raid turns one piece.
func TestRaidMutations(t *testing.T) {
	want := map[string]string{
		"neighbour-right-overlooked": "XO. XOO ...",
		"diagonals-count":            "XX. XXO ...",
		"raid-chains":                "XX. XXX ...",
		"raid-turns-one-only":        "XO. XXO ...",
		"raid-turns-beside-base":     "XX. XXO ...",
		"raid-takes-free-squares":    "XO. XXO X..",
		"raid-vacates-base":          ".O. XXO ...",
	}
	for _, m := range board.Mutations(board.Traits{Raids: true}) {
		lines, ok := want[m.ID]
		if !ok {
			continue
		}
		delete(want, m.ID)
		h := board.Right(true)
		m.Break(&h)
		g := h.Grid('.', 'X')
		g.Rows = [][]byte{[]byte("XO."), []byte(".OO"), []byte("...")}
		raid := g.Take(board.Square{Row: 1, Column: 0}, true)
		expect.Equal(t, lines, strings.Join(raid.Lines(), " "), m.ID)
	}
	expect.Equal(t, 0, len(want), "no such mistakes:", want)
}

// Only a game that raids has the mistakes in raids, only one that captures those in captures, and
// only one whose squares have values those in values.
func TestMutations(t *testing.T) {
	plain := len(board.Mutations(board.Traits{}))
	for what, c := range map[string]struct {
		traits board.Traits
		want   int
	}{
		"raids":               {board.Traits{Raids: true}, 13},
		"values of the input": {board.Traits{Valued: true}, 2},
		"values":              {board.Traits{Weighted: true}, 1},
		"captures":            {board.Traits{Captures: true}, 2},
	} {
		expect.Equal(t, c.want, len(board.Mutations(c.traits))-plain, "mistakes in", what)
	}
}

// The table in the package comment lists the hooks that each mistake changes.
func TestHooksOfFaults(t *testing.T) {
	source := must.Get(os.ReadFile("board.go"))(t)
	told := map[string][]string{} // the hooks of a fault
	hook := ""
	for line := range strings.Lines(strings.ReplaceAll(string(source), "\r\n", "\n")) {
		row, ok := strings.CutPrefix(line, "//\t")
		if !ok || strings.HasPrefix(row, "mutant.Lift") {
			continue
		}
		if !strings.HasPrefix(row, " ") {
			hook = strings.Fields(row)[0]
		}
		for word := range strings.FieldsSeq(row) {
			if id := strings.TrimSuffix(word, ","); strings.Contains(id, "-") {
				told[id] = append(told[id], hook)
			}
		}
	}
	logged := search.Traits{Dialect: &search.AlphaBeta}
	searches := search.Mutations(logged)
	for _, m := range board.Mutations(board.Traits{Traits: logged, Valued: true, Captures: true, Raids: true}) {
		if slices.ContainsFunc(searches, func(s search.Mutation) bool { return s.ID == m.ID }) {
			continue
		}
		if changed := changedHooks(m); len(changed) > 0 && !slices.Equal(changed, told[m.ID]) {
			t.Errorf("%s changes the hooks %v, the package comment says %v", m.ID, changed, told[m.ID])
		}
		delete(told, m.ID)
	}
	expect.Equal(t, 0, len(told), "faults of the package comment that are none:", told)
}

// changedHooks returns the names of the board's hooks that a mutation replaces.
func changedHooks(m board.Mutation) (names []string) {
	right, broken := board.Right(false), board.Right(false)
	m.Break(&broken)
	before, after := reflect.ValueOf(right), reflect.ValueOf(broken)
	for i := range before.NumField() {
		name := before.Type().Field(i).Name
		switch x, y := before.Field(i), after.Field(i); {
		case x.Kind() == reflect.Func && x.Pointer() != y.Pointer(),
			x.Kind() == reflect.Slice && !reflect.DeepEqual(x.Interface(), y.Interface()):
			names = append(names, name)
		}
	}
	return names
}

// The faults of boards are faults of two games.
func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "gangwars"), "../testdata/gangwars.txt", false)
	gametest.Changes(t, gametest.Lookup(t, "squirrel"), "../testdata/squirrel.txt", false)
}
