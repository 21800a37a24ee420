package walk_test

import (
	"bytes"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cli/internal/explain"
	"github.com/touchstone-suite/touchstone/cli/internal/walk"
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A game from outside, which describes its board and nothing else, has its page.
func TestGameFromOutside(t *testing.T) {
	dir := t.TempDir()
	program, page := filepath.Join(dir, "newgame.exe"), filepath.Join(dir, "coins.html")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = "../../../examples/newgame"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := exec.Command(program, "trace", "coins", "rules-example", "--html", page).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b := open(t, page)
	b.shoot("coins")
	looks := eval[[]look](b, walkAll)
	if first, want := looks[1].Board, "1: 5; 2: 2; 3: 9; 4: 5; 5: 1"; !strings.HasPrefix(first, want) {
		t.Errorf("the first line shows the row %q, want %q", first, want)
	}
	moved := 0
	for _, l := range looks[1:] {
		if strings.Contains(l.Path, " > ") {
			moved++
			if l.Changed == "" || !strings.Contains(l.Board, ": empty") {
				t.Errorf("line %s, behind the moves %s, shows the row %q, of which %q has changed", l.Line, l.Path, l.Board, l.Changed)
			}
		}
	}
	if moved < 5 {
		t.Errorf("only %d lines are behind a move", moved)
	}
}

// Where there is no log, the page says what is wrong with the turn: the moves with their values, and
// the program's board.
func TestPageWithoutLog(t *testing.T) {
	s := show(t, "gangwars", "handout-example-1")
	const text = "B3 Raid\nXX.\nXX.\nOO.\n"
	files := output.Memory{}
	if _, err := s.Game.Solve(t.Context(), s.How, files); err != nil {
		t.Fatal(err)
	}
	report, err := compare.Readers(bytes.NewReader(files["output.txt"]), strings.NewReader(text), compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wrong := []testscript.FileResult{{Name: "output.txt", Verdict: testscript.Wrong, Report: report, Text: []byte(text)}}
	if s.First, err = explain.Explain(t.Context(), explain.Question{Problem: s.Game, How: s.How, Files: wrong}); err != nil {
		t.Fatal(err)
	}
	s.Program = &walk.Program{Name: "./gangwars", Verdict: "wrong"}
	b := s.open(t)
	b.shoot("turn")
	said := eval[string](b, `document.getElementById("diagnosis").innerText`)
	for _, want := range append(s.First.Says, "output.txt:1", s.First.Turn.Right[0]) {
		if !strings.Contains(said, want) {
			t.Errorf("the page says %q, want %q in it", said, want)
		}
	}
	if got, want := eval[int](b, `document.querySelectorAll("table.choices tr").length`), len(s.First.Turn.Moves)+1; got != want {
		t.Errorf("the table of moves has %d rows, want %d", got, want)
	}
	if got, want := eval[int](b, `document.querySelectorAll("figure .wrong").length`), len(s.First.Turn.Wrong); got != want || want == 0 {
		t.Errorf("%d places of the program's board are marked, want %d", got, want)
	}
}

// A long log is in the page as a few elements, whatever is in sight. The page says that a search
// goes on which it does not hold whole.
func TestLongLog(t *testing.T) {
	p := long(t, 9, 100_000)
	b := open(t, file(t, "long", func(w io.Writer) error {
		sum, err := walk.Write(t.Context(), w, p)
		if err == nil && (sum.Lines != p.Most || !sum.More) {
			t.Errorf("%+v, want %d lines of more", sum, p.Most)
		}
		return err
	}))
	for _, c := range []struct {
		keys []string
		want int
	}{{nil, 10}, {[]string{"G"}, 100_009}, {[]string{"k"}, 100_008}, {[]string{"g"}, 1}, {[]string{"j"}, 2}} {
		b.press(c.keys...)
		if got := b.at(); got != c.want {
			t.Errorf("after %q the line is %d, want %d", c.keys, got, c.want)
		}
		if n := eval[int](b, `document.querySelectorAll(".row").length`); n > 200 {
			t.Errorf("%d rows are elements", n)
		}
	}
	if got, want := eval[string](b, `document.getElementById("subtitle").textContent`), "the first 100,000 lines of more"; !strings.Contains(got, want) {
		t.Errorf("the page says %q, want %q in it", got, want)
	}
	eval[float64](b, `document.getElementById("log").scrollTop = 1000 * 22`)
	b.settle()
	if seen := eval[string](b, `document.querySelector("#log [aria-posinset='1005']")?.getAttribute("aria-label") || "nothing"`); !strings.HasPrefix(seen, "line 1005: ") {
		t.Errorf("scrolled by a thousand rows, the log shows %q there", seen)
	}
}
