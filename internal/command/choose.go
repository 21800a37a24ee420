package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// caseFlags are the flags that choose cases.
type caseFlags struct {
	names, tags, paths []string
	inputs             []string // instead of cases
	profile, expect    string
}

// addCases adds the flags by which cases are chosen among those that there are.
func (f *caseFlags) addCases(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.names, "case", nil, "only cases of this `NAME`, or 'cut-*'; repeatable")
	flags.StringArrayVar(&f.tags, "tag", nil, "only the cases with this `TAG`; repeatable")
	f.completeChoice(cmd)
	addProfile(cmd, &f.profile)
	addCases(cmd, &f.paths)
}

// chooseCases returns the cases that the flags name.
func (f *caseFlags) chooseCases(ctx context.Context, a *oracle.Assignment, edition string) (chosen []*cases.Case, err error) {
	if len(f.inputs) > 0 {
		if len(f.names)+len(f.tags)+len(f.paths) > 0 || f.profile != cases.ProfileDefault {
			return nil, usagef("want --input without --case, --tag, --profile and --cases, which choose among cases")
		}
		return inputCases(a, f.inputs)
	}
	in := func(c *cases.Case) (bool, error) { return f.inProfile(ctx, c, edition) }
	all, err := someCases(a, f.paths, f.profile, in, "--profile graded takes these")
	if err != nil {
		return nil, err
	}
	met := map[string]bool{} // patterns that some case has
	for _, c := range all {
		named := len(f.names) == 0
		for _, pattern := range f.names {
			ok, err := c.Matches(pattern)
			if err != nil {
				return nil, usagef("--case %s: %v", pattern, err)
			}
			if ok || c.IsCalled(pattern) {
				named, met[pattern] = true, true
			}
		}
		tagged := len(f.tags) == 0 || slices.ContainsFunc(f.tags, func(tag string) bool { return slices.Contains(c.Tags, tag) })
		if named && tagged {
			chosen = append(chosen, c)
		}
	}
	if len(chosen) == 0 {
		return nil, usagef("want at least one case, found none of %d in %s that the flags choose%s", len(all), a.Name, f.meant(a, all))
	}
	for _, pattern := range f.names {
		if !met[pattern] { // beside others, it would be left out without a word
			f.names = []string{pattern}
			return nil, usagef("--case %s: want a name of one of the %d cases, found none%s", pattern, len(all), f.meant(a, all))
		}
	}
	return chosen, nil
}

// meant ends the error that the flags choose none of the cases.
func (f *caseFlags) meant(a *oracle.Assignment, all []*cases.Case) string {
	var names, tags []string
	for _, c := range all {
		names, tags = append(names, c.Name), append(tags, c.Tags...)
	}
	for _, name := range f.names {
		if hint := suggest.Hint(name, names); hint != "" {
			return hint
		}
	}
	for _, tag := range f.tags {
		if hint := suggest.Hint(tag, tags); hint != "" {
			return hint
		}
	}
	return fmt.Sprintf(" (see \"touchstone list %s\")", a.Name)
}

// inProfile reports whether a case belongs to the profile. An edition that is asked for
// by name settles the answers of some cases that no course asks otherwise.
func (f *caseFlags) inProfile(ctx context.Context, c *cases.Case, edition string) (bool, error) {
	if f.profile != cases.ProfileDefault || edition == "" || !c.In(cases.ProfileBeyond) {
		return c.In(f.profile), nil
	}
	beyond, err := c.Beyond(ctx, edition)
	return beyond == "", err
}

// readExpected reads the names of the cases that must fail.
func (f *caseFlags) readExpected(a *oracle.Assignment, chosen []*cases.Case) (map[string]bool, error) {
	if f.expect == "" {
		return nil, nil
	}
	text, err := regular.Read(f.expect)
	if err != nil {
		return nil, err
	}
	all := chosen
	if len(f.inputs) == 0 { // else these are all
		if all, err = findCases(a, f.paths); err != nil {
			return nil, err
		}
	}
	expected := map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		name, _, _ := strings.Cut(line, "#")
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if !slices.ContainsFunc(all, func(c *cases.Case) bool { return c.Name == name }) {
			return nil, fmt.Errorf("%s:%d: want the name of a case of %s, found %s", f.expect, i+1, a.Name, scan.Show(name))
		}
		expected[name] = true
	}
	return expected, nil
}
