package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

func newReplay() *cobra.Command {
	var f replayFlags
	cmd := withHelp("replay", &cobra.Command{
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := callWithContext(cmd.Context(), func() ([]byte, error) { return regular.Read(args[0]) })
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
	})
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write a page into this `FILE`; - is standard output")
	flags.IntVar(&f.input, "input", 0, "print the input of this `MOVE`, from 1")
	cmd.MarkFlagFilename("out", "html")
	cmd.MarkFlagsMutuallyExclusive("input", "out")
	return cmd
}

type replayFlags struct {
	out   string
	input int
}

func (f *replayFlags) run(cmd *cobra.Command, args []string, g *record.Game) error {
	isSet := cmd.Flags().Changed
	if isSet("input") {
		text, err := g.Input(f.input)
		if err == nil {
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		}
		return usagef("--input: %w", err)
	}
	if !isSet("out") {
		replayText(cmd.OutOrStdout(), g)
		return nil
	}
	if containsFile(args, f.out) {
		return usagef("want --out other than the game, found %s", escape.Line(f.out))
	}
	return replayPage(cmd, g, f.out)
}

// replayText prints a game.
func replayText(out io.Writer, g *record.Game) {
	colour := colours(out)
	fmt.Fprintf(out, "%s, game %d of %d, seed %d: %s\n", g.Assignment, g.Number, g.Games, g.Seed, sides(g))
	for i := 0; i <= len(g.Moves); i++ {
		if i > 0 {
			fmt.Fprintf(out, "\n%s\n", moveLine(g, i-1))
		}
		for _, line := range drawPosition(g, i, colour) {
			fmt.Fprintln(out, line)
		}
	}
	fmt.Fprintf(out, "\n%s\n", g.Outcome())
}

// replayPage writes the page of a game.
func replayPage(cmd *cobra.Command, g *record.Game, path string) (err error) {
	if path == "" {
		return usagef("want a file for the page, found nothing: --out game.html")
	}
	to, err := openPage(cmd, path)
	file := documents{to}
	defer file.abort()
	if err == nil {
		err = walk.WriteGame(to, g.Walk())
	}
	if err == nil {
		err = file.commit()
	}
	if err == nil && path != "-" {
		printLine(cmd.OutOrStdout(), "%s: %s", path, prose.Count(len(g.Moves), "move"))
	}
	return err
}

// A playShow prints a match as it is played, with a line for each move.
type playShow struct {
	out     io.Writer // nil to print nothing
	printed int       // moves of the current game
}

// show prints the terms of a match, and returns the playShow for its games.
func (f *playFlags) show(cmd *cobra.Command, agents [2]*arena.Agent, plan record.Plan,
	terms arena.Terms) *playShow {
	if f.json {
		return &playShow{}
	}
	out := cmd.OutOrStdout()
	description := terms.Clock.String() + " each"
	if terms.Nodes > 0 {
		description = fmt.Sprintf("%d nodes a move for built-in agents", terms.Nodes)
	}
	if f.size > 0 {
		description = fmt.Sprintf("size %d, %s", f.size, description)
	}
	fmt.Fprintf(out, "%s: %s against %s: %s, %s, seed %d\n", terms.Assignment.Name, agents[0].Name,
		agents[1].Name, prose.Count(plan.Games, "game"), description, plan.Seed)
	return &playShow{out: out}
}

// print prints the last change of a game.
func (s *playShow) print(g *record.Game) {
	if s.out == nil {
		return
	}
	if len(g.Moves) == 0 && g.End == nil {
		s.printed = 0
		fmt.Fprintf(s.out, "game %d of %d: %s\n", g.Number, g.Games, sides(g))
	}
	for ; s.printed < len(g.Moves); s.printed++ {
		fmt.Fprintln(s.out, moveLine(g, s.printed))
	}
	if g.End != nil {
		fmt.Fprintf(s.out, "game %d: %s\n", g.Number, g.Outcome())
	}
}

// sides lists the sides of the agents of a game, and the agent that moves first.
func sides(g *record.Game) string {
	return fmt.Sprintf("%s is %s, %s is %s; %s moves first", g.Sides[0], g.Agents[0], g.Sides[1], g.Agents[1],
		g.Start.Board.Mover)
}

// moveLine describes a move in a line.
func moveLine(g *record.Game, i int) string {
	m := &g.Moves[i]
	text := fmt.Sprintf("%4d %s %-10s %d:%d", i+1, g.Sides[m.Side], m.Name(), m.After.Points[0],
		m.After.Points[1])
	if description := m.Describe(); description != "" {
		text += "  " + description
	}
	return text
}

// drawPosition returns the lines of a drawing of the board after a number of moves.
func drawPosition(g *record.Game, moves int, colour bool) []string {
	if moves == 0 {
		return replay.Draw(g.Stage, g.Start.Board, "").Lines(replay.Painter(colour))
	}
	m := g.Moves[moves-1]
	return replay.Draw(g.Stage, m.After.Board, m.Turn[len(m.Turn)-1]).Lines(replay.Painter(colour))
}

// end prints the result of a match, unless it is incomplete.
func (s *playShow) end(m *arena.Match) {
	if s.out == nil {
		return
	}
	if len(m.Games) < m.Plan.Games {
		return
	}
	parts := []string{fmt.Sprintf("%s %d", m.Agents[0], m.Wins[0]), fmt.Sprintf("%s %d", m.Agents[1], m.Wins[1])}
	if m.Draws > 0 {
		parts = append(parts, prose.Count(m.Draws, "draw"))
	}
	winner := "the match is drawn"
	if w := m.Winner(); w != record.NoSide {
		winner = m.Agents[w] + " wins the match"
	}
	fmt.Fprintf(s.out, "%s; %+d points for %s: %s\nseed %d\n", strings.Join(parts, ", "), m.Margin, m.Agents[0],
		winner, m.Plan.Seed)
}
