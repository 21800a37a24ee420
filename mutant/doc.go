// Package mutant is the second opinion: a slow, literal second solver for each assignment, written
// from docs/rules alone, and the mistakes that it can be made to make.
//
// A second solver shares no code with the oracle and imports nothing from it, so that the two can
// be compared: where they differ, one of them has misread a rule. Speed does not matter here.
//
// Where people go wrong, a solver asks a hook: a function in a struct of its own whose default is
// the right decision. A Mutation holds a mistake in word and deed: what a student is told about it,
// and the function that replaces the hooks. Mutations compose, and cost nothing when they are off.
//
//   - mutant (this package): Solver, Fault and Mutation, and Reader for the lines of an input;
//   - mutant/search: minimax and alpha-beta with their log, and the mistakes in both
//     (docs/rules/README.md log rules 1 to 5);
//   - mutant/board: the square boards, raids, and the mistakes in them;
//   - one package for each game, with one page of docs/rules.
//
// A game from outside touchstone describes its positions to mutant/search in the same way, and gets
// the mistakes of cuts, windows and logs with it; docs/new-game.md shows how.
package mutant
