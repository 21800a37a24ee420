package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// traceFlags are the flags of trace.
type traceFlags struct {
	explainFlags // how the case is found, and the program built and run
	out          string
	against      string
}

func newTrace() *cobra.Command {
	f := traceFlags{explainFlags: explainFlags{programFlags: newProgramFlags()}}
	cmd := withHelp("trace", &cobra.Command{
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: f.complete,
		RunE:              f.run,
	})
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "the `FILE` for the page; - is standard output")
	setCommon(cmd, "out", "against", "cases", "course")
	flags.StringVar(&f.against, "against", "", "show this `LOG` of a program next to the right one")
	addCases(cmd, &f.paths)
	addEdition(cmd, &f.Edition)
	f.addConfined(cmd)
	f.course.add(cmd)
	return cmd
}

// run writes the page of a case, with a program or without.
func (f *traceFlags) run(cmd *cobra.Command, args []string) error {
	if f.out == "" {
		return usagef("want --out FILE, the file for the page: touchstone trace reversi handout-start --out " +
			"page.html")
	}
	t, err := f.target(cmd, args)
	if err != nil {
		return err
	}
	if f.against != "" && len(t.program.words) > 0 {
		return usagef("want --against LOG or a program, found both")
	}
	t.options.Hide = append(t.options.Hide, f.out) // an older page holds answers
	page := walk.Page{Assignment: t.a.Name, Name: t.c.Name, Title: t.c.Title, Edition: f.Edition,
		Options: homework.Options{Edition: t.edition}}
	to, err := openPage(cmd, f.out)
	if err != nil {
		return err
	}
	file := documents{to}
	defer file.abort()
	result, err := f.runTarget(cmd, t)
	if f.against != "" {
		result, err = f.read(cmd.Context(), t)
	}
	if err != nil {
		return err
	}
	if err := f.fill(cmd.Context(), &page, t, result); err != nil {
		return err
	}
	sum, err := walk.Write(cmd.Context(), to, page)
	if err == nil {
		err = file.commit()
	}
	if err != nil {
		return err
	}
	f.report(cmd, page, result, sum)
	return failIf(result != nil && result.Verdict != testscript.Pass)
}

// fill adds the search to a page, and the findings about a program.
func (f *traceFlags) fill(ctx context.Context, page *walk.Page, t *target,
	result *testscript.Result) (err error) {
	q := t.question(result)
	if len(q.Files) > 0 {
		if page.First, err = decision.Explain(ctx, q); err != nil {
			return err
		}
	}
	game, err := decision.Searched(ctx, q.Problem, q.Options, page.First)
	if err != nil {
		return err
	}
	if game == nil {
		return usagef("%s has no search to walk through: that needs a game (docs/new-game.md)", t.a.Name)
	}
	page.Game = game
	if result == nil {
		return nil
	}
	known, err := t.known(ctx, result)
	if err != nil {
		return err
	}
	page.Program = &walk.Program{Name: f.against, Verdict: string(result.Verdict), Reason: result.Reason,
		Known: known.Paragraphs()}
	if f.against == "" {
		page.Program.Name = strings.Join(t.program.words, " ")
	}
	page.Program.Log = walk.Differing(game, result.Files)
	return nil
}

// read compares a log with the right one, as if a program had written it.
func (f *traceFlags) read(ctx context.Context, t *target) (*testscript.Result, error) {
	game, ok := t.c.Problem.(homework.Replayer)
	if !ok || game.Stage().File == "" {
		return nil, usagef("--against requires an input with a log, and this one has none: name the program, " +
			"or see \"touchstone explain\"")
	}
	text, err := regular.Read(f.against)
	if err != nil {
		return nil, usage(err)
	}
	file := game.Stage().File
	reports, err := compare.Stream(ctx, t.c.Problem, homework.Options{Edition: t.edition},
		compare.Texts(map[string]string{file: string(text)}))
	if err != nil {
		return nil, err
	}
	r := verdict.File{Name: file, Report: reports[file].Report, Text: text}
	r.Verdict = judge.GradeVerdict(r.Report.Grade, false)
	return &testscript.Result{Case: t.c, Verdict: r.Verdict, Files: []verdict.File{r}}, nil
}

// report reports the written page: on standard error if the page itself went to standard output.
func (f *traceFlags) report(cmd *cobra.Command, page walk.Page, result *testscript.Result, sum walk.Sum) {
	to, name := cmd.OutOrStdout(), f.out
	if f.out == "-" {
		to, name = cmd.ErrOrStderr(), "the page"
	}
	words := prose.Count(sum.Lines, "line")
	if sum.More {
		words = fmt.Sprintf("the first %s of more", words)
	}
	if result != nil {
		words += fmt.Sprintf("; the program: %s", result.Verdict)
	}
	if e := page.First; e != nil {
		words += fmt.Sprintf(", at %s:%d", e.File, max(e.Line, 1))
	} else if sum.Differences > 0 {
		words += fmt.Sprintf(", at %s:%d", page.Game.Stage().File, sum.First)
	}
	printLine(to, "%s: %s", name, words)
}
