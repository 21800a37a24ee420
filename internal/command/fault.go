package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A faultStory is a fault as it is in one or more assignments.
type faultStory struct {
	ID          string      `json:"fault"`
	Assignments []string    `json:"assignments"`
	Kind        string      `json:"kind"`
	About       string      `json:"about"`
	Explains    string      `json:"explains"`
	Rule        mutant.Rule `json:"rule"`
	Show        string      `json:"show"` // the command that shows the rule
	Equivalent  string      `json:"equivalent,omitempty"`
	Beyond      string      `json:"beyond,omitempty"`
	Caught      []caughtBy  `json:"caughtBy,omitempty"`
}

// A caughtBy names cases of an assignment that catch a fault.
type caughtBy struct {
	Assignment string   `json:"assignment"`
	Count      int      `json:"count"`
	Cases      []string `json:"cases"` // some of them
}

// mostCases is how many cases are named that catch a fault.
const mostCases = 3

// explainFault explains the fault of that name in each of the assignments that has it.
func explainFault(out io.Writer, id string, among []*oracle.Assignment, asJSON bool) error {
	stories, err := faultStories(id, among)
	if err != nil {
		return err
	}
	if asJSON {
		return escape.Encode(out, stories, "  ")
	}
	for i, s := range stories {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := s.print(out); err != nil {
			return err
		}
	}
	return nil
}

// faultStories returns the fault as the assignments have it, alike ones as one.
func faultStories(id string, among []*oracle.Assignment) (stories []*faultStory, err error) {
	var names []string
	for _, a := range among {
		for _, fault := range catalog.Faults(a) {
			names = append(names, fault.ID)
			if !strings.EqualFold(fault.ID, id) {
				continue
			}
			s := &faultStory{fault.ID, nil, fault.Kind, fault.About, fault.Explains, fault.Rule, ruleCommand(a, fault.Rule), fault.Equivalent, fault.Beyond, nil}
			i := slices.IndexFunc(stories, func(t *faultStory) bool {
				return t.Explains == s.Explains && t.Rule == s.Rule && t.Equivalent == s.Equivalent && t.Beyond == s.Beyond
			})
			if i < 0 {
				i, stories = len(stories), append(stories, s)
			}
			stories[i].Assignments = append(stories[i].Assignments, a.Name)
			if err := stories[i].addCases(a); err != nil {
				return nil, err
			}
		}
	}
	if len(stories) > 0 {
		return stories, nil
	}
	meant, of := "see \"touchstone list ASSIGNMENT faults\"", "any assignment"
	if len(among) == 1 {
		meant, of = "see \"touchstone list "+among[0].Name+" faults\"", among[0].Name
	}
	if name := suggest.Of(id, names); name != "" {
		meant = "did you mean " + name + "?"
	}
	return nil, usagef("want a fault of %s, found %q (%s)", of, id, meant)
}

// addCases adds the cases of an assignment that catch the fault, first those made for it.
func (s *faultStory) addCases(a *oracle.Assignment) error {
	corpus, err := cases.Embedded(a)
	if err != nil {
		return err
	}
	var made, other []string
	for _, c := range corpus {
		switch {
		case slices.Contains(c.For, s.ID):
			made = append(made, c.Name)
		case slices.Contains(c.Kills, s.ID):
			other = append(other, c.Name)
		}
	}
	if all := append(made, other...); len(all) > 0 {
		s.Caught = append(s.Caught, caughtBy{a.Name, len(all), all[:min(mostCases, len(all))]})
	}
	return nil
}

// ruleCommand returns the command that shows a rule of an assignment.
func ruleCommand(a *oracle.Assignment, rule mutant.Rule) string {
	page := a.Name
	if rule.Page == mutant.Shared {
		page = sharedPage
	}
	name := strings.TrimPrefix(rule.Heading, "rule ")
	if number, ok := strings.CutPrefix(rule.Heading, strings.ToLower(logHeading)); ok {
		page, name = logRules, number
	}
	return "touchstone rules " + page + " " + strings.ToLower(name)
}

// print prints what there is to say of a fault.
func (s *faultStory) print(w io.Writer) error {
	title := ""
	if found, err := findRules(strings.Fields(s.Show)[2:]); err == nil && len(found[0].Parts) == 1 {
		title = rules.Part{Heading: s.Rule.Heading, Title: found[0].Parts[0].Title}.String()
	}
	fmt.Fprintf(w, "%s (%s; %s)\n  %s\n\n", escape.Line(s.ID), s.Kind, strings.Join(s.Assignments, ", "), escape.Line(s.About))
	fmt.Fprintf(w, "  %s\n\n", folded(escape.Line(s.Explains), "  ", min(width(w), 100)))
	fmt.Fprintf(w, "  It breaks %s (%s).\n", escape.Line(title), s.Show)
	if s.Equivalent != "" {
		fmt.Fprintf(w, "  No input shows it: %s\n", folded(escape.Line(s.Equivalent), "  ", min(width(w), 100)))
	}
	if s.Beyond != "" {
		fmt.Fprintf(w, "  Nothing that a course asks shows it: %s\n", folded(escape.Line(s.Beyond), "  ", min(width(w), 100)))
	}
	for _, c := range s.Caught {
		text := fmt.Sprintf("In %s it is caught by %d cases, such as %s.", c.Assignment, c.Count, strings.Join(c.Cases, ", "))
		if c.Count == 1 {
			text = fmt.Sprintf("In %s it is caught by the case %s.", c.Assignment, c.Cases[0])
		}
		fmt.Fprintf(w, "  %s\n", folded(escape.Line(text), "  ", min(width(w), 100)))
	}
	return nil
}

// completeFault completes the name of a fault, of an assignment that was typed or of any.
func completeFault(_ *cobra.Command, args []string, _ string) (found []string, _ cobra.ShellCompDirective) {
	among := oracle.Assignments()
	if len(args) > 0 {
		a, err := oracle.Lookup(args[0])
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		among = []*oracle.Assignment{a}
	}
	for _, a := range among {
		for _, fault := range catalog.Faults(a) {
			found = append(found, fault.ID+"\t"+fault.About)
		}
	}
	slices.Sort(found)
	return slices.CompactFunc(found, func(a, b string) bool {
		a, _, _ = strings.Cut(a, "\t")
		b, _, _ = strings.Cut(b, "\t")
		return a == b
	}), cobra.ShellCompDirectiveNoFileComp
}
