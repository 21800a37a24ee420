package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
)

// fuzzFlags are the flags of fuzz.
type fuzzFlags struct {
	runFlags
	span   time.Duration
	count  int
	seed   uint64
	shard  string
	part   run.Shard // parsed from shard
	out    string
	all    bool
	asJSON bool
}

func newFuzz() *cobra.Command {
	f := fuzzFlags{runFlags: newRunFlags()}
	cmd := withHelp("fuzz", &cobra.Command{
		Args: func(cmd *cobra.Command, args []string) error {
			return countArgs(cmd.Name(), args, cmd.ArgsLenAtDash())
		},
		ValidArgsFunction: completeAssignmentThenFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], programArg{args[1:], cmd.ArgsLenAtDash() >= 0})
		},
	})
	flags := cmd.Flags()
	flags.DurationVar(&f.span, "for", time.Minute, "how long to search; without a limit if --count has one")
	flags.IntVar(&f.count, "count", 0, "search `N` inputs; in all shards; by default there is no limit but "+
		"--for")
	flags.Uint64Var(&f.seed, "seed", 1, "`SEED` of the random choices")
	addShard(cmd, &f.shard, "search one `PART` of the inputs")
	flags.StringVar(&f.out, "out", "", "write failures as cases to this `DIR`; created if missing")
	flags.BoolVar(&f.all, "all", false, "keep searching after the first failure")
	setCommon(cmd, "for", "count", "seed", "all", "out", "time", "jobs", "shard", "format")
	addFormat(cmd, &f.asJSON, asEvents, "an event as JSON on each line, as it happens")
	f.addRun(cmd, "input")
	return cmd
}

// resolve checks the flags, and sets the flags that depend on others.
func (f *fuzzFlags) resolve(cmd *cobra.Command) (err error) {
	if f.part, err = parseShard(cmd, f.shard); err != nil {
		return err
	}
	isSet := cmd.Flags().Changed
	switch {
	case isSet("count") && f.count < 1:
		return usagef("want --count of at least 1, found %d", f.count)
	case f.span <= 0:
		return usagef("want --for above 0, found %s", f.span)
	}
	if isSet("count") && !isSet("for") {
		f.span = 0
	}
	if info, err := os.Stat(f.out); f.out != "" && err == nil && !info.IsDir() {
		return usagef("--out %s: want a directory, found a file", f.out)
	}
	return nil
}

func (f *fuzzFlags) run(cmd *cobra.Command, assignment string, arg programArg) error {
	if err := f.resolve(cmd); err != nil {
		return err
	}
	a, edition, err := lookupEdition(assignment, f.Edition)
	if err != nil {
		return err
	}
	options, err := f.options()
	if err == nil {
		err = preparePackage(cmd.Context(), a, options)
	}
	if err != nil {
		return err
	}
	options.Text = fuzz.MaxText
	if f.out != "" {
		options.Hide = []string{f.out} // which holds answers
	}
	program, err := f.open(cmd, a, arg, options)
	if err != nil {
		return err
	}
	defer program.Close()
	if err := program.BuildError(); err != nil {
		note(cmd, err.Error())
		return exitStatus(exitFail)
	}
	t := &fuzzPrinter{fuzzFlags: f, cmd: cmd, out: cmd.OutOrStdout(), screen: canDraw(cmd.ErrOrStderr()),
		a: a, edition: edition, begin: time.Now()}
	t.start(arg.words, program.Enforced())
	return f.search(cmd.Context(), t, fuzz.Search{Judge: program.Run, Jobs: f.jobs}, program.Close)
}

// search runs the search by a judge, and saves the findings even if it failed: end has ended all programs, so
// that none can read them.
func (f *fuzzFlags) search(ctx context.Context, t *fuzzPrinter, search fuzz.Search, end func() error) error {
	search.Assignment, search.Edition, search.Course = t.a, f.Edition, f.Course
	search.Seed, search.Shard, search.Runs, search.TimeLimit = f.seed, f.part, f.count, f.span
	search.All, search.Judged = f.all, t.step
	search.Found = func(found fuzz.Finding) error { return t.found(ctx, found) }
	sum, err := search.Run(ctx)
	t.end(sum, err)
	ended := end()
	if errors.Is(err, ended) { // which is why
		ended = nil
	}
	if err := errors.Join(err, ended, f.saveAll(t)); err != nil {
		return err
	}
	return failIf(len(t.cases) > 0)
}

