package class

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// A Vote is what a worker said of a run.
type Vote struct {
	Verdict string      `json:"verdict"`
	Worker  work.Source `json:"worker"`
}

// Rechecked is a run that was made again.
type Rechecked struct {
	Student string `json:"-"`
	Case    string `json:"-"`     // "" where the first said that there is no program
	Votes   []Vote `json:"votes"` // the first is that of the result that stood in the journal
	// Open says that another run is wanted, and Undecided that there was nobody to make it.
	Open      bool `json:"open,omitempty"`
	Undecided bool `json:"undecided,omitempty"`
	// Same says that the second run was by the worker of the first, since no other took it.
	Same bool `json:"same,omitempty"`
}

// Differs reports whether not all verdicts are the same.
func (r Rechecked) Differs() bool {
	return slices.ContainsFunc(r.Votes, func(v Vote) bool { return v.Verdict != r.Votes[0].Verdict })
}

// rechecked returns what the journal has of a claim that was run again.
func (g *Grader) rechecked(c claim) (r Rechecked, known bool, err error) {
	r.Student = c.s.called[0]
	if c.of >= 0 {
		r.Case = g.cases[c.of].Name
	}
	_, again := g.claimed(c)
	e, known, err := g.Journal.Entry(again)
	if err == nil && known {
		if err = json.Unmarshal(e.Data, &r); err != nil {
			err = fmt.Errorf("what was run again of %s: %w", r.Student, err)
		}
	}
	return r, known, err
}

// byWorker returns the result of a claim, and reports whether there is one that this process has not found itself.
func (g *Grader) byWorker(c claim) (e entry, told bool, err error) {
	result, _ := g.claimed(c)
	e, ok, err := g.Journal.Entry(result)
	return e, ok && e.Measured != nil && e.Worker != nil && e.Worker.Key != work.Own, err
}

// Rechecks says how the runs were made again that are in the journal.
type Rechecks struct {
	Of    int         // runs that workers have made, besides the leader's own
	Again []Rechecked // in the order of the students and cases
}

// Rechecks returns what was run again, by the journal.
func (g *Grader) Rechecks() (all Rechecks, err error) {
	for _, s := range g.submissions {
		for of := -1; of < len(s.keys); of++ {
			_, told, err := g.byWorker(claim{s, of})
			if err != nil {
				return all, err
			}
			if told {
				all.Of++
			}
			r, known, err := g.rechecked(claim{s, of})
			if err != nil {
				return all, err
			}
			if known {
				all.Again = append(all.Again, r)
			}
		}
	}
	return all, nil
}

// Differing returns what was not found again.
func (r Rechecks) Differing() (some []Rechecked) {
	return slices.DeleteFunc(slices.Clone(r.Again), func(one Rechecked) bool { return !one.Differs() })
}

// String says in a line what was run again.
func (r Rechecks) String() string {
	same := 0
	for _, one := range r.Again {
		if one.Same {
			same++
		}
	}
	text := fmt.Sprintf("of %d runs by workers %d were checked by another worker", r.Of, len(r.Again)-same)
	if same == len(r.Again) {
		text = fmt.Sprintf("of %d runs by workers none was checked by another worker", r.Of)
	}
	if same > 0 {
		text += fmt.Sprintf("; no other took %d more, which the same worker ran again", same)
	}
	return fmt.Sprintf("%s: %d came out differently", text, len(r.Differing()))
}

// String says how the verdicts on a run differ.
func (r Rechecked) String() string {
	on := r.Case
	if on == "" {
		on = "whether there is a program"
	}
	text := fmt.Sprintf("%s on %s:", r.Student, on)
	for i, v := range r.Votes {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %s by %s", v.Verdict, v.Worker)
	}
	switch {
	case r.Undecided:
		text += "; undecided, the first stands"
	case r.Open:
		text += "; a third run decides"
	default:
		text += "; the majority stands"
		if len(r.Votes) == 2 {
			text += ": the second is the leader's"
		}
	}
	return text
}

// Suspects returns the workers that were outvoted, sorted, with how often.
func (r Rechecks) Suspects() (lines []string) {
	times := map[work.Source]int{}
	for _, one := range r.Differing() {
		if one.Undecided || one.Open {
			continue
		}
		last := one.Votes[len(one.Votes)-1].Verdict
		for _, v := range one.Votes {
			if v.Verdict != last {
				times[v.Worker]++
			}
		}
	}
	for _, worker := range slices.SortedFunc(maps.Keys(times), func(x, y work.Source) int {
		return cmp.Or(times[y]-times[x], cmp.Compare(x.Self, y.Self), cmp.Compare(x.Key, y.Key))
	}) {
		lines = append(lines, fmt.Sprintf("%s was outvoted %d times", worker, times[worker]))
	}
	return lines
}
