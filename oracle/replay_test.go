package oracle_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A replay has the lines of the log, in every edition, with a board of the right size at each.
func TestReplaysAreLogs(t *testing.T) {
	for _, a := range oracle.Assignments() {
		r := random.New(5)
		compared := 0
		for range effort.Of(100, 300, 300) {
			p, ok := a.Generator.Small(r).(homework.Replayer)
			if !ok {
				t.Errorf("%s: want Stage and Replay (homework.Replayer) on its inputs, found neither or one", a.Name)
				break
			}
			stage := p.Stage()
			for _, edition := range a.EditionNames() {
				how := homework.Options{Edition: edition}
				files := gametest.Answer(t, p, how)
				got := replayed(t, p, how, len(stage.Places))
				if stage.File == "" {
					continue
				}
				text := strings.Split(strings.TrimSuffix(string(files[stage.File]), "\n"), "\n")[stage.First-1:]
				for i, line := range got {
					if want := strings.NewReplacer(" ", "", "Infinity", "inf").Replace(text[i]); !strings.HasPrefix(line+",", want+",") {
						t.Fatalf("%s: line %d is %s, want %s, on the input\n%s", a.Name, i, line, want, p)
					}
				}
				if rest := len(text) - len(got); rest != 0 && (rest != 1 || stage.First != 1) { // mapcolor's last line
					t.Fatalf("%s: %d lines, want %d, on the input\n%s", a.Name, len(got), len(text), p)
				}
				compared += len(got)
			}
		}
		t.Logf("%s: %d lines", a.Name, compared)
	}
}

// The turn of an answer is in the list of turns: the first with the greatest value of its first move. The
// same holds in each turn of a battle.
func TestTurnsAreAnswers(t *testing.T) {
	for _, a := range oracle.Assignments() {
		r := random.New(6)
		for range 200 {
			p := a.Generator.Small(r)
			for _, edition := range a.EditionNames() {
				how := homework.Options{Edition: edition}
				files := gametest.Answer(t, p, how)
				battle, ok := p.(homework.Battle)
				lines := strings.Split(strings.TrimSuffix(string(files[p.Files()[0]]), "\n"), "\n")
				number, c := 0, homework.Replayer(nil)
				if ok {
					number, c = battle.Turn(1, nil)
				}
				if c == nil {
					if len(p.Files()) == 1 && p.Files()[0] == "trace_state.txt" {
						continue // a battle on a full board
					}
					checkTurn(t, p.(homework.Replayer), how, files)
					continue
				}
				played := 0
				for ; c != nil; number, c = battle.Turn(5*number+1, lines[:5*number]) {
					checkTurn(t, c, how, files)
					played++
					for line := 5*number - 3; line <= 5*number; line++ { // each line of the turn belongs to the step
						if told, _ := battle.Turn(line, lines[:5*(number-1)]); told != number {
							t.Errorf("line %d is of turn %d, want %d, on the input\n%s", line, told, number, p)
						}
					}
				}
				if 5*played != len(lines) {
					t.Errorf("%d turns in %d lines on the input\n%s", played, len(lines), p)
				}
			}
		}
	}
}

// checkTurn fails the test unless the right turn is listed.
func checkTurn(t *testing.T, c homework.Replayer, how homework.Options, files output.Memory) {
	t.Helper()
	best, value := "", int32(0)
	err := c.Replay(t.Context(), how, func(s replay.Step) error {
		if s.Ply == 0 && s.Better {
			best, value = s.Moves[s.Index], s.Value
		}
		return nil
	})
	must.Do(t, err)
	turns := c.Turns(how)
	values, err := turns.Values(t.Context())
	expect.True(t, err == nil && (best == "" || slices.Max(values) == value), "values", values, err, "want",
		value, "as the greatest, on the input", c)
	all := strings.Split(strings.TrimSuffix(string(files[turns.File]), "\n"), "\n")
	first := turns.First - 1
	if turns.First == 0 {
		first = len(all) - 1
	}
	for _, turn := range turns.All {
		lines := all[first:][:len(turn.Lines)]
		move, texts := turns.Read(lines)
		if turns.First == 0 {
			lines = []string{move}
		}
		if turn.Unfinished || strings.Join(lines, "\n") != strings.Join(turn.Lines, "\n") || len(turn.Moves) > 0 && turn.Moves[0] != best {
			continue
		}
		for i, text := range texts {
			expect.True(t, text == turn.Board.Pieces[i].Text, "place", i, "is read as", text, "want", turn.Board.Pieces[i].Text)
		}
		return
	}
	t.Errorf("the turn by %q is not listed: %q", best, all[first:])
}

