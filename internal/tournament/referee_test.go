package tournament

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// smallPlan is for quick agents on a small board.
func smallPlan(t *testing.T, mode Mode, seed uint64) *Plan {
	t.Helper()
	var entrants []Entrant
	for _, agent := range []string{"random", "greedy", "minimax:1", "alphabeta:2"} {
		entrants = append(entrants, Entrant{Name: "the " + agent, Agent: agent, Digest: "built-in " + agent, Words: []string{agent}})
	}
	return must.Get(NewPlan(mode, 3, seed, entrants, Conditions{Assignment: "gangwars", Size: 3, Nodes: 200}))(t)
}

// playAllConfined plays all games in a new directory.
func playAllConfined(t *testing.T, p *Plan) string {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, playConfined(t.Context(), t, dir, p, 2, &silent{}))
	return dir
}

// playConfined plays the missing games in a directory.
func playConfined(ctx context.Context, t *testing.T, dir string, p *Plan, jobs int, watch Watcher) error {
	t.Helper()
	j := open(t, dir, p)
	c := Tournament{Plan: p, Journal: j, Watch: watch}
	err := c.Run(ctx, arena.Terms{Assignment: &gangwars.Assignment, Settings: outcome.Settings{Sandbox: sandbox.None}}, jobs)
	must.Do(t, j.Close())
	return err
}

// A stopper ends the context after some games.
type stopper struct {
	silent
	left int
	stop func()
}

func (s *stopper) Played([2]string, int, standings.Outcome) {
	if s.left--; s.left == 0 {
		s.stop()
	}
}

// With nodes in place of a clock the same seed gives the same games, to the byte, also after an interruption.
// Another seed gives other games.
func TestSameSeedSameGames(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		want := written(t, playAllConfined(t, smallPlan(t, mode, 1)))
		cut := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		err := playConfined(ctx, t, cut, smallPlan(t, mode, 1), 2, &stopper{left: 3, stop: cancel})
		expect.True(t, errors.Is(err, context.Canceled), "canceled")
		for range 2 { // the second time, nothing is left
			must.Do(t, playConfined(t.Context(), t, cut, smallPlan(t, mode, 1), 2, &silent{}))
		}
		expect.Equal(t, want, written(t, cut), mode, "after an interruption")
		for name, text := range written(t, playAllConfined(t, smallPlan(t, mode, 2))) {
			expect.Equal(t, false, want[name] == text, mode, name, "of another seed is the same")
		}
	}
}

// The games of a match come in pairs: one position, with the agents exchanged; the last has its own. The side
// that moves first alternates.
func TestPairsOfGames(t *testing.T) {
	dir := playAllConfined(t, smallPlan(t, All, 3))
	written(t, dir)
	starts := map[string]bool{}
	for _, m := range read(t, dir).Matches {
		x, y, z := m.Games[0], m.Games[1], m.Games[2]
		starts[x.Start] = true
		expect.Equal(t, false, x.Start != y.Start || z.Start == x.Start, m.Names, x.Start, y.Start, z.Start)
		expect.Equal(t, [2]string{y.Sides[1], y.Sides[0]}, x.Sides, "sides of the first game")
		expect.Equal(t, [2]int{1 - y.First, 1 - y.First}, [2]int{x.First, z.First}, "who moves first in the others")
		for _, one := range m.Games { // replay draws their start positions again, the even ones too
			path := filepath.Join(dir, one.Record)
			g := must.Get(record.Read(path, must.Get(os.ReadFile(path))(t)))(t)
			must.Do(t, g.Check(path))
			x := slices.Index(g.Agents[:], m.Names[0])
			want := standings.Outcome{Winner: standings.Drawn, Points: [2]int32{g.End.Points[x], g.End.Points[1-x]},
				Margin: g.Margin(x), First: g.Moves[0].Side ^ x, Moves: len(g.Moves), Start: one.Start, Sides: one.Sides}
			if g.End.Winner != record.NoSide {
				want.Winner = g.End.Winner ^ x
			}
			expect.Equal(t, want, one.Outcome, m.Names, "game", one.Number)
		}
	}
	expect.True(t, len(starts) > 1, "matches have starts of their own")
	p, c := smallPlan(t, All, 3), gangwars.Assignment.Contest
	last := p.game([2]int{0, 1}, 3)
	drawn := record.Plan{Games: 3, Size: 3, Seed: last.Seed}.EvenPositions(c, 3)
	opening, _, err := p.opening(t.Context(), c, last)
	must.Do(t, err)
	expect.Equal(t, digestOf(must.Get(evenPosition(t.Context(), drawn))(t)), digestOf(opening.Start), "even")
}

