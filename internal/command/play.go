package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// playFlags are the flags of play.
type playFlags struct {
	runFlags
	games int
	clock time.Duration
	depth int
	size  int
	seed  uint64
	nodes int64
	out   string
	json  bool
}

// defaultDepth is the depth of search of a contest without a clock.
const defaultDepth = 3

func newPlay() *cobra.Command {
	f := playFlags{runFlags: newRunFlags()}
	cmd := withHelp("play", &cobra.Command{
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeAssignmentThenFile,
		RunE:              f.run,
	})
	flags := cmd.Flags()
	flags.IntVar(&f.games, "games", 5, "play `N` games")
	f.addTerms(cmd)
	flags.StringVar(&f.out, "out", "", "a new or empty `DIR` to save the games in")
	cmd.MarkFlagDirname("out")
	setCommon(cmd, "games", "time", "size", "depth", "nodes", "seed", "out", "format")
	addFormat(cmd, &f.json, asDocument, "one JSON document (docs/play.md)")
	f.addConfined(cmd)
	return cmd
}

// addTerms adds the flags for the terms of games.
func (f *playFlags) addTerms(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.DurationVar(&f.clock, "time", arena.DefaultClock, "CPU time of each agent for a game; such as 200s "+
		"or 500ms")
	flags.IntVar(&f.depth, "depth", defaultDepth, "`DEPTH` of the input; for an assignment whose "+
		"input has no clock")
	flags.IntVar(&f.size, "size", 0, "`SIZE` of the board; by default the usual one")
	flags.Uint64Var(&f.seed, "seed", 0, "`SEED` of the draws; by default a new one, which is printed")
	flags.Int64Var(&f.nodes, "nodes", 0, "a built-in agent searches `N` positions for a move; in place of "+
		"its clock")
}

// playArgs returns the assignment and the words of both agents.
func playArgs(args []string, dash int) (assignment string, agents [2][]string, err error) {
	const want = `want "ASSIGNMENT -- A -- B"`
	if dash < 0 {
		dash = len(args)
	}
	switch {
	case dash == 0:
		return "", agents, usagef(want+", found no assignment (%s)", strings.Join(oracle.Names(), ", "))
	case dash > 1:
		return "", agents, usagef(want+", found %q before the first \"--\"", strings.Join(args[:dash], " "))
	}
	words := args[dash:]
	i := slices.Index(words, "--")
	if i < 0 || slices.Contains(words[i+1:], "--") {
		return "", agents, usagef(want+", found %s: touchstone play gangwars -- my-agent -- greedy",
			prose.Count(1+strings.Count(strings.Join(words, "\n"), "\n--\n"), "agent"))
	}
	agents = [2][]string{words[:i], words[i+1:]}
	if len(agents[0]) == 0 || len(agents[1]) == 0 {
		return "", agents, usagef(want + ", found an empty agent")
	}
	return args[0], agents, nil
}

func (f *playFlags) run(cmd *cobra.Command, args []string) error {
	assignment, words, err := playArgs(args, cmd.ArgsLenAtDash())
	if err != nil {
		return err
	}
	terms, err := f.terms(cmd, assignment)
	if err != nil {
		return err
	}
	games, err := f.checkOut()
	if err != nil {
		return err
	}
	var agents [2]*arena.Agent
	for i := range agents {
		warnMisplacedFlags(cmd, words[i])
		if agents[i], err = f.agent(cmd, terms, words[i]); err != nil {
			return err
		}
		defer agents[i].Close()
	}
	if games != "" {
		if err := os.MkdirAll(games, 0o777); err != nil {
			return usage(err)
		}
	}
	if f.games%2 == 0 {
		warn(cmd, "an even number of games, %d, may end in a tie: then the points decide (touchstone "+
			"rules competition 12)", f.games)
	}
	plan := record.Plan{Games: f.games, Size: f.size, Seed: f.seed}
	show := f.show(cmd, agents, plan, terms)
	var unsaved error
	m, err := terms.Match(cmd.Context(), agents[0], agents[1], plan, func(g *record.Game) {
		show.print(g)
		if g.End != nil && games != "" {
			unsaved = errors.Join(unsaved, saveGame(games, g))
		}
	})
	show.end(m)
	if err := errors.Join(err, unsaved, agents[0].Close(), agents[1].Close()); err != nil {
		return err
	}
	if f.json {
		return escape.Encode(cmd.OutOrStdout(), matchDocument(m, agents, terms), "  ")
	}
	return nil
}

// agent builds an agent, and prints its notes.
func (f *playFlags) agent(cmd *cobra.Command, terms arena.Terms, words []string) (*arena.Agent, error) {
	a, err := terms.NewAgent(cmd.Context(), words...)
	switch {
	case errors.Is(err, exec.ErrNotFound) && isUnknownCommand(words[0]):
		return nil, usagef("want a built-in agent (%s), a path or a command, found %q%s",
			strings.Join(arena.Builtins, ", "), words[0], suggest.Hint(words[0], arena.Builtins))
	case err != nil:
		return nil, asUsageError(err)
	}
	for _, text := range []string{a.Note(), a.Withdrawn()} {
		if text != "" {
			note(cmd, a.Name+": "+text)
		}
	}
	return a, nil
}

