package command

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/tournament"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
	"github.com/touchstone-suite/touchstone/testscript"
)

// tournamentFlags are the flags of tournament.
type tournamentFlags struct {
	playFlags
	knockout bool
	shard    string
}

func newTournament() *cobra.Command {
	f := tournamentFlags{playFlags: playFlags{runFlags: newRunFlags()}}
	cmd := withHelp("tournament", &cobra.Command{
		Args:              arguments(2, 2),
		ValidArgsFunction: completeAssignmentThenFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], args[1])
		},
	})
	flags := cmd.Flags()
	flags.BoolVar(&f.knockout, "knockout", false, "the loser of a match is out; a draw decides the pairs")
	flags.IntVar(&f.games, "games", 5, "`N` games make a match; an odd number")
	f.addTerms(cmd)
	flags.IntVar(&f.jobs, "jobs", testscript.DefaultJobs(), "`N` games are played at a time; at most one for "+
		"each processor")
	setCommon(cmd, "out", "knockout", "games", "time", "size", "nodes", "seed", "jobs", "shard")
	addShard(cmd, &f.shard, "play one `PART` of the matches")
	cmd.MarkFlagsMutuallyExclusive("knockout", "shard")
	flags.StringVar(&f.out, "out", "", "`DIR` for games and standings; by default ASSIGNMENT-tournament")
	cmd.MarkFlagDirname("out")
	addFormat(cmd, &f.json, asDocument, "the standings as one JSON document, which is also in "+
		"DIR/standings.json")
	f.addConfined(cmd)
	return cmd
}

func (f *tournamentFlags) run(cmd *cobra.Command, assignment, path string) error {
	terms, err := f.terms(cmd, assignment)
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = assignment + "-tournament"
	}
	entrants, err := tournament.Entrants(path)
	if err != nil {
		return usage(err)
	}
	paths, err := absolutePaths(path, f.out)
	if err != nil {
		return err
	}
	if name := tournament.FindOwner(entrants, paths[1]); name != "" {
		return usagef("want --out outside of the agents, found %s in that of %s", f.out, name)
	}
	info, err := os.Stat(path)
	isList := err == nil && !info.IsDir()
	if !isList && regular.IsWithin(f.out, path) {
		return usagef("want --out outside of %s, where each directory is an agent, found %s", path, f.out)
	}
	if err := checkBookDir(f.out, tournament.HasJournal, "a tournament"); err != nil {
		return err
	}
	plan, err := f.plan(cmd, terms, entrants)
	if err != nil {
		return err
	}
	journal, err := openJournal(cmd, f.out, tournament.OpenJournal)
	if err != nil {
		return err
	}
	defer journal.Close()
	if before := journal.Plan(); before != nil {
		if !cmd.Flags().Changed("seed") {
			plan.Seed = before.Seed
		}
		for _, line := range plan.Changes(before) {
			warn(cmd, "%s: %s", f.out, line)
		}
	}
	if err := journal.Begin(plan); err != nil {
		return err
	}
	if !isList { // the referee hides the entries of a directory
		paths = paths[1:]
	}
	terms.Settings.Hide = slices.Concat(terms.Settings.Hide, paths)
	return f.work(cmd, terms, &tournament.Tournament{Plan: plan, Journal: journal})
}