// A valued position has a given value for the reference agent.
type valued struct {
	homework.Position
	value int32
	over  bool
}

func (p *valued) Over() bool { return p.over }

func (p *valued) Choose(_ context.Context, a homework.Agent, of homework.Allowance) (turn []string,
	found homework.Thought, err error) {
	if a.Kind != homework.Reference || of.Nodes != evenNodes {
		err = errors.New("not the reference agent, or with other nodes")
	}
	return nil, homework.Thought{Value: p.value}, err
}

// The even position is the one with a value nearest to 0 by the reference agent. The game is not over there.
func TestEven(t *testing.T) {
	for i, c := range []struct {
		drawn []valued
		want  int
	}{
		{[]valued{{value: 5}, {value: -9}, {value: -3}, {value: 4}, {value: 3}}, 2},
		{[]valued{{over: true}, {value: -7}, {value: 8}, {over: true}}, 1},
		{[]valued{{over: true}, {over: true}}, 0},
	} {
		var drawn []homework.Position
		for i := range c.drawn {
			drawn = append(drawn, &c.drawn[i])
		}
		got := must.Get(evenPosition(t.Context(), drawn))(t)
		expect.Equal(t, c.want, slices.Index(drawn, got), "even position of draw", i)
	}
}

// Agents have the plan's limits. The files of all but the players are hidden, in addition to other files.
// An agent whose files have changed does not enter.
func TestTerms(t *testing.T) {
	p := &Plan{Conditions: Conditions{Clock: 1, Depth: 2, Nodes: 3},
		Entrants: []Entrant{{Files: []string{"a", "a2"}}, {Files: []string{"b"}}, {Files: []string{"c"}}}}
	p.Entrants[0].Words, p.Entrants[0].Digest = []string{"greedy"}, builtInDigest+"greedy"
	p.Entrants[1].Words, p.Entrants[1].Digest = []string{"greedy"}, "of earlier files"
	r := newReferee(p, arena.Terms{Settings: outcome.Settings{Hide: append(make([]string, 0, 9), "roster")}})
	first, second := r.hideOthers(2), r.hideOthers(0, 2)
	expect.Equal(t, []string{"roster", "a", "a2", "b"}, first.Settings.Hide)
	expect.Equal(t, []string{"roster", "b"}, second.Settings.Hide)
	expect.Equal(t, fmt.Sprint(1, 2, 3), fmt.Sprint(int(first.Clock), first.Depth, first.Nodes), "limits")
	must.Get(r.prepareAgent(t.Context(), 0))(t)
	expect.Equal(t, []string{"a", "a2"}, r.agents[0].Files, "files of the agent")
	_, err := r.prepareAgent(t.Context(), 1)
	expect.Error(t, err, "found that its files have changed")
}

// A program that does not compile is withdrawn, and a program without answers loses each game. Both are
// reported, and the others continue.
func TestBadPrograms(t *testing.T) {
	t.Parallel()
	effort.NeedsTools(t, "make")
	dir := t.TempDir()
	must.WriteFile(t, dir+"/broken/Makefile", "agent:\n\tfalse\nrun:\n\ttrue\n")
	must.WriteFile(t, dir+"/silent/Makefile", "agent:\n\ttrue\nrun:\n\ttrue\n")
	entrants := must.Get(Entrants(dir))(t)
	for _, agent := range []string{"greedy", "random"} {
		entrants = append(entrants, Entrant{Name: agent, Agent: agent, Digest: "built-in " + agent, Words: []string{agent}})
	}
	p := must.Get(NewPlan(All, 1, 1, entrants, Conditions{Assignment: "gangwars", Size: 3, Nodes: 100}))(t)
	for _, s := range read(t, playAllConfined(t, p)).Standings {
		switch {
		case s.Name == "broken" && (!strings.Contains(s.Withdrawn, "make") || s.Matches != standings.Tally{Won: 0, Drawn: 0, Lost: 3}),
			s.Name == "silent" && (s.Losses["missing"] != 2 || s.Matches != standings.Tally{Won: 1, Drawn: 0, Lost: 2}),
			s.Rank <= 2 && s.Matches.Won < 2:
			t.Errorf("%+v", s)
		}
	}
}

