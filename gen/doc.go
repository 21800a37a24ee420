// Package gen makes test cases: random inputs for an assignment from a seed, inside its
// envelope unless asked otherwise, that show the situations asked for.
//
// What an input of an assignment may look like is defined in the assignment's own package
// (homework.Generator). This package knows no game.
package gen
