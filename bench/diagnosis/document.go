package main

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/touchstone-suite/touchstone/oracle"
)

// The text of docs/diagnosis.md, around its tables.
//
//go:embed document.md.tmpl
var text string

// documentOf returns the document of the rows in the docs of a module.
func documentOf(module string) (string, error) {
	rows, err := readJSONLines[row](filepath.Join(module, rowsFile))
	if err != nil {
		return "", err
	}
	hidden, err := readJSONLines[hiddenRow](filepath.Join(module, unknownFile))
	if err != nil {
		return "", err
	}
	all, err := readJSONLines[told](filepath.Join(module, strangerFile))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = template.Must(template.New("").Parse(text)).Execute(&b, map[string]string{
		"Measured": measured(rows), "Totals": totals(rows), "Assignments": assignments(rows),
		"Twins": listed(rows, twin), "Fits": listed(rows, fits), "Unnamed": listed(rows, unnamed), "Wrong": listed(rows, wrong),
		"Missed": missed(rows), "Pairs": falsePairs(rows), "Half": halfPairs(rows), "Fuzz": falseByFuzz(rows),
		"Unknown": unknowns(hidden), "FalseNames": falseNames(hidden), "Unjudged": untrue(all),
		"Fresh":     strangerTotals(slices.DeleteFunc(slices.Clone(all), func(t told) bool { return !t.fresh() })),
		"Strangers": strangerTotals(slices.DeleteFunc(slices.Clone(all), told.fresh)),
	})
	return b.String(), err
}

// measured says of what the rows are.
func measured(rows []row) string {
	singles, pairs := split(rows)
	all := 0
	for _, a := range oracle.Assignments() {
		all += len(shown(a))
	}
	text := fmt.Sprintf("all %d faults", all)
	if len(singles) < all {
		text = fmt.Sprintf("%d of %d faults", len(singles), all)
	}
	return fmt.Sprintf("%s, and %d pairs", text, len(pairs))
}

// split parts the rows of single faults from those of pairs.
func split(rows []row) (singles, pairs []row) {
	for _, r := range rows {
		if len(r.Faults) == 1 {
			singles = append(singles, r)
		} else {
			pairs = append(pairs, r)
		}
	}
	return singles, pairs
}

// soon is how many seconds a failure may take to be found.
const soon = 30

// totals is a table of all rows against the aims.
func totals(rows []row) string {
	singles, pairs := split(rows)
	t := newAims()
	t.atLeast("faults that are named, alone or with a twin", count(singles, func(r row) bool { return r.named() == 1 }), len(singles), 98)
	n := count(singles, func(r row) bool { return len(r.falsely()) > 0 })
	t.line("faults of which another is named", fmt.Sprint(n), "none", n == 0)
	t.atLeast(fmt.Sprintf("faults that fuzz finds within %d s", soon), count(singles, func(r row) bool { return r.Found != nil && r.Found.Seconds <= soon }), len(singles), 95)
	lines := median(singles, func(r row) float64 { return float64(r.Found.Lines) })
	n = count(singles, func(r row) bool { return r.Found != nil && len(r.Found.Named) > 0 && !r.namedByFuzz() })
	t.line("faults of which fuzz names others", fmt.Sprint(n), "none", n == 0)
	t.line("lines of the longest file of the smallest case, median", fmt.Sprint(lines), "at most 15", lines <= 15)
	if len(pairs) == 0 {
		return t.String()
	}
	t.atLeast("pairs of which both faults are named", count(pairs, func(r row) bool { return r.named() == 2 }), len(pairs), 60)
	t.atLeast("pairs of which at least one is named", count(pairs, func(r row) bool { return r.named() > 0 }), len(pairs), 95)
	n = count(pairs, func(r row) bool { return len(r.falsely()) > 0 })
	t.line("pairs of which another fault is named", fmt.Sprint(n), "none", n == 0)
	return t.String()
}

