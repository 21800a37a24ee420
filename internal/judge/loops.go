package judge

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// enoughTimeouts is how many cases of a category, all that there are before, must run out of time for further
// ones not to need a run.
const enoughTimeouts = 3

// Loops tells cases on which a program that loops need not run, each of which would take all of its time. A case
// needs no run if those of its category before it are three or more, all of them ran out of time, and its
// answer is no shorter than that of one of these. So a program that ends in time in some case of a category runs on
// all behind it, and a slow one on what is easier than what it was too slow for. It is told results in the order of
// the cases. The zero value is ready for use.
type Loops struct {
	kinds map[string]*loopKind
	order []string // the categories of cases that are spared
}

// A loopKind is what is known of a category.
type loopKind struct {
	runs     bool // all cases: some case did not run out of time
	timeouts []string
	shortest int64 // answer of these
	spared   int
	before   int // how many had run out of time when the first was spared
}

func (l *Loops) kind(c *cases.Case) *loopKind {
	if l.kinds == nil {
		l.kinds = map[string]*loopKind{}
	}
	k := l.kinds[c.Problem.Category()]
	if k == nil {
		k = &loopKind{}
		l.kinds[c.Problem.Category()] = k
	}
	return k
}

// Spares reports whether the next case needs no run.
func (l *Loops) Spares(c *cases.Case) bool {
	k := l.kind(c)
	if k.runs || len(k.timeouts) < enoughTimeouts || c.AnswerSize() < k.shortest {
		return false
	}
	if k.spared == 0 {
		l.order, k.before = append(l.order, c.Problem.Category()), len(k.timeouts)
	}
	k.spared++
	return true
}

// Add takes the verdict on the next case, which is one that runs; "" if it is not known yet.
func (l *Loops) Add(c *cases.Case, v verdict.Verdict) {
	k := l.kind(c)
	if v != verdict.Timeout {
		k.runs = true
		return
	}
	if size := c.AnswerSize(); len(k.timeouts) == 0 || size < k.shortest {
		k.shortest = size
	}
	k.timeouts = append(k.timeouts, c.Name)
}

// Why says why a case is spared.
func (l *Loops) Why(c *cases.Case) string { return l.kind(c).why() }

func (k *loopKind) why() string {
	return fmt.Sprintf("not run: the program ran out of time in all %d before, such as %s", k.before, k.timeouts[0])
}

// Spared says of each category how many cases are spared, and why, in a line that ends in what follows from it.
func (l *Loops) Spared(so string) (lines []string) {
	for _, category := range l.order {
		k := l.kinds[category]
		lines = append(lines, fmt.Sprintf("%s of %s %s; %s", prose.Count(k.spared, "case"), category, k.why(), so))
	}
	return lines
}
