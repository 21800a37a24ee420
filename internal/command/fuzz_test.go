package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript"
)

// If a search ends before the profile core does, the rest of the core is not tried.
func TestFuzzNotTried(t *testing.T) {
	a := gametest.Lookup(t, "gangwars")
	cmd := newFuzz()
	cmd.SetContext(t.Context())
	var out strings.Builder
	p := &fuzzPrinter{fuzzFlags: &fuzzFlags{}, cmd: cmd, out: &out, a: a}
	p.end(fuzz.Summary{Runs: 3, Core: 3, OfCore: 22, Ended: fuzz.EndRuns}, nil)
	all := p.countCheckCases()
	expect.Contains(t, out.String(), fmt.Sprintf("\nnot tried: %d of the %d cases that check runs\n", all-3, all))
}

// ofProgram is the environment variable with the faults of the program that TestGoTest checks as a Go test.
// Without it, TestGoTest starts itself.
const ofProgram = "TOUCHSTONE_GO_TEST_OF"

// A Go test reports the same causes as check, each with the same case, place and board.
func TestGoTest(t *testing.T) {
	faults := os.Getenv(ofProgram)
	if faults != "" {
		program := testscript.Command("player", "-faults", faults, "mancala")
		if faults == "endless" {
			program = testscript.Command("sh", "-c", "sleep 600")
		}
		testscript.Run(t, &mancala.Assignment, program, testscript.WithProfile(cases.ProfileCore),
			testscript.WithOptions(testscript.Options{Sandbox: testscript.SandboxNone}))
		return
	}
	programs := []string{"moves-reversed,no-capture,fail-hard", "captured-stones-stay,final-newline-missing"}
	for _, faults := range programs[:effort.Of(1, 2, 2)] {
		_, check, _ := touchstone("check mancala --profile core --sandbox none -- player -faults "+faults+" mancala", "")
		want, _, ok := strings.Cut(check, "\nnot confined")
		if !ok || !strings.HasPrefix(want, "1. ") {
			t.Fatalf("check prints\n%s", check)
		}
		again := exec.Command(os.Args[0], "-test.run=^TestGoTest$")
		again.Env = append(os.Environ(), ofProgram+"="+faults)
		out, _ := again.CombinedOutput()
		_, told, ok := strings.Cut(string(out), ": what the program does wrong:\n")
		if !ok {
			t.Fatalf("the Go test prints\n%s", out)
		}
		var got strings.Builder
		for line := range strings.Lines(told) {
			if !strings.HasPrefix(line, "    ") && strings.TrimSpace(line) != "" { // the next of the test's own
				break
			}
			got.WriteString(strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(line, "    "), "    "), " \n") + "\n")
		}
		first, _, _ := strings.Cut(strings.TrimSpace(got.String()), "FAIL")
		expect.Equal(t, strings.TrimSpace(escape.Text(want)), strings.TrimSpace(first), "a Go test on", faults)
	}
}

// A Go test near its deadline reports the cases that did not run, and ends normally.
func TestGoTestDeadline(t *testing.T) {
	effort.NeedsAll(t, "waits for a limit of time")
	effort.NeedsTools(t, "sh")
	again := exec.Command(os.Args[0], "-test.run=^TestGoTest$", "-test.timeout=20s")
	again.Env = append(os.Environ(), ofProgram+"=endless")
	out, err := again.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "not judged: the time of the tests is nearly over") || strings.Contains(string(out), "panic: test timed out") {
		t.Errorf("%v, the Go test prints\n%s", err, out)
	}
}

// A module with its own game gets a command that treats this game like the built-in ones.
func TestNewGame(t *testing.T) {
	effort.NeedsAll(t, "builds another module")
	effort.NeedsTools(t, "python3")
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "newgame.exe")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = "../../examples/newgame"
	must.Get(build.CombinedOutput())(t)
	solver := must.Get(filepath.Abs("../../examples/newgame/coins/testdata/solver.py"))(t)
	must.WriteFile(t, filepath.Join(dir, "input.txt"), "ALPHABETA\n3\n5 2 9 5 1\n")
	for _, c := range []struct{ args, want string }{ // each ends well, unless it begins with !
		{"list", "coins: coins from both ends of a row: minimax, alpha-beta\n    a course of yours, 15 cases,"},
		{"list coins", "lucky-pair-near-the-end"},
		{"solve coins input.txt", ""},
		{"diff move.txt move.txt", ""},
		{"gen coins --count 3 --seed 1 --cover lucky-neighbours --out new", "3 cases in new\n"},
		{"gen coins --profile graded --count 2 --out new", "2 cases in new\n"},
		{"list coins situations", "lucky-coin "},
		{"cases update --check new", ""},
		{"audit coins --tries 10", "coins: mutation score 100.0 % (102 of 102 mutants killed), 15 cases,"},
		{"list coins faults", "\nlucky-coin-is-like-any-other (game)\n"},
		{"rules coins 3", "3. Whoever takes a coin of 5 moves again."},
		{"explain coins input.txt", "\n  L              4  1 .  <- the right move\n"},
		{"play coins --games 1 --nodes 100 --seed 1 --out games -- oracle -- random", "game 1: "},
		{"replay games/game-1.jsonl", "coins, game 1 of 1, seed 1: first player is "},
		{"list reversi", "handout-start"},
		{"!check coins --case zzz -- true", `(see "newgame list coins")`},
		{"!list coinz", "newgame: "},
		{"check --help", "\n  newgame check "},
		{"--help", "\nMore: newgame COMMAND --help\n"},
		{"completion bash", "__start_newgame newgame\n"},
		{"fuzz coins --count 40 -- python3 " + solver, " after 40 inputs of seed 1: no failure\n"},
	} {
		line, fails := strings.CutPrefix(c.args, "!")
		command := exec.Command(program, strings.Fields(line)...)
		command.Dir = dir
		if out, err := command.CombinedOutput(); (err != nil) != fails || !strings.Contains(string(out), c.want) {
			t.Errorf("newgame %s: %v, prints\n%s\nwant\n%s", line, err, out, c.want)
		}
	}
	expect.Equal(t, "L L\n", string(must.Get(os.ReadFile(filepath.Join(dir, "move.txt")))(t)), "move.txt")
}
