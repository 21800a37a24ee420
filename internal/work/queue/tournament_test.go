//go:build unix

package queue_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tournament"
	"github.com/touchstone-suite/touchstone/internal/work/queue"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A cup is a small tournament.
type cup struct {
	terms arena.Terms
	plan  *tournament.Plan
	paths map[string]string // of its programs
}

// newCup makes a tournament of the agents in a list. Programs in it are "broken", which cannot be built,
// and "lazy", which gives no answer in its first game of a match and a wrong one in others.
func newCup(t *testing.T, mode tournament.Mode, list string) *cup {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"list":           list,
		"lazy/gangwars":  "#!/bin/sh\n[ -e seen ] && echo later >output.txt\n: >seen\n",
		"broken/notes":   "later",
		"broken2/notes":  "never",
		"changing/notes": "as it was",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	entrants, err := tournament.Entrants(filepath.Join(dir, "list"))
	if err != nil {
		t.Fatal(err)
	}
	c := &cup{paths: map[string]string{}, terms: arena.Terms{Policy: sandbox.Policy{Mode: sandbox.None}}}
	if c.terms.Assignment, err = oracle.Lookup("gangwars"); err != nil {
		t.Fatal(err)
	}
	for _, e := range entrants {
		if path, err := e.Portable(); err != nil {
			t.Fatal(err)
		} else if path != "" {
			c.paths[e.Digest] = path
		}
	}
	c.plan, err = tournament.NewPlan(mode, 3, 7, entrants, tournament.Conditions{Assignment: "gangwars", Size: 4, Nodes: 200, Touchstone: version})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// quiet watches a tournament, and counts. after is called after each game.
type quiet struct {
	begun, skipped, gone, played int
	after                        func(played int)
	close                        func() // the journal
}

func (q *quiet) Begin(games, _ int)       { q.begun += games }
func (q *quiet) Skip()                    { q.skipped++ }
func (q *quiet) Withdrawn(string, string) { q.gone++ }
func (q *quiet) Played([2]string, *tournament.Game, tournament.Outcome) {
	if q.played++; q.after != nil {
		q.after(q.played)
	}
}

// open returns the tournament with a journal in a folder.
func (c *cup) open(t *testing.T, dir string) (*tournament.Tournament, *quiet) {
	t.Helper()
	j, err := tournament.OpenJournal(dir)
	if err == nil {
		err = j.Begin(c.plan)
	}
	if err != nil {
		t.Fatal(err)
	}
	watch := &quiet{close: sync.OnceFunc(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})}
	t.Cleanup(watch.close)
	return &tournament.Tournament{Plan: c.plan, Journal: j, Watch: watch}, watch
}

// local plays the tournament in this process.
func (c *cup) local(t *testing.T) map[string]string {
	t.Helper()
	of, _ := c.open(t, t.TempDir())
	if err := of.Run(t.Context(), c.terms, 2); err != nil {
		t.Fatal(err)
	}
	return bookOf(t, of)
}

// lead has workers play the tournament.
func (c *cup) lead(t *testing.T, q *queue.Queue, of *tournament.Tournament) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := queue.Lead(ctx, q, of.Job(c.paths), version); err != nil {
		t.Fatal(err)
	}
	return of.Err()
}

