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
	"sync"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
)

// A lab is where programs are measured.
type lab struct {
	touchstone string // as users build it
	player     string // the second solvers, as a program that touchstone does not take for itself
	dir        string
}

// newLab builds the programs. It runs in a folder of the module.
func newLab(ctx context.Context) (*lab, error) {
	dir, err := os.MkdirTemp("", "touchstone-diagnosis-")
	if err != nil {
		return nil, err
	}
	l := &lab{touchstone: filepath.Join(dir, "touchstone"), player: filepath.Join(dir, "player"), dir: dir}
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", l.touchstone, "github.com/touchstone-suite/touchstone/cmd/touchstone")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("building touchstone: %w\n%s", err, out), l.close())
	}
	if err := answerstest.Build(ctx, l.player, "bench/diagnosis/player"); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *lab) close() error { return os.RemoveAll(l.dir) }

// measureAll measures the subjects of which there is no row yet, several at a time, and returns the
// rows of all, in their order. It adds each row to the file as it comes, unless that is "".
func measureAll(ctx context.Context, subjects []subject, known []row, file string, jobs int) ([]row, error) {
	byName := map[string]row{}
	for _, r := range known {
		byName[r.subject.String()] = r
	}
	rows, errs := make([]row, len(subjects)), make([]error, jobs)
	var missing []int
	for i, s := range subjects {
		if r, ok := byName[s.String()]; ok {
			rows[i] = r
		} else {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return rows, nil
	}
	l, err := newLab(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	var mu sync.Mutex // of what follows
	next, done := 0, len(subjects)-len(missing)
	var group sync.WaitGroup
	for job := range jobs {
		group.Go(func() {
			for errs[job] == nil {
				mu.Lock()
				if next == len(missing) {
					mu.Unlock()
					return
				}
				i := missing[next]
				next++
				mu.Unlock()
				if rows[i], errs[job] = l.measure(ctx, subjects[i]); errs[job] != nil {
					return
				}
				mu.Lock()
				done++
				fmt.Fprintf(os.Stderr, "%d of %d: %s\n", done, len(subjects), rows[i])
				errs[job] = add(file, rows[i])
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return rows, errors.Join(errs...)
}

// add appends a row to a file, unless that is "".
func add(file string, r any) error {
	if file == "" {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// said tells what check says: of a single fault its grade, of a pair how many are named.
func (r row) said() string {
	text := r.says()
	if len(r.Faults) > 1 {
		text = fmt.Sprintf("%d named", r.named())
	}
	for _, c := range r.falsely() {
		text += ", falsely " + strings.Join(c.Faults, " or ")
	}
	return text
}

// String tells a row in a line.
func (r row) String() string {
	text := r.subject.String() + ": " + r.said()
	if r.Found != nil {
		text += fmt.Sprintf("; found by input %d in %.1f s, %d lines", r.Found.Input, r.Found.Seconds, r.Found.Lines)
	}
	return text
}

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
	return l.run(ctx, append(args, "--", l.player, s.Assignment, strings.Join(s.Faults, ","))...)
}

// run returns a command of touchstone.
func (l *lab) run(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, l.touchstone, args...)
	cmd.Dir = l.dir
	return cmd
}

// fails returns nil if touchstone ended with the status for a program that fails, or passes.
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

// ends are the keys of causes for programs that were stopped before they wrote anything: here,
// because a second solver gives up a search that becomes too long.
var ends = []string{"crash", "timeout", "memory", "output"}

// A summary is what check says of a program.
type summary struct {
	Verdicts map[string]int
	Causes   []struct {
		Grade, Key, Does, At string
		Follows              int
		Faults               []struct{ Name string }
		Cases                []string
	}
}

// failed returns how many cases do not pass.
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

// check asks check what it says.
func (l *lab) check(ctx context.Context, r *row) error {
	said, err := l.summary(l.command(ctx, r.subject, "check", "--format", "json"))
	if err != nil {
		return err
	}
	r.Failed = said.failed()
	unknown := map[string]bool{}
	for _, c := range said.Causes {
		named := cause{Grade: c.Grade, Cases: len(c.Cases)}
		for _, f := range c.Faults {
			named.Faults = append(named.Faults, f.Name)
		}
		if len(named.Faults) > 0 {
			r.Causes = append(r.Causes, named)
			continue
		}
		for _, name := range c.Cases { // it is located only
			unknown[name] = unknown[name] || !slices.Contains(ends, c.Key)
		}
	}
	for _, of := range unknown {
		if of {
			r.Unknown++
		}
	}
	return nil
}

// mostInputs is how many inputs are searched.
const mostInputs = "1000"

// fuzz asks fuzz to find a failure.
func (l *lab) fuzz(ctx context.Context, r *row) error {
	cmd := l.command(ctx, r.subject, "fuzz", "--seed", "1", "--count", mostInputs, "--format", "jsonl")
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
			r.Found = &found{Input: event.Number, Tried: event.Tried, Lines: longest(event.Text)}
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

// longest returns the lines of the longest golden of a case.
func longest(text string) (lines int) {
	for _, f := range txtar.Parse([]byte(text)).Files {
		if strings.HasPrefix(f.Name, "golden/") {
			lines = max(lines, strings.Count(string(f.Data), "\n"))
		}
	}
	return lines
}
