package tournament

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A fake is a referee that draws games from their seeds: the stronger entrant wins more often.
type fake struct {
	plan           *Plan
	after          func(games int) // called after each game, if it is not nil
	gone           map[string]string
	fails          map[string]error               // of enter, by name
	play           func(*Game) *standings.Outcome // if it returns nil, the seed decides; its margin is the difference of the points
	wrong          func(*Game) error              // our failures
	leaves, closes error                          // at the end of a match, and of all
	mu             sync.Mutex
	games          map[string]int // how often each was played
	taken          int            // seats
	entered        map[int]int    // how often each entrant was prepared by a call of playAll
}

func (f *fake) prepareAgent(_ context.Context, entrant int) (withdrawn string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.entered[entrant]++
	name := f.plan.Entrants[entrant].Name
	return f.gone[name], f.fails[name]
}

func (f *fake) Close() error { return f.closes }

func (f *fake) startMatch(pair [2]int) (play playFunc, leave func() error, err error) {
	take := func(n int) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.taken += n
	}
	take(1)
	play = func(_ context.Context, g *Game) (standings.Outcome, []byte, error) {
		if g.Pair != pair {
			return standings.Outcome{}, nil, errors.New("a game of others")
		}
		return f.playGame(g)
	}
	return play, func() error { take(-1); return f.leaves }, nil
}

func (f *fake) playGame(g *Game) (standings.Outcome, []byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	x, y := f.plan.Entrants[g.Pair[0]].Name, f.plan.Entrants[g.Pair[1]].Name
	if f.wrong != nil {
		if err := f.wrong(g); err != nil {
			return standings.Outcome{}, nil, err
		}
	}
	f.games[fmt.Sprintf("%s-%s-%d", x, y, g.Number)]++
	if f.after != nil {
		f.after(len(f.games))
	}
	r := random.New(g.Seed + uint64(g.Number))
	o := standings.Outcome{Winner: standings.Drawn, Points: [2]int32{50, 50}, Sides: [2]string{"X", "O"}, First: r.Intn(2), Moves: 9, Start: fmt.Sprintf("%016x", r.Uint64())}
	if f.play != nil {
		if played := f.play(g); played != nil {
			played.Margin = int(played.Points[0] - played.Points[1])
			return *played, []byte("a record\n"), nil
		}
	}
	if !r.Chance(9) {
		strength := func(name string) int { return 2 + strings.IndexByte("abcdefghij", name[0]) }
		if r.Intn(strength(x)+strength(y)) < strength(x) {
			o.Winner = 0
		} else {
			o.Winner = 1
		}
		o.Points[o.Winner] += int32(r.Between(1, 40))
		o.Margin = int(o.Points[0] - o.Points[1])
		if r.Chance(15) {
			o.Reason = "overtime"
		}
	}
	return o, fmt.Appendf(nil, "game %d of %s and %s: %+v\n", g.Number, x, y, o), nil
}

// A silent watcher.
type silent struct{ known, games, numbers int }

func (s *silent) Begin(games, known int)                         { s.games += games; s.known += known }
func (s *silent) Withdrawn(string, string)                       {}
func (s *silent) Played(_ [2]string, n int, _ standings.Outcome) { s.numbers += n }

// planOf returns a plan for entrants of these names.
func planOf(t *testing.T, mode Mode, games int, names ...string) *Plan {
	t.Helper()
	var entrants []Entrant
	for _, name := range names {
		entrants = append(entrants, Entrant{Name: name, Agent: name + ":1", Digest: builtInDigest + name})
	}
	conditions := Conditions{Assignment: "gangwars", Size: 6, Nodes: 2000, Touchstone: "test"}
	return must.Get(NewPlan(mode, games, 5, entrants, conditions))(t)
}

var ten = strings.Split("abcdefghij", "")

// open opens the journal in a directory, for the length of the test unless it is closed.
func open(t *testing.T, dir string, p *Plan) *Journal {
	t.Helper()
	j, err := OpenJournal(dir)
	if err == nil && p != nil {
		err = j.Begin(p)
	}
	must.Do(t, err)
	return j
}

// playAll plays the missing games of a directory.
func playAll(ctx context.Context, t *testing.T, dir string, f *fake, jobs int) (*silent, error) {
	t.Helper()
	if f.games == nil {
		f.games = map[string]int{}
	}
	f.entered = map[int]int{}
	j := open(t, dir, f.plan)
	watch := &silent{}
	c := Tournament{Plan: f.plan, Journal: j, Watch: watch}
	err := c.run(ctx, f, jobs)
	expect.Equal(t, 0, f.taken, "seats that are still taken")
	for entrant, times := range f.entered {
		expect.Equal(t, 1, times, "preparations of entrant", entrant)
	}
	must.Do(t, j.Close())
	return watch, err
}

// played plays all games of a fake in a new directory.
func played(t *testing.T, f *fake) string {
	t.Helper()
	dir := t.TempDir()
	must.Get(playAll(t.Context(), t, dir, f, 2))(t)
	return dir
}

// read returns the book of a directory.
func read(t *testing.T, dir string) *standings.Book {
	t.Helper()
	j := open(t, dir, nil)
	defer j.Close()
	return must.Get(Read(j.Plan(), j))(t)
}

// written returns the files of the book of a directory.
func written(t *testing.T, dir string) map[string]string {
	t.Helper()
	j := open(t, dir, nil)
	defer j.Close()
	must.Do(t, must.Get(Read(j.Plan(), j))(t).Write(dir))
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == journalName {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(bytes.TrimSpace(text))
		return err
	})
	must.Do(t, err)
	return files
}
