// Command bench measures the pace of touchstone, each figure as a ratio or against
// a target, and writes the table of docs/performance.md:
//
//	go run ./bench                  # measures and prints
//	go run ./bench --write          # and writes docs/performance.md, with --only these rows alone
//	go run ./bench --check          # fails if a ratio is more than 25 % worse than that of HEAD~1, three times
//	go run ./bench --base main      # of another commit
//	go run ./bench --only logs      # some rows
//
// Each measurement warms up first; things that are compared run by turns, and the
// median of their ratios counts. It needs about two gigabytes on the disk of the
// temporary folder, and a Unix system with sh and cat.
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
	"sync"
	"syscall"
	"time"
)

// A row is one line of the table.
type row struct {
	Name     string
	Measured string  // in words
	Target   string  // in words
	Ratio    float64 // what --check compares, from the fastest rounds; smaller is better; 0 if there is none
	Met      bool
}

// A lab is where measurements run.
type lab struct {
	ctx  context.Context
	dir  string // scratch folder
	tool string // touchstone, built as users build it
	runs int
}

// A group is a set of rows that are measured together.
type group struct {
	name    string
	ratios  bool // whether its rows have ratios
	measure func(*lab) ([]row, error)
}

var groups = []group{
	{"logs", true, logs},
	{"solvers", false, solvers},
	{"gangwars", false, gangwars},
	{"compare", true, comparing},
	{"runner", true, runner},
	{"generator", false, generator},
	{"package", true, packages},
	{"page", false, pages},
}

func main() {
	write := flag.Bool("write", false, "write docs/performance.md")
	check := flag.Bool("check", false, "fail if a ratio is more than 25 % worse than that of another commit, measured by turns")
	base := flag.String("base", "", "the commit to --check against (default HEAD~1)")
	only := flag.String("only", "", "groups of rows, separated by commas")
	runs := flag.Int("runs", 5, "rounds of each measurement")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *check && *base == "" {
		*base = "HEAD~1"
	}
	if err := run(ctx, *write, *base, *only, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, write bool, base, only string, runs int) error {
	dir, err := os.MkdirTemp("", "touchstone-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	l := &lab{ctx: ctx, dir: dir, tool: filepath.Join(dir, "touchstone"), runs: runs}
	if err := l.build(".", l.tool); err != nil {
		return fmt.Errorf("bench runs in the folder of the module: %w", err)
	}
	wanted := func(g group) bool { return only == "" || slices.Contains(strings.Split(only, ","), g.name) }
	if base != "" {
		return l.check(base, wanted)
	}
	rows, err := l.measure(wanted)
	if err != nil {
		return err
	}
	fmt.Print(table(rows))
	if write {
		return save(rows)
	}
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

// measure measures some groups.
func (l *lab) measure(wanted func(group) bool) (rows []row, err error) {
	for _, g := range groups {
		if !wanted(g) {
			continue
		}
		found, err := l.measureGroup(g)
		if err != nil {
			return nil, err
		}
		rows = append(rows, found...)
	}
	return rows, nil
}

func (l *lab) measureGroup(g group) ([]row, error) {
	fmt.Fprintf(os.Stderr, "measuring %s\n", g.name)
	rows, err := g.measure(l)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.name, err)
	}
	return rows, nil
}

// timed runs a command and returns how long it took.
func (l *lab) timed(name string, args ...string) (time.Duration, error) {
	cmd := exec.CommandContext(l.ctx, name, args...)
	cmd.Dir = l.dir
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return time.Since(begin), err
}

// median returns the median of some numbers.
func median[T float64 | time.Duration](all []T) T {
	all = slices.Clone(all)
	slices.Sort(all)
	return all[len(all)/2]
}

// repeat returns the median time of doing something n times, after a warm-up round.
func repeat(n int, once func() (time.Duration, error)) (time.Duration, error) {
	var all []time.Duration
	for i := range n + 1 {
		d, err := once()
		if err != nil {
			return 0, err
		}
		if i > 0 {
			all = append(all, d)
		}
	}
	return median(all), nil
}

// share calls do for each i in [0, n), from jobs goroutines.
func share(n int, do func(i int) error) error {
	errs := make([]error, jobs)
	var group sync.WaitGroup
	for job := range jobs {
		group.Go(func() {
			for i := job; i < n && errs[job] == nil; i += jobs {
				errs[job] = do(i)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// A race is the result of measuring two things alternately.
type race struct {
	ratio         float64       // of the first to the second, median
	floor         float64       // the ratio of the fastest rounds, which a busy machine disturbs least
	first, second time.Duration // medians
}

// pair measures two things alternately, after a warm-up round.
func (l *lab) pair(a, b func() (time.Duration, error)) (race, error) {
	var ratios []float64
	var as, bs []time.Duration
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
			ratios, as, bs = append(ratios, float64(x)/float64(y)), append(as, x), append(bs, y)
		}
	}
	return race{
		ratio: median(ratios), floor: float64(slices.Min(as)) / float64(slices.Min(bs)),
		first: median(as), second: median(bs),
	}, nil
}
