package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// fuzzFlags are the flags of fuzz.
type fuzzFlags struct {
	runFlags
	span   time.Duration
	count  int
	seed   uint64
	shard  string
	part   work.Shard // parsed from shard
	out    string
	all    bool
	asJSON bool
}

func newFuzz() *cobra.Command {
	f := fuzzFlags{runFlags: newRunFlags()}
	cmd := &cobra.Command{
		Use: `fuzz ASSIGNMENT PATH [flags]
  touchstone fuzz ASSIGNMENT [flags] -- COMMAND [ARG...]`,
		Short: "Search for an input on which a program fails, and make it small",
		Long: `Search for an input on which a program fails, and make it small.

Fuzz makes inputs that a course might ask (see "touchstone help gen-manual"), runs a program
on each as check does, and compares with the answer that is computed on the spot. It
goes on until time or runs are up, or until the program fails.

The inputs of the profile core come first, in which every known mistake shows. Then
come small ones, first those that show situations together which none before has
shown so; inputs of the course's sizes come later. "touchstone list ASSIGNMENT situations"
names the situations.

At the end fuzz says what it tried and what not. That it finds nothing within a time
says less than a check, which runs more of the cases made for known mistakes.

An input on which the program fails is made smaller as long as it fails in the same
way: with the same verdict, and with the same wrong decision at the first difference.
The smallest is run twice more, which tells whether the program is stable. It is
printed as "touchstone explain" explains it, with the known mistakes that do what the
program does there, and as a case for check --cases; --out DIR keeps it, as
ASSIGNMENT-fuzz-SEED-NUMBER.txtar. With --all the search goes on, for failures of
other kinds, and which the mistakes named do not explain.

The same seed and --count find the same, to the byte, whatever --jobs is. With --for it
depends on how fast the program is.

With --shard 2/8 only the second of eight parts of the inputs is searched, on one
machine of eight. --count counts the inputs of all parts, and each keeps the number
that it has without shards. So the failures of all parts are those of all inputs;
what has one cause may be found once by each. They can share a folder of --out.

PATH, COMMAND, the sandbox and the limits are those of "touchstone help check-manual".

Exit status: 0 nothing was found, 1 a failure was found, 2 the command line is wrong,
3 touchstone failed. After Ctrl-C what was searched is summed up.`,
		Example: `  touchstone fuzz mancala my-submission
  touchstone fuzz reversi --for 10m --all --out found -- python3 my_solver.py
  touchstone fuzz squirrel --seed 7 --count 500 --format jsonl -- ./squirrel
  touchstone fuzz squirrel --count 100000 --all --shard 2/8 --out found -- ./squirrel
  touchstone check reversi --cases found -- python3 my_solver.py`,
		Args:              checkArgs,
		ValidArgsFunction: completeAssignmentThenFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], args[1:], cmd.ArgsLenAtDash() >= 0)
		},
	}
	flags := cmd.Flags()
	f.span = time.Minute
	flags.Var((*span)(&f.span), "for", "how long to search; without a limit if --count has one")
	flags.IntVar(&f.count, "count", 0, "search `N` inputs; in all shards; by default there is no limit but --for")
	flags.Uint64Var(&f.seed, "seed", 1, "`SEED` of the random choices")
	addShard(cmd, &f.shard, "search one `PART` of the inputs")
	flags.StringVar(&f.out, "out", "", "keep what is found as cases in this `FOLDER`; it is made if need be")
	flags.BoolVar(&f.all, "all", false, "keep searching after the first failure")
	setCommon(cmd, "for", "count", "seed", "all", "out", "time", "jobs", "shard", "format")
	addFormat(cmd, &f.asJSON, asEvents, "an event as JSON on each line, as it happens")
	f.addRun(cmd, "input")
	return cmd
}

