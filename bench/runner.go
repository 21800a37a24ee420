package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle"
)

const (
	// oneSquare is an input of gangwars with a single square, and atOnce a program that answers it.
	oneSquare = "1\nMINIMAX\nX\n1\n5\n.\n"
	atOnce    = "#include <stdio.h>\nint main(void) {\n\tFILE *f = fopen(\"output.txt\", \"w\");\n" +
		"\tfputs(\"A1 Stake\\nX\\n\", f);\n\treturn fclose(f);\n}\n"
	runs = 1000
	jobs = 2
)

// runner compares check with a bare loop that starts the same program equally often, and measures
// the start of touchstone.
func runner(l *lab) ([]row, error) {
	program := filepath.Join(l.dir, "at-once")
	if err := os.WriteFile(program+".c", []byte(atOnce), 0o666); err != nil {
		return nil, err
	}
	rate := row{Name: "runner: 1,000 cases, 2 jobs, program in C", Target: "at least 0.7"}
	if _, err := exec.LookPath("cc"); err != nil {
		rate.Skipped = err.Error()
	} else if _, err := timed(l.command("cc", "-O2", "-o", program, program+".c")); err != nil {
		return nil, err
	} else if err := l.rate(&rate, program); err != nil {
		return nil, err
	}
	var starts []time.Duration
	for range 10 * l.runs {
		start, err := timed(l.command(l.tool, "version"))
		if err != nil {
			return nil, err
		}
		starts = append(starts, start)
	}
	start := median(starts)
	return []row{rate, {
		Name:     "start of touchstone version",
		Measured: fmt.Sprintf("%.1f ms", ms(start)),
		Target:   "under 10 ms",
		Met:      start < 10*time.Millisecond,
	}}, nil
}

// rate compares checking a program with starting it in a bare loop.
func (l *lab) rate(result *row, program string) error {
	dir, err := l.manyCases()
	if err != nil {
		return err
	}
	check := func(mode string) (time.Duration, error) {
		return timed(l.command(l.tool, "check", "gangwars", "--sandbox", mode,
			"--jobs", strconv.Itoa(jobs), "--cases", dir, "--", program))
	}
	unconfined := func() (time.Duration, error) { return check("none") }
	r, err := l.race(unconfined, func() (time.Duration, error) { return l.bareLoop(program) })
	if err != nil {
		return err
	}
	confined, err := check("auto")
	result.Measured = fmt.Sprintf("%.2f of the rate of a bare loop (%.0f cases a second; confined %.0f)",
		1/r.ratio, runs/r.first.Seconds(), runs/confined.Seconds())
	result.Ratio, result.Met = r.floor, 1/r.ratio >= 0.7
	return err
}

// manyCases writes a directory of identical cases.
func (l *lab) manyCases() (dir string, err error) {
	a, err := oracle.Lookup("gangwars")
	if err != nil {
		return "", err
	}
	p, err := a.Parse("input.txt", []byte(oneSquare))
	if err != nil {
		return "", err
	}
	text, err := cases.Compose(l.ctx, a, p, "one square", "tags: bench")
	if err != nil {
		return "", err
	}
	dir = filepath.Join(l.dir, "cases")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	for i := range runs {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("case-%04d.txtar", i)), text, 0o666); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// bareLoop starts the program once for each case, in new directories that contain the input.
func (l *lab) bareLoop(program string) (time.Duration, error) {
	begin := time.Now()
	err := run.Each(l.ctx, jobs, runs, func(i int) error {
		dir := filepath.Join(l.dir, fmt.Sprintf("bare-%d", i))
		cmd := exec.CommandContext(l.ctx, program)
		cmd.Dir = dir
		err := cmp.Or(os.Mkdir(dir, 0o777), os.WriteFile(filepath.Join(dir, "input.txt"), []byte(oneSquare), 0o666))
		if err == nil {
			err = cmd.Run()
		}
		return cmp.Or(err, os.RemoveAll(dir))
	})
	return time.Since(begin), err
}