// replayed returns the lines of a replay, without blanks and with their windows.
func replayed(t *testing.T, p homework.Replayer, how homework.Options, places int) (lines []string) {
	t.Helper()
	number := strings.NewReplacer(fmt.Sprint(replay.Inf), "inf")
	err := p.Replay(context.Background(), how, func(s replay.Step) error {
		if b := s.Board(); len(b.Pieces) != places || b.Mover == "" {
			return fmt.Errorf("%d pieces on %d places, %q moves", len(b.Pieces), places, b.Mover)
		}
		if s.Kind == replay.Leaf {
			worth := int32(0)
			for _, piece := range s.Board().Pieces {
				worth += piece.Worth
			}
			if worth != s.Value {
				return fmt.Errorf("the pieces at leaf %s are worth %d, want %d", s.Name, worth, s.Value)
			}
		}
		line := fmt.Sprintf("%s,%d,%d,%d,%d", s.Name, s.Depth, s.Value, s.Alpha, s.Beta)
		lines = append(lines, number.Replace(strings.ReplaceAll(line, " ", "")))
		return nil
	})
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	return lines
}

// The rules of each area of a game, as in the pages of rules. Where kinds of input differ, each kind is
// tested.
func TestRulesOfAreas(t *testing.T) {
	for _, a := range oracle.Assignments() {
		corpus := gametest.Corpus(t, a)
		got := map[string]string{}
		seen := map[string]int{}
		for _, c := range corpus {
			// The stage of a map is slow to compute, since it includes a layout.
			if seen[c.Problem.Category()]++; seen[c.Problem.Category()] > effort.Of(10, len(corpus), len(corpus)) {
				continue
			}
			game := c.Problem.(homework.Replayer)
			if b, ok := c.Problem.(homework.Battle); ok {
				if _, first := b.Turn(1, nil); first != nil {
					game = first
				}
			}
			rules := game.Stage().Rules
			expect.Equal(t, "docs/rules/"+a.Name+".md", rules.Page)
			kind := c.Problem.Category()
			if len(rules.On[replay.Choice]) > 1 { // a turn of a player, which has rules of its own
				kind += " by greedy"
			}
			got[kind] = fmt.Sprint(rules.On)
		}
		expect.Equal(t, rulesOfAreas[a.Name], got, a.Name)
	}
}

var rulesOfAreas = map[string]map[string]string{
	"squirrel": {
		"alpha-beta":       "map[answer:[9] change:[3] choice:[] depth:[5] evaluation:[4] input:[1] leaves:[5] log:[6] moves:[2] names:[2] order:[2]]",
		"battle":           "map[answer:[9] change:[3] choice:[8] depth:[5] evaluation:[4] input:[1] leaves:[5] log:[6] moves:[2] names:[2] order:[2]]",
		"battle by greedy": "map[answer:[9] change:[3] choice:[7 8] depth:[5] evaluation:[4] input:[1] leaves:[5] log:[6] moves:[2] names:[2] order:[2]]",
		"greedy":           "map[answer:[9] change:[3] choice:[7] depth:[5] evaluation:[4] input:[1] leaves:[5] log:[6] moves:[2] names:[2] order:[2]]",
		"minimax":          "map[answer:[9] change:[3] choice:[] depth:[5] evaluation:[4] input:[1] leaves:[5] log:[6] moves:[2] names:[2] order:[2]]",
	},
	"gangwars": {
		"alpha-beta": "map[answer:[7] change:[3] choice:[6] evaluation:[5] input:[1] leaves:[5] moves:[3 2] names:[7] order:[4]]",
		"minimax":    "map[answer:[7] change:[3] choice:[6] evaluation:[5] input:[1] leaves:[5] moves:[3 2] names:[7] order:[4]]",
	},
	"reversi": {
		"alpha-beta": "map[again:[3] answer:[6] change:[3] depth:[3] evaluation:[2] input:[1] leaves:[4] levels:[3] log:[5] moves:[3] names:[3] order:[3]]",
	},
	"mancala": {
		"alpha-beta": "map[again:[4] answer:[13] change:[3 5] cuts:[12] depth:[8] end:[6] evaluation:[7] input:[1] leaves:[9] levels:[10] log:[11] moves:[2] names:[2] order:[2]]",
		"greedy":     "map[again:[4] answer:[13] change:[3 5] choice:[14] cuts:[12] depth:[8] end:[6] evaluation:[7] input:[1] leaves:[9] levels:[10] log:[11] moves:[2] names:[2] order:[2]]",
		"minimax":    "map[again:[4] answer:[13] change:[3 5] cuts:[12] depth:[8] end:[6] evaluation:[7] input:[1] leaves:[9] levels:[10] log:[11] moves:[2] names:[2] order:[2]]",
	},
	"mapcolor": {
		"alpha-beta": "map[answer:[8] depth:[6] evaluation:[5] input:[1] leaves:[6] levels:[4] log:[7] moves:[2] names:[7] order:[3]]",
	},
}
