package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// A module with a game of its own gets a command that knows that game as it knows the
// built-in ones.
func TestNewGame(t *testing.T) {
	effort.NeedsAll(t, "builds another module")
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "newgame.exe")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = "../../examples/newgame"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "input.txt"), []byte("ALPHABETA\n3\n5 2 9 5 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"list", "coins: coins from both ends of a row: minimax, alpha-beta\n    a course of yours, 15 cases,"},
		{"list coins", "lucky-pair-near-the-end"},
		{"help manual", "coins;"},
		{"solve coins input.txt", ""},
		{"diff move.txt move.txt", ""},
		{"gen coins --count 3 --seed 1 --cover lucky-neighbours --out new", "3 cases in new\n"},
		{"gen coins --profile graded --count 2 --out new", "2 cases in new\n"},
		{"gen coins --list", "lucky-coin "},
		{"cases update --check new", ""},
		{"audit coins --tries 10", "coins: mutation score 100.0 % (102 of 102 mutants killed), 15 cases,"},
		{"audit coins --list", "\nlucky-coin-is-like-any-other (game)\n"},
		{"rules coins 3", "3. Whoever takes a coin of 5 moves again."},
		{"explain coins input.txt", "\n  L              4  1 .  <- the right move\n"},
		{"play coins --games 1 --nodes 100 --seed 1 --out games -- oracle -- random", "game 1: "},
		{"replay games/game-1.jsonl", "coins, game 1 of 1, seed 1: first player is "},
		{"list reversi", "handout-start"},
	} {
		command := exec.Command(program, strings.Fields(c.args)...)
		command.Dir = dir
		if out, err := command.CombinedOutput(); err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("newgame %s: %v, prints\n%s\nwant\n%s", c.args, err, out, c.want)
		}
	}
	for args, want := range map[string]string{
		"check coins --case zzz -- true": `(see "newgame list coins")`, "check --help": "\n  newgame check ", "--help": "\nMore: newgame COMMAND --help, newgame help flags, newgame help manual\n", "completion bash": "__start_newgame newgame\n", "list coinz": "newgame: ",
	} {
		command := exec.Command(program, strings.Fields(args)...)
		command.Dir = dir
		if out, _ := command.CombinedOutput(); !strings.Contains(string(out), want) {
			t.Errorf("newgame %s prints\n%s\nwant\n%s", args, out, want)
		}
	}
	t.Run("fuzz", func(t *testing.T) {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("needs python3: ", err)
		}
		solver, err := filepath.Abs("../../examples/newgame/coins/testdata/solver.py")
		if err != nil {
			t.Fatal(err)
		}
		const want = " after 40 inputs of seed 1: no failure\n"
		if out, err := exec.Command(program, "fuzz", "coins", "--count", "40", "--", "python3", solver).CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%v, prints\n%s\nwant\n%s", err, out, want)
		}
	})
	move, err := os.ReadFile(filepath.Join(dir, "move.txt"))
	if err != nil || string(move) != "L L\n" {
		t.Errorf("move.txt: %q, %v", move, err)
	}
}
