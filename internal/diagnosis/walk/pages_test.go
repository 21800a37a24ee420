package walk_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A game from outside, which describes its board and nothing else, has its page.
func TestGameFromOutside(t *testing.T) {
	effort.NeedsAll(t, "links another program")
	dir := t.TempDir()
	program, page := filepath.Join(dir, "newgame.exe"), filepath.Join(dir, "coins.html")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, ".")
	build.Dir = "../../../examples/newgame"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := exec.Command(program, "trace", "coins", "rules-example", "--out", page).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b := open(t, page)
	b.Shoot("coins")
	looks := eval[[]look](b, walkAll)
	first, want := looks[1].Board, "1: 5; 2: 2; 3: 9; 4: 5; 5: 1"
	expect.True(t, strings.HasPrefix(first, want), "the first line shows the row", first, "want", want)
	moved := 0
	for _, l := range looks[1:] {
		if strings.Contains(l.Path, " > ") {
			moved++
			expect.True(t, l.Changed != "" && strings.Contains(l.Board, ": empty"), "line", l.Line)
		}
	}
	expect.Equal(t, false, moved < 5, "only", moved, "lines are behind a move")
}

// Without a log, the page explains the turn: the moves with their values, and the program's board.
func TestPageWithoutLog(t *testing.T) {
	s := show(t, "gangwars", "handout-example-1")
	files := must.Get(homework.Answer(t.Context(), s.Game, s.Options))(t)
	text := strings.TrimSuffix(string(files["output.txt"]), "\n") // with another piece on the last square
	if strings.HasSuffix(text, "X") {
		text = strings.TrimSuffix(text, "X") + "O\n"
	} else {
		text = text[:len(text)-1] + "X\n"
	}
	report := must.Get(compare.Readers(bytes.NewReader(files["output.txt"]), strings.NewReader(text), compare.Options{}))(t)
	wrong := []verdict.File{{Name: "output.txt", Verdict: verdict.Wrong, Report: report, Text: []byte(text)}}
	question := decision.Question{Problem: s.Game, Options: s.Options, Files: wrong}
	s.First = must.Get(decision.Explain(t.Context(), question))(t)
	s.Program = &walk.Program{Name: "./gangwars", Verdict: "wrong", Known: []string{"fits this case: one", "one case alone"}}
	b := s.open(t)
	b.Shoot("turn")
	said := eval[string](b, `document.getElementById("diagnosis").innerText`)
	pagetest.Contains(b.Tab, said, append(slices.Concat(s.First.Errors, s.Program.Known), fmt.Sprintf("output.txt:%d",
		s.First.GotLine), s.First.Turn.Right[0])...)
	pagetest.Expect(b.Tab, `document.querySelectorAll("table.choices tr").length`, len(s.First.Turn.Moves)+1)
	got, want := eval[int](b, `document.querySelectorAll("figure .wrong").length`), len(s.First.Turn.Wrong)
	expect.True(t, got == want && want != 0, got, "places of the program's board are marked, want", want)
}

// A long log needs only a few elements of the page, at every position, even if it is taller than a browser can
// draw. A page with a part of a search states that the search continues.
func TestLongLog(t *testing.T) {
	const lines = 400_000
	p := walk.Page{Assignment: "wide", Game: wide{}, MaxLines: lines}
	b := open(t, pagetest.File(t, "long", func(w io.Writer) error {
		sum, err := walk.Write(t.Context(), w, p)
		expect.True(t, err != nil || sum.Lines == lines && sum.More, sum, "want", lines, "lines of more")
		return err
	}))
	for _, c := range []struct {
		key  string
		want int
	}{{"", 1}, {"G", lines}, {"k", lines - 1}, {"g", 1}, {"j", 2}} {
		b.Press(c.key)
		b.expectAt(c.key, c.want)
		n := eval[int](b, `document.querySelectorAll(".row").length`)
		expect.True(t, n <= 200, n, "rows are elements")
	}
	pagetest.Contains(b.Tab, eval[string](b, `document.getElementById("subtitle").textContent`), "the first 400,000 lines of more")
	for _, c := range []struct {
		name, to  string
		want, off int // the line at the top, and by how much it may be another
	}{
		{"by ten rows", "log.scrollTop + 220", 11, 0}, {"by ten more", "log.scrollTop + 220", 21, 0}, {"to the middle", "log.scrollHeight / 2", lines / 2, lines / 100},
		{"to the end", "log.scrollHeight", lines, 50}, {"to the beginning", "0", 1, 0},
	} {
		eval[float64](b, `(() => { const log = document.getElementById("log"); return log.scrollTop = `+c.to+`; })()`)
		b.Settle()
		got := eval[int](b, `(() => {
			const at = document.getElementById("log").getBoundingClientRect();
			return Number(document.elementFromPoint(at.left + 60, at.top + 6).closest(".row")?.ariaPosInSet || -1);
		})()`)
		expect.True(t, got >= c.want-c.off && got <= c.want+c.off, "scrolled", c.name)
	}
}

