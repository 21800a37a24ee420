package mutant

import (
	"fmt"
	"slices"
	"sync"
)

// A Solver is the second solver of an assignment.
type Solver struct {
	Name     string   // of the assignment
	Editions []string // the default one first; none for an assignment of one edition

	faults func() []Fault
	solve  func(edition string, input []byte, stop func(row string) bool, on []int) (map[string]string, error)
}

// A Program is what a solver is made of.
type Program[H any] struct {
	Name     string
	Editions []string
	// Right returns new hooks that decide everything right. faulty tells that mutations will
	// change them, so that a search has to be kept within bounds.
	Right func(faulty bool) *H
	// Mutations makes the table of them, once, when it is first asked for.
	Mutations func() []Mutation[H]
	// Solve answers input, the text of a valid input file, with the decisions of h. It returns the
	// text of each output file by name, and an error for an invalid input. It may panic with
	// ErrGaveUp.
	Solve func(h *H, edition string, input []byte) (map[string]string, error)
	// StopAt makes hooks ask stop about each row of the log, and panic with ErrStopped where it
	// returns true. It is nil for a program that cannot; such a one is never stopped. A mutation after
	// which a file shows other lines than these rows is of kind output or form.
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
	s.solve = func(edition string, input []byte, stop func(row string) bool, on []int) (map[string]string, error) {
		h := p.Right(len(on) > 0)
		if stop != nil && p.StopAt != nil {
			p.StopAt(h, stop)
		}
		for _, i := range on {
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
// of each output file by name. It returns an error for an invalid input, an unknown edition or fault, and if a
// fault makes a search exceed its limits (ErrGaveUp). It may be called concurrently.
func (s *Solver) Solve(edition string, input []byte, faults ...string) (files map[string]string, err error) {
	return s.SolveUntil(edition, input, nil, faults...)
}

// SolveUntil is Solve for a caller to whom the beginning of a log may be enough: it returns ErrStopped as
// soon as stop returns true for a row. The rows are the lines of the log behind its header, in their
// order and without their ends, as they are before faults of the kinds output and form change files.
func (s *Solver) SolveUntil(edition string, input []byte, stop func(row string) bool, faults ...string) (files map[string]string, err error) {
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
	var on []int
	for _, id := range faults {
		if id == "" {
			continue
		}
		i := s.index(id)
		if i < 0 {
			return nil, fmt.Errorf("%s: unknown fault %q", s.Name, id)
		}
		on = append(on, i)
	}
	slices.Sort(on) // what two faults do together does not depend on who names them
	on = slices.Compact(on)
	return s.solve(edition, input, stop, on)
}

// edition returns the edition asked for; "" is the default one (docs/rules/README.md,
// "Editions").
func (s *Solver) edition(asked string) (string, error) {
	if asked == "" && len(s.Editions) > 0 {
		return s.Editions[0], nil
	}
	if asked != "" && !slices.Contains(s.Editions, asked) {
		return "", fmt.Errorf("%s: unknown edition %q", s.Name, asked)
	}
	return asked, nil
}
