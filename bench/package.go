package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"
)

// packages compares check by a game that was exported as a problem package, once its answers are kept, with check by the
// game itself. The program is a solver in the examples.
func packages(l *lab) ([]row, error) {
	const game = "squirrel"
	program, err := filepath.Abs(filepath.Join("examples", "squirrel-free"))
	if err != nil {
		return nil, err
	}
	exported := filepath.Join(l.dir, "exported.zip")
	if _, err := l.timed(l.tool, "export", game, "--out", exported); err != nil {
		return nil, err
	}
	by := func(assignment string) func() (time.Duration, error) {
		return func() (time.Duration, error) { return l.checking(assignment, program) }
	}
	r, err := l.pair(by(exported), by(game))
	return []row{{
		Name:     "package: squirrel exported, its whole corpus",
		Measured: fmt.Sprintf("%.2f (%.2f s against %.2f s)", r.ratio, r.first.Seconds(), r.second.Seconds()),
		Target:   "at most 1.3 times the game itself",
		Ratio:    r.floor,
		Met:      r.ratio <= 1.3,
	}}, err
}

// checking returns how long a check takes, whatever its verdicts.
func (l *lab) checking(assignment, program string) (time.Duration, error) {
	took, err := l.timed(l.tool, "check", assignment, program)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil
	}
	return took, err
}
