// Package gen makes cases: random inputs for an assignment from a seed, inside its
// envelope unless asked, that show what they are asked to show.
//
// What an input of an assignment may look like stands in the assignment's own package
// (homework.Generator). This package knows no game.
package gen
