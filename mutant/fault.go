// Package mutant is the second opinion: a slow, literal second solver for each assignment, written
// from docs/rules alone, and the mistakes that it can be made to make.
//
// A second solver shares no code with the oracle and imports nothing from it, so that the two can
// be compared: where they differ, one of them has misread a rule. Speed does not matter here.
//
// At each decision that people get wrong, a solver calls a hook: a function in a struct of its own whose
// default is the right decision. A Mutation is a mistake: its description for students, and the function that
// replaces the hooks. Mutations compose, and cost nothing when they are off.
//
//   - mutant (this package): Solver, Fault and Mutation, and Reader for the lines of an input;
//   - mutant/search: minimax and alpha-beta with their log, and the mistakes in both
//     (docs/rules/README.md log rules 1 to 5);
//   - mutant/board: the square boards, raids, and the mistakes in them;
//   - one package for each game, with one page of docs/rules.
//
// A game from another module describes its positions to mutant/search in the same way, and gets the mistakes
// of cuts, windows and logs with it; docs/new-game.md shows how.
package mutant

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Fault is a named mistake that people make, in words.
type Fault struct {
	ID          string // words in kebab-case that a student understands
	Kind        string // cut, log, order, depth, evaluation, game, output or form
	Title       string // one line for a table
	Explanation string // a paragraph for a student: the program's behaviour, the right behaviour, and where to look
	Rule        Rule   // the rule that it breaks

	// Equivalent is the reason why no valid input shows the fault; "" if some input does.
	Equivalent string
	// Beyond is the reason why only inputs outside the assignment's envelope ("Envelope" in
	// docs/rules) show the fault; "" if inputs inside do.
	Beyond string
	// Form is set if the outputs differ from the right ones in form only: line ends, blanks at the
	// ends of lines, the final newline.
	Form bool
	// Undescribed is set if the problem package with the fault has no description of it.
	Undescribed bool
}

// A Mutation is a mistake with its description. Break replaces the hooks H of a solver by the hooks of a
// program with the mistake. If the mistake leaves part of a decision unchanged, Break wraps the hook rather
// than replacing it, so that several mutations of one solver compose.
type Mutation[H any] struct {
	Fault
	Break func(h *H)
}

// Mistake returns a mutation: the fields of a fault, and its change of the hooks. The lines of explanation may be
// broken anywhere.
func Mistake[H any](kind string, rule Rule, id, title, explanation string, change func(h *H)) Mutation[H] {
	return Mutation[H]{
		Fault{ID: id, Kind: kind, Title: title, Explanation: paragraph(explanation), Rule: rule,
			Form: kind == "form"},
		change,
	}
}

// NeverShown returns the mutation as an Equivalent one, for a reason.
func (m Mutation[H]) NeverShown(reason string) Mutation[H] {
	m.Equivalent = paragraph(reason)
	return m
}

// ShownBeyond returns the mutation as one that only inputs Beyond the envelope show, for a reason, if there
// is one.
func (m Mutation[H]) ShownBeyond(reason string) Mutation[H] {
	m.Beyond = paragraph(reason)
	return m
}

// If returns the mutation where an assignment can have it, and otherwise none, whose Break is nil.
func (m Mutation[H]) If(present bool) Mutation[H] {
	if present {
		return m
	}
	return Mutation[H]{}
}

// paragraph returns a text as one line.
func paragraph(text string) string { return strings.Join(strings.Fields(text), " ") }

// Wrap replaces the decision of a hook by the result of change, which gets the argument of the hook and its
// original decision.
func Wrap[A, R any](hook *func(A) R, change func(a A, original R) R) {
	right := *hook
	*hook = func(a A) R { return change(a, right(a)) }
}

// Wrap2 is Wrap for a hook with two arguments.
func Wrap2[A, B, R any](hook *func(A, B) R, change func(a A, b B, original R) R) {
	right := *hook
	*hook = func(a A, b B) R { return change(a, b, right(a, b)) }
}

// Wrap3 is Wrap for a hook with three arguments.
func Wrap3[A, B, C, R any](hook *func(A, B, C) R, change func(a A, b B, c C, original R) R) {
	right := *hook
	*hook = func(a A, b B, c C) R { return change(a, b, c, right(a, b, c)) }
}

// Lift turns mutations of hooks G into mutations of the hooks H that contain them.
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

