package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

// completeAssignment completes the first argument, and no other. It may be the path of a problem package as well: the
// shell completes files where no name fits.
func completeAssignment(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := slices.DeleteFunc(oracle.Names(), func(name string) bool { return !strings.HasPrefix(name, strings.ToLower(word)) })
	return names, cobra.ShellCompDirectiveDefault
}

// completeAssignmentThenFile completes the first argument, and files after it.
func completeAssignmentThenFile(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return completeAssignment(cmd, args, word)
}

// completeChoice completes the flags by which cases are chosen, from those that the
// assignment has in the profile.
func (f *caseFlags) completeChoice(cmd *cobra.Command) {
	from := func(words func(*cases.Case) []string) cobra.CompletionFunc {
		return func(_ *cobra.Command, args []string, _ string) (found []string, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			a, err := oracle.Lookup(args[0])
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			paths := slices.Sorted(slices.Values(f.paths)) // cobra reads the flags twice here
			all, err := findCases(a, slices.Compact(paths))
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			for _, c := range all {
				if c.In(f.profile) {
					found = append(found, words(c)...)
				}
			}
			slices.Sort(found)
			return slices.Compact(found), cobra.ShellCompDirectiveNoFileComp
		}
	}
	cmd.RegisterFlagCompletionFunc("case", from(func(c *cases.Case) []string { return []string{c.Name + "\t" + c.Title} }))
	cmd.RegisterFlagCompletionFunc("tag", from(func(c *cases.Case) []string { return c.Tags }))
}

// A span is a flag for a length of time.
type span time.Duration

func (s *span) Type() string { return "duration" }

// String returns nothing for what stands for another length.
func (s *span) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}

func (s *span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("want a time with its unit, such as 10s, 1.5s or 500ms")
	}
	*s = span(d)
	return nil
}
