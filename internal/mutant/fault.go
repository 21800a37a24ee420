package mutant

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Fault is a named mistake that people make. A solver with the fault switched on makes it
// wherever the rules leave room for it.
type Fault struct {
	ID       string // words in kebab-case that a student understands
	Kind     string // cut, log, order, depth, evaluation, game, output or form
	About    string // one line for a table
	Explains string // a paragraph to a student: what the program does, what it should do, and where to look
	Rule     string // the page and the rule that it breaks: "docs/rules/squirrel.md rule 3"

	// Equivalent is the reason why no valid input shows the fault; "" if some input does.
	Equivalent string
	// Beyond is the reason why only inputs outside the assignment's envelope ("Envelope" in
	// docs/rules) show the fault; "" if inputs inside do.
	Beyond string
	// Form is set if the outputs differ from the right ones in form only: line ends, blanks at the
	// ends of lines, the final newline.
	Form bool
}

// Faults lists the faults of an assignment, those that it shares with others first. It is
// nil for an unknown assignment.
func Faults(assignment string) []Fault {
	var faults []Fault
	shared := [][]sharedFault{cutFaults, searchFaults, lineFaults, formatFaults, boardFaults, raidFaults}
	for _, table := range shared {
		for _, s := range table {
			if fault, ok := s.of(assignment); ok {
				faults = append(faults, fault)
			}
		}
	}
	g, _ := gameOf(assignment)
	return append(faults, g.faults...)
}

// Lookup returns the fault of an assignment with the given ID.
func Lookup(assignment, id string) (Fault, bool) {
	for _, fault := range Faults(assignment) {
		if fault.ID == id {
			return fault, true
		}
	}
	return Fault{}, false
}

// sharedFault is a fault that several assignments have.
type sharedFault struct {
	in string // their names; "NAME:3" if rule 3 of that assignment's page is the one broken
	Fault
}

// of returns the fault as one of the assignment's, if it is one.
func (s sharedFault) of(assignment string) (Fault, bool) {
	for _, word := range strings.Fields(s.in) {
		name, rule, numbered := strings.Cut(word, ":")
		if name != assignment {
			continue
		}
		if numbered && s.Rule == "" {
			s.Rule = fmt.Sprintf("docs/rules/%s.md rule %s", name, rule)
		}
		return s.Fault, true
	}
	return Fault{}, false
}

// beyond returns the fault for an assignment in which only inputs outside the envelope show
// it.
func (f Fault) beyond(why string) Fault {
	f.Beyond = why
	return f
}

// Groups of assignments that share faults, with the rules that those break.
const (
	all    = "squirrel gangwars reversi mancala mapcolor"
	logged = "squirrel reversi mancala mapcolor" // those with a log
	boards = "squirrel gangwars reversi"         // those on a square board

	inTasks  = "squirrel:1 mancala:1" // those that log minimax, too
	inHeader = "squirrel:6 reversi:5 mancala:11"
	inFormat = "squirrel:6 reversi:5 mancala:11 mapcolor:7"
	inOrder  = "squirrel:2 gangwars:4 reversi:3 mancala:2 mapcolor:3"
	inDepth  = "squirrel:5 gangwars:5 reversi:4 mancala:9 mapcolor:6"

	inValueOrder = "squirrel:2 gangwars:4"
	inBoardOrder = "squirrel:2 gangwars:4 reversi:3"
	inBoardEval  = "squirrel:4 gangwars:5 reversi:2"
	inBoardPlay  = "squirrel:3 gangwars:3 reversi:3"
	inBoardState = "squirrel:9 gangwars:7 reversi:6"
	inBoardNames = "squirrel:2 gangwars:7 reversi:3"
	inRaid       = "squirrel:3 gangwars:3"
)

// The rules of the log and others in docs/rules/README.md.
const (
	logRule1       = "docs/rules/README.md log rule 1"
	logRule2       = "docs/rules/README.md log rule 2"
	logRule3       = "docs/rules/README.md log rule 3"
	logRule4       = "docs/rules/README.md log rule 4"
	logRule5       = "docs/rules/README.md log rule 5"
	evaluationRule = "docs/rules/README.md Evaluation"
	bytesRule      = "docs/rules/README.md Bytes"
	numbersRule    = "docs/rules/README.md Two facts worth checking first"
)

// A flaw is the ID of the fault that a solver has; "" means none.
type flaw string

// is reports whether the solver has one of these faults.
func (f flaw) is(ids ...string) bool { return f != "" && slices.Contains(ids, string(f)) }

// Limits for a solver with a fault, which may search far more than it should.
const (
	mostLog    = 4 << 20 // bytes of one log
	mostNodes  = 1 << 16 // nodes of one search
	mostBoards = 1000    // of one battle
)

// ErrGaveUp is the error for a search that a fault made exceed its limits.
var ErrGaveUp = errors.New("gave up: out of bounds")

// SolveFaulty is like Solve, with a fault switched on; "" means none. It returns an error
// if the assignment does not have the fault, or if the fault makes a search exceed its
// limits.
func SolveFaulty(assignment, edition, faultID string, input []byte) (files map[string]string, err error) {
	fault := flaw(faultID)
	defer func() {
		switch r := recover(); r {
		case nil:
		case ErrGaveUp:
			files, err = nil, fmt.Errorf("%s, fault %s: %w", assignment, faultID, ErrGaveUp)
		default:
			files, err = nil, fmt.Errorf("%s, fault %q: panic: %v", assignment, faultID, r)
		}
	}()
	g, known := gameOf(assignment)
	if !known {
		return nil, fmt.Errorf("unknown assignment %q", assignment)
	}
	edition, err = g.edition(edition)
	if err != nil {
		return nil, err
	}
	if _, known := Lookup(assignment, faultID); !known && fault != "" {
		return nil, fmt.Errorf("%s: unknown fault %q", assignment, faultID)
	}
	files, err = g.solve(fault, edition, input)
	for name, content := range files {
		files[name] = fault.misform(content)
	}
	return files, err
}

// misform breaks the form of an output file (docs/rules/README.md, "Bytes").
func (f flaw) misform(content string) string {
	switch {
	case f.is("crlf-line-ends"):
		return strings.ReplaceAll(content, "\n", "\r\n")
	case f.is("trailing-blanks"):
		return strings.ReplaceAll(content, "\n", " \n")
	case f.is("final-newline-missing"):
		return strings.TrimSuffix(content, "\n")
	case f.is("final-newline-added"):
		return content + "\n"
	}
	return content
}
