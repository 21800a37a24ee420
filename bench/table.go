package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A row is a line of the table.
type row struct {
	Name     string
	Measured string  // in words
	Target   string  // in words
	Ratio    float64 // compared by --check: the ratio of the fastest rounds; 0 if missing
	Met      bool
	Skipped  string // why the row was not measured, or ""
}

const tableHead = "| what | measured | target | met |\n| --- | --- | --- | --- |\n"

func (r row) line() string {
	measured, met := r.Measured, map[bool]string{true: "yes", false: "no"}[r.Met]
	if r.Skipped != "" {
		measured, met = "not measured: "+r.Skipped, "-"
	}
	return fmt.Sprintf("%s%s | %s | %s |\n", r.begin(), measured, r.Target, met)
}

// begin returns the part of a row's line that does not depend on the measurement.
func (r row) begin() string { return "| " + r.Name + " | " }

// updated returns a table with some rows replaced. New rows are added at the end.
func updated(old string, rows []row) string {
	for _, r := range rows {
		if index := strings.Index(old, r.begin()); index >= 0 {
			end := index + strings.Index(old[index:], "\n") + 1
			old = old[:index] + r.line() + old[end:]
		} else {
			old += r.line()
		}
	}
	return old
}

const (
	performanceFile = "docs/performance.md"
	// The table is between these lines of the document.
	tableBegin = "<!-- table: go run ./bench --write -->\n"
	tableEnd   = "<!-- end of table -->\n"
)

// save writes rows into the table of the document and leaves its other rows and text as they are.
func save(rows []row) error {
	old, err := os.ReadFile(performanceFile)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), tableBegin)
	table, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		return fmt.Errorf("%s: want the lines %q and %q around the table", performanceFile, tableBegin, tableEnd)
	}
	_, lines, _ := strings.Cut(table, tableHead)
	text := before + tableBegin + machine() + "\n\n" + updated(tableHead+lines, rows) + tableEnd + after
	return output.WriteFile(performanceFile, []byte(text))
}

// machine describes the machine of the measurements.
func machine() string {
	cpu, kernel := "", runtime.GOOS
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				cpu = ", " + strings.TrimSpace(value)
			}
		}
	}
	memory := 0 // in KiB
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		_, rest, _ := strings.Cut(string(text), "MemTotal:")
		fmt.Sscan(rest, &memory)
	}
	if text, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		kernel = "Linux " + strings.TrimSpace(string(text))
	}
	return fmt.Sprintf("Measured on %d cores%s, %d GiB, %s, %s.",
		runtime.NumCPU(), cpu, memory>>20, kernel, runtime.Version())
}
