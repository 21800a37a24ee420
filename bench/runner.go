package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

// atOnce solves the board of one square immediately, in C and in Go.
const (
	atOnceC  = "#include <stdio.h>\nint main(void){FILE*f=fopen(\"output.txt\",\"w\");fputs(\"A1 Stake\\nX\\n\",f);return fclose(f);}\n"
	atOnceGo = "package main\n\nimport \"os\"\n\nfunc main() { os.WriteFile(\"output.txt\", []byte(\"A1 Stake\\nX\\n\"), 0o666) }\n"
	oneSide  = "1\nMINIMAX\nX\n1\n5\n.\n"
	runs     = 1000
	jobs     = 2
)

// runner compares check with a bare loop that starts the same program as often, and
// measures the start of touchstone.
func runner(l *lab) ([]row, error) {
	program, language, err := l.buildAtOnce()
	if err != nil {
		return nil, err
	}
	folder, err := l.manyCases()
	if err != nil {
		return nil, err
	}
	check := func() (time.Duration, error) {
		return l.timed(l.tool, "check", "gangwars", "--sandbox", "none", "--jobs", strconv.Itoa(jobs), "--cases", folder, "--", program)
	}
	bare := func() (time.Duration, error) { return l.bareLoop(program) }
	r, err := l.pair(check, bare)
	if err != nil {
		return nil, err
	}
	confined, err := l.timed(l.tool, "check", "gangwars", "--jobs", strconv.Itoa(jobs), "--cases", folder, "--", program)
	if err != nil {
		return nil, err
	}
	start, err := repeat(10*l.runs, func() (time.Duration, error) { return l.timed(l.tool, "version") })
	if err != nil {
		return nil, err
	}
	return []row{{
		Name: "runner: 1,000 cases, 2 jobs, program in " + language,
		Measured: fmt.Sprintf("%.2f of the rate of a bare loop (%.0f cases a second; confined %.0f)",
			1/r.ratio, runs/r.first.Seconds(), runs/confined.Seconds()),
		Target: "at least 0.7",
		Ratio:  r.floor, Met: 1/r.ratio >= 0.7,
	}, {
		Name:     "start of touchstone version",
		Measured: fmt.Sprintf("%.1f ms", ms(start)),
		Target:   "under 10 ms",
		Met:      start < 10*time.Millisecond,
	}}, nil
}

// buildAtOnce compiles the program, in C if there is a compiler.
func (l *lab) buildAtOnce() (program, language string, err error) {
	program = filepath.Join(l.dir, "at-once")
	source, command, language := program+".c", []string{"cc", "-O2", "-o", program, program + ".c"}, "C"
	text := atOnceC
	if _, err := exec.LookPath("cc"); err != nil {
		source, command, language, text = program+".go", []string{"go", "build", "-o", program, program + ".go"}, "Go", atOnceGo
	}
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		return "", "", err
	}
	_, err = l.timed(command[0], command[1:]...)
	return program, language, err
}

// manyCases writes a folder of identical cases.
func (l *lab) manyCases() (folder string, err error) {
	a, err := oracle.Lookup("gangwars")
	if err != nil {
		return "", err
	}
	p, err := parse("gangwars", oneSide)
	if err != nil {
		return "", err
	}
	text, err := cases.Compose(l.ctx, a, p, "one square", "tags: bench")
	if err != nil {
		return "", err
	}
	folder = filepath.Join(l.dir, "cases")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	for i := range runs {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("case-%04d.txtar", i)), text, 0o666); err != nil {
			return "", err
		}
	}
	return folder, nil
}

// bareLoop starts the program as often, in new folders that contain the input, and waits
// for it.
func (l *lab) bareLoop(program string) (time.Duration, error) {
	begin := time.Now()
	err := share(runs, func(i int) error { return l.bare(program, i) })
	return time.Since(begin), err
}

func (l *lab) bare(program string, i int) error {
	dir := filepath.Join(l.dir, fmt.Sprintf("bare-%d", i))
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "input.txt"), []byte(oneSide), 0o666); err != nil {
		return err
	}
	cmd := exec.CommandContext(l.ctx, program)
	cmd.Dir = dir
	if err := cmd.Run(); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}
