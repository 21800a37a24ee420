package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
)

func newReplay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Walk a game that was played, board by board",
		Long: `Replay shows a game that "touchstone play" has saved: each move with the board after
it, what the agent thought of it, and the clocks. With --out it writes one HTML page
on which the game can be walked, with the keys of "touchstone trace". The page appears
whole or not at all; "-" is standard output.

With --nodes the reference agent searches so many positions after each move and after
the one that it would have made, and tells what the move loses by that. Until the end
is in sight these are estimates. With --input the input.txt of a move is printed, for
"touchstone solve" or to run your agent again; that of the move after the last is the
one that the answer that lost was given to.

FILE is read whole or not at all; docs/play.md describes it. Its game is played again by
the rules: each move must be legal, and each board the one after it.

Exit status: 0 all is well, 2 the command line or the file is wrong, 3 touchstone
failed.`,
		Example: `  touchstone replay games/game-1.jsonl
  touchstone replay games/game-1.jsonl --nodes 100000
  touchstone replay games/game-1.jsonl --input 7 > input.txt
  touchstone replay games/game-1.jsonl --out game.html`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := awaited(cmd.Context(), func() ([]byte, error) { return regular.Read(args[0]) })
			if err != nil {
				return usage(err)
			}
			g, err := record.Read(args[0], text)
			if err == nil {
				err = g.Check(args[0])
			}
			if err != nil {
				return usage(err)
			}
			return f.run(cmd, args, g)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write a page into this `FILE`; - is standard output")
	flags.Int64Var(&f.nodes, "nodes", 0, "tell what moves lose, by the reference agent's search of `N` positions")
	flags.IntVar(&f.input, "input", 0, "print the input of this `MOVE`, from 1")
	cmd.MarkFlagFilename("out", "html")
	cmd.MarkFlagsMutuallyExclusive("input", "out")
	cmd.MarkFlagsMutuallyExclusive("input", "nodes")
	return cmd
}

type replayFlags struct {
	out   string
	nodes int64
	input int
}

func (f *replayFlags) run(cmd *cobra.Command, args []string, g *record.Game) error {
	given := cmd.Flags().Changed
	if given("input") {
		text, err := g.Input(f.input)
		if err == nil {
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		}
		return usagef("--input: %w", err)
	}
	if given("nodes") {
		if f.nodes < 1 {
			return usagef("want --nodes of at least 1, found %d", f.nodes)
		}
		if err := g.Judge(cmd.Context(), f.nodes); err != nil {
			return err
		}
	}
	if !given("out") {
		return replayText(cmd.OutOrStdout(), g)
	}
	if contains(args, f.out) {
		return usagef("want --out other than the game, found %s", escape.Line(f.out))
	}
	return replayPage(cmd, g, f.out)
}

// replayText prints a game.
func replayText(out io.Writer, g *record.Game) error {
	colour := colours(out)
	fmt.Fprintf(out, "%s, game %d of %d, seed %d: %s is %s, %s is %s; %s moves first\n",
		g.Assignment, g.Number, g.Of, g.Seed, g.Sides[0], g.Agents[0], g.Sides[1], g.Agents[1], g.Start.Board.Mover)
	for i := 0; i <= len(g.Moves); i++ {
		if i > 0 {
			fmt.Fprintf(out, "\n%s\n", moveLine(g, i-1))
		}
		for _, line := range drawPosition(g, i, colour) {
			fmt.Fprintln(out, line)
		}
	}
	_, err := fmt.Fprintf(out, "\n%s\n", g.Outcome())
	for _, line := range g.WhereLost() {
		_, err = fmt.Fprintln(out, line)
	}
	return err
}

// replayPage writes the page of a game.
func replayPage(cmd *cobra.Command, g *record.Game, path string) (err error) {
	to := &document{Writer: cmd.OutOrStdout()}
	switch {
	case path == "":
		return usagef("want a file for the page, found nothing: --out game.html")
	case path == "-" && isTerminal(to.Writer):
		return usagef("want a file or a pipe for the page, found a terminal: --out game.html")
	case path != "-":
		err = to.begin("--out", path)
	}
	file := documents{to}
	defer file.abort()
	if err == nil {
		err = walk.WriteGame(to, g.Walk())
	}
	if err == nil {
		err = file.commit()
	}
	if err == nil && path != "-" {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", escape.Line(path), prose.Count(len(g.Moves), "move"))
	}
	return err
}
