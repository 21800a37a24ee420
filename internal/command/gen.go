package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// genFlags are the flags of gen.
type genFlags struct {
	count        int
	seed         uint64
	cover        []string
	maxLog, out  string
	as           string // what names begin with, instead of telling the seed
	limit        int64  // of maxLog
	course       bool
	graded       bool
	beyond       bool
	force        bool
	breadth      bool
	list, asJSON bool
	file         courseFlag
}

func newGen() *cobra.Command {
	var f genFlags
	cmd := &cobra.Command{
		Use:   "gen [ASSIGNMENT]",
		Short: "Make new cases",
		Long: `Make new cases, which show what you ask for.

Gen makes random cases, with goldens by the oracle, and writes them into the folder
of --out as ASSIGNMENT-SEED-NUMBER.txtar. The same seed makes the same cases, to the
byte, on every system. A case of the same name that is there already and differs,
since somebody has edited it, ends the command; --force replaces it.

A case can be asked to show situations in which programs go wrong (--cover); they
are verified on the search itself, and a case's tags name all that it shows. Most
cases are small ones in which situations are dense; --course makes cases of the
sizes that the course used, and --graded a whole set like the one that the course
graded with, in its size and with its shares of tasks, for the profile graded.

With --breadth it makes the corpus's own cases of breadth: of every task, size and
situation, by recipes that were written without a look at any fault. A recipe that
makes no case is named at the end, and keeps none of the others from it.

With --course-file it makes the sets of cases that a course file lists by their seeds.

All cases lie inside the assignment's envelope: the handout promises them, or the
course's own files hold their kind ("Envelope" in docs/rules/ASSIGNMENT.md). With
--beyond all lie outside, for the profile beyond.`,
		Example: `  touchstone gen reversi --list
  touchstone gen reversi --count 20 --seed 7 --cover double-pass --out my-cases
  touchstone gen squirrel --count 100 --course --max-log 256KiB --out my-cases
  touchstone gen mancala --graded --seed 2026 --out this-year
  touchstone gen mapcolor --breadth --out cases/mapcolor
  touchstone gen --course-file touchstone.yaml --out this-year`,
		Args:              arguments(0, 1),
		ValidArgsFunction: completeAssignment,
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := f.file.lookup(args)
			if err != nil {
				return err
			}
			if f.list {
				return listSituations(cmd, a, f.asJSON)
			}
			if err := f.check(a, cmd.Flags().Changed); err != nil {
				return err
			}
			if f.file.file != nil {
				return f.makeSets(cmd, f.file.file)
			}
			if f.breadth {
				return f.makeBreadth(cmd, a)
			}
			return f.run(cmd, a)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.count, "count", 1, "make `N` cases")
	flags.Uint64Var(&f.seed, "seed", 1, "`SEED` of the random choices")
	flags.StringSliceVar(&f.cover, "cover", nil, "`SITUATIONS` that each case must show; separated by commas, repeatable")
	flags.StringVar(&f.maxLog, "max-log", fmt.Sprintf("%dMiB", gen.DefaultMaxLog>>20), "`SIZE` of a case's largest output file")
	flags.BoolVar(&f.course, "course", false, "cases like the course's own, only")
	flags.BoolVar(&f.graded, "graded", false, "a set like the course's own; --count makes only its first cases")
	flags.BoolVar(&f.beyond, "beyond", false, "cases that no course asks, only")
	flags.BoolVar(&f.breadth, "breadth", false, "the corpus's cases of breadth; they depend on no other flag")
	flags.StringVar(&f.as, "as", "", "begin names with `NAME`; do not tell the seed")
	flags.StringVar(&f.out, "out", "", "`FOLDER` for the cases; it is made if need be")
	flags.BoolVar(&f.force, "force", false, "replace cases of the same names that differ")
	flags.BoolVar(&f.list, "list", false, "show the situations that a case can be asked to show")
	addFormat(cmd, &f.asJSON, asDocument, "one JSON document, with --list")
	cmd.RegisterFlagCompletionFunc("cover", completeSituations)
	f.file.add(cmd, "course-file")
	return cmd
}

