package coins_test

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript"

	"example.org/newgame/coins"
)

func TestMain(m *testing.M) {
	if err := catalog.Add(coins.Game); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// answer returns the files of the right answer.
func answer(t *testing.T, p homework.Problem) output.Memory {
	t.Helper()
	files := output.Memory{}
	if _, err := p.Solve(t.Context(), homework.Options{}, files); err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	return files
}

// The goldens equal the oracle's answers.
func TestGoldens(t *testing.T) {
	changed, err := cases.UpdateFiles(t.Context(), "cases", true)
	if err != nil || len(changed) > 0 {
		t.Errorf("not what the oracle answers: %v, %v", changed, err)
	}
}

// Two solvers that share no code give one answer.
func TestTwoSolvers(t *testing.T) {
	r := random.New(1)
	for range 1000 {
		p := coins.Assignment.Generator.Small(r)
		second, err := coins.Game.Second.Solve("", []byte(p.String()))
		noError(t, err)
		for name, text := range answer(t, p) {
			if second[name] != string(text) {
				t.Fatalf("%s is %q, the second solver says %q, on the input\n%s", name, text, second[name], p)
			}
		}
	}
}

// Simpler inputs are valid ones, and at most 20 coins, of 9 at most, cannot become simpler for ever.
func TestShrink(t *testing.T) {
	r := random.New(1)
	for range 200 {
		p, steps := coins.Assignment.Generator.Course(r), 0
		for all := coins.Assignment.Generator.Shrink(p); len(all) > 0; all = coins.Assignment.Generator.Shrink(p) {
			for _, c := range all {
				read, err := coins.Parse("input.txt", []byte(c.String()))
				if err != nil || read.String() != c.String() {
					t.Fatalf("read as %v, %v:\n%s", read, err, c)
				}
			}
			p = all[r.Intn(len(all))]
			if steps++; steps > 20*20*9 {
				t.Fatalf("it is simpler for ever:\n%s", p)
			}
		}
		if p.String() != "MINIMAX\n1\n1\n" {
			t.Errorf("the simplest is\n%s", p)
		}
	}
}

// A replay has a step for each line of the log, and the coins that are left lie side by side.
func TestReplay(t *testing.T) {
	r := random.New(2)
	for range 200 {
		p := coins.Assignment.Generator.Small(r).(homework.Replayer)
		files := answer(t, p)
		stage := p.Stage()
		rest := strings.Split(strings.TrimSuffix(string(files[stage.File]), "\n"), "\n")[stage.First-1:]
		if err := p.Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
			if len(rest) == 0 || !strings.HasPrefix(rest[0], fmt.Sprintf("%s,%d,", s.Name, s.Depth)) {
				return fmt.Errorf("step %s of depth %d, want %q", s.Name, s.Depth, rest[:min(len(rest), 1)])
			}
			rest = rest[1:]
			if board := s.Board(); len(board.Pieces) != len(stage.Places) || board.Mover == "" {
				return fmt.Errorf("%d pieces on %d places, %q moves", len(board.Pieces), len(stage.Places), board.Mover)
			}
			return nil
		}); err != nil || len(rest) > 0 {
			t.Fatalf("%v, %d lines are left, on the input\n%s", err, len(rest), p)
		}
	}
}

// The right turn is in the list of turns, and Read finds it in the file.
func TestTurns(t *testing.T) {
	r := random.New(3)
	for range 200 {
		p := coins.Assignment.Generator.Small(r).(homework.Replayer)
		files := answer(t, p)
		turns := p.Turns(homework.Options{})
		lines := strings.Split(strings.TrimSuffix(string(files[turns.File]), "\n"), "\n")
		if !slices.ContainsFunc(turns.All, func(turn replay.Turn) bool { return slices.Equal(turn.Lines, lines) }) {
			t.Fatalf("%q is none of the turns, on the input\n%s", lines, p)
		}
		if move, board := turns.Read(lines); move != lines[0] || board != nil {
			t.Fatalf("%q is read as %q and %q", lines, move, board)
		}
	}
}

// Games of two programs end with all coins taken, by the turns that were answered, and no other answers are
// let pass.
func TestContest(t *testing.T) {
	r := random.New(4)
	for game := range 100 {
		p := coins.Assignment.Contest.Start(random.New(uint64(game)), 2+game%19, game%2)
		sum := int32(0)
		for _, piece := range p.Board().Pieces {
			coin, err := strconv.Atoi(piece.Text)
			noError(t, err)
			sum += int32(coin)
		}
		places := p.Stage().Places
		for !p.Over() {
			if board := p.Board().Pieces; !slices.Equal(p.Stage().Places, places) || len(board) != len(places) {
				t.Fatalf("%d pieces on %d places, want those of the start, %d", len(board), len(p.Stage().Places), len(places))
			}
			_, err := coins.Parse("input.txt", []byte(p.Input(homework.Allowance{Depth: 3})))
			noError(t, err)
			turn, _, err := p.Choose(t.Context(), homework.Agent{Kind: homework.Random, Rand: r}, homework.Allowance{})
			noError(t, err)
			if judged, err := p.Judge(p.Answer(turn)); err != nil || !slices.Equal(judged, turn) {
				t.Fatalf("%q is judged as %q, %v", turn, judged, err)
			}
			for _, wrong := range []string{"", "M\n", "L\nL\n", strings.Repeat("L ", 21), strings.Join(turn, " ") + " L"} {
				if judged, err := p.Judge(map[string][]byte{"move.txt": []byte(wrong)}); err == nil {
					t.Fatalf("%q is judged as %q", wrong, judged)
				}
			}
			p, err = p.Play(turn)
			noError(t, err)
		}
		if points := p.Points(); points[0]+points[1] != sum {
			t.Fatalf("points %v of %d", points, sum)
		}
	}
}

// A program that was written from RULES.md alone gives the same answers.
func TestSolver(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3")
	}
	testscript.Run(t, &coins.Assignment, testscript.Command("python3", "testdata/solver.py"), testscript.WithProfile(cases.ProfileDefault))
}

// The points of a side count for it: the value of a position is its lead at the end.
func TestContestValue(t *testing.T) {
	p := coins.Assignment.Contest.Start(random.New(9), 6, 0)
	for !p.Over() {
		turn, found, err := p.Choose(t.Context(), homework.Agent{Kind: homework.Reference}, homework.Allowance{Depth: 20})
		noError(t, err)
		end := p
		for !end.Over() {
			next, _, err := end.Choose(t.Context(), homework.Agent{Kind: homework.Reference}, homework.Allowance{Depth: 20})
			noError(t, err)
			end, err = end.Play(next)
			noError(t, err)
		}
		if ahead := end.Points()[p.Mover()] - end.Points()[1-p.Mover()]; found.Value != ahead {
			t.Errorf("a position is worth %d, and played out best it ends %d ahead", found.Value, ahead)
		}
		p, err = p.Play(turn)
		noError(t, err)
	}
}
