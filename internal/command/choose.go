package command

import (
	"context"
	"fmt"
	"path/filepath"
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

// addCases adds the flags that select cases.
func (f *caseFlags) addCases(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.names, "case", nil, "only cases of this `NAME`, or 'cut-*'; repeatable")
	cmd.RegisterFlagCompletionFunc("case", f.completeCases(nameAndTitle))
	addProfile(cmd, &f.profile)
	addCases(cmd, &f.paths)
}

// chooseCases returns the cases that the flags name.
func (f *caseFlags) chooseCases(ctx context.Context, a *oracle.Assignment,
	edition string) (chosen []*cases.Case, err error) {
	if len(f.inputs) > 0 {
		if len(f.names)+len(f.tags)+len(f.paths) > 0 || f.profile != cases.ProfileDefault {
			return nil, usagef("want --input without --case, --tag, --profile and --cases, which choose among cases")
		}
		return inputCases(a, f.inputs)
	}
	in := func(c *cases.Case) (bool, error) { return f.inProfile(ctx, c, edition) }
	all, err := casesInProfile(a, f.paths, f.profile, in, "--profile graded takes these")
	if err != nil {
		return nil, err
	}
	matched := map[string]bool{} // patterns that match some case
	for _, c := range all {
		named := len(f.names) == 0
		for _, pattern := range f.names {
			ok, err := c.Matches(pattern)
			if err != nil {
				return nil, usagef("--case %s: %v", pattern, err)
			}
			if ok || c.IsCalled(pattern) {
				named, matched[pattern] = true, true
			}
		}
		tagged := len(f.tags) == 0 || slices.ContainsFunc(f.tags,
			func(tag string) bool { return slices.Contains(c.Tags, tag) })
		if named && tagged {
			chosen = append(chosen, c)
		}
	}
	if len(chosen) == 0 {
		return nil, usagef("want at least one case, found none of %d in %s that the flags choose%s", len(all),
			a.Name, f.noneChosenHint(a, all))
	}
	for _, pattern := range f.names {
		if !matched[pattern] { // it would be ignored silently if other patterns match
			f.names = []string{pattern}
			return nil, usagef("--case %s: want a name of one of the %d cases, found none%s", pattern, len(all),
				f.noneChosenHint(a, all))
		}
	}
	return chosen, nil
}

// noneChosenHint ends the error that the flags choose none of the cases.
func (f *caseFlags) noneChosenHint(a *oracle.Assignment, all []*cases.Case) string {
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

// inProfile reports whether a case belongs to the profile. An edition that is named explicitly settles the
// answers of some cases that no course uses otherwise.
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
			return nil, fmt.Errorf("%s:%d: want the name of a case of %s, found %s", f.expect, i+1, a.Name,
				scan.Show(name))
		}
		expected[name] = true
	}
	return expected, nil
}

// addCases adds the flag --cases.
func addCases(cmd *cobra.Command, paths *[]string) {
	cmd.Flags().StringArrayVar(paths, "cases", nil, "your own cases at this `PATH`; a file or a directory, "+
		"instead of the built-in ones, repeatable")
}

// addProfile adds the flag --profile.
func addProfile(cmd *cobra.Command, profile *string) {
	cmd.Flags().StringVar(profile, "profile", cases.ProfileDefault,
		"cases of this `SET`, such as core; core: a small one in which up to three cases catch each known "+
			"mistake; graded: a set like the course's own; beyond: what no course asks")
	completeFlag(cmd, "profile", cases.ProfileNames)
}

// findCases returns the cases of an assignment at the paths, or its built-in cases if there are no paths.
func findCases(a *oracle.Assignment, paths []string) ([]*cases.Case, error) {
	if len(paths) == 0 {
		return cases.Embedded(a)
	}
	loaded, err := loadCases(paths)
	return slices.DeleteFunc(loaded, func(c *cases.Case) bool { return c.Assignment != a }), err
}

// loadCases reads the cases of all assignments at the paths.
func loadCases(paths []string) (found []*cases.Case, err error) {
	type key struct {
		of   *oracle.Assignment
		name string
	}
	names := map[key]bool{}
	for _, path := range paths {
		loaded, err := cases.Load(path)
		if err != nil {
			return nil, usage(err)
		}
		for _, c := range loaded {
			if names[key{c.Assignment, c.Name}] {
				return nil, usagef("%s: want one case of each name, found %s twice", path, c.Name)
			}
			names[key{c.Assignment, c.Name}] = true
			found = append(found, c)
		}
	}
	return found, nil
}

// casesInProfile returns the cases of an assignment in a profile; there must be at least one. in reports whether a
// case is in the profile. The error describes the contents of the paths; taken completes it for graded cases,
// which users may forget.
func casesInProfile(a *oracle.Assignment, paths []string, profile string, in func(*cases.Case) (bool, error),
	taken string) (chosen []*cases.Case, err error) {
	if !slices.Contains(cases.ProfileNames, profile) {
		return nil, usagef("want --profile %s, found %q%s", strings.Join(cases.ProfileNames, ", "), profile,
			suggest.Hint(profile, cases.ProfileNames))
	}
	all, err := findCases(a, paths)
	if err != nil {
		return nil, err
	}
	graded := true
	for _, c := range all {
		ok, err := in(c)
		if err != nil {
			return nil, err
		}
		if ok {
			chosen = append(chosen, c)
		}
		graded = graded && c.In(cases.ProfileGraded)
	}
	place := strings.Join(paths, ", ")
	switch {
	case len(chosen) > 0 || len(paths) == 0:
		return chosen, nil
	case len(all) == 0:
		return nil, wrongAssignment(a, paths)
	case graded:
		return nil, usagef("want cases of the profile %s in %s, found only graded ones, %d of %s: %s", profile,
			place, len(all), a.Name, taken)
	}
	return nil, usagef("want cases of the profile %s in %s, found none among %d of %s", profile, place,
		len(all), a.Name)
}

// inputCases returns a case for each of some input files, named after it.
func inputCases(a *oracle.Assignment, paths []string) (created []*cases.Case, err error) {
	taken := map[string]bool{}
	for _, path := range paths {
		src, err := regular.Read(path)
		if err != nil {
			return nil, usage(err)
		}
		base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		name := base
		for n := 2; taken[name]; n++ { // many an input is called input.txt
			name = fmt.Sprintf("%s-%d", base, n)
		}
		taken[name] = true
		c, err := cases.OnInput(a, name, path, src)
		if err != nil {
			return nil, usage(err)
		}
		created = append(created, c)
	}
	return created, nil
}

// wrongAssignment describes the cases at paths that have no case of an assignment.
func wrongAssignment(a *oracle.Assignment, paths []string) error {
	loaded, err := loadCases(paths)
	if err != nil {
		return err
	}
	var found []string
	for _, other := range oracle.Assignments() {
		n := 0
		for _, c := range loaded {
			if c.Assignment == other {
				n++
			}
		}
		if n > 0 {
			found = append(found, fmt.Sprintf("%d of %s", n, other.Name))
		}
	}
	return usagef("%s: want cases of %s, found %s", strings.Join(paths, ", "), a.Name, strings.Join(found, ", "))
}
