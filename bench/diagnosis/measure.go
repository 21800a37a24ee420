package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
)

// A lab holds the programs of measurements.
type lab struct {
	touchstone string // as users build it
	player     string // the second solvers, as a program that touchstone does not recognize as part of itself
	dir        string
}

// newLab builds the programs. The current directory has to be in the module.
func newLab(ctx context.Context) (*lab, error) {
	dir, err := os.MkdirTemp("", "touchstone-diagnosis-")
	if err != nil {
		return nil, err
	}
	l := &lab{touchstone: filepath.Join(dir, "touchstone"), player: filepath.Join(dir, "player"), dir: dir}
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", l.touchstone,
		"github.com/touchstone-suite/touchstone/cmd/touchstone")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("building touchstone: %w\n%s", err, out), l.close())
	}
	if err := answerstest.Build(ctx, l.player, "internal/player"); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *lab) close() error { return os.RemoveAll(l.dir) }

// measureFaults measures the faults of a sample that a file lacks, and returns all rows in order.
func measureFaults(ctx context.Context, s sample, file string, jobs int) ([]row, error) {
	chosen, err := s.choose()
	if err != nil {
		return nil, err
	}
	l, err := newLab(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	measure := func(s subject) (row, error) { return l.measure(ctx, s) }
	rows, err := measureMissing(ctx, chosen, file, jobs, row.key, measure)
	return inOrder(rows), err
}

// key returns the text of the row's subject.
func (r row) key() string { return r.subject.String() }

// measure measures a subject.
func (l *lab) measure(ctx context.Context, s subject) (row, error) {
	r := row{subject: s}
	if err := l.check(ctx, &r); err != nil || len(s.Faults) > 1 {
		return r, err
	}
	return r, l.fuzz(ctx, &r)
}

// command returns a command of touchstone on the subject's program.
func (l *lab) command(ctx context.Context, s subject, name string, flags ...string) *exec.Cmd {
	args := append([]string{name, s.Assignment, "--jobs", "1"}, flags...)
	return l.run(ctx, append(args, "--", l.player, "-faults", strings.Join(s.Faults, ","), s.Assignment)...)
}

// run returns a command of touchstone.
func (l *lab) run(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, l.touchstone, args...)
	cmd.Dir = l.dir
	return cmd
}

// fails returns nil if touchstone exited with the status for a failing or a passing program.
func fails(cmd *exec.Cmd, err error) error {
	failed := (*exec.ExitError)(nil)
	if err == nil || errors.As(err, &failed) && failed.ExitCode() == 1 {
		return nil
	}
	if failed != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, failed.Stderr)
	}
	return fmt.Errorf("%s: %w", cmd, err)
}

// A summary is the part of a check's report that is measured.
type summary struct {
	Verdicts map[string]int
	Causes   []struct {
		Grade, Key, Does string
		Faults           []struct{ Name string }
		Cases            []string
	}
}

// failed returns the number of cases that do not pass.
func (s summary) failed() (n int) {
	for verdict, cases := range s.Verdicts {
		if verdict != "pass" {
			n += cases
		}
	}
	return n
}

// summary runs a check whose report is JSON.
func (l *lab) summary(cmd *exec.Cmd) (summary, error) {
	var document struct{ Summary summary }
	out, err := cmd.Output()
	if err := fails(cmd, err); err != nil {
		return summary{}, err
	}
	if err := json.Unmarshal(out, &document); err != nil {
		return summary{}, fmt.Errorf("%s: %w", cmd, err)
	}
	return document.Summary, nil
}

// abortKeys are the keys of causes for programs that were stopped before they wrote anything: here,
// because a second solver gives up a search that becomes too long.
var abortKeys = []string{"crash", "timeout", "memory", "output"}

// check adds the result of a check to a row.
func (l *lab) check(ctx context.Context, r *row) error {
	report, err := l.summary(l.command(ctx, r.subject, "check", "--format", "json"))
	if err != nil {
		return err
	}
	r.Failed = report.failed()
	unknown := map[string]bool{}
	for _, c := range report.Causes {
		named := cause{Grade: c.Grade, Cases: len(c.Cases)}
		for _, f := range c.Faults {
			named.Faults = append(named.Faults, f.Name)
		}
		if len(named.Faults) > 0 {
			r.Causes = append(r.Causes, named)
		} else if !slices.Contains(abortKeys, c.Key) {
			for _, name := range c.Cases { // the cause is located, but not named
				unknown[name] = true
			}
		}
	}
	r.Unknown = len(unknown)
	return nil
}

// maxInputs is the number of inputs that fuzz searches.
const maxInputs = "1000"

// fuzz adds the result of a search by fuzz to a row.
func (l *lab) fuzz(ctx context.Context, r *row) error {
	cmd := l.command(ctx, r.subject, "fuzz", "--seed", "1", "--count", maxInputs, "--format", "jsonl")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	events := bufio.NewScanner(out)
	events.Buffer(nil, 64<<20)
	for events.Scan() {
		var event struct {
			Event         string
			Number, Tried int
			Text          string
			Known         []struct{ Faults []struct{ Name string } }
		}
		if err := json.Unmarshal(events.Bytes(), &event); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", cmd, err), cmd.Process.Kill(), cmd.Wait())
		}
		if event.Event == "finding" {
			r.Found = &found{Input: event.Number, Tried: event.Tried, Lines: maxLines(event.Text)}
			for _, known := range event.Known {
				for _, f := range known.Faults {
					r.Found.Named = append(r.Found.Named, f.Name)
				}
			}
		}
	}
	if err := fails(cmd, errors.Join(events.Err(), cmd.Wait())); err != nil || r.Found == nil {
		return err
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r.Found.Seconds = math.Round(10*used.Seconds()) / 10
	return nil
}

// maxLines returns the number of lines of the longest golden of a case.
func maxLines(text string) (lines int) {
	for _, f := range txtar.Parse([]byte(text)).Files {
		if strings.HasPrefix(f.Name, "golden/") {
			lines = max(lines, strings.Count(string(f.Data), "\n"))
		}
	}
	return lines
}
