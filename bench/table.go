package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

const tableHead = "| what | measured | target | met |\n| --- | --- | --- | --- |\n"

// table returns the text of the measurements in Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString(tableHead)
	for _, r := range rows {
		b.WriteString(r.line())
	}
	return b.String()
}

func (r row) line() string {
	met := "no"
	if r.Met {
		met = "yes"
	}
	return fmt.Sprintf("%s%s | %s | %s |\n", r.begin(), r.Measured, r.Target, met)
}

// begin returns what a row begins with, whatever was measured.
func (r row) begin() string { return "| " + r.Name + " | " }

// updated returns a table with some rows measured anew. Those that it does not have yet stand at its end.
func updated(old string, rows []row) string {
	for _, r := range rows {
		if at := strings.Index(old, r.begin()); at >= 0 {
			end := at + strings.Index(old[at:], "\n") + 1
			old = old[:at] + r.line() + old[end:]
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

// save writes the rows into the table of the document, whose other rows and text are unchanged.
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
	if at := strings.Index(table, tableHead); at >= 0 {
		table = table[at:]
	} else {
		table = tableHead
	}
	text := before + tableBegin + machine() + "\n\n" + updated(table, rows) + tableEnd + after
	return output.WriteFile(performanceFile, []byte(text))
}

// machine describes where the measurements were made.
func machine() string {
	cpu, memory, kernel := "", "", runtime.GOOS
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				cpu = ", " + strings.TrimSpace(value)
			}
		}
	}
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kib int
		if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kib); err == nil {
			memory = fmt.Sprintf(", %d GiB", kib>>20)
		}
	}
	if text, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		kernel = "Linux " + strings.TrimSpace(string(text))
	}
	revision := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		revision = ", " + info.GoVersion
	}
	return fmt.Sprintf("Measured on %d cores%s%s, %s%s.", runtime.NumCPU(), cpu, memory, kernel, revision)
}
