package command

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/tournament"
)

// A gamesProgress tells how far a tournament is.
type gamesProgress struct {
	progress
	games, known int // of what is played now
	skipped      int
	lost         map[[2]string]bool // who has lost by which reason, which is told once
}

// Begin implements tournament.Watcher.
func (p *gamesProgress) Begin(games, known int) {
	p.end()
	if known > 0 {
		fmt.Fprintf(p.cmd.ErrOrStderr(), "touchstone: %d of %s are known already\n", known, prose.Count(games+known, "game"))
	}
	p.games, p.known, p.skipped = games, known, 0
	p.begin("games", games)
}

// Skip implements tournament.Watcher.
func (p *gamesProgress) Skip() {
	p.skipped++
	p.bar.Skip(1)
}

// Withdrawn implements tournament.Watcher.
func (p *gamesProgress) Withdrawn(name, why string) {
	fmt.Fprintf(p.above(), "%s is withdrawn: %s\n", escape.Line(name), escape.Text(why))
}

// Played implements tournament.Watcher.
func (p *gamesProgress) Played(pair [2]string, g *tournament.Game, o tournament.Outcome) {
	last := "drawn"
	if o.Winner != tournament.Drawn {
		last = pair[o.Winner] + " beats " + pair[1-o.Winner]
	}
	if o.Reason != "" && o.Winner != tournament.Drawn {
		p.printLoss(pair[1-o.Winner], pair[o.Winner], g, o.Reason)
	}
	p.step(escape.Line(last), p, func() int { return p.games - p.skipped - p.pace.steps })
}

// printLoss says that an agent has lost by breaking a rule, if it is the first time.
func (p *gamesProgress) printLoss(name, against string, g *tournament.Game, reason string) {
	if who := [2]string{name, reason}; !p.lost[who] {
		p.lost[who] = true
		fmt.Fprintf(p.above(), "%s loses game %d against %s: %s\n", escape.Line(name), g.Number, escape.Line(against), escape.Line(reason))
	}
}

func (p *gamesProgress) String() string {
	return fmt.Sprintf("%d of %s have been played", p.known+p.pace.steps, prose.Count(p.known+p.games-p.skipped, "game"))
}

// writeTournament writes the books of a tournament that has been played, and tells the standings.
func writeTournament(cmd *cobra.Command, plan *tournament.Plan, journal *tournament.Journal, dir string, asJSON bool) error {
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
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", escape.Line(filepath.Join(dir, tournament.PageName)))
	return err
}