// isUnknownCommand reports whether a word is neither a path nor a command.
func isUnknownCommand(word string) bool {
	_, noPath := os.Stat(word)
	_, noCommand := exec.LookPath(word)
	return noPath != nil && errors.Is(noCommand, exec.ErrNotFound)
}

// terms checks the flags and returns the terms of the games.
func (f *playFlags) terms(cmd *cobra.Command, assignment string) (arena.Terms, error) {
	a, err := lookup(assignment)
	if err != nil {
		return arena.Terms{}, err
	}
	settings, err := f.options()
	if err != nil {
		return arena.Terms{}, err
	}
	c := a.Contest
	if c == nil {
		return arena.Terms{}, usagef("%s cannot be played: that needs a game with a contest (docs/new-game.md)",
			a.Name)
	}
	if f.size == 0 {
		f.size = c.Sizes.Usual
	}
	isSet := cmd.Flags().Changed
	switch {
	case f.games < 1:
		err = fmt.Errorf("want --games of at least 1, found %d", f.games)
	case f.clock <= 0:
		err = fmt.Errorf("want --time above 0, found %s", f.clock)
	case f.depth < 1:
		err = fmt.Errorf("want --depth of at least 1, found %d", f.depth)
	case isSet("depth") && c.Clocked:
		err = fmt.Errorf("want no --depth for %s, whose input has a clock", a.Name)
	case f.nodes < 0 || isSet("nodes") && f.nodes == 0:
		err = fmt.Errorf("want --nodes of at least 1, found %d", f.nodes)
	case isSet("size") && c.Sizes.Max == 0:
		err = fmt.Errorf("want no --size for %s, which has one board", a.Name)
	case f.size < c.Sizes.Min || f.size > c.Sizes.Max:
		err = fmt.Errorf("want --size from %d to %d for %s, found %d", c.Sizes.Min, c.Sizes.Max, a.Name, f.size)
	}
	if err != nil {
		return arena.Terms{}, usage(err)
	}
	if !isSet("seed") {
		f.seed = uint64(rand.Uint32()) // short enough to type
	}
	return arena.Terms{Assignment: a, Clock: f.clock, Depth: f.depth, Nodes: f.nodes, Settings: settings}, nil
}

// checkOut checks and returns the directory for the games, which may not exist yet, or "".
func (f *playFlags) checkOut() (string, error) {
	if f.out == "" {
		return "", nil
	}
	entries, err := os.ReadDir(f.out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", usage(err)
	}
	if len(entries) > 0 {
		return "", usagef("--out %s: want a new or empty directory, found %s in it", f.out,
			escape.Line(entries[0].Name()))
	}
	return filepath.Abs(f.out)
}

// saveGame writes the record of a game, all or nothing.
func saveGame(dir string, g *record.Game) error {
	var text bytes.Buffer
	if err := g.Write(&text); err != nil {
		return err
	}
	return output.WriteFile(filepath.Join(dir, fmt.Sprintf("game-%d.jsonl", g.Number)), text.Bytes())
}

// A matchJSON is the JSON document of a match (docs/play.md).
type matchJSON struct {
	Assignment string     `json:"assignment"`
	Seed       uint64     `json:"seed"`
	Size       int        `json:"size,omitempty"`
	Clock      float64    `json:"clock"` // seconds
	Depth      int        `json:"depth,omitempty"`
	Nodes      int64      `json:"nodes,omitempty"`
	Agents     [2]string  `json:"agents"`
	Withdrawn  *[2]string `json:"withdrawn,omitempty"` // the reasons why agents do not play, or ""
	Wins       [2]int     `json:"wins"`
	Draws      int        `json:"draws"`
	Margin     int        `json:"margin"`
	Winner     string     `json:"winner"`
	Games      []gameJSON `json:"games"`
}

type gameJSON struct {
	Number int                 `json:"number"`
	Sides  [2]string           `json:"sides"`
	Agents [2]string           `json:"agents"` // by side
	First  string              `json:"first"`  // the side that moves first
	Moves  []record.MoveRecord `json:"moves"`
	record.EndRecord
}

// matchDocument returns the document of a match.
func matchDocument(m *arena.Match, agents [2]*arena.Agent, terms arena.Terms) matchJSON {
	d := matchJSON{
		Assignment: terms.Assignment.Name, Seed: m.Plan.Seed, Size: m.Plan.Size, Clock: terms.Clock.Seconds(),
		Nodes: terms.Nodes, Agents: m.Agents, Wins: m.Wins, Draws: m.Draws, Margin: m.Margin,
	}
	if loss := [2]string{agents[0].Withdrawn(), agents[1].Withdrawn()}; loss != [2]string{} {
		d.Withdrawn = &loss
	}
	if w := m.Winner(); w != record.NoSide {
		d.Winner = m.Agents[w]
	}
	for _, g := range m.Games {
		d.Depth = g.Depth
		moves := []record.MoveRecord{}
		for i := range g.Moves {
			moves = append(moves, g.MoveRecord(i))
		}
		d.Games = append(d.Games, gameJSON{g.Number, g.Sides, g.Agents, g.Start.Board.Mover, moves, g.EndRecord()})
	}
	return d
}