// saveAll writes the findings into the directory of --out.
func (f *fuzzFlags) saveAll(t *fuzzPrinter) error {
	if f.out == "" || len(t.cases) == 0 {
		return nil
	}
	var failed []error
	for _, c := range t.cases {
		failed = append(failed, saveCase(f.out, c.name, c.text, false))
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	if !f.asJSON {
		printLine(t.out, "%s in %s", prose.Count(len(t.cases), "case"), filepath.Clean(f.out))
	}
	return nil
}

// A composedCase is a case to be saved.
type composedCase struct {
	name string
	text []byte
}

// compose makes the case of a finding. A case of the profile core that has no smaller replacement is used
// unchanged: its input may be formatted in a way that generated inputs are not.
func (f *fuzzFlags) compose(ctx context.Context, a *oracle.Assignment, found fuzz.Finding) (composedCase, error) {
	name := fmt.Sprintf("%s-fuzz-%d-%04d", a.Name, f.seed, found.Number)
	if c := found.Shown(); c != nil {
		return composedCase{name, c.Text()}, nil
	}
	seen, err := found.Smallest.Situations(ctx)
	if err != nil {
		return composedCase{}, err
	}
	tags := append([]string{"fuzz", found.Smallest.Category()}, seen.Names(a.Situations)...)
	title := fmt.Sprintf("found by fuzz, seed %d, input %d", f.seed, found.Number)
	text, err := cases.Compose(ctx, a, found.Smallest, title, "tags: "+strings.Join(tags, " "))
	return composedCase{name, text}, err
}

// A fuzzPrinter prints the findings of a search as they come, and the summary.
type fuzzPrinter struct {
	*fuzzFlags
	cmd      *cobra.Command
	out      io.Writer
	a        *oracle.Assignment
	edition  string
	confined string
	begin    time.Time
	cases    []composedCase

	screen   bool        // the output is a terminal
	mu       sync.Mutex  // guards the data that steps change
	bar      *report.Bar // nil if the next step draws one
	shrinks  bool        // the bar shows the shrinking of an input
	searched int         // inputs, or seconds if only they are limited
}

// event writes an event of --format jsonl. The writer remembers its errors.
func (t *fuzzPrinter) event(event any) { _ = escape.Encode(t.out, event, "") }

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
		}{"start", t.a.Name, t.edition, t.compare, command, t.seed, t.shard, t.count, t.span.Seconds(), t.jobs,
			t.CPU.Seconds(), enforced.Active(), version()})
	}
}

// draw begins a bar, of the search or of the shrinking of an input. t.mu is held.
func (t *fuzzPrinter) draw(shrinks bool) {
	t.bar.End()
	t.shrinks = shrinks
	switch {
	case shrinks:
		t.bar = newProgress(t.cmd, "shrink "+t.a.Name, fuzz.MaxTried)
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

// step is called for each input that was judged.
func (t *fuzzPrinter) step(smaller bool) {
	if !t.screen {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.bar == nil || smaller != t.shrinks {
		t.draw(smaller)
	}
	steps := 1
	if !smaller && t.count == 0 {
		steps = int(time.Since(t.begin).Seconds()) - t.searched
	}
	for range steps {
		t.bar.Step()
	}
	if !smaller {
		t.searched += steps
	}
}

// clear removes the bar, so that text can be printed.
func (t *fuzzPrinter) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bar.End()
	t.bar = nil
}

// found prints a finding, even after an interruption.
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
	shown.Name, shown.Title = c.name, strings.Join(describeFinding(found), "; ")
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
		}{"finding", found.Number, caseName(found.Core), found.Steps, found.Tried, found.Cut, found.Unstable,
			string(c.text), report.Record(found.Result), found.Explained, causes})
		return nil
	}
	fmt.Fprintf(t.out, "%s %s: %s\n", found.Result.Verdict.Head(colours(t.out)), escape.Line(c.name),
		escape.Line(found.Result.Case.Title))
	if err := printExplained(t.out, found.Explained, &found.Result); err != nil {
		return err
	}
	for _, k := range causes {
		printKnown(t.out, k)
	}
	fmt.Fprintf(t.out, "\n%s\n", c.text) // text of our own
	return nil
}

