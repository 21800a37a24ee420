package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// clickMove clicks a move that a place offers, or else the first place that has some.
func clickMove(b *pagetest.Tab) {
	b.Helper()
	pagetest.Eval[bool](b, `(document.querySelector("#play-choices button") || document.querySelector("#board button:not(:disabled)")).click() || true`)
}

// In each game the user plays by clicking, against the agent, can take moves back, and sees the value of each
// move.
func TestPlays(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b := open(t, a.Name+"/play")
			for move := range 6 {
				if pagetest.Eval[bool](b, `document.querySelectorAll("#board button:not(:disabled), #play-choices button").length === 0`) {
					break
				}
				clickMove(b)
				settle(b)
				if move == 0 {
					b.Shoot("site-play-" + a.Name)
				}
			}
			expectText(b, "play-says", "Points: ")
			click(b, "#play-new")
			settle(b)
			// A place may offer several moves, and a move may give another turn.
			for pagetest.Eval[bool](b, `document.getElementById("play-back").disabled || document.getElementById("play-hint").disabled`) {
				clickMove(b)
				settle(b)
			}
			for _, c := range [][2]string{{"play-hint", "The agent would play "}, {"play-values", "(best)"}, {"play-back", "Points: "}} {
				click(b, "#"+c[0])
				settle(b)
				expectText(b, "play-says", c[1])
			}
		})
	}
}

// A move keeps the focus on the board, each place has its name there, and the input of the position is shown
// below it.
func TestPlayShows(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b := open(t, a.Name+"/play")
			for range 2 {
				pagetest.Eval[bool](b, `((one) => { one.focus(); one.click(); return true; })(document.querySelector("#play-choices button") || document.querySelector("#board button:not(:disabled)"))`)
				settle(b)
				pagetest.Expect(b, `document.querySelector("#board, #play-choices").contains(document.activeElement) || Boolean(document.activeElement.closest("#play-choices"))`, true)
			}
			unnamed := pagetest.Eval[[]string](b, `[...document.querySelectorAll("#board button")].filter((one) => ![...one.querySelectorAll("small")].some((small) => small.textContent === one.dataset.place && small.offsetParent)).map((one) => one.dataset.place)`)
			expect.Equal(t, 0, len(unnamed), unnamed)
			click(b, "#play-input summary")
			input := pagetest.Eval[string](b, `document.querySelector("#play-input pre").textContent`)
			if _, err := a.Parse("input.txt", []byte(input)); err != nil {
				t.Errorf("the input of the position is\n%s%v", input, err)
			}
		})
	}
}

// "touchstone replay" can walk through a game that the page saves. The page opens a game that "touchstone
// play" saves, and saves it with the same moves.
func TestSavedGames(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			b, dir := open(t, a.Name+"/play"), t.TempDir()
			for len(savedGame(t, b, dir).Moves) < 3 {
				clickMove(b)
				settle(b)
			}
			begun := savedGame(t, b, dir)
			expect.True(t, begun.End.Reason == record.Adjourned && begun.Agents == [2]string{"you",
				"oracle"}, "the page saves a game of", begun.Agents, "that ended by", begun.End.Reason)
			command(t, "play", a.Name, "--games", "3", "--nodes", "50", "--seed", "18446744073709551615", "--out", filepath.Join(dir, "games"), "--", "oracle", "--", "greedy")
			path := filepath.Join(dir, "games", "game-2.jsonl")
			played := replayed(t, path)
			b.Do(chromedp.SetUploadFiles(chromedp.CSS("#play-open"), []string{path}))
			// The page shows this once it has begun.
			pagetest.Eval[bool](b, `new Promise((done) => { const look = () => document.getElementById("play-says").textContent.match(/have|draw/) ? done(true) : setTimeout(look, 20); look(); })`)
			settle(b)
			points := played.End.Points
			if text, want := says(b, "play-says"), fmt.Sprintf("%s %d, %s %d.", played.Sides[0], points[0], played.Sides[1], points[1]); !strings.Contains(text, want) {
				t.Errorf("found %q, want %q", text, want)
			}
			again := savedGame(t, b, dir)
			for i := range played.Moves {
				played.Moves[i].Timed, played.Moves[i].ClockUsed, played.Moves[i].ClockLeft = false, 0, 0 // the page has no clock
			}
			expect.True(t, reflect.DeepEqual(again.Moves, played.Moves) && reflect.DeepEqual(again.End,
				played.End) && reflect.DeepEqual(again.Start, played.Start), "the page saves another game than it was given", again, "want", played)
			click(b, "#play-new")
			settle(b)
			if fresh := savedGame(t, b, dir); again.Number != 2 || fresh.Number != 1 {
				t.Errorf("a new game after game %d is number %d", again.Number, fresh.Number)
			}
		})
	}
}

// savedGame clicks Save, and returns the game as read by "touchstone replay".
func savedGame(t *testing.T, b *pagetest.Tab, dir string) *record.Game {
	t.Helper()
	text := pagetest.Eval[string](b, `new Promise((done) => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { URL.createObjectURL = make; blob.text().then(done); return make(blob); };
		document.getElementById("play-save").click();
	})`)
	settle(b)
	path := filepath.Join(dir, "saved.jsonl")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return replayed(t, path)
}

// replayed returns a record that the command has replayed.
func replayed(t *testing.T, path string) *record.Game {
	t.Helper()
	out := command(t, "replay", path)
	text := must.Get(os.ReadFile(path))(t)
	g := must.Get(record.Read(path, text))(t)
	expect.Contains(t, out, g.Outcome())
	return g
}

// command runs touchstone, and returns its output.
func command(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), runCommand+"=1")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, complaints.Bytes())
	}
	return string(out)
}

// Each homework has its own board and its own game, which continues when the homework is chosen again, for
// games of other sizes too.
func TestOtherBoard(t *testing.T) {
	b := open(t, "gangwars/play")
	settle(b)
	b.Do(chromedp.SetValue(chromedp.CSS("#play-size"), "4"))
	click(b, "#play-new")
	settle(b)
	places := func() int {
		return pagetest.Eval[int](b, `document.querySelectorAll("#board button").length`)
	}
	expect.Equal(t, 16, places(), "squares of a board of 4")
	clickMove(b)
	settle(b)
	moved := says(b, "board")
	visit(b, "squirrel/play")
	settle(b)
	if n, text := places(), says(b, "play-says"); n != 25 || strings.Contains(text, "want ") {
		t.Errorf("squirrel has %d squares: %s", n, text)
	}
	visit(b, "gangwars/play")
	settle(b)
	if n := places(); n != 16 || says(b, "board") != moved {
		t.Errorf("the game of gangwars has %d squares, and shows\n%s\nwant\n%s", n, says(b, "board"), moved)
	}
}
