package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// table is the text of the measurements in Markdown.
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
	ratiosFile      = "bench/ratios.json"
	// The table stands between these lines of the document.
	tableBegin = "<!-- table: go run ./bench --write -->\n"
	tableEnd   = "<!-- end of table -->\n"
)

// save puts the table into the document, whose other text stays, and writes the
// ratios that --check compares with.
func save(rows []row, text string) error {
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
	if err := os.WriteFile(performanceFile, []byte(text), 0o666); err != nil {
		return err
	}
	ratios := map[string]float64{}
	for _, r := range rows {
		if r.Ratio > 0 {
			ratios[r.Name] = float64(int(1000*r.Ratio)) / 1000
		}
	}
	out, err := json.MarshalIndent(ratios, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(ratiosFile, append(out, '\n'), 0o666)
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

// worse is how much a ratio may grow before it counts.
const worse = 1.25

// A worseRow is a row whose ratio has become much worse than the one that is kept.
type worseRow struct {
	row
	kept float64
}

// worseRows finds the rows that have become worse.
func worseRows(rows []row) (bad []worseRow, err error) {
	text, err := os.ReadFile(ratiosFile)
	if err != nil {
		return nil, err
	}
	kept := map[string]float64{}
	if err := json.Unmarshal(text, &kept); err != nil {
		return nil, fmt.Errorf("%s: %w", ratiosFile, err)
	}
	for _, r := range rows {
		if old, ok := kept[r.Name]; ok && r.Ratio > worse*old {
			bad = append(bad, worseRow{r, old})
		}
	}
	return bad, nil
}

// describe makes an error of rows that have become worse, if there are any.
func describe(bad []worseRow) error {
	if len(bad) == 0 {
		return nil
	}
	var b strings.Builder
	for _, r := range bad {
		fmt.Fprintf(&b, "\n%s: %.2f, was %.2f", r.Name, r.Ratio, r.kept)
	}
	return fmt.Errorf("worse than before, %d times in a row:%s", tries, b.String())
}
