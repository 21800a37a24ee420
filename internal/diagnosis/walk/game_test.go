package walk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
)

// game plays a small game between built-in agents.
func game(t *testing.T) *record.Game {
	t.Helper()
	a, err := oracle.Lookup("gangwars")
	must.Do(t, err)
	terms := arena.Terms{Assignment: a, Nodes: 200}
	var agents [2]*arena.Agent
	for i, name := range []string{"greedy", "random"} {
		if agents[i], err = terms.NewAgent(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	m, err := terms.Match(t.Context(), agents[0], agents[1], record.Plan{Games: 1, Size: 4, Seed: 2}, nil)
	must.Do(t, err)
	return m.Games[0]
}

// openGame opens the page of a game.
func openGame(t *testing.T, g *record.Game) *tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.html")
	f, err := os.Create(path)
	must.Do(t, err)
	defer f.Close()
	must.Do(t, walk.WriteGame(f, g.Walk()))
	return open(t, path)
}

// The page of a game shows every position of it, the move that led there, and how it ended.
func TestGame(t *testing.T) {
	g := game(t)
	b := openGame(t, g)
	if got, want := eval[string](b, "document.title"), "gangwars game 1 of 1 - touchstone replay"; got != want {
		t.Errorf("the title is %q, want %q", got, want)
	}
	const look = `({ board: [...document.querySelectorAll("#board .place")].map((e) => e.querySelector("title").textContent).join(", "),
		last: [...document.querySelectorAll("#board .place.last")].map((e) => e.dataset.place).join(","), facts: document.getElementById("facts").innerText })`
	type seen struct{ Board, Last, Facts string }
	for i := 0; i <= len(g.Moves); i++ {
		if i > 0 {
			b.Press("j")
			b.Settle()
		}
		state, line, last := g.Start, "line 1: the start position", ""
		if i > 0 {
			m := g.Moves[i-1]
			state, line = m.After, fmt.Sprintf("line %d: %d %s %s", i+1, i, g.Sides[m.Side], m.Turn[0])
			last, _, _ = strings.Cut(m.Turn[0], " ")
		}
		var places []string
		for j, p := range g.Stage.Places {
			text := state.Board.Pieces[j].Text
			if text == "" {
				text = "empty"
			}
			places = append(places, p.Name+": "+text)
		}
		got := eval[seen](b, look)
		if want := strings.Join(places, ", "); got.Board != want || got.Last != last || b.line() != line {
			t.Fatalf("after %d moves: %s, last %q, at %q; want %s, %q, %q", i, got.Board, got.Last, b.line(), want, last, line)
		}
		if want := fmt.Sprintf("X has %d, O %d.", state.Points[0], state.Points[1]); !strings.Contains(got.Facts, want) {
			t.Errorf("after %d moves it says %q, want %q", i, got.Facts, want)
		}
		if over := strings.Contains(got.Facts, "The end: "+g.Outcome()); over != (i == len(g.Moves)) {
			t.Errorf("after %d moves it says %q", i, got.Facts)
		}
	}
	if n := eval[int](b, `[...document.querySelectorAll("#tree, #path, [data-act=cut], [data-act=into]")].filter((e) => e.offsetParent).length`); n > 0 {
		t.Errorf("%d parts are seen that are for searches", n)
	}
	b.goTo(3)
	if got := b.line(); !strings.HasPrefix(got, "line 3: 2 ") {
		t.Errorf("#3 leads to %q", got)
	}
	b.StopsImages()
}

// Names and words of agents are text, never HTML.
func TestHostileGame(t *testing.T) {
	const hostile = "<img src=x onerror=alert(1)></script><script>document.title=1</script>"
	g := game(t)
	g.Agents[0], g.End.Reason, g.End.Text = hostile, record.Malformed, hostile
	b := openGame(t, g)
	b.Press("G")
	b.Settle()
	if n := eval[int](b, `document.images.length + document.querySelectorAll("main script, section script, header script").length`); n > 0 {
		t.Errorf("the agent's text has become %d elements", n)
	}
	if got := eval[string](b, `document.getElementById("facts").innerText`); strings.Count(got, hostile) == 0 {
		t.Errorf("it says %q", got)
	}
}