// describeFinding describes the origin of an input, and any peculiarity of the failure.
func describeFinding(found fuzz.Finding) (notes []string) {
	first := fmt.Sprintf("input %d", found.Number)
	if found.Core != nil {
		first += " (the case " + found.Core.Name + ")"
	}
	if found.Steps > 0 {
		first += fmt.Sprintf(", made smaller in %s of %s", prose.Count(found.Steps, "step"),
			prose.Count(found.Tried, "run"))
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

// caseName returns the name of a case, or "" of none.
func caseName(c *cases.Case) string {
	if c == nil {
		return ""
	}
	return c.Name
}

// end prints the summary, including the inputs that were not tried: a search without findings proves nothing
// about those.
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
	all := t.countCheckCases()
	shown, missing := splitSituations(t.a, sum.Shown)
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
		}{"summary", ended, sum.Runs, sum.Core, sum.OfCore, sum.Small, sum.Course, all, sum.Found,
			sum.Duplicates, shown, missing, time.Since(t.begin).Seconds()})
		return
	}
	fmt.Fprintln(t.out, escape.Line(t.confined))
	fmt.Fprintf(t.out, "%s: %s %s of seed %d", t.a.Name, endPhrases[ended], prose.Count(sum.Runs, "input"), t.seed)
	if t.shard != "" {
		fmt.Fprintf(t.out, ", %s", t.part)
	}
	fmt.Fprintf(t.out, ": %s\n", describeFindings(sum))
	if sum.Ended == fuzz.EndFailure {
		fmt.Fprintln(t.out, "--all continues the search")
		return
	}
	fmt.Fprintf(t.out, "tried: %d of the %d inputs of the profile core, %d small ones, %d like the course's "+
		"own\n", sum.Core, sum.OfCore, sum.Small, sum.Course)
	if left := all - sum.Core; left > 0 {
		fmt.Fprintf(t.out, "not tried: %d of the %s that check runs\n", left, prose.Count(all, "case"))
	}
	if len(missing) > 0 {
		fmt.Fprintf(t.out, "situations not shown: %s\n", strings.Join(missing, ", "))
	}
}

// endPhrases describes how a search ended. The number of inputs follows it.
var endPhrases = map[string]string{
	string(fuzz.EndRuns):    "stopped by --count after",
	string(fuzz.EndClock):   "stopped by the clock after",
	string(fuzz.EndInputs):  "stopped, since there are no others, after",
	string(fuzz.EndFailure): "stopped by a failure after",
	"interrupted":           "interrupted after",
}

// describeFindings summarizes the findings.
func describeFindings(sum fuzz.Summary) string {
	text := "no failure"
	if sum.Found > 0 {
		text = prose.Count(sum.Found, "failure")
	}
	if sum.Duplicates > 0 {
		text += fmt.Sprintf(", of the same sort on %s more", prose.Count(sum.Duplicates, "input"))
	}
	return text
}

// countCheckCases returns the number of cases that a check of the program runs, if it is known.
func (t *fuzzPrinter) countCheckCases() int {
	flags := caseFlags{profile: cases.ProfileDefault}
	all, err := flags.chooseCases(context.WithoutCancel(t.cmd.Context()), t.a, t.fuzzFlags.Edition)
	if err != nil { // no such cases
		return 0
	}
	return len(all)
}

// splitSituations returns the names of the situations inside the envelope that inputs show, and of the others.
func splitSituations(a *oracle.Assignment, seen homework.Seen) (shown, missing []string) {
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
