package homework

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/random"
)

// An Assignment is one homework: every fact of it that somebody outside of its own
// package may need. Whoever needs one takes the value and reads it there.
type Assignment struct {
	Name   string // "squirrel"
	Course string // the course run it comes from
	Title  string // in a few words
	// Args are what a program for the assignment gets on its command line. The
	// input is the file input.txt in its working directory.
	Args []string
	// SourceFile is the file name that the handout asks for, of a program in Python 2.
	// It is "" if the handout asks for Stem with the ending of a language.
	SourceFile string
	// Stem is what source files and executables are called without an ending; "" is
	// Name.
	Stem string
	// Editions are the answers that the course has called right, the default
	// one first. Most assignments have only the one called "final".
	Editions []Edition
	// FinalNewline reports whether the assignment's files end with a line end
	// (docs/rules/README.md, "Bytes").
	FinalNewline bool
	// OptionalLines reports whether the course's files had lines that its grader
	// did not ask for (Options.Optional).
	OptionalLines bool
	// Grading is the course's rule ("Grading" in docs/rules/ASSIGNMENT.md).
	Grading Grading
	// Situations is the catalogue of what an input can show.
	Situations []Situation
	// Parse reads an input file; name is what errors call it.
	Parse func(name string, src []byte) (Problem, error)
	// Generator makes random inputs.
	Generator Generator
	// Cases holds the corpus of an assignment from outside of this module, such as an
	// embed.FS. It is nil for those of package cases.
	Cases fs.FS
}

// InputFile is the name of the input in a program's working directory.
const InputFile = "input.txt"

// InputArgs are the arguments of programs that are told the name of their input.
var InputArgs = []string{"-i", InputFile}

// An Edition is a state of the course's own solver.
type Edition struct {
	Name  string
	About string
}

// OneEdition is what assignments have whose right answers never changed.
var OneEdition = []Edition{{Name: "final", About: "the only one"}}

// FullMarks are the points that every assignment can bring.
const FullMarks = 100

// A Grading is how a course made points of cases.
type Grading struct {
	// Shares are the points of the categories of cases (Problem.Category), which add
	// up to FullMarks. Without any, all cases count alike.
	Shares []Share
	// Bonus is how many of the points come only when all cases pass.
	Bonus float64
}

// A Share is the points of a category whose cases all pass.
type Share struct {
	Category string
	Points   float64
}

// A Generator makes random inputs of an assignment.
type Generator struct {
	// Small makes an input whose search takes well under a second: boards nearly full
	// or shallow cut-offs, with values chosen so that ties are frequent, and every
	// task and edge of the input format now and then. Some lie outside the envelope.
	Small func(*random.Rand) Problem
	// Course makes an input of the kinds and sizes that the course's own files hold
	// ("Envelope" in docs/rules/ASSIGNMENT.md).
	Course func(*random.Rand) Problem
	// GradedSize is the size of the set that the course graded with.
	GradedSize int
	// Graded makes the i-th input of such a set, where the course had fixed shares of
	// tasks. It is nil where it had none; then Course makes them.
	Graded func(i int, r *random.Rand) Problem
	// Breadth are the recipes of the corpus's cases of breadth.
	Breadth []Recipe
}

// A Recipe makes one of the corpus's cases of breadth: a random input of a certain
// shape that shows certain situations. The recipes of an assignment go through its
// tasks and sizes and its catalogue of situations, and name no fault, so that what they
// catch tells how mistakes are caught that nobody has named.
type Recipe struct {
	Name  string // of the case
	Title string
	Cover string // situations of the catalogue that the input must show, separated by blanks
	Shape Shape
}

// NewRecipe makes a recipe of its fields, for tables.
func NewRecipe(name, title, cover string, shape Shape) Recipe {
	return Recipe{Name: name, Title: title, Cover: cover, Shape: shape}
}

// A Shape draws inputs that are alike.
type Shape interface {
	Draw(r *random.Rand) Problem
}

// EditionNames returns the names of the editions, the default one first.
func (a *Assignment) EditionNames() (names []string) {
	for _, e := range a.Editions {
		names = append(names, e.Name)
	}
	return names
}

// Edition checks the name of an edition; "" is the default one.
func (a *Assignment) Edition(name string) (string, error) {
	if name == "" {
		return a.Editions[0].Name, nil
	}
	if names := a.EditionNames(); !slices.Contains(names, name) {
		return "", fmt.Errorf("want an edition of %s (%s), found %q", a.Name, strings.Join(names, ", "), name)
	}
	return name, nil
}
