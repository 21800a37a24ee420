package homework

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// An Assignment is one homework: every fact about it that code outside its own package
// needs. Such code takes the value and reads the fact from it.
type Assignment struct {
	Name   string // "squirrel"
	Path   string // of a problem package, by which oracle.Lookup finds it; otherwise ""
	Digest string // of what a problem package holds; otherwise ""
	Course string // the course run that it comes from, or that it is new
	Title  string // in a few words
	// Args are the command-line arguments of a program for the assignment. The input is the
	// file input.txt in its working directory.
	Args []string
	// Python2 reports whether the file names that determine a language mean Python 2.7 by .py; else it is Python 3.
	Python2 bool
	// SourceFile is the file name that the handout asks for, for a program in Python 2. It
	// is "" if the handout asks for Stem with the extension of a language.
	SourceFile string
	// Stem is the name of source files and executables without an extension; "" means Name.
	Stem string
	// Editions are the answers that the course has called right, the default first. Most
	// assignments have only the one called "final".
	Editions []Edition
	// FinalNewline reports whether the assignment's files end with a newline
	// (docs/rules/README.md, "Bytes").
	FinalNewline bool
	// Optional describes the lines of the course's files that its grader did not require. It
	// is nil if there were none.
	Optional *OptionalLines
	// Grading is the course's grading rule ("Grading" in docs/rules/ASSIGNMENT.md).
	Grading Grading
	// Situations is the catalogue of situations that an input can show.
	Situations []Situation
	// Parse parses an input file; name is used in errors.
	Parse func(name string, src []byte) (Problem, error)
	// Generator makes random inputs.
	Generator Generator
	// Rules is the page of rules, in Markdown: numbered, under headings "## Rule N: ...". It is ""
	// if there is none.
	Rules string
	// Cases holds the corpus of an assignment from outside of this module, such as an
	// embed.FS. It is nil for those of package cases.
	Cases fs.FS
	// Contest says how programs play this assignment against each other. It is nil if they
	// cannot.
	Contest *Contest
	// Run says how programs are run and what they have.
	Run Run
	// Verify checks what the assignment brings against itself, and returns what is wrong. It calls step now and then.
	// It is nil if nothing can be wrong: the tests of this module do that for its own.
	Verify func(ctx context.Context, step func()) (wrong []string, err error)
}

// Key returns what tells the assignment from all others, on all machines: its name, with the digest of a problem package behind
// an "@". oracle.Lookup finds it.
func (a *Assignment) Key() string {
	if a.Digest == "" {
		return a.Name
	}
	return a.Name + "@" + a.Digest
}

// A Run says how programs for an assignment are run. Its zero value is how courses run their homework: the input is
// InputFile in the working folder, all that counts is files, and the limits are those of package testscript.
type Run struct {
	// Stdin has the input come on standard input instead. Input is the name of its file otherwise; "" means InputFile.
	Stdin bool
	Input string
	// Stdout is the name, among a problem's files, of what a program prints on standard output. It is "" if that
	// does not count.
	Stdout string
	// ExitCounts fails a program that ends with another exit status than 0, right or not.
	ExitCounts bool
	// AnyName lets a submission's files have any names: the extension tells the language.
	AnyName bool
	// CPU, Memory and Output are limits: time, resident bytes, and the bytes that a program prints and writes. 0 is the
	// usual one.
	CPU            time.Duration
	Memory, Output int64
	// BuildCPU and BuildMemory are limits of compilers, and Code is one of the bytes of a submission. 0 is the usual one.
	BuildCPU          time.Duration
	BuildMemory, Code int64
}

// InputName returns the name of the input's file in a program's working folder.
func (r Run) InputName() string { return cmp.Or(r.Input, InputFile) }

// InputFile is the name of the input in a program's working directory.
const InputFile = "input.txt"

// InputArgs are the arguments for programs that take the name of their input.
var InputArgs = []string{"-i", InputFile}

// An Edition is one version of the course's own solver.
type Edition struct {
	Name  string
	About string
}

// OneEdition is the edition list of assignments whose right answers never changed.
var OneEdition = []Edition{{Name: "final", About: "the only one"}}

// FullMarks is the number of points that every assignment is worth.
const FullMarks = 100

// A Grading is how a course turned cases into points.
type Grading struct {
	// Shares are the points of the categories of cases (Problem.Category), which add up to
	// FullMarks. If there are none, all cases count the same.
	Shares []Share
	// Bonus is how many of the points are given only when all cases pass.
	Bonus float64
}

// A Share is the points for a category if all its cases pass.
type Share struct {
	Category string
	Points   float64
	All      bool // there are none unless all its cases pass
}

// A Generator makes random inputs of an assignment.
type Generator struct {
	// Small makes an input whose search takes well under a second: boards nearly full or
	// shallow cut-offs, with values chosen so that ties are frequent, and every task and
	// edge of the input format now and then. Some lie outside the envelope. Of many, at
	// least half are different, and a tenth are of each category.
	Small func(*random.Rand) Problem
	// Course makes an input of the kinds and sizes found in the course's own files
	// ("Envelope" in docs/rules/ASSIGNMENT.md).
	Course func(*random.Rand) Problem
	// GradedSize is the number of cases that the course graded with.
	GradedSize int
	// Graded makes the i-th input of such a set where the course fixed the shares of tasks.
	// It is nil where it did not; Course then makes them.
	Graded func(i int, r *random.Rand) Problem
	// Breadth are the recipes for the corpus's breadth cases.
	Breadth []Recipe
	// Shrink returns valid inputs that are simpler than a problem, the simplest first: fewer
	// pieces, smaller numbers, less depth. Where the problem lies inside the envelope most of
	// them do. Each is smaller by a measure that cannot fall for ever, so that repeated
	// shrinking ends; a problem that cannot be simpler has none. It is nil if nobody wrote it.
	Shrink func(Problem) []Problem
}

// A Recipe makes one of the corpus's breadth cases: a random input of a certain shape that
// shows certain situations. The recipes of an assignment cover its tasks, its sizes and its
// catalogue of situations, and name no fault, so that what they catch is evidence of how
// well unnamed mistakes are caught.
type Recipe struct {
	Name  string // of the case
	Title string
	Cover string // situations of the catalogue that the input must show, separated by blanks
	Shape Shape
}

// NewRecipe returns a Recipe of its fields, for tables.
func NewRecipe(name, title, cover string, shape Shape) Recipe {
	return Recipe{Name: name, Title: title, Cover: cover, Shape: shape}
}

// A Shape draws similar inputs.
type Shape interface {
	Draw(r *random.Rand) Problem
}

// EditionNames returns the names of the editions, the default first.
func (a *Assignment) EditionNames() (names []string) {
	for _, e := range a.Editions {
		names = append(names, e.Name)
	}
	return names
}

// Edition resolves the name of an edition; "" means the default.
func (a *Assignment) Edition(name string) (string, error) {
	if name == "" {
		return a.Editions[0].Name, nil
	}
	if names := a.EditionNames(); !slices.Contains(names, name) {
		return "", fmt.Errorf("want an edition of %s (%s), found %q%s", a.Name, strings.Join(names, ", "), name, suggest.Hint(name, names))
	}
	return name, nil
}
