package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle"
)

func newList() *cobra.Command {
	var f listFlags
	cmd := &cobra.Command{
		Use:   "list [ASSIGNMENT]",
		Short: "Show the assignments, their editions and their cases",
		Long: `List shows the assignments with their editions, or the cases of one of them
with their tags and the lines of their goldens, no wider than the terminal, or than
100 columns elsewhere. Cases of the profiles graded, made for a grade and not to be
read, and beyond, which no course asks, are listed with --profile or --all only, also
with --format json.`,
		Example: `  touchstone list
  touchstone list reversi
  touchstone list reversi --profile graded
  touchstone list --format json | jq '.[].cases[].case'`,
		Args:              arguments(0, 1),
		ValidArgsFunction: completeAssignment,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args)
		},
	}
	addFormat(cmd, &f.json, asDocument, "one JSON document")
	cmd.Flags().BoolVar(&f.all, "all", false, "list the cases of all profiles, also graded ones")
	addProfile(cmd, &f.profile)
	addCases(cmd, &f.paths)
	return cmd
}

// listFlags are the flags of list.
type listFlags struct {
	json, all bool
	profile   string
	paths     []string
}

func (f *listFlags) run(cmd *cobra.Command, args []string) error {
	if f.all && cmd.Flags().Changed("profile") {
		return usagef("want --all or --profile, found both")
	}
	shown, find := oracle.Assignments(), func(a *oracle.Assignment) ([]*cases.Case, error) { return findCases(a, f.paths) }
	if len(args) == 1 {
		a, err := oracle.Lookup(args[0])
		if err != nil {
			return usage(err)
		}
		shown, find = []*oracle.Assignment{a}, func(a *oracle.Assignment) ([]*cases.Case, error) {
			return someCases(a, f.paths, f.profile, f.in, "--profile graded lists these")
		}
	}
	lists, err := f.listings(shown, find)
	if err != nil {
		return err
	}
	switch {
	case f.json:
		return escape.Encode(cmd.OutOrStdout(), lists, "  ")
	case len(args) == 1:
		return printCases(cmd.OutOrStdout(), lists[0])
	}
	return printAssignments(cmd.OutOrStdout(), lists)
}

// A listing is what "list" shows of an assignment.
type listing struct {
	Assignment string        `json:"assignment"`
	Course     string        `json:"course"`
	Title      string        `json:"title"`
	Args       []string      `json:"args"`
	Editions   []edition     `json:"editions"`
	Cases      []cases.Index `json:"cases"`

	plain, graded int // how many cases were found
}

type edition struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// in reports whether a case is to be listed.
func (f *listFlags) in(c *cases.Case) (bool, error) { return f.all || c.In(f.profile), nil }

// listings describes assignments and those of the found cases that are to be listed.
func (f *listFlags) listings(shown []*oracle.Assignment, find func(*oracle.Assignment) ([]*cases.Case, error)) ([]listing, error) {
	var lists []listing
	for _, a := range shown {
		l := listing{Assignment: a.Name, Course: a.Course, Title: a.Title, Args: append([]string{}, a.Args...), Cases: []cases.Index{}}
		for _, e := range a.Editions {
			l.Editions = append(l.Editions, edition(e))
		}
		found, err := find(a)
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			switch {
			case c.In(cases.ProfileGraded):
				l.graded++
			case c.In(cases.ProfileDefault):
				l.plain++
			}
			if in, _ := f.in(c); in {
				l.Cases = append(l.Cases, c.Index())
			}
		}
		lists = append(lists, l)
	}
	return lists, nil
}

func printAssignments(w io.Writer, lists []listing) error {
	for _, l := range lists {
		fmt.Fprintf(w, "%s: %s\n", l.Assignment, l.Title)
		about := l.count()
		if l.Course != "" {
			about = l.Course + ", " + about
		}
		fmt.Fprintf(w, "    %s, run as: %s\n", about, strings.Join(append([]string{"PROGRAM"}, l.Args...), " "))
		for i, e := range l.Editions {
			note := ""
			if i == 0 && len(l.Editions) > 1 {
				note = " (default)"
			}
			fmt.Fprintf(w, "    edition %s%s: %s\n", e.Name, note, e.About)
		}
	}
	return nil
}

// count says how many cases there are.
func (l listing) count() string {
	text := fmt.Sprintf("%d cases", l.plain)
	if l.plain == 1 {
		text = "1 case"
	}
	if l.graded > 0 {
		text += fmt.Sprintf(" and %d graded ones", l.graded)
	}
	return text
}

// printCases prints a table, each case with its tags below it: there may be many.
func printCases(w io.Writer, l listing) error {
	wide := width(w)
	var table bytes.Buffer
	columns := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "CASE\tCATEGORY\tLINES\t")
	for _, c := range l.Cases {
		var lines int64
		for _, g := range c.Goldens {
			lines += g.Lines
		}
		fmt.Fprintf(columns, "%s\t%s\t%d\t\n", escape.Line(c.Name), c.Category, lines)
	}
	columns.Flush()
	rows := strings.SplitAfter(table.String(), "\n")
	head := strings.TrimSuffix(rows[0], "\n")
	left := strings.Repeat(" ", len(head))
	if wide-len(left) < leastAbout {
		left = "  "
	}
	if _, err := fmt.Fprintf(w, "%sABOUT\n", head); err != nil {
		return err
	}
	for i, c := range l.Cases {
		text := strings.TrimSuffix(rows[i+1], "\n")
		if len(left) < len(head) {
			text = strings.TrimRight(text, " ") + "\n" + left
		}
		text += folded(escape.Line(c.Title), left, wide)
		if len(c.Tags) > 0 {
			text += "\n  tags: " + folded(escape.Line(strings.Join(c.Tags, " ")), "        ", wide)
		}
		if _, err := fmt.Fprintln(w, text); err != nil {
			return err
		}
	}
	return nil
}

// leastAbout is how much room a title needs beside the other columns; it stands below
// them where there is less.
const leastAbout = 40

// folded is a text whose further lines begin with the blanks that stand left of it.
func folded(text, left string, wide int) string {
	return strings.Join(prose.Fold(text, wide-len(left)), "\n"+left)
}

// width is how many columns a line of text may have: those of a terminal, or as many as
// are easily read.
func width(w io.Writer) int {
	const easy = 100
	if o, ok := w.(*standard); ok {
		w = o.to
	}
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return easy
}
