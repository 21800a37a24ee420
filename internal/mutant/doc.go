// Package mutant is the second opinion: for each assignment a slow, literal solver,
// written from docs/rules alone.
//
// It shares no code with the oracle and imports nothing from it, so that the two can be
// compared: where they differ, one of them has misread a rule. Speed does not matter here. A
// board is copied for every move, a move is the name that the log prints, and each decision
// that people get wrong is made in one place:
//
//   - log.go: the search and its log (docs/rules/README.md log rule 1 to 5);
//   - squirrel.go: docs/rules/squirrel.md;
//   - gangwars.go: docs/rules/gangwars.md, whose search writes no log;
//   - reversi.go: docs/rules/reversi.md, editions final and first;
//   - mancala.go: docs/rules/mancala.md;
//   - mapcolor.go and mapfile.go (its input): docs/rules/mapcolor.md, editions revised and handout;
//   - input.go and board.go: reading lines, and what the square boards have in common.
//
// The package also makes mistakes on purpose. A Fault is data: its name, what a program with
// it does, the rule that it breaks. SolveFaulty solves with one fault switched on; the place
// that makes the decision tests the flaw for the fault's name. The faults of all logged games
// are in faults_search.go, faults_cut.go, faults_log.go and faults_format.go, those of boards
// and raids in faults_board.go and faults_raid.go, the rest in the files named after the
// assignments.
package mutant

// Solve answers input, the text of a valid input file of the assignment, in the named
// edition ("" means the default). It returns the text of each output file by name. For an
// invalid input it returns an error.
func Solve(assignment, edition string, input []byte) (map[string]string, error) {
	return SolveFaulty(assignment, edition, "", input)
}
