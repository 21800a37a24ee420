package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/visible"
	"github.com/touchstone-suite/touchstone/oracle"
)

func newList() *cobra.Command {
	var asJSON bool
	var paths []string
	cmd := &cobra.Command{
		Use:   "list [ASSIGNMENT]",
		Short: "Show the assignments, their editions and their cases",
		Long: `List shows the five assignments with their editions, or the cases of one of them
with their tags and the sizes of their goldens.`,
		Example: `  touchstone list
  touchstone list reversi
  touchstone list --json | jq '.[].cases[].case'`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeAssignment,
		RunE: func(cmd *cobra.Command, args []string) error {
			shown := oracle.Assignments()
			if len(args) == 1 {
				a, err := oracle.Lookup(args[0])
				if err != nil {
					return usage(err)
				}
				shown = []*oracle.Assignment{a}
			}
			lists, err := listings(shown, paths)
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				return visible.Encode(cmd.OutOrStdout(), lists, "  ")
			case len(args) == 1:
				return printCases(cmd.OutOrStdout(), lists[0])
			}
			return printAssignments(cmd.OutOrStdout(), lists)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	addCases(cmd, &paths)
	return cmd
}

// A listing is what "list" shows of an assignment.
type listing struct {
	Assignment string        `json:"assignment"`
	Course     string        `json:"course"`
	Title      string        `json:"title"`
	Args       []string      `json:"args"`
	Editions   []edition     `json:"editions"`
	Cases      []cases.Index `json:"cases"`
}

type edition struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

func listings(shown []*oracle.Assignment, paths []string) ([]listing, error) {
	var lists []listing
	for _, a := range shown {
		l := listing{Assignment: a.Name, Course: a.Course, Title: a.Title, Args: append([]string{}, a.Args...), Cases: []cases.Index{}}
		for _, e := range a.Editions {
			l.Editions = append(l.Editions, edition(e))
		}
		found, err := findCases(a, paths)
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			l.Cases = append(l.Cases, c.Index())
		}
		lists = append(lists, l)
	}
	return lists, nil
}

func printAssignments(w io.Writer, lists []listing) error {
	for _, l := range lists {
		fmt.Fprintf(w, "%s: %s\n", l.Assignment, l.Title)
		fmt.Fprintf(w, "    %s, %d cases, run as: %s\n", l.Course, len(l.Cases), strings.Join(append([]string{"PROGRAM"}, l.Args...), " "))
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

func printCases(w io.Writer, l listing) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CASE\tCATEGORY\tLINES\tTAGS\tABOUT")
	for _, c := range l.Cases {
		var lines int64
		for _, g := range c.Goldens {
			lines += g.Lines
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\n", visible.Line(c.Name), c.Category, lines, visible.Line(strings.Join(c.Tags, " ")), visible.Line(c.Title))
	}
	return table.Flush()
}

// addCases adds the flag --cases.
func addCases(cmd *cobra.Command, paths *[]string) {
	cmd.Flags().StringArrayVar(paths, "cases", nil, "take the cases of this file or folder instead of the built-in ones (repeatable)")
}

// findCases gives the cases of an assignment: those at the paths, or the
// built-in ones if there are no paths.
func findCases(a *oracle.Assignment, paths []string) ([]*cases.Case, error) {
	if len(paths) == 0 {
		return cases.Embedded(a)
	}
	var found []*cases.Case
	names := map[string]bool{}
	for _, path := range paths {
		loaded, err := cases.Load(path)
		if err != nil {
			return nil, usage(err)
		}
		for _, c := range loaded {
			if c.Assignment != a {
				continue
			}
			if names[c.Name] {
				return nil, usagef("%s: want one case of each name, found %s twice", path, c.Name)
			}
			names[c.Name] = true
			found = append(found, c)
		}
	}
	return found, nil
}