// assignments is a table of the single faults of each assignment.
func assignments(rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| assignment | faults | %s | %s | %s | %s | %s | found | named | inputs | tried | seconds | lines |\n", equals, twin, fits, unnamed, wrong)
	b.WriteString("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n")
	singles, _ := split(rows)
	for _, a := range oracle.Assignments() {
		own := slices.DeleteFunc(slices.Clone(singles), func(r row) bool { return r.Assignment != a.Name })
		fmt.Fprintf(&b, "| %s | %d |", a.Name, len(own))
		for _, grade := range []string{equals, twin, fits, unnamed, wrong} {
			fmt.Fprintf(&b, " %d |", count(own, func(r row) bool { return r.says() == grade }))
		}
		fmt.Fprintf(&b, " %d | %d |", count(own, func(r row) bool { return r.Found != nil }), count(own, row.namedByFuzz))
		for _, figure := range []func(row) float64{
			func(r row) float64 { return float64(r.Found.Input) },
			func(r row) float64 { return float64(r.Found.Tried) },
			func(r row) float64 { return r.Found.Seconds },
			func(r row) float64 { return float64(r.Found.Lines) },
		} {
			fmt.Fprintf(&b, " %v |", median(own, figure))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// part tells how many of some there are.
func part(n, of int) string {
	return fmt.Sprintf("%d of %d (%.1f %%)", n, of, 100*float64(n)/float64(max(of, 1)))
}

// median returns the median of a figure of those rows whose failure was found.
func median(rows []row, figure func(row) float64) float64 {
	var all []float64
	for _, r := range rows {
		if r.Found != nil {
			all = append(all, figure(r))
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// listed lists the single faults of which check says the same.
func listed(rows []row, grade string) string {
	singles, _ := split(rows)
	var lines []string
	for _, r := range singles {
		if r.says() == grade {
			lines = append(lines, fmt.Sprintf("- %s `%s`%s\n", r.Assignment, r.Faults[0], r.causes()))
		}
	}
	return list(lines)
}

// causes tells what is named besides the fault itself.
func (r row) causes() string {
	var told []string
	for _, c := range r.Causes {
		others := slices.DeleteFunc(slices.Clone(c.Faults), func(f string) bool { return slices.Contains(r.Faults, f) })
		switch {
		case r.names(c) && len(others) > 0:
			told = append(told, "or `"+strings.Join(others, "`, `")+"`")
		case !r.names(c):
			told = append(told, fmt.Sprintf("`%s` of %d cases", strings.Join(c.Faults, "` or `"), c.Cases))
		}
	}
	if r.Unknown > 0 {
		told = append(told, fmt.Sprintf("%d of %d failing cases are not explained", r.Unknown, r.Failed))
	}
	if len(told) == 0 {
		return ""
	}
	return ": " + strings.Join(told, "; ")
}

// missed lists the faults that fuzz does not find soon.
func missed(rows []row) string {
	singles, _ := split(rows)
	var lines []string
	for _, r := range singles {
		switch {
		case r.Found == nil:
			lines = append(lines, fmt.Sprintf("- %s `%s`: not in %s inputs\n", r.Assignment, r.Faults[0], mostInputs))
		case r.Found.Seconds > soon:
			lines = append(lines, fmt.Sprintf("- %s `%s`: by input %d, in %.0f s\n", r.Assignment, r.Faults[0], r.Found.Input, r.Found.Seconds))
		}
	}
	return list(lines)
}

// falsePairs lists the pairs of which another fault is named.
func falsePairs(rows []row) string {
	_, pairs := split(rows)
	var lines []string
	for _, r := range pairs {
		if len(r.falsely()) > 0 {
			lines = append(lines, fmt.Sprintf("- %s `%s` and `%s`%s\n", r.Assignment, r.Faults[0], r.Faults[1], r.causes()))
		}
	}
	return list(lines)
}

// halfPairs lists the pairs of which not both faults are named.
func halfPairs(rows []row) string {
	_, pairs := split(rows)
	var lines []string
	for _, r := range pairs {
		if r.named() < 2 && len(r.falsely()) == 0 {
			lines = append(lines, fmt.Sprintf("- %s `%s` and `%s`: %d named%s\n", r.Assignment, r.Faults[0], r.Faults[1], r.named(), strings.Replace(r.causes(), ": ", "; ", 1)))
		}
	}
	return list(lines)
}

// falseByFuzz lists the single faults of which fuzz names others alone.
func falseByFuzz(rows []row) string {
	singles, _ := split(rows)
	var lines []string
	for _, r := range singles {
		if r.Found != nil && len(r.Found.Named) > 0 && !r.namedByFuzz() {
			lines = append(lines, fmt.Sprintf("- %s `%s`: `%s`\n", r.Assignment, r.Faults[0], strings.Join(r.Found.Named, "`, `")))
		}
	}
	return list(lines)
}

// list returns the lines of a list, or says that there are none.
func list(lines []string) string {
	if len(lines) == 0 {
		return "None.\n"
	}
	return strings.Join(lines, "")
}
