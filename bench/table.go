package main

import (
	"fmt"
	"runtime"
	"strings"
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

func (r row) line() string {
	measured, met := r.Measured, map[bool]string{true: "yes", false: "no"}[r.Met]
	if r.Skipped != "" {
		measured, met = "not measured: "+r.Skipped, "-"
	}
	return fmt.Sprintf("| %s | %s | %s | %s |\n", r.Name, measured, r.Target, met)
}

// text returns a table of rows, below a line on the machine.
func text(rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %d cores, %s/%s, %s.\n\n", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version())
	b.WriteString("| what | measured | target | met |\n| --- | --- | --- | --- |\n")
	for _, r := range rows {
		b.WriteString(r.line())
	}
	return b.String()
}
