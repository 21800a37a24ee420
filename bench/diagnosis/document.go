package main

import (
	"cmp"
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

// documentOf returns the document for the rows in the docs of a module.
func documentOf(module string) (string, error) {
	rows, err := readJSONLines[row](filepath.Join(module, rowsFile))
	if err != nil {
		return "", err
	}
	hidden, err := readJSONLines[hiddenRow](filepath.Join(module, unknownFile))
	if err != nil {
		return "", err
	}
	all, err := readJSONLines[reportedCause](filepath.Join(module, strangerFile))
	if err != nil {
		return "", err
	}
	singles, pairs := split(rows)
	ofGrade := func(grade string) string {
		return list(singles, func(r row) bool { return r.grade() == grade }, row.causes)
	}
	var b strings.Builder
	err = template.Must(template.New("").Parse(text)).Execute(&b, map[string]string{
		"Measured": measured(rows), "Totals": totals(rows), "Assignments": assignments(singles),
		"Fits": ofGrade(fits), "Unnamed": ofGrade(unnamed), "Wrong": ofGrade(wrong),
		"Missed": list(singles, row.foundLate, row.search),
		"Pairs":  list(pairs, func(r row) bool { return len(r.falseCauses()) > 0 }, row.causes),
		"Fuzz": list(singles, row.misnamedByFuzz, func(r row) string {
			return ": `" + strings.Join(r.Found.Named, "`, `") + "`"
		}),
		"Unknown": unknowns(hidden), "FalseNames": falseNames(hidden), "Unjudged": listFalse(all),
		"Fresh":     strangerTotals(filter(all, reportedCause.fresh)),
		"Strangers": strangerTotals(filter(all, func(t reportedCause) bool { return !t.fresh() })),
	})
	return b.String(), err
}

// split separates the rows of single faults from the rows of pairs.
func split(rows []row) (singles, pairs []row) {
	single := func(r row) bool { return len(r.Faults) == 1 }
	return filter(rows, single), filter(rows, func(r row) bool { return !single(r) })
}

// filter returns the rows for which a condition holds.
func filter[R any](rows []R, holds func(R) bool) []R {
	return slices.DeleteFunc(slices.Clone(rows), func(r R) bool { return !holds(r) })
}

// count counts the rows for which a condition holds.
func count[R any](rows []R, holds func(R) bool) int { return len(filter(rows, holds)) }

// measured describes the programs of rows.
func measured(rows []row) string {
	singles, pairs := split(rows)
	return fmt.Sprintf("%d faults and %d pairs", len(singles), len(pairs))
}

// An aims is a table of figures and aims.
type aims struct{ strings.Builder }

func newAims() *aims {
	a := new(aims)
	a.WriteString("| what | measured | aim | met |\n| --- | --- | --- | --- |\n")
	return a
}

// line adds a line.
func (a *aims) line(subject, measured, aim string, met bool) {
	yes := map[bool]string{true: "yes", false: "no"}[met]
	fmt.Fprintf(a, "| %s | %s | %s | %s |\n", subject, measured, aim, yes)
}

// none adds a line with a number that should be zero.
func (a *aims) none(subject string, n int) { a.line(subject, fmt.Sprint(n), "none", n == 0) }

// atLeast adds a line with the share of rows for which a condition holds, and a minimum in percent.
func (a *aims) atLeast(subject string, n, total int, aim float64) {
	a.line(subject, share(n, total), fmt.Sprintf("%.0f %%", aim), float64(100*n) >= aim*float64(total))
}

// atMost adds a line with a share and a maximum in percent.
func (a *aims) atMost(subject string, n, total int, aim float64) {
	a.line(subject, share(n, total), fmt.Sprintf("at most %.0f %%", aim),
		float64(100*n) <= aim*float64(total))
}

// share returns a part of a number, also in percent.
func share(n, total int) string {
	return fmt.Sprintf("%d of %d (%.1f %%)", n, total, 100*float64(n)/float64(max(total, 1)))
}

// maxSeconds is the time in which a failure should be found.
const maxSeconds = 30

// totals returns a table of all rows and their aims.
func totals(rows []row) string {
	singles, pairs := split(rows)
	misnamed := func(r row) bool { return len(r.falseCauses()) > 0 }
	t := newAims()
	t.atLeast("faults that are named, alone or with a twin",
		count(singles, func(r row) bool { return r.named() == 1 }), len(singles), 98)
	t.none("faults that get another name", count(singles, misnamed))
	t.atLeast(fmt.Sprintf("faults that fuzz finds within %d s", maxSeconds),
		count(singles, func(r row) bool { return !r.foundLate() }), len(singles), 95)
	t.none("faults that get another name from fuzz", count(singles, row.misnamedByFuzz))
	n := median(singles, func(f *found) float64 { return float64(f.Lines) })
	t.line("lines of the longest file of the smallest case, median", fmt.Sprint(n), "at most 15", n <= 15)
	if len(pairs) == 0 {
		return t.String()
	}
	t.atLeast("pairs with both faults named",
		count(pairs, func(r row) bool { return r.named() == 2 }), len(pairs), 60)
	t.atLeast("pairs with at least one fault named",
		count(pairs, func(r row) bool { return r.named() > 0 }), len(pairs), 95)
	t.none("pairs that get another name", count(pairs, misnamed))
	return t.String()
}

// assignments returns a table of the single faults of each assignment.
func assignments(singles []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| assignment | faults | %s | found | named | inputs | tried | seconds | lines |\n",
		strings.Join(grades, " | "))
	b.WriteString("| --- |" + strings.Repeat(" --: |", 12) + "\n")
	for _, a := range oracle.Assignments() {
		own := filter(singles, func(r row) bool { return r.Assignment == a.Name })
		fmt.Fprintf(&b, "| %s | %d |", a.Name, len(own))
		for _, grade := range grades {
			fmt.Fprintf(&b, " %d |", count(own, func(r row) bool { return r.grade() == grade }))
		}
		hits := count(own, func(r row) bool { return r.Found != nil })
		fmt.Fprintf(&b, " %d | %d |", hits, count(own, row.namedByFuzz))
		for _, figure := range []func(*found) float64{
			func(f *found) float64 { return float64(f.Input) },
			func(f *found) float64 { return float64(f.Tried) },
			func(f *found) float64 { return f.Seconds },
			func(f *found) float64 { return float64(f.Lines) },
		} {
			fmt.Fprintf(&b, " %v |", median(own, figure))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// median returns the median of a figure of the failures that fuzz found.
func median(rows []row, figure func(*found) float64) float64 {
	var all []float64
	for _, r := range rows {
		if r.Found != nil {
			all = append(all, figure(r.Found))
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// list returns a line for each row for which a condition holds, with details.
func list(rows []row, holds func(row) bool, details func(row) string) string {
	var lines []string
	for _, r := range filter(rows, holds) {
		faults := strings.Join(r.Faults, "` and `")
		lines = append(lines, fmt.Sprintf("- %s `%s`%s\n", r.Assignment, faults, details(r)))
	}
	return joinLines(lines)
}

// joinLines returns the lines of a list, or "None." if the list is empty.
func joinLines(lines []string) string { return cmp.Or(strings.Join(lines, ""), "None.\n") }

// causes returns the names in a row other than the fault itself.
func (r row) causes() string {
	var parts []string
	for _, c := range r.Causes {
		others := filter(c.Faults, func(f string) bool { return !slices.Contains(r.Faults, f) })
		switch {
		case !r.names(c):
			parts = append(parts, fmt.Sprintf("`%s` of %d cases", strings.Join(c.Faults, "` or `"), c.Cases))
		case len(others) > 0:
			parts = append(parts, "or `"+strings.Join(others, "`, `")+"`")
		}
	}
	if r.Unknown > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d failing cases are not explained", r.Unknown, r.Failed))
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, "; ")
}

// foundLate reports whether fuzz does not find the fault in time.
func (r row) foundLate() bool { return r.Found == nil || r.Found.Seconds > maxSeconds }

// search describes the search for a fault that is found late.
func (r row) search() string {
	if r.Found == nil {
		return ": not in " + maxInputs + " inputs"
	}
	return fmt.Sprintf(": by input %d, in %.0f s", r.Found.Input, r.Found.Seconds)
}

// unknowns returns a table of programs with mistakes that the catalogue lacks.
func unknowns(rows []hiddenRow) string {
	t := newAims()
	misnamed := func(r hiddenRow) bool { return len(r.False) > 0 }
	t.atMost("programs with a false name", count(rows, misnamed), len(rows), 1)
	t.atMost("of these, programs whose output differs from the named mistake's",
		count(rows, func(r hiddenRow) bool { return misnamed(r) && !r.SameOutput }), len(rows), 1)
	for i, subject := range []string{
		"without a mistake of form or a crash", "that end lines in CRLF", "with the wrong final newline",
		"that crash at random nodes",
	} {
		total := filter(rows, func(r hiddenRow) bool { return r.Slip == slips[i] })
		t.atMost("of those "+subject, count(total, misnamed), len(total), 1)
	}
	alone := filter(rows, func(r hiddenRow) bool { return r.Known == "" && r.Rules > 0 })
	t.atLeast("located decisions that have the rule of the mistake",
		count(alone, func(r hiddenRow) bool { return r.Rule }), len(alone), 95)
	rules := 0
	for _, r := range alone {
		rules += r.Rules
	}
	t.line("rules of a decision, mean", fmt.Sprintf("%.2f", float64(rules)/float64(max(1, len(alone)))),
		"at most 2", rules <= 2*len(alone))
	pairs := filter(rows, func(r hiddenRow) bool { return r.Known != "" })
	named := count(pairs, func(r hiddenRow) bool { return r.Named })
	located := filter(pairs, func(r hiddenRow) bool { return r.Rules > 0 })
	t.atLeast("located decisions of pairs that have the rule of one of the mistakes",
		count(located, func(r hiddenRow) bool { return r.Rule }), len(located), 95)
	t.line("pairs whose known mistake is named", share(named, len(pairs)), "", true)
	if len(rows) > 0 {
		quickest := slices.SortedFunc(slices.Values(rows), func(x, y hiddenRow) int {
			return cmp.Compare(x.Seconds, y.Seconds)
		})
		seconds := quickest[len(rows)*95/100].Seconds
		t.line("seconds of processor time for 95 % of programs, beyond the runs", fmt.Sprintf("%.1f", seconds),
			"at most 1", seconds <= 1)
	}
	return t.String()
}

// falseNames lists the names that are false.
func falseNames(rows []hiddenRow) string {
	var lines []string
	for _, r := range rows {
		if len(r.False) > 0 {
			note := map[bool]string{true: " (which writes the same wherever it matters)"}[r.SameOutput]
			lines = append(lines, fmt.Sprintf("- %s: %s%s\n", r.hidden, strings.Join(r.False, "; "), note))
		}
	}
	slices.Sort(lines)
	return joinLines(lines)
}

// strangerTotals returns a table of the causes of strangers.
func strangerTotals(rows []reportedCause) string {
	t := newAims()
	rounds := map[string]int{}
	twice := 0
	for _, r := range rows {
		if rounds[r.Program] == 0 && r.Rounds > 0 && r.Rounds <= 2 {
			twice++
		}
		rounds[r.Program] = r.Rounds
	}
	t.atLeast("programs that pass after at most 2 rounds of check and fix", twice, len(rounds), 90)
	t.atLeast("causes that fixing one mistake removes",
		count(rows, func(r reportedCause) bool { return len(r.Fixes) > 0 }), len(rows), 100)
	judged := filter(rows, func(r reportedCause) bool { return r.Judged != "" })
	t.line("causes judged by a reader", share(len(judged), len(rows)), "100 %", len(judged) == len(rows))
	countOf := func(judgement string) int {
		return count(judged, func(r reportedCause) bool { return r.Judged == judgement })
	}
	t.line("of these true", share(countOf("true"), len(judged)), "", true)
	t.line("of these true but vague", share(countOf("vague"), len(judged)), "", true)
	t.atMost("of these misleading", countOf("misleading"), len(judged), 5)
	t.none("of these false", countOf("false"))
	return t.String()
}

// listFalse lists the causes that are misleading or false, and the causes that no single fix removes.
func listFalse(rows []reportedCause) string {
	var lines []string
	for _, r := range rows {
		judged := r.Judged
		switch {
		case judged == "misleading" || judged == "false":
		case len(r.Fixes) == 0:
			judged = "no single fix removes it"
		default:
			continue
		}
		lines = append(lines,
			fmt.Sprintf("- %s, round %d, %s: %s (%s)\n", r.Program, r.Round, judged, r.Does, r.Key))
	}
	return joinLines(lines)
}