// plan checks the flags and returns the plan.
func (f *tournamentFlags) plan(cmd *cobra.Command, terms arena.Terms,
	entrants []tournament.Entrant) (*tournament.Plan, error) {
	shard, err := parseShard(cmd, f.shard)
	if err != nil {
		return nil, err
	}
	switch {
	case f.jobs > runtime.NumCPU():
		return nil, usagef("want --jobs of at most %d here, one for each processor, found %d: games would take "+
			"each other's time", runtime.NumCPU(), f.jobs)
	case shard.N > 0 && !cmd.Flags().Changed("seed") && !tournament.HasJournal(f.out):
		return nil, usagef("want --seed with --shard, the same for all shards, found none")
	}
	c := tournament.Conditions{Assignment: terms.Assignment.Name, Size: f.size, Clock: terms.Clock,
		Nodes: terms.Nodes, Touchstone: version()}
	if !terms.Assignment.Contest.Clocked {
		c.Depth = terms.Depth
	}
	if slices.ContainsFunc(entrants, func(e tournament.Entrant) bool { return !e.BuiltIn() }) {
		enforced, err := testscript.Confinement(terms.Settings)
		if err != nil {
			return nil, err
		}
		c.Settings, c.Confined = terms.Settings, enforced.Active()
	} else if c.Nodes > 0 {
		c.Clock = 0 // no agent has a clock
	}
	mode := tournament.All
	if f.knockout {
		mode = tournament.Knockout
	}
	p, err := tournament.NewPlan(mode, f.games, f.seed, entrants, c)
	if err != nil {
		return nil, usage(err)
	}
	p.Shard = shard
	return p, nil
}

// work plays the remaining games and writes the results.
func (f *tournamentFlags) work(cmd *cobra.Command, terms arena.Terms,
	t *tournament.Tournament) (failed error) {
	shown := &gamesProgress{progress: progress{cmd: cmd}, lost: map[[2]string]bool{}}
	t.Watch = shown
	fmt.Fprintf(cmd.ErrOrStderr(), "%s\n", t.Plan)
	failed = t.Run(cmd.Context(), terms, f.jobs)
	shown.end()
	switch {
	case cmd.Context().Err() != nil:
		warn(cmd, "%s in %s; repeat the command to continue", shown, f.out)
		return failed
	case failed != nil:
		return failed
	case t.Plan.Shard.N > 0:
		printLine(cmd.OutOrStdout(), "%s: %s is complete in %s", t.Plan.Assignment, t.Plan.Shard, f.out)
		return nil
	}
	return writeTournament(cmd, t.Plan, t.Journal, f.out, f.json)
}

// A gamesProgress prints the progress of a tournament. It implements tournament.Watcher.
type gamesProgress struct {
	progress
	games, known int                // to be played now, and known before
	lost         map[[2]string]bool // by agent and reason; the first loss is printed
}

func (p *gamesProgress) Begin(games, known int) {
	p.end()
	p.games, p.known = games, known
	p.begin("game", known, games)
}

func (p *gamesProgress) Withdrawn(name, reason string) {
	fmt.Fprintf(p.writerAboveBar(), "%s is withdrawn: %s\n", escape.Line(name), escape.Text(reason))
}

func (p *gamesProgress) Played(pair [2]string, number int, o standings.Outcome) {
	last := "drawn"
	if o.Winner != standings.Drawn {
		winner, loser := pair[o.Winner], pair[1-o.Winner]
		last = winner + " beats " + loser
		if loss := [2]string{loser, o.Reason}; o.Reason != "" && !p.lost[loss] {
			p.lost[loss] = true
			printLine(p.writerAboveBar(), "%s loses game %d against %s: %s", loser, number, winner, o.Reason)
		}
	}
	p.step(escape.Line(last), p, func(perGame time.Duration) string {
		return "about " + (perGame * time.Duration(p.games-p.steps)).Round(time.Second).String()
	})
}

func (p *gamesProgress) String() string {
	return fmt.Sprintf("%d of %s have been played", p.known+p.steps, prose.Count(p.known+p.games, "game"))
}

// writeTournament writes the results of a tournament that has been played, and prints the standings.
func writeTournament(cmd *cobra.Command, plan *tournament.Plan, journal *tournament.Journal, dir string,
	asJSON bool) error {
	book, err := tournament.Read(plan, journal)
	if err != nil {
		return err
	}
	if err := book.Write(dir); err != nil {
		return err
	}
	if asJSON {
		return book.WriteJSON(cmd.OutOrStdout())
	}
	if err := book.WriteText(cmd.OutOrStdout()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", escape.Line(filepath.Join(dir, standings.PageName)))
	return nil
}
