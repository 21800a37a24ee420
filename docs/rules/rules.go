// Package rules holds the pages of rules, for users who have only the binary, and finds the parts of a page.
package rules

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Shared is the page of the rules that all assignments share.
var Shared = Page("README")

// Competition is the page of how agents play against each other.
var Competition = Page("competition")

// Handouts is the page of the errors in the handouts of the built-in assignments.
var Handouts = Page("handouts")

// Page returns the page of the built-in assignment with the given name, in Markdown. It panics if the
// assignment does not exist.
func Page(name string) string {
	text, err := pages.ReadFile(name + ".md")
	if err != nil {
		panic(fmt.Sprintf("rules: %v", err))
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// A Part is a part of a page.
type Part struct {
	Heading string `json:"heading"` // "Rule 3", "Log rule 3", "Envelope"
	Title   string `json:"title"`   // the text after the heading's colon, or ""
	Text    string `json:"text"`    // in Markdown, with its heading
}

// String returns the part's heading and title.
func (p Part) String() string {
	if p.Title == "" {
		return p.Heading
	}
	return p.Heading + ": " + p.Title
}

var (
	heading = regexp.MustCompile(`(?m)^## (.+)$`)
	item    = regexp.MustCompile(`(?m)^([0-9]+)\. `)
)

// Title returns the first line of a page, which is its title.
func Title(page string) string {
	line, _, _ := strings.Cut(page, "\n")
	return strings.TrimLeft(line, "# ")
}

// Parts returns the parts of a page: the sections below its headings ("## Rule 3: Raid"). A page without such
// headings may number its rules as a list ("3. ...").
func Parts(page string) (parts []Part) {
	for text := range split(page, heading) {
		line, _, _ := strings.Cut(strings.TrimPrefix(text, "## "), "\n")
		name, title, _ := strings.Cut(line, ":")
		parts = append(parts, Part{name, strings.TrimSpace(title), text})
	}
	if len(parts) > 0 {
		return parts
	}
	for text := range split(page, item) {
		number, _, _ := strings.Cut(text, ".")
		parts = append(parts, Part{"Rule " + number, "", text})
	}
	return parts
}

// split yields the texts of a page that each begin with a match.
func split(page string, begin *regexp.Regexp) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		at := begin.FindAllStringIndex(page, -1)
		for i := range at {
			end := len(page)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			if !yield(strings.TrimRight(page[at[i][0]:end], "\n") + "\n") {
				return
			}
		}
	}
}

// SharedPath is the path of Shared from the root of the module.
const SharedPath = "docs/rules/README.md"

// Command is the name of the command that prints rules.
var Command = "touchstone"

// Titled returns a rule, given as a path and a heading ("docs/rules/reversi.md rule 3"), with its title and
// the command that prints it. A rule that is on no page here is returned unchanged.
func Titled(rule string) string {
	title, command := title(rule)
	if command == "" {
		return title
	}
	return fmt.Sprintf("%s (%s)", title, command)
}

// Heading returns a rule with its title alone.
func Heading(rule string) string {
	title, _ := title(rule)
	return title
}

// outside holds the pages of external games, by the name that their rules use, each with its assignment.
var outside = map[string]struct{ assignment, text string }{}

// Add adds the page of an external game, which rules name by a path: "RULES.md rule 3".
func Add(path, assignment, page string) {
	outside[path] = struct{ assignment, text string }{assignment, page}
}

// pageAt returns the page at a path, and its name in the command.
func pageAt(path string) (name, text string, known bool) {
	if own, ok := outside[path]; ok {
		return own.assignment, own.text, true
	}
	file, ok := strings.CutPrefix(path, "docs/rules/")
	page, err := pages.ReadFile(file)
	return strings.TrimSuffix(file, ".md"), string(page), ok && err == nil
}

// title returns the title of a rule, and the command that prints it, or the rule as it is.
func title(rule string) (title, command string) {
	path, name, _ := strings.Cut(rule, " ")
	page, text, known := pageAt(path)
	part, found := Find(text, name)
	if !known || !found {
		return rule, ""
	}
	word, name, _ := strings.Cut(strings.TrimPrefix(part.Heading, "Log "), " ")
	isRule := strings.EqualFold(word, "rule")
	if !isRule {
		name = strings.ToLower(part.Heading)
	}
	switch {
	case path == SharedPath && isRule:
		page = "log"
	case path == SharedPath:
		page = "shared"
	}
	return part.String(), fmt.Sprintf("%s rules %s %s", Command, page, name)
}

// Find returns the part of a page with a heading, in upper or lower case; a number alone is a rule's.
func Find(page, name string) (Part, bool) {
	for _, p := range Parts(page) {
		if strings.EqualFold(p.Heading, name) || strings.EqualFold(p.Heading, "Rule "+name) {
			return p, true
		}
	}
	return Part{}, false
}
