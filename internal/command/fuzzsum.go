package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// end sums up, also what was not tried: that nothing was found says little of that.
func (t *fuzzPrinter) end(sum fuzz.Summary, err error) {
	t.clear()
	interrupted := t.cmd.Context().Err() != nil
	if err != nil && !interrupted {
		return
	}
	ended := string(sum.Ended)
	if interrupted {
		ended = "interrupted"
	}
	all := t.checked()
	shown, missing := situations(t.a, sum.Shown)
	if t.asJSON {
		t.event(struct {
			Event   string   `json:"event"`
			Ended   string   `json:"ended"`
			Runs    int      `json:"runs"`
			Core    int      `json:"core"`
			OfCore  int      `json:"ofCore"`
			Small   int      `json:"small"`
			Course  int      `json:"course"`
			Cases   int      `json:"casesOfCheck"`
			Found   int      `json:"found"`
			Again   int      `json:"again"`
			Shown   []string `json:"shown"`
			Missing []string `json:"notShown"`
			Seconds float64  `json:"seconds"`
		}{"summary", ended, sum.Runs, sum.Core, sum.OfCore, sum.Small, sum.Course, all, sum.Found, sum.Again, shown, missing, time.Since(t.begin).Seconds()})
		return
	}
	fmt.Fprintln(t.out, escape.Line(t.confined))
	fmt.Fprintf(t.out, "%s: %s %s of seed %d", t.a.Name, stopped[ended], prose.Count(sum.Runs, "input"), t.seed)
	if t.shard != "" {
		fmt.Fprintf(t.out, ", %s", t.part)
	}
	fmt.Fprintf(t.out, ": %s\n", found(sum))
	if sum.Ended == fuzz.EndFailure {
		fmt.Fprintln(t.out, "with --all the search goes on")
		return
	}
	fmt.Fprintf(t.out, "tried: %d of the %d inputs of the profile core, %d small ones, %d like the course's own\n", sum.Core, sum.OfCore, sum.Small, sum.Course)
	if left := all - sum.Core; left > 0 {
		fmt.Fprintf(t.out, "not tried: %d of the %s that check runs\n", left, prose.Count(all, "case"))
	}
	if len(missing) > 0 {
		fmt.Fprintf(t.out, "shown by none: %s\n", strings.Join(missing, ", "))
	}
}

// stopped says how a search ended, before the number of its inputs.
var stopped = map[string]string{
	string(fuzz.EndRuns):    "stopped by --count after",
	string(fuzz.EndClock):   "stopped by the clock after",
	string(fuzz.EndInputs):  "stopped, since there are no others, after",
	string(fuzz.EndFailure): "stopped by a failure after",
	"interrupted":           "interrupted after",
}

// found says what was found.
func found(sum fuzz.Summary) string {
	text := "no failure"
	if sum.Found > 0 {
		text = prose.Count(sum.Found, "failure")
	}
	if sum.Again > 0 {
		text += fmt.Sprintf(", of the same sort on %s more", prose.Count(sum.Again, "input"))
	}
	return text
}

// checked returns how many cases a check of the program runs, as far as it is known.
func (t *fuzzPrinter) checked() int {
	flags := caseFlags{profile: cases.ProfileDefault}
	all, err := flags.chooseCases(context.WithoutCancel(t.cmd.Context()), t.a, t.fuzzFlags.edition)
	if err != nil { // there are none
		return 0
	}
	return len(all)
}

// situations returns the names of the situations inside the envelope that inputs show, and of
// the others.
func situations(a *oracle.Assignment, seen homework.Seen) (shown, missing []string) {
	shown, missing = []string{}, []string{}
	for i, s := range a.Situations {
		switch {
		case seen.Has(i):
			shown = append(shown, s.Name)
		case !s.Beyond:
			missing = append(missing, s.Name)
		}
	}
	return shown, missing
}
