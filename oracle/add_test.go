package oracle

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// An assignment from outside joins the table, unless a required part is missing.
func TestAdd(t *testing.T) {
	before := slices.Clone(assignments)
	t.Cleanup(func() { assignments = before })
	whole := mancala.Assignment
	whole.Name, whole.Cases = "chess", fstest.MapFS{}
	for want, change := range map[string]func(*Assignment){
		`want an assignment's name of letters, digits, dots, dashes and underscores, found ""`:           func(a *Assignment) { a.Name = "" },
		`want an assignment's name of letters, digits, dots, dashes and underscores, found "-chess"`:     func(a *Assignment) { a.Name = "-chess" },
		`want an assignment's name of letters, digits, dots, dashes and underscores, found "../reversi"`: func(a *Assignment) { a.Name = "../reversi" },
		`want one assignment called Mancala, found two`:                                                  func(a *Assignment) { a.Name = "Mancala" },
		"chess is not whole:\n  Cases: want a file system with cases, such as an embed.FS":               func(a *Assignment) { a.Cases = nil },
		"chess is not whole:\n  Cases: want a file system with cases, such as an embed.FS\n  Editions: want at least one, such as OneEdition\n" +
			"  Parse: want a function that reads an input": func(a *Assignment) { a.Cases, a.Editions, a.Parse = nil, nil, nil },
	} {
		one := whole
		change(&one)
		expect.Equal(t, want, fmt.Sprint(Add(&one)))
	}
	expect.Equal(t, len(before), len(assignments), "number of assignments")
	must.Do(t, Add(&whole))
	whole.Digest, Assignments()[len(before)] = "1", nil
	byKey, _ := Lookup("chess@1")
	if a, err := Lookup("CHESS"); err != nil || a != &whole || byKey != a || Names()[len(before)] != "chess" {
		t.Errorf("found %v, %v, by its key %v, among %v", a, err, byKey, Names())
	}
	if Remove(&whole); !slices.Equal(assignments, before) {
		t.Errorf("%v are left of %d assignments", Names(), len(before))
	}
}

// Lookup finds assignments of the table by name, and others with Open.
func TestOpen(t *testing.T) {
	other, broken := &Assignment{Name: "other"}, errors.New("it is broken")
	Open = func(name string) (*Assignment, error) {
		return map[string]*Assignment{"./other": other}[name], map[string]error{"./broken": broken}[name]
	}
	t.Cleanup(func() { Open = nil })
	if a, err := Lookup("./other"); a != other || err != nil {
		t.Errorf("the other assignment: %v, %v", a, err)
	}
	if _, err := Lookup("./broken"); !errors.Is(err, broken) {
		t.Errorf("a broken one: %v", err)
	}
	expect.Equal(t, "reversi", must.Get(Lookup("Reversi"))(t).Name)
	const none = `want an assignment (squirrel, gangwars, reversi, mancala, mapcolor), found "rever"; did you mean reversi?`
	_, err := Lookup("rever")
	expect.Equal(t, none, fmt.Sprint(err), "none")
}