// wide is a search of a tree that has 700 leaves below each of 700 nodes, without a log.
type wide struct{ homework.Replayer }

func (wide) Stage() replay.Stage { return replay.Stage{Places: []replay.Place{{Name: "a"}}} }

func (wide) Replay(_ context.Context, _ homework.Options, visit func(replay.Step) error) error {
	moves := slices.Repeat([]string{"a"}, 700)
	step := func(kind replay.Kind, name string, ply, index int) error {
		return visit(replay.Step{
			Kind: kind, Name: name, Ply: ply, Depth: ply, Moves: moves, Index: index, Over: func() bool { return false },
			Board: func() replay.Board { return replay.Board{Mover: "X", Pieces: make([]replay.Piece, 1)} },
		})
	}
	if err := step(replay.Enter, "root", 0, 0); err != nil {
		return err
	}
	for i := range moves {
		if err := step(replay.Enter, "a", 1, 0); err != nil {
			return err
		}
		for j := range moves {
			if err := errors.Join(step(replay.Leaf, "a", 2, 0), step(replay.Update, "a", 1, j)); err != nil {
				return err
			}
		}
		if err := step(replay.Update, "root", 0, i); err != nil {
			return err
		}
	}
	return nil
}

// game plays a small game between built-in agents.
func game(t *testing.T) *record.Game {
	t.Helper()
	a := gametest.Lookup(t, "gangwars")
	terms := arena.Terms{Assignment: a, Nodes: 200}
	var agents [2]*arena.Agent
	for i, name := range []string{"greedy", "random"} {
		agents[i] = must.Get(terms.NewAgent(t.Context(), name))(t)
	}
	m := must.Get(terms.Match(t.Context(), agents[0], agents[1], record.Plan{Games: 1, Size: 4, Seed: 2}, nil))(t)
	return m.Games[0]
}

// openGame opens the page of a game.
func openGame(t *testing.T, g *record.Game) *tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.html")
	f := must.Get(os.Create(path))(t)
	defer f.Close()
	must.Do(t, walk.WriteGame(f, g.Walk()))
	return open(t, path)
}

// The page of a game shows every position of it, the move that led there, and how it ended.
func TestGame(t *testing.T) {
	g := game(t)
	b := openGame(t, g)
	pagetest.Expect(b.Tab, "document.title", "gangwars game 1 of 1 - touchstone replay")
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
		got, want := eval[seen](b, look), strings.Join(places, ", ")
		expect.True(t, got.Board == want && got.Last == last && b.line() == line, "after", i, "moves", got.Board)
		expect.Contains(t, got.Facts, fmt.Sprintf("X has %d, O %d.", state.Points[0], state.Points[1]))
		expect.Equal(t, i == len(g.Moves), strings.Contains(got.Facts, "The end: "+g.Outcome()), "after", i, "moves:", got.Facts)
	}
	pagetest.Expect(b.Tab, `[...document.querySelectorAll("#tree, #path, [data-act=cut], [data-act=into]")].filter((e) => e.offsetParent).length`, 0)
	b.goTo(3)
	expect.True(t, strings.HasPrefix(b.line(), "line 3: 2 "), "#3 leads to", b.line())
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
	pagetest.Expect(b.Tab, `document.images.length + document.querySelectorAll("main script, section script, header script").length`, 0)
	pagetest.Contains(b.Tab, eval[string](b, `document.getElementById("facts").innerText`), hostile)
}
