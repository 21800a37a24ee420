// Command bench measures how fast touchstone is, mostly as ratios to something else on the same
// machine, and prints the table of docs/performance.md:
//
//	go run ./bench                  # measures and prints
//	go run ./bench --check          # fails if a ratio is more than 25 % worse than in HEAD~1, three times
//	go run ./bench --base main      # compares with another commit
//	go run ./bench --only logs      # some groups of rows
//
// Each measurement begins with a warm-up round. Two things that are compared run by turns, and the
// median of their ratios counts. The command needs about two gigabytes in the temporary directory,
// and a Unix system with sh and cat.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A lab holds the data that all measurements share.
type lab struct {
	ctx  context.Context
	dir  string // scratch directory
	tool string // touchstone, built as users build it
	runs int    // rounds of each measurement
}

// A group is a set of rows that are measured together.
type group struct {
	name    string
	measure func(*lab) ([]row, error)
}

var groups = []group{{"logs", logs}, {"solvers", solvers}, {"runner", runner}}

func main() {
	check := flag.Bool("check", false, "fail if a ratio is more than 25 % worse than that of another commit")
	base := flag.String("base", "", "the commit to --check against (default HEAD~1)")
	groups := flag.String("only", "", "groups of rows, separated by commas")
	runs := flag.Int("runs", 5, "rounds of each measurement")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *check && *base == "" {
		*base = "HEAD~1"
	}
	if err := measure(ctx, *base, *groups, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, base, only string, runs int) error {
	dir, err := os.MkdirTemp("", "touchstone-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	l := &lab{ctx: ctx, dir: dir, tool: filepath.Join(dir, "touchstone"), runs: runs}
	if err := l.build(".", l.tool); err != nil {
		return fmt.Errorf("bench runs in the root directory of the module: %w", err)
	}
	chosen := slices.Clone(groups)
	if only != "" {
		names := strings.Split(only, ",")
		chosen = slices.DeleteFunc(chosen, func(g group) bool { return !slices.Contains(names, g.name) })
	}
	if base != "" {
		return l.check(base, chosen)
	}
	var rows []row
	for _, g := range chosen {
		measured, err := l.measure(g)
		if err != nil {
			return err
		}
		rows = append(rows, measured...)
	}
	fmt.Print(text(rows))
	return nil
}

// build builds touchstone from a checkout.
func (l *lab) build(checkout, tool string) error {
	cmd := exec.CommandContext(l.ctx, "go", "build", "-o", tool, "./cmd/touchstone")
	cmd.Dir = checkout
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building touchstone: %w\n%s", err, out)
	}
	return nil
}

// measure measures the rows of a group.
func (l *lab) measure(g group) ([]row, error) {
	fmt.Fprintf(os.Stderr, "measuring %s\n", g.name)
	rows, err := g.measure(l)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.name, err)
	}
	return rows, nil
}

const (
	// maxWorse is the factor by which a ratio may exceed the ratio of another commit.
	maxWorse = 1.25
	// tries is the number of measurements of a group before one of its rows counts as worse, since a busy
	// machine also makes a program slow.
	tries = 3
)

// check measures this tree and another commit alternately, and fails if a ratio is much worse in every try.
func (l *lab) check(commit string, chosen []group) error {
	before := *l
	before.tool = filepath.Join(l.dir, "touchstone-before")
	if err := l.buildCommit(commit, before.tool); err != nil {
		return err
	}
	var bad []string
	for _, g := range chosen {
		names, err := l.findWorse(&before, g)
		if err != nil {
			return err
		}
		bad = append(bad, names...)
	}
	if len(bad) > 0 {
		return fmt.Errorf("more than %.0f %% worse than %s, %d times in a row: %s",
			100*(maxWorse-1), commit, tries, strings.Join(bad, "; "))
	}
	return nil
}

// buildCommit builds touchstone from a commit in a separate work tree.
func (l *lab) buildCommit(commit, tool string) (err error) {
	tree := filepath.Join(l.dir, "before")
	git := func(args ...string) error {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	if err := git("worktree", "add", "--detach", tree, commit); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, git("worktree", "remove", "--force", tree)) }()
	return l.build(tree, tool)
}

// findWorse returns the names of the rows of a group that are worse than before in every try.
func (l *lab) findWorse(before *lab, g group) (bad []string, err error) {
	for try := 0; try < tries && (try == 0 || len(bad) > 0); try++ {
		now, err := l.measure(g)
		if err != nil {
			return nil, err
		}
		then, err := before.measure(g)
		if err != nil {
			return nil, err
		}
		var found []string
		for i, r := range now {
			if r.Ratio == 0 {
				continue
			}
			fmt.Fprintf(os.Stderr, "  %s: %.3f, before %.3f\n", r.Name, r.Ratio, then[i].Ratio)
			if r.Ratio > maxWorse*then[i].Ratio && (try == 0 || slices.Contains(bad, r.Name)) {
				found = append(found, r.Name)
			}
		}
		bad = found
	}
	return bad, nil
}

// command returns a command that runs in the scratch directory.
func (l *lab) command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(l.ctx, name, args...)
	cmd.Dir = l.dir
	return cmd
}

// timed runs a command and returns its wall time.
func timed(cmd *exec.Cmd) (time.Duration, error) {
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return time.Since(begin), err
}

// median returns the median of some numbers.
func median[T float64 | time.Duration](all []T) T {
	all = slices.Clone(all)
	slices.Sort(all)
	return all[len(all)/2]
}

// A race is the result of measuring two things alternately.
type race struct {
	ratio         float64       // of the first to the second, median
	floor         float64       // the ratio of the fastest rounds, which a busy machine disturbs least
	first, second time.Duration // medians
}

// race measures two things alternately, after a warm-up round.
func (l *lab) race(a, b func() (time.Duration, error)) (race, error) {
	var ratios []float64
	var firsts, seconds []time.Duration
	for i := range l.runs + 1 {
		x, err := a()
		if err != nil {
			return race{}, err
		}
		y, err := b()
		if err != nil {
			return race{}, err
		}
		if i > 0 {
			ratios, firsts, seconds = append(ratios, float64(x)/float64(y)), append(firsts, x), append(seconds, y)
		}
	}
	return race{
		ratio: median(ratios), floor: float64(slices.Min(firsts)) / float64(slices.Min(seconds)),
		first: median(firsts), second: median(seconds),
	}, nil
}
