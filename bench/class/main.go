//go:build unix

// Command class measures how a class is graded, and tests that nothing can change its books:
//
//	go run ./bench/class                                 # 300 submissions, about an hour
//	go run ./bench/class -students 60 -kills 3 -pause 5s # a short one
//	go run ./bench/class -only overhead
//
// The class has programs with a known mistake, native and quick, right ones, hostile ones, and
// submissions without a program, for all assignments. It is graded
//
//   - by one process, whose books the others must write, too ("busy" is how much of all processors'
//     time was used for the programs with known mistakes, which do not sleep);
//   - by one that is killed at random moments, and goes on;
//   - in three shards, which are merged;
//   - by three workers on a queue, of which one is killed and one is stopped for a while, and whose
//     server is killed and started again;
//   - by workers on a cluster of three servers, one of which is stopped;
//
// and the overhead of the queue is measured with programs that take 50 ms. It exits with status 1 if
// books differ. The percentages are figures of this machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
)

// A bench is what the parts share.
type bench struct {
	ctx        context.Context
	students   int
	kills      int
	pause      time.Duration
	profile    string
	assignment string
	seed       uint64

	dir        string // of everything
	touchstone string // the command
	player     string
	failed     bool
}

func main() {
	b := &bench{}
	flag.IntVar(&b.students, "students", 300, "so many submissions, of all assignments together")
	flag.IntVar(&b.kills, "kills", 10, "how often grading is killed")
	flag.DurationVar(&b.pause, "pause", time.Minute, "how long a worker is stopped")
	flag.StringVar(&b.profile, "profile", "core", "of the cases")
	flag.StringVar(&b.assignment, "assignment", "", "only this assignment, with all submissions")
	flag.Uint64Var(&b.seed, "seed", 1, "decides which mistakes there are")
	only := flag.String("only", "", "do this part alone: killed, shards, queue, cluster or overhead")
	flag.Parse()
	var stop context.CancelFunc
	b.ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := b.run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "class:", err)
		os.Exit(1)
	}
	if b.failed {
		os.Exit(1)
	}
}

// run does all parts, or one.
func (b *bench) run(only string) (err error) {
	if b.dir, err = os.MkdirTemp("", "class-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if err := b.build(); err != nil {
		return err
	}
	parts := []struct {
		name string
		do   func(roster) error
	}{{"killed", b.killed}, {"shards", b.shards}, {"queue", b.queue}, {"cluster", b.cluster}}
	if only != "overhead" {
		rosters, err := b.rosters()
		if err != nil {
			return err
		}
		for i := range rosters {
			if err := b.local(&rosters[i]); err != nil {
				return err
			}
		}
		for _, part := range parts {
			if only != "" && only != part.name {
				continue
			}
			for _, r := range rosters {
				if err := part.do(r); err != nil {
					return fmt.Errorf("%s, %s: %w", part.name, r.assignment, err)
				}
			}
		}
	}
	if only == "" || only == "overhead" {
		return b.overhead()
	}
	return nil
}

// build builds the commands.
func (b *bench) build() error {
	b.touchstone, b.player = filepath.Join(b.dir, "touchstone"), filepath.Join(b.dir, "player")
	cmd := exec.CommandContext(b.ctx, "go", "build", "-o", b.touchstone, "-tags", "queue", "./cmd/touchstone")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	return answerstest.Build(b.ctx, b.player, "bench/class/player")
}

// grade returns the command that grades a roster.
func (b *bench) grade(r roster, out string, more ...string) *exec.Cmd {
	args := slices.Concat([]string{"grade", r.assignment, r.dir, "--out", out, "--profile", b.profile, "--time", "1s", "--wall", "3s", "--traces", "1"}, more)
	cmd := exec.CommandContext(b.ctx, b.touchstone, args...)
	cmd.Stderr = new(strings.Builder)
	return cmd
}

// finish runs a command to its end.
func finish(cmd *exec.Cmd) error {
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args[1:], " "), err, cmd.Stderr)
	}
	return nil
}

// same compares the books of a part with those of one process.
func (b *bench) same(part string, r roster, out string) error {
	differs, err := differences(r.books, out)
	if err != nil {
		return err
	}
	if len(differs) > 0 {
		b.failed = true
		fmt.Printf("%-9s %-9s DIFFERS in %s\n", part, r.assignment, strings.Join(differs, ", "))
		fmt.Println(" ", firstDifference(r.books, out, differs[len(differs)-1]))
		return nil
	}
	fmt.Printf("%-9s %-9s the same books\n", part, r.assignment)
	return os.RemoveAll(out)
}