// check reports whether the flags go together.
func (f *genFlags) check(a *oracle.Assignment, given func(flag string) bool) error {
	limit, err := settings.ParseSize(f.maxLog)
	f.limit = limit
	if f.graded && !given("count") {
		f.count = a.Generator.GradedSize
	}
	switch {
	case err != nil:
		return usagef("--max-log: %v", err)
	case f.out == "":
		return usagef("want --out DIR for the cases, or --list")
	case f.count < 1:
		return usagef("want --count of at least 1, found %d", f.count)
	case f.graded && f.count > a.Generator.GradedSize:
		return usagef("want --count of at most %d for a graded set of %s, found %d", a.Generator.GradedSize, a.Name, f.count)
	case f.asJSON:
		return usagef("--format json goes with --list")
	case f.as != "" && !fs.ValidPath(f.as+"-1") || strings.ContainsAny(f.as, `/\ `):
		return usagef("want --as to begin the names of files, found %q", f.as)
	case f.beyond && (f.graded || f.course):
		return usagef("--beyond goes without --course and --graded, whose cases are like the course's own")
	case f.file.path != "" && slices.ContainsFunc([]string{"count", "seed", "cover", "max-log", "course", "graded", "beyond", "breadth"}, given):
		return usagef("the sets of a course file go with --as, --out and --force alone")
	case f.breadth && f.as != "", f.breadth && slices.ContainsFunc([]string{"count", "seed", "cover", "max-log", "course", "graded", "beyond"}, given):
		return usagef("--breadth goes with --out and --force alone")
	}
	return nil
}

func (f *genFlags) run(cmd *cobra.Command, a *oracle.Assignment) error {
	wish := f.wish(a)
	return f.makeAll(cmd, a, f.count, func(i int) (name string, text []byte, err error) {
		made, err := wish.Make(cmd.Context(), i)
		if err != nil {
			return "", nil, usage(err)
		}
		return f.compose(cmd.Context(), a, i, made)
	})
}

// makeAll writes n cases into the folder of --out.
func (f *genFlags) makeAll(cmd *cobra.Command, a *oracle.Assignment, n int, one func(i int) (name string, text []byte, err error)) error {
	progress := newProgress(cmd, "gen "+a.Name, n)
	defer progress.End()
	for i := range n {
		name, text, err := one(i)
		if err != nil {
			return err
		}
		if err := saveCase(f.out, name, text, f.force); err != nil {
			return err
		}
		progress.Step()
	}
	progress.End()
	fmt.Fprintf(cmd.OutOrStdout(), "%d cases in %s\n", n, escape.Line(filepath.Clean(f.out)))
	return nil
}

// compose names and writes the i-th case that was made.
func (f *genFlags) compose(ctx context.Context, a *oracle.Assignment, i int, made gen.Made) (name string, text []byte, err error) {
	name = fmt.Sprintf("%s-%d-%04d", a.Name, f.seed, i+1)
	title := fmt.Sprintf("generated, seed %d, number %d", f.seed, i+1)
	header := []string{"tags: " + strings.Join(append([]string{made.Problem.Category()}, made.Shows.Names(a.Situations)...), " ")}
	if f.graded {
		name = fmt.Sprintf("graded-%d-%03d", f.seed, i+1)
		title = fmt.Sprintf("graded set of seed %d, number %d", f.seed, i+1)
		header = append(header, "profiles: "+cases.ProfileGraded)
	}
	if f.beyond {
		header = append(header, "profiles: "+cases.ProfileBeyond)
	}
	if f.as != "" {
		name, title = fmt.Sprintf("%s-%04d", f.as, i+1), "generated"
	}
	text, err = cases.Compose(ctx, a, made.Problem, title, header...)
	return name, text, err
}

// saveCase writes the file of a case into a folder, unless it is there already. Another
// case of this name is replaced only if force is set.
func saveCase(dir, name string, text []byte, force bool) error {
	path := filepath.Join(dir, name+".txtar")
	switch there, err := regular.Read(path); {
	case err == nil && bytes.Equal(there, text):
		return nil
	case !force && !errors.Is(err, fs.ErrNotExist):
		return usagef("%s: want no other case of this name, found one; --force replaces it", path)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return usage(err)
	}
	return output.WriteFile(path, text)
}

// listSituations shows an assignment's catalogue.
func listSituations(cmd *cobra.Command, a *oracle.Assignment, asJSON bool) error {
	if asJSON {
		type situation struct {
			Name   string `json:"situation"`
			About  string `json:"about"`
			Beyond bool   `json:"beyond,omitempty"`
		}
		list := []situation{}
		for _, s := range a.Situations {
			list = append(list, situation(s))
		}
		return escape.Encode(cmd.OutOrStdout(), list, "  ")
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SITUATION\tABOUT")
	for _, s := range a.Situations {
		note := ""
		if s.Beyond {
			note = " (only with --beyond)"
		}
		fmt.Fprintf(table, "%s\t%s%s\n", s.Name, s.About, note)
	}
	return table.Flush()
}

// completeSituations completes the last of a list of situations.
func completeSituations(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	a, err := oracle.Lookup(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	before := word[:strings.LastIndex(word, ",")+1]
	var names []string
	for _, s := range a.Situations {
		names = append(names, before+s.Name+"\t"+s.About)
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
