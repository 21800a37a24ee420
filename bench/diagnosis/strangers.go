package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/run"
)

// A reportedCause is a cause that check reports for a stranger, with a judgement of the cause. A stranger is a program
// whose author knew the rules but not the catalogue.
type reportedCause struct {
	Program string   `json:"program"`
	Round   int      `json:"round"`  // of checking and fixing, from 1
	Rounds  int      `json:"rounds"` // after which the program passes; -1 if the causes do not lead that far
	Key     string   `json:"key"`
	Does    string   `json:"does"`
	Named   bool     `json:"named,omitempty"`
	Cases   int      `json:"cases"`
	Fixes   []string `json:"mends,omitempty"` // mistakes whose fix alone removes the cause
	// Judged is the judgement of a reader who has seen the mistakes: true, vague, misleading or false. It is
	// empty without a judgement.
	Judged string `json:"judged,omitempty"`
}

// fresh reports whether the program was written after the last change of the catalogue.
func (t reportedCause) fresh() bool { return strings.ContainsAny(t.Program[len(t.Program)-1:], "vwxy") }

func (t reportedCause) equals(other reportedCause) bool {
	return t.Program == other.Program && t.Round == other.Round && t.Key == other.Key && t.Does == other.Does
}

// maxRounds is the maximum number of rounds for a stranger.
const maxRounds = 6

// measureStranger checks a stranger and fixes the mistakes that its causes point at, round by round, until it
// passes or no cause points at a mistake. It returns the causes of all rounds.
func (l *lab) measureStranger(ctx context.Context, s *programtest.Program) (all []reportedCause, err error) {
	left, rounds := s.Mistakes(), -1
	for round := 1; round <= maxRounds; round++ {
		causes, err := l.checkStranger(ctx, s, left)
		if err != nil {
			return nil, err
		}
		if len(causes) == 0 {
			rounds = round - 1
			break
		}
		fixed, err := l.assignFixes(ctx, s, left, causes)
		if err != nil {
			return nil, err
		}
		for _, c := range causes {
			c.Program, c.Round = s.Name, round
			all = append(all, c)
		}
		if len(fixed) == 0 {
			break
		}
		left = filter(left, func(m string) bool { return !slices.Contains(fixed, m) })
	}
	for i := range all {
		all[i].Rounds = rounds
	}
	return all, nil
}

// assignFixes sets, for each cause of a stranger with some mistakes left, the mistakes whose fixes remove the
// cause. It returns the mistakes of the causes that do not follow from others.
func (l *lab) assignFixes(
	ctx context.Context, s *programtest.Program, left []string, causes []reportedCause,
) (fixed []string, err error) {
	for _, mistake := range left {
		without, err := l.checkStranger(ctx, s, filter(left, func(m string) bool { return m != mistake }))
		if err != nil {
			return nil, err
		}
		for i, c := range causes {
			if slices.ContainsFunc(without, func(w reportedCause) bool { return w.Key == c.Key && w.Cases >= c.Cases }) {
				continue
			}
			causes[i].Fixes = append(c.Fixes, mistake)
			fixed = append(fixed, mistake)
		}
	}
	return fixed, nil
}

// checkStranger returns the causes that check reports for a stranger with some mistakes left.
func (l *lab) checkStranger(ctx context.Context, s *programtest.Program, left []string) ([]reportedCause, error) {
	dir, err := os.MkdirTemp(l.dir, s.Name+"-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := s.Write(dir, left...); err != nil {
		return nil, err
	}
	report, err := l.check(ctx, s.Assignment, dir)
	if err != nil {
		return nil, err
	}
	var causes []reportedCause
	for _, c := range report.Causes {
		causes = append(causes, reportedCause{
			Key: c.Key, Does: c.Does, Named: len(c.Faults) > 0, Cases: len(c.Cases),
		})
	}
	if n := report.failed(); n > 0 && len(causes) == 0 {
		causes = []reportedCause{{Key: "none", Does: fmt.Sprintf("%d cases fail, of which nothing is said", n), Cases: n}}
	}
	return causes, nil
}

// measureStrangers measures the strangers with a prefix, several at a time. It returns their causes and the
// causes of other strangers in a file, with the judgements in that file.
func measureStrangers(ctx context.Context, prefix, file string, jobs int) ([]reportedCause, error) {
	files, err := filepath.Glob(filepath.Join(strangersDir, prefix+"*.txtar"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s: no programs %s*.txtar", strangersDir, prefix))
	}
	strangers := make([]*programtest.Program, len(files))
	for i, file := range files {
		if strangers[i], err = programtest.ReadProgram(file); err != nil {
			return nil, err
		}
	}
	known, err := readJSONLines[reportedCause](file)
	if err != nil {
		return nil, err
	}
	l, err := newLab(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	rows := make([][]reportedCause, len(strangers))
	err = run.Each(ctx, jobs, len(strangers), func(i int) (err error) {
		rows[i], err = l.measureStranger(ctx, strangers[i])
		fmt.Fprintf(os.Stderr, "%s: %d causes\n", strangers[i].Name, len(rows[i]))
		return err
	})
	if err != nil {
		return nil, err
	}
	measured := slices.Concat(rows...)
	for i, t := range measured {
		if j := slices.IndexFunc(known, t.equals); j >= 0 {
			measured[i].Judged = known[j].Judged
		}
	}
	measured = append(measured, filter(known, func(t reportedCause) bool {
		return !slices.ContainsFunc(strangers, func(s *programtest.Program) bool { return s.Name == t.Program })
	})...)
	slices.SortStableFunc(measured, func(x, y reportedCause) int { return strings.Compare(x.Program, y.Program) })
	return measured, nil
}

// A lab holds touchstone, and the strangers that it checks.
type lab struct {
	touchstone string // as users build it
	dir        string
}

// newLab builds touchstone. The current directory has to be in the module.
func newLab(ctx context.Context) (*lab, error) {
	dir, err := os.MkdirTemp("", "touchstone-diagnosis-")
	if err != nil {
		return nil, err
	}
	l := &lab{filepath.Join(dir, "touchstone"), dir}
	build := exec.CommandContext(ctx, "go", "build", "-o", l.touchstone,
		"github.com/touchstone-suite/touchstone/cmd/touchstone")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("building touchstone: %w\n%s", err, out), l.close())
	}
	return l, nil
}

func (l *lab) close() error { return os.RemoveAll(l.dir) }

// A summary is the part of a check's report that is measured.
type summary struct {
	Verdicts map[string]int
	Causes   []struct {
		Key, Does string
		Faults    []struct{ Name string }
		Cases     []string
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

// check checks the program in a directory.
func (l *lab) check(ctx context.Context, assignment, dir string) (summary, error) {
	cmd := exec.CommandContext(ctx, l.touchstone, "check", assignment, "--jobs", "1", "--format", "json", dir)
	out, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		if err = nil; failed.ExitCode() != 1 { // the status for a failing program
			err = fmt.Errorf("%s: %w\n%s", cmd, failed, failed.Stderr)
		}
	}
	if err != nil {
		return summary{}, err
	}
	var document struct{ Summary summary }
	err = json.Unmarshal(out, &document)
	return document.Summary, err
}
