package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// table returns the text of the measurements in Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| what | measured | target | met |\n| --- | --- | --- | --- |\n")
	for _, r := range rows {
		met := "no"
		if r.Met {
			met = "yes"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Name, r.Measured, r.Target, met)
	}
	return b.String()
}

const (
	performanceFile = "docs/performance.md"
	// The table is between these lines of the document.
	tableBegin = "<!-- table: go run ./bench --write -->\n"
	tableEnd   = "<!-- end of table -->\n"
)

// save writes the table into the document, whose other text is unchanged.
func save(text string) error {
	old, err := os.ReadFile(performanceFile)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), tableBegin)
	_, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		return fmt.Errorf("%s: want the lines %q and %q around the table", performanceFile, tableBegin, tableEnd)
	}
	text = before + tableBegin + machine() + "\n\n" + text + tableEnd + after
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
