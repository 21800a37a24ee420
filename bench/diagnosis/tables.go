package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

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

// exceptions returns a line for each row that has a text.
func exceptions[R any](rows []R, text func(R) string) string {
	var b strings.Builder
	for _, r := range rows {
		if line := text(r); line != "" {
			fmt.Fprintf(&b, "- %s\n", line)
		}
	}
	return b.String()
}

// faultTables returns a table of all rows, and lists the single faults that are not explained and the pairs that
// get another name.
func faultTables(rows []row) []string {
	singles, pairs := split(rows)
	misnamed := func(r row) bool { return len(r.falseCauses()) > 0 }
	t := newAims()
	t.atLeast("faults that are named, alone or with a twin",
		count(singles, func(r row) bool { return r.named() == 1 }), len(singles), 98)
	t.none("faults that get another name", count(singles, misnamed))
	if len(pairs) > 0 {
		for n, subject := range []string{"no fault", "one fault", "both faults"} {
			t.line("pairs with "+subject+" named",
				share(count(pairs, func(r row) bool { return r.named() == n }), len(pairs)), "", true)
		}
		t.none("pairs that get another name", count(pairs, misnamed))
	}
	return []string{t.String(), exceptions(rows, func(r row) string {
		if misnamed(r) || len(r.Faults) == 1 && r.grade() != equals && r.grade() != twin {
			return r.String()
		}
		return ""
	})}
}

// unknownTables returns a table of programs with mistakes that the catalogue lacks, and lists the false names.
func unknownTables(rows []hiddenRow) []string {
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
	return []string{t.String(), exceptions(rows, func(r hiddenRow) string {
		if !misnamed(r) {
			return ""
		}
		note := map[bool]string{true: " (which writes the same wherever it matters)"}[r.SameOutput]
		return fmt.Sprintf("%s: %s%s", r.hidden, strings.Join(r.False, "; "), note)
	})}
}

// strangerTables returns a table of the causes of strangers that were written after the last change of the
// catalogue, a table of the others, and lists the causes that are misleading or false, or that no single fix
// removes.
func strangerTables(rows []reportedCause) []string {
	fresh := filter(rows, reportedCause.fresh)
	others := filter(rows, func(t reportedCause) bool { return !t.fresh() })
	return []string{strangerTotals(fresh), strangerTotals(others), exceptions(rows, func(r reportedCause) string {
		if len(r.Fixes) > 0 && r.Judged != "misleading" && r.Judged != "false" {
			return ""
		}
		judged := cmp.Or(r.Judged, "no single fix removes it")
		return fmt.Sprintf("%s, round %d, %s: %s (%s)", r.Program, r.Round, judged, r.Does, r.Key)
	})}
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
