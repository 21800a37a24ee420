package command

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

func newList() *cobra.Command {
	var f listFlags
	cmd := withHelp("list", &cobra.Command{
		Args:              arguments(0, 2),
		ValidArgsFunction: completeAssignment,
		RunE:              f.run,
	})
	addFormat(cmd, &f.json, asDocument, "one JSON document")
	addProfile(cmd, &f.profile)
	addCases(cmd, &f.paths)
	return cmd
}

// allProfiles is the value of --profile that lists every case.
const allProfiles = "all"

// listFlags are the flags of list.
type listFlags struct {
	json    bool
	profile string
	paths   []string
}

func (f *listFlags) run(cmd *cobra.Command, args []string) error {
	shown, err := assignmentOrAll(args)
	if err != nil {
		return err
	}
	if len(args) == 2 {
		switch a := shown[0]; args[1] {
		case listOfSituations:
			return listSituations(cmd, a, f.json)
		case listOfFaults:
			return listFaults(cmd.OutOrStdout(), a, f.json)
		}
		return usagef("want %s or %s after the assignment, found %q", listOfSituations, listOfFaults, args[1])
	}
	var lists []listing
	for _, a := range shown {
		l, err := f.listing(a, len(args) == 0)
		if err != nil {
			return err
		}
		lists = append(lists, l)
	}
	switch {
	case f.json:
		return escape.Encode(cmd.OutOrStdout(), lists, "  ")
	case len(args) == 1:
		printCases(cmd.OutOrStdout(), lists[0])
	default:
		printAssignments(cmd.OutOrStdout(), lists)
	}
	return nil
}

// A listing is the output of "list" about an assignment.
type listing struct {
	Assignment string             `json:"assignment"`
	Course     string             `json:"course"`
	Title      string             `json:"title"`
	Args       []string           `json:"args"`
	Editions   []homework.Edition `json:"editions"`
	Cases      []cases.Index      `json:"cases"`

	plain, graded int // how many cases were found
}

// in reports whether a case is to be listed.
func (f *listFlags) in(c *cases.Case) (bool, error) {
	return f.profile == allProfiles || c.In(f.profile), nil
}

// listing describes an assignment and its cases. If anyNumber is set, it is no error if the assignment has no
// cases.
func (f *listFlags) listing(a *oracle.Assignment, anyNumber bool) (listing, error) {
	l := listing{
		Assignment: a.Name, Course: a.Course, Title: a.Title, Args: append([]string{}, a.Args...),
		Editions: a.Editions, Cases: []cases.Index{},
	}
	found, err := findCases(a, f.paths)
	if err == nil && !anyNumber && f.profile != allProfiles {
		found, err = casesInProfile(a, f.paths, f.profile, f.in, "--profile graded lists these")
	}
	for _, c := range found {
		if c.In(cases.ProfileGraded) {
			l.graded++
		} else if c.In(cases.ProfileDefault) {
			l.plain++
		}
		if in, _ := f.in(c); in {
			l.Cases = append(l.Cases, c.Index())
		}
	}
	return l, err
}

func printAssignments(w io.Writer, lists []listing) {
	for _, l := range lists {
		fmt.Fprintf(w, "%s: %s\n", l.Assignment, l.Title)
		description := l.count()
		if l.Course != "" {
			description = l.Course + ", " + description
		}
		fmt.Fprintf(w, "    %s, run as: %s\n", description,
			strings.Join(append([]string{"PROGRAM"}, l.Args...), " "))
		for i, e := range l.Editions {
			note := ""
			if i == 0 && len(l.Editions) > 1 {
				note = " (default)"
			}
			fmt.Fprintf(w, "    edition %s%s: %s\n", e.Name, note, e.Description)
		}
	}
}

// count describes the number of cases.
func (l listing) count() string {
	text := prose.Count(l.plain, "case")
	if l.graded > 0 {
		text += fmt.Sprintf(" and %d graded ones", l.graded)
	}
	return text
}

// printCases prints a table, each case with its tags below it: there may be many.
func printCases(w io.Writer, l listing) {
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
	if wide-len(left) < minTitleWidth {
		left = "  "
	}
	fmt.Fprintf(w, "%sABOUT\n", head)
	for i, c := range l.Cases {
		text := strings.TrimSuffix(rows[i+1], "\n")
		if len(left) < len(head) {
			text = strings.TrimRight(text, " ") + "\n" + left
		}
		text += foldIndented(escape.Line(c.Title), left, wide)
		if len(c.Tags) > 0 {
			text += "\n  tags: " + foldIndented(escape.Line(strings.Join(c.Tags, " ")), "        ", wide)
		}
		fmt.Fprintln(w, text)
	}
}

// minTitleWidth is the minimum width of a title next to the other columns. With less room, the title is printed
// below them.
const minTitleWidth = 40

// The second arguments of list.
const (
	listOfSituations = "situations"
	listOfFaults     = "faults"
)

// listSituations lists the situations of an assignment.
func listSituations(cmd *cobra.Command, a *oracle.Assignment, asJSON bool) error {
	if asJSON {
		return escape.Encode(cmd.OutOrStdout(), append([]homework.Situation{}, a.Situations...), "  ")
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SITUATION\tABOUT")
	for _, s := range a.Situations {
		note := ""
		if s.Beyond {
			note = " (only with --profile beyond)"
		}
		fmt.Fprintf(table, "%s\t%s%s\n", s.Name, s.Title, note)
	}
	return table.Flush()
}

// listFaults lists the faults of an assignment with explanations.
func listFaults(out io.Writer, a *oracle.Assignment, asJSON bool) error {
	faults := catalog.Faults(a)
	if asJSON {
		type fault struct {
			ID       string `json:"fault"`
			Kind     string `json:"kind"`
			About    string `json:"about"`
			Explains string `json:"explains"`
			Rule     string `json:"rule"`
		}
		list := []fault{}
		for _, f := range faults {
			list = append(list, fault{f.ID, f.Kind, f.Title, f.Explanation, rules.Titled(f.Rule.String())})
		}
		return escape.Encode(out, list, "  ")
	}
	fmt.Fprintf(out, "%s: %d faults\n", a.Name, len(faults))
	for _, f := range faults {
		fmt.Fprintf(out, "\n%s (%s)\n  %s\n  %s\n  %s\n",
			f.ID, f.Kind, f.Title, f.Explanation, rules.Titled(f.Rule.String()))
	}
	return nil
}