// resolve checks the flags, and sets those that depend on others.
func (f *fuzzFlags) resolve(cmd *cobra.Command) (err error) {
	if f.part, err = parseShard(cmd, f.shard); err != nil {
		return err
	}
	given := cmd.Flags().Changed
	switch {
	case given("count") && f.count < 1:
		return usagef("want --count of at least 1, found %d", f.count)
	case f.span <= 0:
		return usagef("want --for above 0, found %s", f.span)
	}
	if given("count") && !given("for") {
		f.span = 0
	}
	if info, err := os.Stat(f.out); f.out != "" && err == nil && !info.IsDir() {
		return usagef("--out %s: want a folder, found a file", f.out)
	}
	return nil
}

func (f *fuzzFlags) run(cmd *cobra.Command, assignment string, command []string, typed bool) error {
	if err := f.resolve(cmd); err != nil {
		return err
	}
	a, err := oracle.Lookup(assignment)
	if err != nil {
		return usage(err)
	}
	options, err := f.options()
	if err != nil {
		return usage(err)
	}
	options.Text = fuzz.MostText
	if f.out != "" {
		options.Hide = []string{f.out} // which holds answers
	}
	edition, err := a.Edition(f.edition)
	if err != nil {
		return usage(err)
	}
	t := f.newPrinter(cmd, a, edition)
	player, err := f.player(cmd, a, command, typed, options)
	if err != nil {
		return err
	}
	defer player.Close()
	if err := player.BuildError(); err != nil {
		return t.unbuilt(err.Error())
	}
	runner, err := testscript.NewRunner(player, options)
	if err != nil {
		return err
	}
	defer runner.Close()
	t.start(command, runner.Enforced())
	return f.search(cmd.Context(), t, fuzz.Search{Judge: runner.Run, Jobs: f.jobs}, runner.Close)
}

// unbuilt tells that there is no program.
func (t *fuzzPrinter) unbuilt(reason string) error {
	fmt.Fprintf(t.cmd.ErrOrStderr(), "touchstone: %s\n", escape.Text(reason))
	return exitStatus(exitFail)
}

// search runs the search by a judge, and saves what was found even if it failed: no program runs then
// that could read it, since end has ended them.
func (f *fuzzFlags) search(ctx context.Context, t *fuzzPrinter, search fuzz.Search, end func() error) error {
	search.Assignment, search.Edition, search.Course, search.Seed, search.Shard, search.Runs, search.For = t.a, f.edition, f.lenient(), f.seed, f.part, f.count, f.span
	search.All, search.Judged, search.Found = f.all, t.step, func(found fuzz.Finding) error { return t.found(ctx, found) }
	sum, err := search.Run(ctx)
	t.end(sum, err)
	ended := end()
	if errors.Is(err, ended) { // which is why
		ended = nil
	}
	if err := errors.Join(err, ended, f.saveAll(t)); err != nil {
		return err
	}
	if len(t.cases) > 0 {
		return exitStatus(exitFail)
	}
	return nil
}

// saveAll writes what was found into the folder of --out.
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
		fmt.Fprintf(t.out, "%s in %s\n", prose.Count(len(t.cases), "case"), escape.Line(filepath.Clean(f.out)))
	}
	return nil
}

// A madeCase is a case to be saved.
type madeCase struct {
	name string
	text []byte
}

// compose makes the case of a finding. One of the profile core that nothing smaller stands for is as it is:
// its input may be written in a way that made ones are not.
func (f *fuzzFlags) compose(ctx context.Context, a *oracle.Assignment, found fuzz.Finding) (madeCase, error) {
	name := fmt.Sprintf("%s-fuzz-%d-%04d", a.Name, f.seed, found.Number)
	if c := found.Shown(); c != nil {
		return madeCase{name, c.Text()}, nil
	}
	shows, err := found.Smallest.Situations(ctx)
	if err != nil {
		return madeCase{}, err
	}
	tags := append([]string{"fuzz", found.Smallest.Category()}, shows.Names(a.Situations)...)
	title := fmt.Sprintf("found by fuzz, seed %d, input %d", f.seed, found.Number)
	text, err := cases.Compose(ctx, a, found.Smallest, title, "tags: "+strings.Join(tags, " "))
	return madeCase{name, text}, err
}
