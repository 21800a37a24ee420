package command

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
)

// The names of the page that assignments share, and of its rules of the log.
const (
	sharedPage   = "shared"
	playPage     = "competition" // of contests between agents
	handoutsPage = "handouts"    // of errors in the handouts
	logRules     = "log"
	logHeading   = "Log rule " // and a number
)

func newRules() *cobra.Command {
	var asJSON bool
	cmd := withHelp("rules", &cobra.Command{
		Args:              cobra.ArbitraryArgs, // a heading may have several words
		ValidArgsFunction: completePages,
		RunE: func(cmd *cobra.Command, args []string) error {
			pages, err := findRules(args)
			if err != nil {
				return usage(err)
			}
			out := cmd.OutOrStdout()
			switch {
			case asJSON:
				return escape.Encode(out, pages, "  ")
			case len(args) == 0:
				listRules(out, pages)
			default:
				fmt.Fprint(out, escape.Text(pages[0].text()))
			}
			return nil
		},
	})
	addFormat(cmd, &asJSON, asDocument, "one JSON document")
	return cmd
}

// A rulesPage is a page of rules, or some parts of it.
type rulesPage struct {
	Page  string       `json:"page"`
	Title string       `json:"title"`
	Parts []rules.Part `json:"parts"`

	whole  string // the page's text, unless only some parts are meant
	prefix string // the names of parts leave it out of their headings
}

// text returns the printed form of the page.
func (p rulesPage) text() string {
	if p.whole != "" {
		return p.whole
	}
	var parts []string
	for _, part := range p.Parts {
		parts = append(parts, part.Text)
	}
	return strings.Join(parts, "\n")
}

// rulesPages returns all pages: the pages of assignments, the shared pages, and last the rules of the log,
// which are parts of the shared page.
func rulesPages() (pages []rulesPage) {
	add := func(name, text string) {
		if text != "" {
			pages = append(pages, rulesPage{name, rules.Title(text), rules.Parts(text), text, "Rule "})
		}
	}
	for _, a := range oracle.Assignments() {
		add(a.Name, a.Rules)
	}
	add(playPage, rules.Competition)
	add(handoutsPage, rules.Handouts)
	add(sharedPage, rules.Shared)
	log := pages[len(pages)-1]
	log.Parts = slices.DeleteFunc(slices.Clone(log.Parts),
		func(p rules.Part) bool { return !strings.HasPrefix(p.Heading, logHeading) })
	return append(pages, rulesPage{logRules, log.Title, log.Parts, "", logHeading})
}

// findRules returns the pages, or the part of one, that arguments name.
func findRules(args []string) ([]rulesPage, error) {
	if len(args) == 0 {
		pages := rulesPages()
		return pages[:len(pages)-1], nil
	}
	name, heading := strings.ToLower(args[0]), strings.Join(args[1:], " ")
	// Lookup opens a package that is named by its path. Then its page is one of the pages.
	if a, err := oracle.Lookup(args[0]); err == nil {
		name = strings.ToLower(a.Name)
	} else if problem.Is(args[0]) {
		return nil, err
	}
	pages := rulesPages()
	i := slices.IndexFunc(pages, func(p rulesPage) bool { return p.Page == name })
	if i < 0 {
		if a, err := oracle.Lookup(name); err == nil {
			return nil, fmt.Errorf("%s has no page of rules", a.Name)
		}
		return nil, fmt.Errorf("want a page of rules (%s), found %q%s", strings.Join(pageNames(), ", "), args[0],
			suggest.Hint(args[0], pageNames()))
	}
	page := pages[i]
	if page.Page == logRules {
		page.Page = sharedPage
	}
	if heading == "" {
		return []rulesPage{page}, nil
	}
	found := page.find(heading)
	if len(found) == 0 {
		names := page.partNames(page.Parts)
		hint := suggest.Hint(heading, slices.DeleteFunc(slices.Clone(names), isNumber))
		if spoken := filterParts(page.Parts, heading, func(p rules.Part) string { return p.Text }); hint == "" &&
			len(spoken) > 0 {
			hint = fmt.Sprintf("; see %s", strings.Join(page.partNames(spoken), ", "))
		}
		return nil, fmt.Errorf("want a part of the page %s (%s), found %q%s", args[0], strings.Join(names, ", "),
			heading, hint)
	}
	page.Parts, page.whole = found, ""
	return []rulesPage{page}, nil
}

// find returns the part of that heading or number, or the parts that have the name in their headings.
func (p rulesPage) find(name string) []rules.Part {
	for _, part := range p.Parts {
		if strings.EqualFold(part.Heading, name) || strings.EqualFold(part.Heading, p.prefix+name) {
			return []rules.Part{part}
		}
	}
	return filterParts(p.Parts, name, rules.Part.String)
}

// filterParts returns the parts whose text contains some words, ignoring case.
func filterParts(parts []rules.Part, words string, text func(rules.Part) string) (found []rules.Part) {
	pattern := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(words) + `\b`)
	for _, p := range parts {
		if !isNumber(words) && pattern.MatchString(text(p)) {
			found = append(found, p)
		}
	}
	return found
}

// isNumber reports whether a part is identified by a number. Numbers have no similar names to suggest.
func isNumber(name string) bool { return name != "" && name[0] >= '0' && name[0] <= '9' }

// pageNames returns the values of the first argument.
func pageNames() (names []string) {
	for _, p := range rulesPages() {
		names = append(names, p.Page)
	}
	return names
}

// completePages completes a page.
func completePages(_ *cobra.Command, args []string, _ string) ([]string, directive) {
	if len(args) > 0 {
		return nil, noFiles
	}
	return pageNames(), noFiles
}

