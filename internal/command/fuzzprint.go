package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A fuzzPrinter tells the user of a search: findings as they come, and the summary.
type fuzzPrinter struct {
	*fuzzFlags
	cmd      *cobra.Command
	out      io.Writer
	a        *oracle.Assignment
	edition  string
	confined string
	begin    time.Time
	cases    []madeCase

	screen   bool       // somebody looks
	mu       sync.Mutex // of what steps change
	bar      *report.Bar
	of       phase
	searched int // inputs, or seconds if only they are limited
}

// A phase is what a bar shows.
type phase int

const (
	nothing phase = iota // there is no bar: the next step draws one
	searching
	shrinking
)

func (f *fuzzFlags) newPrinter(cmd *cobra.Command, a *oracle.Assignment, edition string) *fuzzPrinter {
	return &fuzzPrinter{fuzzFlags: f, cmd: cmd, out: cmd.OutOrStdout(), screen: canDraw(cmd.ErrOrStderr()), a: a, edition: edition, begin: time.Now()}
}

// event writes an event of --format jsonl.
func (t *fuzzPrinter) event(event any) { _ = escape.Encode(t.out, event, "") } // the writer remembers its errors

func (t *fuzzPrinter) start(command []string, enforced testscript.Mechanisms) {
	t.confined = enforced.String()
	if t.asJSON {
		t.event(struct {
			Event      string   `json:"event"`
			Assignment string   `json:"assignment"`
			Edition    string   `json:"edition"`
			Compare    string   `json:"compare"`
			Command    []string `json:"command"`
			Seed       uint64   `json:"seed"`
			Shard      string   `json:"shard,omitempty"`
			Runs       int      `json:"runs,omitempty"`
			For        float64  `json:"forSeconds,omitempty"`
			Jobs       int      `json:"jobs"`
			CPU        float64  `json:"cpuLimitSeconds"`
			Sandbox    []string `json:"sandbox"`
			Tool       string   `json:"touchstone"`
		}{"start", t.a.Name, t.edition, t.compare, command, t.seed, t.shard, t.count, t.span.Seconds(), t.jobs, t.cpu.Seconds(), enforced.Active(), version()})
	}
}

// draw begins a bar, of the search or of the shrinking of an input. t.mu is held.
func (t *fuzzPrinter) draw(of phase) {
	t.bar.End()
	t.of = of
	switch {
	case of == shrinking:
		t.bar = newProgress(t.cmd, "shrink "+t.a.Name, fuzz.MostTried)
		return
	case t.count > 0:
		t.bar = newProgress(t.cmd, "fuzz "+t.a.Name, max(1, t.part.Of(t.count)))
	default:
		t.bar = newProgress(t.cmd, "fuzz "+t.a.Name+", seconds", max(1, int(t.span.Seconds())))
	}
	for range t.searched {
		t.bar.Step()
	}
}

// step is told of each input that was judged.
func (t *fuzzPrinter) step(smaller bool) {
	if !t.screen {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	of := searching
	if smaller {
		of = shrinking
	}
	if of != t.of {
		t.draw(of)
	}
	steps := 1
	if of == searching && t.count == 0 {
		steps = int(time.Since(t.begin).Seconds()) - t.searched
	}
	for range steps {
		t.bar.Step()
	}
	if of == searching {
		t.searched += steps
	}
}

// clear removes the bar, so that text can be printed.
func (t *fuzzPrinter) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bar.End()
	t.of = nothing
}

// found tells of a finding. It is told even after an interruption.
func (t *fuzzPrinter) found(ctx context.Context, found fuzz.Finding) error {
	t.clear()
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer end()
	c, err := t.compose(ctx, t.a, found)
	if err != nil {
		return err
	}
	t.cases = append(t.cases, c)
	shown := *found.Result.Case // which may be one of the built-in ones
	shown.Name, shown.Title = c.name, strings.Join(how(found), "; ")
	found.Result.Case = &shown
	var causes []*diagnosis.Known
	for _, cause := range found.Causes {
		if k := diagnosis.NewKnown(cause.Faults, cause.Grade); k != nil {
			causes = append(causes, k)
		}
	}
	if t.asJSON {
		t.event(struct {
			Event    string                `json:"event"`
			Number   int                   `json:"number"`
			Core     string                `json:"coreCase,omitempty"`
			Steps    int                   `json:"steps"`
			Tried    int                   `json:"tried"`
			Cut      bool                  `json:"cutShort,omitempty"`
			Unstable bool                  `json:"unstable,omitempty"`
			Text     string                `json:"text"`
			Result   any                   `json:"result"`
			First    *decision.Explanation `json:"first,omitempty"`
			Known    []*diagnosis.Known    `json:"known,omitempty"`
		}{"finding", found.Number, nameOf(found.Core), found.Steps, found.Tried, found.Cut, found.Unstable, string(c.text), report.Record(found.Result), found.Explained, causes})
		return nil
	}
	fmt.Fprintf(t.out, "%s %s: %s\n", found.Result.Verdict.Head(colours(t.out)), escape.Line(c.name), escape.Line(found.Result.Case.Title))
	if err := printExplained(t.out, found.Explained, &found.Result); err != nil {
		return err
	}
	for _, k := range causes {
		printKnown(t.out, k)
	}
	fmt.Fprintf(t.out, "\n%s\n", c.text) // of our own making
	return nil
}

// how says how an input came about, and what is odd about the failure.
func how(found fuzz.Finding) (notes []string) {
	first := fmt.Sprintf("input %d", found.Number)
	if found.Core != nil {
		first += " (the case " + found.Core.Name + ")"
	}
	if found.Steps > 0 {
		first += fmt.Sprintf(", made smaller in %s of %s", prose.Count(found.Steps, "step"), prose.Count(found.Tried, "run"))
	}
	notes = append(notes, first)
	if found.Cut {
		notes = append(notes, "cut short, there may be smaller ones")
	}
	if found.Result.Verdict == testscript.Format {
		notes = append(notes, "with --compare course the search looks for other failures")
	}
	if found.Unstable {
		notes = append(notes, "unstable: the program does not answer it in the same way each time")
	}
	return notes
}

// nameOf returns the name of a case, or "" of none.
func nameOf(c *cases.Case) string {
	if c == nil {
		return ""
	}
	return c.Name
}
