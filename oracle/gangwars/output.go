package gangwars

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// outputFile is the name of the answer's file (rule 7).
const outputFile = "output.txt"

// errCompetition is the error for output that does not exist in competition mode.
var errCompetition = homework.Refusal("mode COMPETITION has no single right answer, nor a search to show: " +
	"a referee plays it")

// Files returns the name of the answer's file.
func (in *Input) Files() []string { return []string{outputFile} }

// Category returns the category of the case. The grading rule treats all cases alike.
func (in *Input) Category() string {
	return [...]string{"minimax", "alpha-beta", "competition"}[in.Mode]
}

// Solve writes the answer. There is no log, so both modes have the engine search, which chooses the same move
// (rule 6).
func (in *Input) Solve(ctx context.Context, _ homework.Options, sink output.Sink) (homework.Notes, error) {
	if in.Mode == Competition {
		return homework.Notes{}, errCompetition
	}
	r, g := in.game()
	chosen, err := r.first(ctx, g.Root, in.Depth)
	if err != nil {
		return homework.Notes{}, err
	}
	var after position
	r.Play(&after, g.Root, chosen)
	return homework.Notes{},
		output.Whole(sink, outputFile, output.Text(g.Show.Lines([]string{r.name(chosen)}, &after)))
}

// first returns the first move of greatest value. It computes the gain of the last ply without playing the
// moves. At depth 5 with 25 free squares that takes a four-hundredth of the time of plain alpha-beta ("go
// test ./oracle/gangwars -bench .").
func (r *rules) first(ctx context.Context, root *position, depth int) (search.Move, error) {
	if depth == 1 {
		return engine.First(ctx, newBoard(r, root, noTempo), 1)
	}
	return engine.First(ctx, newBoard(r, root, wholeTempo), depth-1)
}

func (in *Input) root() (root position) {
	for i, c := range in.Board {
		side := 0
		if c != in.Player {
			side = 1
		}
		if c != '.' {
			root.pieces[side][i/in.N+1] |= 1 << (i % in.N)
		}
	}
	return root
}

// name returns the name of a move: its square and its action.
func (r *rules) name(m search.Move) string {
	i, raid := r.square(m)
	kind := "Stake"
	if raid {
		kind = "Raid"
	}
	return squareName(r.n, i) + " " + kind
}

func (r *rules) appendName(dst []byte, m search.Move) []byte { return append(dst, r.name(m)...) }

// squareName returns the name of a square on a board of a width.
func squareName(n, square int) string {
	return fmt.Sprintf("%c%d", 'A'+square%n, square/n+1)
}

// Stage describes the board. There is no log.
func (in *Input) Stage() replay.Stage {
	name := func(i int) string { return squareName(in.N, i) }
	return replay.Stage{
		Places: replay.Squares(len(in.Values), in.N, name, func(i int) string {
			return strconv.Itoa(int(in.Values[i]))
		}),
		Rules: replay.Rules{Page: "docs/rules/gangwars.md", On: map[replay.Area][]int{
			replay.Input: {1}, replay.Names: {7}, replay.Moves: {3, 2},
			replay.Order: {4}, replay.Change: {3}, replay.Leaves: {5},
			replay.Evaluation: {5}, replay.Choice: {6}, replay.Answer: {7},
		}},
	}
}

// Replay searches in the mode of the input, minimax or alpha-beta, and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	if in.Mode == Competition {
		return errCompetition
	}
	_, g := in.game()
	return g.Replay(ctx, visit)
}

// Turns lists the moves of the player to move.
func (in *Input) Turns(homework.Options) replay.Turns {
	_, g := in.game()
	return g.Turns()
}

// start returns the rules and the root position.
func (in *Input) start() (*rules, position) {
	r, root := newRules(in.N, in.Values), in.root()
	root.score = r.evaluate(&root)
	return r, root
}

// game returns the plain search, and its rules.
func (in *Input) game() (*rules, search.Game[position]) {
	r, root := in.start()
	board := func(s *position) replay.Board {
		return replay.Sides(in.Player, s.mover&1 == 0, len(in.Board), func(i int) (own, foe bool) {
			return r.has(&s.pieces[0], i), r.has(&s.pieces[1], i)
		}, func(i int) int32 { return in.Values[i] })
	}
	return r, search.Game[position]{
		Rules: r, Root: &root, Params: search.Params{Limit: in.Depth, Prune: in.Mode == AlphaBeta},
		Show: search.Show[position]{
			Root: "root", Name: r.appendName, Board: board, File: outputFile, First: 1,
			Turned: func(s position) position {
				s.mover ^= 1
				return s
			},
			Lines: func(turn []string, after *position) []string {
				return append(slices.Clone(turn), board(after).Rows(in.N, '.')...)
			},
			Read: func(lines []string) (string, []string) {
				if len(lines) == 0 {
					return "", nil
				}
				return lines[0], replay.Rows(lines[1:], in.N, len(in.Board), '.')
			},
		},
	}
}
