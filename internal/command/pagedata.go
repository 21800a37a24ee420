package command

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/site/desk"
)

// newPageData is what package site runs: only a command knows its games, and only at home a course file is read.
func newPageData() *cobra.Command {
	var f courseFlag
	cmd := &cobra.Command{
		Use:   "page-data",
		Short: "Print what a page is made of besides the program",
		Long: `Page-data prints the cases of a page, without their goldens, and what a course file
settles, in JSON. It is what "go run ./site" asks (docs/site.md).`,
		Example: `  touchstone page-data --course touchstone.yaml`,
		Hidden:  true,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.load(); err != nil {
				return err
			}
			stock, err := f.stock(cmd.Context())
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(stock)
		},
	}
	f.add(cmd)
	return cmd
}

// stock returns what a page is made of: the course's assignment with its cases, or the games that this command has besides the
// built-in ones, or else these.
func (f *courseFlag) stock(ctx context.Context) (s desk.Stock, err error) {
	if f.file != nil {
		return courseStock(ctx, f.file)
	}
	games := catalog.Added()
	if len(games) == 0 {
		games = oracle.Assignments()
	}
	for _, a := range games {
		all, err := cases.Embedded(a)
		if err != nil {
			return s, err
		}
		s.Add(a, all)
	}
	return s, nil
}

// courseStock returns what a page of a course is made of.
func courseStock(ctx context.Context, f *course.File) (s desk.Stock, err error) {
	a := f.Assignment
	if a.Path != "" {
		return s, usagef("%s: want an assignment that is compiled into the page, found the problem package %s, whose programs no browser runs", f.Path, a.Name)
	}
	if _, err := a.Edition(f.Edition); err != nil {
		return s, usage(err)
	}
	choice := checkFlags{course: courseFlag{file: f}}
	choice.paths, choice.profile = f.Cases, cmp.Or(f.Profile, cases.ProfileDefault)
	if err := choice.match(a); err != nil {
		return s, err
	}
	chosen, err := choice.chooseCases(ctx, a, f.Edition)
	if err != nil {
		return s, err
	}
	if err := areRight(ctx, f.Cases); err != nil {
		return s, err
	}
	s.Course = &desk.Course{
		Title: f.Title, Edition: f.Edition, Compare: cmp.Or(f.Compare, "exact"), Show: report.Show(cmp.Or(f.Show, string(report.ShowDiff))),
		Points: f.Points, Seconds: cmp.Or(f.Wall, f.Time).Seconds(), Left: leftOut(f),
	}
	s.Add(a, chosen)
	return s, nil
}

// leftOut says what a course file settles that no page does.
func leftOut(f *course.File) (left []string) {
	if f.Late.Rule {
		left = append(left, "How late a program is, nobody knows here: nothing is taken off for days late.")
	}
	if len(f.Students) > 0 {
		left = append(left, "What holds for single students, such as excused cases and points by hand, is not counted here.")
	}
	return left
}
