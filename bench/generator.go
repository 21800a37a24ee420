package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// generator measures how many cases of course size are made, solved and checked against one
// mutant in a minute, and how long the audit takes.
func generator(l *lab) (rows []row, err error) {
	const count, target = 400, 20_000
	for _, name := range []string{"squirrel", "reversi", "mancala", "mapcolor"} {
		took, err := repeat(l.runs, func() (time.Duration, error) {
			begin := time.Now()
			err := l.generate(name, count)
			return time.Since(begin), err
		})
		if err != nil {
			return nil, err
		}
		rate := count / took.Minutes()
		rows = append(rows, row{
			Name:     "generator: " + name,
			Measured: fmt.Sprintf("%.0f cases a minute, checked against one mutant", rate),
			Target:   fmt.Sprintf("%d", target),
			Met:      rate >= target,
		})
	}
	took, err := l.timed(l.tool, "audit", "--tries", "0")
	if err != nil {
		return nil, err
	}
	return append(rows, row{
		Name:     "audit of all five",
		Measured: fmt.Sprintf("%.0f s", took.Seconds()),
		Target:   "within 5 minutes",
		Met:      took < 5*time.Minute,
	}), nil
}

// generate makes cases, solves them and runs a mutant on them, with two workers.
func (l *lab) generate(assignment string, count int) error {
	a, err := oracle.Lookup(assignment)
	if err != nil {
		return err
	}
	fault := catalog.Faults(a)[0]
	wish := gen.Wish{Assignment: a, Seed: 1, MaxLog: 64 << 10, Course: true}
	return share(count, func(i int) error { return l.generateOne(a, wish, fault, i) })
}

func (l *lab) generateOne(a *oracle.Assignment, wish gen.Wish, fault mutant.Fault, i int) error {
	made, err := wish.Make(l.ctx, i)
	if err != nil {
		return err
	}
	right := output.Memory{}
	if _, err := made.Problem.Solve(l.ctx, homework.Options{}, right); err != nil {
		return err
	}
	_, err = catalog.Second(a).Solve("", []byte(made.Problem.String()), fault.ID)
	if errors.Is(err, mutant.ErrGaveUp) {
		return nil
	}
	return err
}