// bookOf returns the files of a tournament that has been played.
func bookOf(t *testing.T, of *tournament.Tournament) map[string]string {
	t.Helper()
	dir := t.TempDir()
	book, err := tournament.Read(of.Plan, of.Journal)
	if err == nil {
		err = book.Write(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

const several = "ann: random\nben: greedy\ncy: minimax:2\ndan: ./lazy\neve: ./broken\nflo: ./lazy\ngus: oracle\n"

// A tournament by workers, of which one is lost with what it had begun, has the books of one process.
// An agent keeps its folder for a match, and one that cannot be built is withdrawn.
func TestFleetPlays(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "waits for workers that are lost")
	o := queue.Options{AckWait: 500 * time.Millisecond}
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(o))
	defer s.Close()
	lost := workAfterLoss(t, s.URL, o, 2)
	for _, one := range []struct {
		mode tournament.Mode
		list string
	}{
		{tournament.All, several},
		{tournament.Knockout, several},
		{tournament.All, "ann: ./broken\nben: ./broken2\ncy: ./broken\ndan: ./broken2\n"}, // who has no opponent is to be built too
	} {
		c := newCup(t, one.mode, one.list)
		of, watch := c.open(t, t.TempDir())
		if err := c.lead(t, dial(t, s.URL, asLeader(o)), of); err != nil {
			t.Fatal(err)
		}
		if watch.played+watch.skipped != watch.begun || watch.gone == 0 {
			t.Errorf("%s: want each game told once, found %+v", one.mode, watch)
		}
		got := bookOf(t, of)
		compare(t, got, c.local(t))
		for _, reason := range []record.Reason{record.Missing, record.Malformed} {
			if games := got["/games.csv"]; one.list == several && !strings.Contains(games, string(reason)) {
				t.Errorf("want a game lost by %q, found\n%s", reason, games)
			}
		}
	}
	if err := <-lost; err == nil {
		t.Error("the worker was not lost")
	}
}

// A leader that is ended goes on where it was.
func TestFleetPlaysOn(t *testing.T) {
	t.Parallel()
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
	defer s.Close()
	startWorker(t, dial(t, s.URL, asWorker(queue.Options{})))
	c, dir := newCup(t, tournament.Knockout, strings.ReplaceAll(several, "./lazy", "greedy")), t.TempDir() // a match that is cut short begins with an empty folder
	of, watch := c.open(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	watch.after = func(played int) {
		if played == 4 {
			cancel()
		}
	}
	if err := queue.Lead(ctx, dial(t, s.URL, asLeader(queue.Options{})), of.Job(c.paths), version); err == nil {
		t.Fatal("the leader was not ended")
	}
	watch.close()
	of, again := c.open(t, dir)
	if err := c.lead(t, dial(t, s.URL, asLeader(queue.Options{})), of); err != nil {
		t.Fatal(err)
	}
	compare(t, bookOf(t, of), c.local(t))
	text, err := os.ReadFile(filepath.Join(dir, "games.jsonl"))
	if n := strings.Count(string(text), `"kind":"game"`); err != nil || n != watch.played+again.played {
		t.Errorf("%d games in the journal, %v; want %d and %d", n, err, watch.played, again.played)
	}
}

// What we fail with is told as ours, and no game is lost by it; the others are played.
func TestFleetFailsWithGames(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "waits for some seconds")
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
	defer s.Close()
	startWorker(t, dial(t, s.URL, asWorker(queue.Options{})))
	c := newCup(t, tournament.All, "ann: random\nben: greedy\ncy: ./changing\n")
	for _, path := range c.paths {
		if err := os.WriteFile(filepath.Join(path, "notes"), []byte("as it is now"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	of, watch := c.open(t, t.TempDir())
	err := c.lead(t, dial(t, s.URL, asLeader(queue.Options{})), of)
	if err == nil || !strings.Contains(err.Error(), "ann against cy: ") || !strings.Contains(err.Error(), "its files have changed") {
		t.Errorf("error %v, want one about the files of cy", err)
	}
	if watch.played != 3 || watch.gone > 0 {
		t.Errorf("want 3 games and nobody withdrawn, found %+v", watch)
	}
}

// A machine does not confine programs as the leader's does.
func TestWorkerUnfitForGames(t *testing.T) {
	s := serve(t, "127.0.0.1:0", t.TempDir(), asLeader(queue.Options{}))
	defer s.Close()
	c := newCup(t, tournament.All, "ann: random\nben: ./lazy\n")
	c.plan.Confined = []string{"a moat"}
	of, _ := c.open(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	led := make(chan error, 1)
	q := dial(t, s.URL, asLeader(queue.Options{}))
	go func() { led <- queue.Lead(ctx, q, of.Job(c.paths), version) }()
	w := newWorker(t, runtime.NumCPU())
	if err := w.Work(t.Context(), dial(t, s.URL, asWorker(queue.Options{}))); err == nil || !strings.Contains(err.Error(), "found no a moat here") {
		t.Error(fmt.Errorf("a worker without it ends with %w", err))
	}
	cancel()
	<-led
}