// A command or a file runs from its own path. If it changes, an error reports that its games no longer count.
func TestChangesMeanwhile(t *testing.T) {
	t.Parallel()
	effort.NeedsTools(t, "sh")
	dir := t.TempDir()
	for n, changes := range []string{"ann", "zoe"} { // the first of the pair, and the second
		must.WriteFile(t, dir+"/"+changes+".sh", "true\n")
		must.WriteFile(t, dir+"/agents", changes+": sh "+changes+".sh\nben: greedy\n")
		entrants := must.Get(Entrants(dir + "/agents"))(t)
		p := must.Get(NewPlan(All, 5, 1, entrants, Conditions{Assignment: "gangwars", Size: 2, Nodes: 100}))(t)
		out := t.TempDir()
		change := func() { must.WriteFile(t, dir+"/"+changes+".sh", "false\n") }
		err := playConfined(t.Context(), t, out, p, 1, &stopper{left: 2, stop: change})
		expect.Error(t, err, []string{"ann against ben", "ben against zoe"}[n]+", game 3: "+changes+
			": want an agent that stays as it is, found that its files have changed")
		must.WriteFile(t, dir+"/"+changes+".sh", "true\n")
		watch := &silent{}
		must.Do(t, playConfined(t.Context(), t, out, p, 1, watch))
		expect.Equal(t, 2, watch.known, "known games")
	}
}

// No agent can read the files of others or the journal, but each can read its own, whether it is run in its
// place or as a copy. An agent that can reports this in its answer.
func TestProgramsSeparated(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "builds many agents")
	settings := outcome.Settings{Sandbox: sandbox.Auto}
	mechanisms := must.Get(executor.Mechanisms(settings))(t)
	if mechanisms.By(sandbox.Files) == "" {
		t.Skip("files cannot be confined here: " + mechanisms.Why(sandbox.Files))
	}
	dir, out := t.TempDir(), t.TempDir()
	spy := "#!/bin/sh\nfor f in " + dir + "/ann/secret " + dir + "/ben.sh " + dir + "/cy.sh " + dir + "/dan3.py " + dir + "/books/secret " + dir + "/agents " + out + "/games.jsonl; do\n\tcat $f >seen 2>/dev/null && echo $f >output.txt\ndone\n"
	must.WriteFile(t, dir+"/ann/Makefile", "agent:\n\ttrue\nrun:\n\ttest -e secret && echo mine >output.txt\n")
	must.WriteFile(t, dir+"/ann/secret", "how to win\n")
	must.WriteFile(t, dir+"/ben.sh", "how to win\n")
	must.WriteFile(t, dir+"/books/secret", "how to win\n")
	must.WriteFile(t, dir+"/cy.sh", "#!/bin/sh\ntest -e $0 && echo mine >output.txt\n")
	must.WriteFile(t, dir+"/dan3.py", "open('output.txt', 'w').write('mine')\n")
	must.WriteFile(t, dir+"/file", spy)
	must.WriteFile(t, dir+"/spy.sh", spy)
	must.Do(t, errors.Join(os.Chmod(dir+"/cy.sh", 0o777), os.Chmod(dir+"/file", 0o777)))
	must.WriteFile(t, dir+"/spies/Makefile", "agent:\n\ttrue\nrun:\n\tsh spy.sh\n")
	must.WriteFile(t, dir+"/spies/spy.sh", spy)
	must.WriteFile(t, dir+"/agents", "ann: ann\nben: sh ben.sh books\ncy: cy.sh\ndan: dan3.py\nfile: file\nspies: spies\nspy: sh spy.sh\n")
	entrants := must.Get(Entrants(dir + "/agents"))(t)
	p := must.Get(NewPlan(All, 1, 1, entrants, Conditions{Assignment: "gangwars", Size: 3}))(t)
	settings.Hide = []string{dir + "/agents", out}
	j := open(t, out, p)
	c := Tournament{Plan: p, Journal: j, Watch: &silent{}}
	must.Do(t, errors.Join(c.Run(t.Context(), arena.Terms{Assignment: &gangwars.Assignment, Settings: settings}, 2), j.Close()))
	lost := map[string]string{}
	for _, s := range read(t, out).Standings {
		for reason := range s.Losses {
			lost[s.Name] += reason // one for all games
		}
	}
	// The side that moves first loses, once for each entrant against each other. ann, cy and dan read their own
	// files.
	expect.Equal(t, map[string]string{"ann": "malformed", "ben": "missing", "cy": "malformed", "dan": "malformed",
		"file": "missing", "spies": "missing", "spy": "missing"}, lost)
}
