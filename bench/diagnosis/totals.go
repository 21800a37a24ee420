package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// An aims is a table of what was measured against aims.
type aims struct{ strings.Builder }

func newAims() *aims {
	a := new(aims)
	a.WriteString("| what | measured | aim | met |\n| --- | --- | --- | --- |\n")
	return a
}

// line adds a line.
func (a *aims) line(what, measured, aim string, met bool) {
	fmt.Fprintf(a, "| %s | %s | %s | %s |\n", what, measured, aim, map[bool]string{true: "yes", false: "no"}[met])
}

// atLeast adds a line of a share that is to be reached, in per cent.
func (a *aims) atLeast(what string, n, of int, aim float64) {
	a.line(what, part(n, of), fmt.Sprintf("%.0f %%", aim), float64(100*n) >= aim*float64(of))
}

// atMost adds a line of a share that is not to be exceeded, in per cent.
func (a *aims) atMost(what string, n, of int, aim float64) {
	a.line(what, part(n, of), fmt.Sprintf("at most %.0f %%", aim), float64(100*n) <= aim*float64(of))
}

// withAim is in how many cases a known mistake has to show alone before it can be expected to be named.
const withAim = 3

// unknowns is a table of what is said of mistakes that the catalogue lacks.
func unknowns(rows []hiddenRow) string {
	t := newAims()
	isFalse := func(r hiddenRow) bool { return len(r.False) > 0 }
	t.atMost("programs of which a mistake is named that they do not have", count(rows, isFalse), len(rows), 1)
	t.atMost("of these, programs that write something else in a case in which that mistake matters", count(rows, func(r hiddenRow) bool { return isFalse(r) && !r.Alike }), len(rows), 1)
	for _, slip := range slips {
		of := slices.DeleteFunc(slices.Clone(rows), func(r hiddenRow) bool { return r.Slip != slip })
		what := map[string]string{"": "without a slip", "crlf": "that end lines in CRLF", "newline": "with the wrong final newline", "crash": "that crash at random nodes"}[slip]
		t.atMost("of those "+what, count(of, isFalse), len(of), 1)
	}
	alone := slices.DeleteFunc(slices.Clone(rows), func(r hiddenRow) bool { return r.Known != "" || r.Rules == 0 })
	t.atLeast("located decisions that have the rule of the mistake", count(alone, func(r hiddenRow) bool { return r.Rule }), len(alone), 90)
	rules := 0
	for _, r := range alone {
		rules += r.Rules
	}
	t.line("rules told of a decision, mean", fmt.Sprintf("%.1f", float64(rules)/float64(max(1, len(alone)))), "at most 2", rules <= 2*len(alone))
	pairs := slices.DeleteFunc(slices.Clone(rows), func(r hiddenRow) bool { return r.Known == "" })
	named := func(r hiddenRow) bool { return r.Named }
	t.atLeast("pairs whose known mistake is named", count(pairs, named), len(pairs), 80)
	shown := slices.DeleteFunc(slices.Clone(pairs), func(r hiddenRow) bool { return r.Shows < withAim })
	t.atLeast(fmt.Sprintf("of those in which it shows alone in %d cases or more", withAim), count(shown, named), len(shown), 80)
	shown = slices.DeleteFunc(shown, func(r hiddenRow) bool { return !logs(r.Assignment) })
	t.atLeast("of these, in games with a log", count(shown, named), len(shown), 80)
	if len(rows) > 0 {
		quickest := slices.SortedFunc(slices.Values(rows), func(x, y hiddenRow) int { return cmp.Compare(x.Seconds, y.Seconds) })
		most := quickest[len(rows)*95/100].Seconds
		t.line("seconds of processor time for 95 % of programs, beyond the runs", fmt.Sprintf("%.1f", most), "at most 2", most <= 2)
	}
	return t.String()
}

// logs reports whether programs for an assignment write a log of their search.
func logs(assignment string) bool {
	corpus, err := cases.Embedded(lookup(assignment))
	return err == nil && slices.ContainsFunc(corpus, func(c *cases.Case) bool {
		game, ok := c.Problem.(homework.Replayer)
		return ok && game.Stage().File != ""
	})
}

// count counts the rows of which something holds.
func count[R any](rows []R, holds func(R) bool) (n int) {
	for _, r := range rows {
		if holds(r) {
			n++
		}
	}
	return n
}

// falseNames lists the names that are false.
func falseNames(rows []hiddenRow) string {
	var lines []string
	for _, r := range rows {
		if len(r.False) > 0 {
			alike := map[bool]string{true: " (which writes the same wherever it matters)"}[r.Alike]
			lines = append(lines, fmt.Sprintf("- %s: %s%s\n", r.hidden, strings.Join(r.False, "; "), alike))
		}
	}
	slices.Sort(lines)
	if len(lines) == 0 {
		return "None.\n"
	}
	return strings.Join(lines, "")
}

// strangerTotals is a table of what is told of strangers.
func strangerTotals(rows []told) string {
	t := newAims()
	rounds := map[string]int{}
	for _, r := range rows {
		rounds[r.Program] = r.Rounds
	}
	twice := 0
	for _, n := range rounds {
		if n > 0 && n <= 2 {
			twice++
		}
	}
	t.atLeast("programs that pass after at most 2 rounds of check and mend", twice, len(rounds), 90)
	t.atLeast("causes that the mend of one mistake removes", count(rows, func(r told) bool { return len(r.Mends) > 0 }), len(rows), 100)
	judged := slices.DeleteFunc(slices.Clone(rows), func(r told) bool { return r.Judged == "" })
	t.line("causes judged by a reader", part(len(judged), len(rows)), "100 %", len(judged) == len(rows))
	as := func(what string) int { return count(judged, func(r told) bool { return r.Judged == what }) }
	t.line("of these true", part(as("true"), len(judged)), "", true)
	t.line("of these true but vague", part(as("vague"), len(judged)), "", true)
	t.atMost("of these misleading", as("misleading"), len(judged), 5)
	t.line("of these false", fmt.Sprint(as("false")), "none", as("false") == 0)
	return t.String()
}

// untrue lists the causes that are misleading or false, and those that no single mend removes.
func untrue(rows []told) string {
	var b strings.Builder
	for _, r := range rows {
		switch {
		case r.Judged == "misleading" || r.Judged == "false":
			fmt.Fprintf(&b, "- %s, round %d, %s: %s (%s)\n", r.Program, r.Round, r.Judged, r.Does, r.Key)
		case len(r.Mends) == 0:
			fmt.Fprintf(&b, "- %s, round %d, no single mend removes it: %s (%s)\n", r.Program, r.Round, r.Does, r.Key)
		}
	}
	if b.Len() == 0 {
		return "None.\n"
	}
	return b.String()
}