// A Solver is the second solver of an assignment.
type Solver struct {
	Name     string   // of the assignment
	Editions []string // the default one first; none for an assignment of one edition

	faults func() []Fault
	solve  func(edition string, input []byte, stop func(row string) bool, faults []int) (
		map[string]string, error)
}

// A Program holds the parts of a solver.
type Program[H any] struct {
	Name     string
	Editions []string
	// Right returns new hooks that make all decisions correctly. faulty is set if mutations will change them; a
	// search must then be kept within bounds.
	Right func(faulty bool) *H
	// Mutations returns the table of mutations. It is called once, when the table is first needed.
	Mutations func() []Mutation[H]
	// Solve answers input, the text of a valid input file, with the decisions of h. It returns the text of each
	// output file by name, and an error for an invalid input. It may panic with ErrGaveUp.
	Solve func(h *H, edition string, input []byte) (map[string]string, error)
	// StopAt makes hooks call stop for each row of the log, and panic with ErrStopped when it returns true. It
	// is nil for a program that does not support this; such a program is never stopped. A mutation that gives a
	// file other lines than these rows is of kind output or form.
	StopAt func(h *H, stop func(row string) bool)
}

// New returns the solver that a program describes.
func New[H any](p Program[H]) *Solver {
	s := &Solver{Name: p.Name, Editions: p.Editions}
	mutations := sync.OnceValue(p.Mutations)
	s.faults = sync.OnceValue(func() (faults []Fault) {
		for _, m := range mutations() {
			faults = append(faults, m.Fault)
		}
		return faults
	})
	s.solve = func(edition string, input []byte, stop func(row string) bool, active []int) (
		map[string]string, error) {
		h := p.Right(len(active) > 0)
		if stop != nil && p.StopAt != nil {
			p.StopAt(h, stop)
		}
		for _, i := range active {
			mutations()[i].Break(h)
		}
		return p.Solve(h, edition, input)
	}
	return s
}

// Faults returns the faults that the solver can be made to have.
func (s *Solver) Faults() []Fault { return s.faults() }

// Lookup returns the fault with the given ID.
func (s *Solver) Lookup(id string) (Fault, bool) {
	if i := s.index(id); i >= 0 {
		return s.Faults()[i], true
	}
	return Fault{}, false
}

func (s *Solver) index(id string) int {
	return slices.IndexFunc(s.Faults(), func(f Fault) bool { return f.ID == id })
}

// Solve answers input, the text of a valid input file, in the named edition ("" means the default
// one), with a set of faults switched on by their IDs (an ID of "" is no fault). It returns the text
// of each output file by name. It returns an error for an invalid input, an unknown edition or fault, and if
// a fault makes a search exceed its limits (ErrGaveUp). It may be called concurrently.
func (s *Solver) Solve(edition string, input []byte, faults ...string) (files map[string]string, err error) {
	return s.SolveUntil(edition, input, nil, faults...)
}

// SolveUntil is like Solve for a caller that may need only the beginning of a log: it returns ErrStopped as
// soon as stop returns true for a row. The rows are the lines of the log after its header, in order and
// without line ends, before mistakes of the kinds output and form change files.
func (s *Solver) SolveUntil(edition string, input []byte, stop func(row string) bool,
	faults ...string) (files map[string]string, err error) {
	defer func() {
		switch r := recover(); r {
		case nil:
		case ErrGaveUp, ErrStopped:
			files, err = nil, fmt.Errorf("%s, faults %q: %w", s.Name, faults, r.(error))
		default:
			files, err = nil, fmt.Errorf("%s, faults %q: panic: %v", s.Name, faults, r)
		}
	}()
	edition, err = s.edition(edition)
	if err != nil {
		return nil, err
	}
	var active []int
	for _, id := range faults {
		if id == "" {
			continue
		}
		i := s.index(id)
		if i < 0 {
			return nil, fmt.Errorf("%s: unknown fault %q", s.Name, id)
		}
		active = append(active, i)
	}
	// the combined effect of two mistakes does not depend on the order in which the caller names them
	slices.Sort(active)
	active = slices.Compact(active)
	return s.solve(edition, input, stop, active)
}

// edition returns the edition asked for; "" is the default one (docs/rules/README.md, "Editions").
func (s *Solver) edition(asked string) (string, error) {
	if asked == "" && len(s.Editions) > 0 {
		return s.Editions[0], nil
	}
	if asked != "" && !slices.Contains(s.Editions, asked) {
		return "", fmt.Errorf("%s: unknown edition %q", s.Name, asked)
	}
	return asked, nil
}
