package mutant

import (
	"errors"
	"strconv"
	"strings"
)

// A Fault is a named mistake that people make, in words.
type Fault struct {
	ID       string // words in kebab-case that a student understands
	Kind     string // cut, log, order, depth, evaluation, game, output or form
	About    string // one line for a table
	Explains string // a paragraph to a student: what the program does, what it should do, and where to look
	Rule     Rule   // the rule that it breaks

	// Equivalent is the reason why no valid input shows the fault; "" if some input does.
	Equivalent string
	// Beyond is the reason why only inputs outside the assignment's envelope ("Envelope" in
	// docs/rules) show the fault; "" if inputs inside do.
	Beyond string
	// Form is set if the outputs differ from the right ones in form only: line ends, blanks at the
	// ends of lines, the final newline.
	Form bool
}

// A Mutation is a fault in word and deed: Break replaces the hooks H of a solver by those of a
// program with the fault. Break wraps a hook, rather than replaces it, where the mistake leaves
// part of the decision as it was, so that several mutations of one solver compose.
type Mutation[H any] struct {
	Fault
	Break func(h *H)
}

// Mistake returns a mutation: the fields of a fault, and its deed. The lines of explains may be broken anywhere.
func Mistake[H any](kind string, rule Rule, id, about, explains string, deed func(h *H)) Mutation[H] {
	return Mutation[H]{
		Fault{ID: id, Kind: kind, About: about, Explains: paragraph(explains), Rule: rule, Form: kind == "form"},
		deed,
	}
}

// NeverShown returns the mutation as an Equivalent one, for a reason.
func (m Mutation[H]) NeverShown(why string) Mutation[H] {
	m.Equivalent = paragraph(why)
	return m
}

// ShownBeyond returns the mutation as one that only inputs Beyond the envelope show, for a reason, if there is one.
func (m Mutation[H]) ShownBeyond(why string) Mutation[H] {
	m.Beyond = paragraph(why)
	return m
}

// If returns the mutation where an assignment can have it, and otherwise none, whose Break is nil.
func (m Mutation[H]) If(has bool) Mutation[H] {
	if has {
		return m
	}
	return Mutation[H]{}
}

// paragraph returns a text as one line.
func paragraph(text string) string { return strings.Join(strings.Fields(text), " ") }

// Wrap makes change decide in place of a hook. change gets the argument of the hook and its decision.
func Wrap[A, R any](hook *func(A) R, change func(a A, was R) R) {
	right := *hook
	*hook = func(a A) R { return change(a, right(a)) }
}

// Wrap2 is Wrap for a hook with two arguments.
func Wrap2[A, B, R any](hook *func(A, B) R, change func(a A, b B, was R) R) {
	right := *hook
	*hook = func(a A, b B) R { return change(a, b, right(a, b)) }
}

// Wrap3 is Wrap for a hook with three arguments.
func Wrap3[A, B, C, R any](hook *func(A, B, C) R, change func(a A, b B, c C, was R) R) {
	right := *hook
	*hook = func(a A, b B, c C) R { return change(a, b, c, right(a, b, c)) }
}

// Lift turns mutations of hooks G into those of hooks H, of which they are a part.
func Lift[G, H any](mutations []Mutation[G], part func(h *H) *G) []Mutation[H] {
	var lifted []Mutation[H]
	for _, m := range mutations {
		lifted = append(lifted, Mutation[H]{m.Fault, func(h *H) { m.Break(part(h)) }})
	}
	return lifted
}

// A Page is a page of rules, by its path from the root of the module: "docs/rules/squirrel.md".
type Page string

// Shared is the page of the rules that assignments share.
const Shared Page = "docs/rules/README.md"

// A Rule is a part of a page of rules. Its zero value is no rule.
type Rule struct {
	Page    Page
	Heading string // of the part, up to a colon: "rule 3"
}

// Rule returns a rule of the page by its number.
func (p Page) Rule(number int) Rule { return p.Part("rule " + strconv.Itoa(number)) }

// Part returns a part of the page by its heading.
func (p Page) Part(heading string) Rule { return Rule{p, heading} }

// String returns the path of the page and the heading: "docs/rules/squirrel.md rule 3".
func (r Rule) String() string { return string(r.Page) + " " + r.Heading }

// MarshalText makes a rule a string in JSON.
func (r Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// ErrGaveUp is the error for a search that a fault made exceed its limits, and ErrStopped for one of
// whose log the caller has seen enough.
var (
	ErrGaveUp  = errors.New("gave up: out of bounds")
	ErrStopped = errors.New("stopped by the caller")
)
