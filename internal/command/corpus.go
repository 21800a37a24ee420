package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// addCases adds the flag --cases.
func addCases(cmd *cobra.Command, paths *[]string) {
	cmd.Flags().StringArrayVar(paths, "cases", nil, "your own cases at this `PATH`; a file or a folder, instead of the built-in ones, repeatable")
}

// addProfile adds the flag --profile.
func addProfile(cmd *cobra.Command, profile *string) {
	cmd.Flags().StringVar(profile, "profile", cases.ProfileDefault, "cases of this `SET`, such as core; core: a small one in which up to three cases catch each known mistake; graded: a set like the course's own; beyond: what no course asks")
	cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(cases.ProfileNames, cobra.ShellCompDirectiveNoFileComp))
}

// findCases returns the cases of an assignment: those at the paths, or the
// built-in ones if there are no paths.
func findCases(a *oracle.Assignment, paths []string) ([]*cases.Case, error) {
	if len(paths) == 0 {
		return cases.Embedded(a)
	}
	loaded, err := loadCases(paths)
	return slices.DeleteFunc(loaded, func(c *cases.Case) bool { return c.Assignment != a }), err
}

// loadCases reads the cases at paths, of whatever assignments.
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

// someCases returns the cases of an assignment in a profile, of which there must be one.
// in tells which these are. An error says what the paths hold instead; taken completes it
// for graded cases, of which one may not think.
func someCases(a *oracle.Assignment, paths []string, profile string, in func(*cases.Case) (bool, error), taken string) (chosen []*cases.Case, err error) {
	if !slices.Contains(cases.ProfileNames, profile) {
		return nil, usagef("want --profile %s, found %q%s", strings.Join(cases.ProfileNames, ", "), profile, suggest.Hint(profile, cases.ProfileNames))
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
	where := strings.Join(paths, ", ")
	switch {
	case len(chosen) > 0 || len(paths) == 0:
		return chosen, nil
	case len(all) == 0:
		return nil, wrongAssignment(a, paths)
	case graded:
		return nil, usagef("want cases of the profile %s in %s, found only graded ones, %d of %s: %s", profile, where, len(all), a.Name, taken)
	}
	return nil, usagef("want cases of the profile %s in %s, found none among %d of %s", profile, where, len(all), a.Name)
}

// inputCases returns a case for each of some input files, named after it.
func inputCases(a *oracle.Assignment, paths []string) (made []*cases.Case, err error) {
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
		made = append(made, c)
	}
	return made, nil
}

// wrongAssignment says whose cases are at paths that hold none of an assignment.
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