// partNames returns the names by which some parts of the page are found.
func (p rulesPage) partNames(parts []rules.Part) (names []string) {
	for _, part := range parts {
		names = append(names, strings.TrimPrefix(part.Heading, p.prefix))
	}
	return names
}

// listRules prints the pages with their parts.
func listRules(w io.Writer, pages []rulesPage) {
	for _, p := range pages {
		printLine(w, "%s: %s", p.Page, strings.TrimPrefix(p.Title, p.Page+": "))
		for _, part := range p.Parts {
			printLine(w, "    %s", part)
		}
	}
}

// A faultDescription is a fault as it is in one or more assignments.
type faultDescription struct {
	ID          string      `json:"fault"`
	Assignments []string    `json:"assignments"`
	Kind        string      `json:"kind"`
	Title       string      `json:"about"`
	Explanation string      `json:"explains"`
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

// maxCases is the maximum number of cases listed that catch a fault.
const maxCases = 3

// explainFault explains the fault of that name in each of the assignments that has it.
func explainFault(out io.Writer, id string, among []*oracle.Assignment, asJSON bool) error {
	stories, err := faultDescriptions(id, among)
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
		s.print(out)
	}
	return nil
}

// faultDescriptions returns the descriptions of a mistake in the assignments, merging equal ones.
func faultDescriptions(id string, among []*oracle.Assignment) (descriptions []*faultDescription, err error) {
	var names []string
	for _, a := range among {
		for _, fault := range catalog.Faults(a) {
			names = append(names, fault.ID)
			if !strings.EqualFold(fault.ID, id) {
				continue
			}
			s := &faultDescription{fault.ID, nil, fault.Kind, fault.Title, fault.Explanation, fault.Rule,
				ruleCommand(a, fault.Rule), fault.Equivalent, fault.Beyond, nil}
			i := slices.IndexFunc(descriptions, func(t *faultDescription) bool {
				return t.Explanation == s.Explanation && t.Rule == s.Rule && t.Equivalent == s.Equivalent &&
					t.Beyond == s.Beyond
			})
			if i < 0 {
				i, descriptions = len(descriptions), append(descriptions, s)
			}
			descriptions[i].Assignments = append(descriptions[i].Assignments, a.Name)
			if err := descriptions[i].addCases(a); err != nil {
				return nil, err
			}
		}
	}
	if len(descriptions) > 0 {
		return descriptions, nil
	}
	meant, place := "see \"touchstone list ASSIGNMENT faults\"", "any assignment"
	if len(among) == 1 {
		meant, place = "see \"touchstone list "+among[0].Name+" faults\"", among[0].Name
	}
	if name := suggest.Of(id, names); name != "" {
		meant = "did you mean " + name + "?"
	}
	return nil, usagef("want a fault of %s, found %q (%s)", place, id, meant)
}

// addCases adds the cases of an assignment that catch the fault, beginning with the cases made for it.
func (s *faultDescription) addCases(a *oracle.Assignment) error {
	corpus, err := cases.Embedded(a)
	if err != nil {
		return err
	}
	var dedicated, other []string
	for _, c := range corpus {
		switch {
		case slices.Contains(c.MadeFor, s.ID):
			dedicated = append(dedicated, c.Name)
		case slices.Contains(c.Kills, s.ID):
			other = append(other, c.Name)
		}
	}
	if all := append(dedicated, other...); len(all) > 0 {
		s.Caught = append(s.Caught, caughtBy{a.Name, len(all), all[:min(maxCases, len(all))]})
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

// print prints the description of a mistake.
func (s *faultDescription) print(w io.Writer) {
	title := ""
	if found, err := findRules(strings.Fields(s.Show)[2:]); err == nil && len(found[0].Parts) == 1 {
		title = rules.Part{Heading: s.Rule.Heading, Title: found[0].Parts[0].Title}.String()
	}
	fmt.Fprintf(w, "%s (%s; %s)\n  %s\n\n", escape.Line(s.ID), s.Kind, strings.Join(s.Assignments, ", "),
		escape.Line(s.Title))
	printFolded(w, "  ", s.Explanation)
	fmt.Fprintln(w)
	printLine(w, "  It breaks %s (%s).", title, s.Show)
	if s.Equivalent != "" {
		printFolded(w, "  No input shows it: ", s.Equivalent)
	}
	if s.Beyond != "" {
		printFolded(w, "  No input of a course shows it: ", s.Beyond)
	}
	for _, c := range s.Caught {
		text := fmt.Sprintf("In %s it is caught by %d cases, such as %s.", c.Assignment, c.Count,
			strings.Join(c.Cases, ", "))
		if c.Count == 1 {
			text = fmt.Sprintf("In %s it is caught by the case %s.", c.Assignment, c.Cases[0])
		}
		printFolded(w, "  ", text)
	}
}

// printFolded prints a paragraph that begins with a lead. Its lines are indented like the lead.
func printFolded(w io.Writer, lead, text string) {
	words := strings.TrimLeft(lead, " ")
	indent := lead[:len(lead)-len(words)]
	fmt.Fprintf(w, "%s%s\n", indent, foldIndented(words+escape.Line(text), indent, min(width(w), 100)))
}

// printKnown prints the known mistakes that fit a failing case, if any.
func printKnown(w io.Writer, k *diagnosis.Known) {
	if k == nil {
		return
	}
	for i, f := range k.Faults {
		label := "fits this case:"
		if i > 0 {
			label = "            or:"
		}
		printLine(w, "  %s %s", label, f.Name)
		printFolded(w, "    ", f.Title)
		printLine(w, "    %s", rules.Titled(f.Rule))
	}
	fmt.Fprintf(w, "  %s\n", strings.Join(k.Caution(), "\n  "))
}
