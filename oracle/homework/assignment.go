package homework

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// An Assignment is one homework: every fact about it that code outside its own package
// needs. Such code takes the value and reads the fact from it.
type Assignment struct {
	Name   string // "squirrel"
	Path   string // of a problem package, by which oracle.Lookup finds it; otherwise ""
	Digest string // digest of the contents of a problem package, otherwise ""
	Course string // the course run that it comes from, or that it is new
	Title  string // in a few words
	// Args are the command-line arguments of a program for the assignment. The input is the
	// file input.txt in its working directory.
	Args []string
	// Python2 reports whether the file names that determine a language mean Python 2.7 by .py; else it is Python
	// 3.
	Python2 bool
	// SourceFile is the file name that the handout requires for a program in Python 2. It is "" if the handout
	// requires Stem with the extension of the language.
	SourceFile string
	// Stem is the name of source files and executables without an extension; "" means Name.
	Stem string
	// Editions are the answers that the course has called right, the default first. Most
	// assignments have only the one called "final".
	Editions []Edition
	// FinalNewline reports whether the assignment's files end with a newline (docs/rules/README.md, "Bytes").
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
	// Rules is the page of rules, in Markdown: numbered, under headings "## Rule N: ...". It may be "".
	Rules string
	// Cases holds the corpus of an assignment from another module, such as an embed.FS. It is nil for the
	// assignments of package cases.
	Cases fs.FS
	// Contest describes how programs play this assignment against each other. It is nil if they cannot.
	Contest *Contest
	// Run describes how programs are run.
	Run Run
	// Verify checks the parts of the assignment against each other and returns the errors it finds. It calls
	// step from time to time. It is nil for the assignments of this module, whose tests do this.
	Verify func(ctx context.Context, step func()) (wrong []string, err error)
	// Submissions returns how the programs that the assignment brings did in the last call of Verify. It is nil
	// if Verify is.
	Submissions func() []Submission
}

// A Submission is a program that belongs to an assignment, with its expected and its found result.
type Submission struct {
	Name     string `json:"submission"`
	Expected string `json:"expected"`
	Found    string `json:"found"`
	Result   string `json:"result"` // Agrees, Disagrees, NotInstalled or NoPromise
}

// The results of submissions.
const (
	Agrees       = "agrees"
	Disagrees    = "disagrees"
	NotInstalled = "not installed" // its compiler or interpreter is missing
	NoPromise    = "no promise"
)

// Key returns a name of the assignment that is unique on all machines: its name and, for a problem package,
// "@" and the digest of the package. oracle.Lookup accepts it.
func (a *Assignment) Key() string {
	if a.Digest == "" {
		return a.Name
	}
	return a.Name + "@" + a.Digest
}

// A Run holds the conditions under which programs for an assignment run. The zero value has the conditions of
// a course: the input is InputFile in the working directory, only files are judged, and the limits are the
// defaults of package testscript.
type Run struct {
	// Stdin has the input come on standard input instead. Input is the name of its file otherwise; "" means
	// InputFile.
	Stdin bool
	Input string
	// Stdout is the name, among a problem's files, of the standard output of the program. It is "" if the
	// standard output does not count.
	Stdout string
	// ExitCounts fails a program that ends with another exit status than 0, right or not.
	ExitCounts bool
	// AnyName lets a submission's files have any names: the extension determines the language.
	AnyName bool
	// Answers means that a submission holds the answers instead of a program: a directory has NAME.out or NAME.ans
	// for each case, and a file is the answer of all cases. The name of the case is an argument of the run.
	Answers bool
	// Language is the code of a submission's language, such as python2. If it is empty, the files determine the
	// language.
	Language string
	// CPU, Memory and Output are limits: time, resident bytes, and the bytes that a program prints and writes. 0
	// is the usual one.
	CPU            time.Duration
	Memory, Output int64
	// BuildCPU and BuildMemory are limits of compilers, and Code is one of the bytes of a submission. 0 is the
	// usual one.
	BuildCPU          time.Duration
	BuildMemory, Code int64
	// Include copies the files that the assignment adds to a submission in a language into the directory of its
	// copy. It reports whether there are any. It may be nil.
	Include func(language, dir string) (bool, error)
}

// CPUOf returns the CPU time of a case that sets none: the assignment's time, or the given time if the
// assignment has none or if the given time is for all cases.
func (r Run) CPUOf(limit time.Duration, forAll bool) time.Duration {
	if forAll || r.CPU == 0 {
		return limit
	}
	return r.CPU
}

// InputName returns the name of the input's file in a program's working directory.
func (r Run) InputName() string { return cmp.Or(r.Input, InputFile) }

// InputFile is the name of the input in a program's working directory.
const InputFile = "input.txt"

// InputArgs are the arguments for programs that take the name of their input.
var InputArgs = []string{"-i", InputFile}

// An Edition is one version of the course's own solver.
type Edition struct {
	Name        string `json:"name"`
	Description string `json:"about"`
}

// OneEdition is the edition list of assignments whose right answers never changed.
var OneEdition = []Edition{{Name: "final", Description: "the only one"}}

// FullMarks is the number of points that every assignment is worth.
const FullMarks = 100

// A Grading is how a course turned cases into points.
type Grading struct {
	// Shares are the points of the categories of cases (Problem.Category); they add up to FullMarks. Without
	// shares, all cases count the same.
	Shares []Share
	// Bonus is the number of the points that are given only when all cases pass.
	Bonus float64
	// Earned returns the fraction of its points that each category gets, from 0 to 1. The keys of results are
	// case names. If Earned is nil, a category gets the fraction of its cases that pass.
	Earned func(results map[string]CaseResult) map[string]float64
}

// A CaseResult is the result of a case for Grading.Earned.
type CaseResult struct {
	Judgement string   // AC, WA, TLE or RTE, or "" if nothing is known of the program
	Score     *float64 // that a judge gave, or nil
}

// A Share is the points for a category if all its cases pass.
type Share struct {
	Category string
	Points   float64
	All      bool // no points unless all its cases pass
}

// A Generator makes random inputs of an assignment.
type Generator struct {
	// Small makes an input whose search takes well under a second: boards nearly full or shallow cut-offs, with
	// values chosen so that ties are frequent, and sometimes each task and edge of the input format. Some inputs
	// are outside the envelope. Among many inputs, at least half are different, and each category has a tenth.
	Small func(*random.Rand) Problem
	// Course returns a random input with the kinds and sizes found in the course's own files ("Envelope" in
	// docs/rules/ASSIGNMENT.md).
	Course func(*random.Rand) Problem
	// GradedSize is the number of cases that the course graded with.
	GradedSize int
	// Graded makes the i-th input of such a set where the course fixed the shares of tasks.
	// It is nil where it did not; Course then makes them.
	Graded func(i int, r *random.Rand) Problem
	// Shrink returns valid inputs that are simpler than a problem, the simplest first: fewer pieces, smaller
	// numbers, less depth. If the problem is inside the envelope, most of the simpler inputs are too. Each input
	// is smaller by a well-founded measure, so repeated shrinking ends; the result is empty for a problem that
	// cannot be simplified. Shrink may be nil.
	Shrink func(Problem) []Problem
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
		return "", fmt.Errorf("want an edition of %s (%s), found %q%s", a.Name, strings.Join(names, ", "), name,
			suggest.Hint(name, names))
	}
	return name, nil
}

// Lacks returns the required parts that the assignment lacks and the parts that contradict each other, one
// per line, each line beginning with the name of the part. To find some of these, it draws a few random
// inputs and solves the first of them for a short time.
func (a *Assignment) Lacks() (lines []string) {
	want := func(missing bool, part, field string, args ...any) {
		if missing {
			lines = append(lines, part+": "+fmt.Sprintf(field, args...))
		}
	}
	sum := 0.0
	for _, s := range a.Grading.Shares {
		sum += s.Points
	}
	want(len(a.Editions) == 0, "Editions", "want at least one, such as OneEdition")
	want(a.Parse == nil, "Parse", "want a function that reads an input")
	want(len(a.Situations) < 1 || len(a.Situations) > MaxSituations, "Situations",
		"want a catalogue of 1 to %d, such as search.Catalogue.List returns, found %d",
		MaxSituations, len(a.Situations))
	want(a.Generator.Small == nil, "Generator.Small", "want a function that makes small inputs")
	want(a.Generator.Course == nil, "Generator.Course",
		"want a function that makes inputs such as you grade with; it may be Small")
	want(sum != 0 && math.Abs(sum-FullMarks) > 1e-6, "Grading.Shares", "want points that add up to %d, found %v",
		FullMarks, sum)
	if a.Parse != nil && a.Generator.Small != nil && a.Generator.Course != nil {
		lines = append(lines, a.inputsLack()...)
	}
	return lines
}

// drawn is the number of inputs that are drawn of each kind. It is large enough to draw each category, since
// Generator.Small draws each with a probability of 1/10. As many of the first inputs are solved as the time
// allows.
const (
	drawn     = 150
	solved    = 4
	solveTime = 100 * time.Millisecond
)

// inputsLack returns the defects that random inputs reveal.
func (a *Assignment) inputsLack() (lines []string) {
	r := random.New(1)
	var inputs []Problem
	categories := map[string]bool{}
	refused := map[string]string{} // the first of each kind, by the part that made it
	read := func(part string, p Problem) {
		if _, err := a.Parse(InputFile, []byte(p.String())); err != nil && refused[part] == "" {
			refused[part] = fmt.Sprintf("%s: want inputs that Parse reads, found %q: %v", part, p, err)
		}
	}
	for range drawn {
		small, course := a.Generator.Small(r), a.Generator.Course(r)
		categories[small.Category()], categories[course.Category()] = true, true
		inputs = append(inputs, small)
		read("Generator.Small", small)
		read("Generator.Course", course)
	}
	if a.Generator.Shrink != nil {
		for _, p := range inputs[:solved] {
			for _, simpler := range a.Generator.Shrink(p) {
				read("Generator.Shrink", simpler)
			}
		}
	}
	for _, s := range a.Grading.Shares {
		if !categories[s.Category] {
			lines = append(lines, fmt.Sprintf("Grading.Shares: want categories of inputs (%s), found %q",
				strings.Join(slices.Sorted(maps.Keys(categories)), ", "), s.Category))
		}
	}
	if refused["Generator.Small"] == "" { // else the text is to blame, or all three are
		for _, part := range slices.Sorted(maps.Keys(refused)) {
			lines = append(lines, refused[part])
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), solveTime)
	defer cancel()
	for _, p := range inputs[:solved] {
		if wrong := a.problemLacks(ctx, p); len(wrong) > 0 {
			return append(lines, wrong...)
		}
	}
	return lines
}

// problemLacks returns the defects that one input reveals.
func (a *Assignment) problemLacks(ctx context.Context, p Problem) (lines []string) {
	text := p.String()
	read, err := a.Parse(InputFile, []byte(text))
	if err != nil {
		return []string{fmt.Sprintf("String: want a text that Parse reads, found %q: %v", text, err)}
	}
	files, err := Answer(ctx, p, Options{})
	same, _ := Answer(ctx, p, Options{})
	answer, readErr := Answer(ctx, read, Options{})
	if ctx.Err() != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err == nil && !slices.Equal(files[name], same[name]) {
			return append(lines, fmt.Sprintf("Solve: want the same files each time, found another %s the second time",
				name))
		}
	}
	switch {
	case err != nil && !errors.As(err, new(Refusal)):
		lines = append(lines, "Solve: "+err.Error())
	case read.String() != text,
		readErr == nil && err == nil && !maps.EqualFunc(files, answer, slices.Equal[[]byte]):
		lines = append(lines,
			fmt.Sprintf("String: want a text that Parse reads as the same input, found %q, which is read as another",
				text))
	}
	for _, name := range p.Files() {
		if err == nil && files[name] == nil {
			lines = append(lines, fmt.Sprintf("Solve: want the file %s, which Files names, found none", name))
		}
	}
	if replayer, ok := p.(Replayer); ok {
		lines = append(lines, replayLacks(ctx, replayer, files)...)
	}
	return lines
}

// Answer returns the right files of a problem by name.
func Answer(ctx context.Context, p Problem, options Options) (output.Memory, error) {
	files := output.Memory{}
	_, err := p.Solve(ctx, options, files)
	return files, err
}

// replayed is the number of steps of a search that are examined.
const replayed = 50

// replayLacks returns the defects that the first steps of a search reveal, given the files of the answer.
func replayLacks(ctx context.Context, p Replayer, files output.Memory) (lines []string) {
	enough := errors.New("enough was seen")
	stage := p.Stage()
	places, pieces, steps, depth, twice, changed := len(stage.Places), 0, 0, "", "", ""
	var boards []replay.Board // of the nodes above, when they were entered
	err := p.Replay(ctx, Options{}, func(s replay.Step) error {
		if steps++; steps == 1 {
			pieces, depth = len(s.Board().Pieces), strconv.Itoa(s.Depth)
		}
		switch board := s.Board(); {
		case s.Kind != replay.Update:
			boards = append(boards[:min(s.Ply, len(boards))], board)
		case s.Ply < len(boards) && !reflect.DeepEqual(board, boards[s.Ply]) && changed == "":
			changed = s.Moves[s.Index]
		}
		for i, move := range s.Moves {
			if slices.Contains(s.Moves[:i], move) {
				twice = move
			}
		}
		if steps == replayed || twice != "" {
			return enough
		}
		return nil
	})
	switch log := strings.Split(string(files[stage.File]), "\n"); {
	case ctx.Err() != nil || errors.As(err, new(Refusal)):
	case err != nil && !errors.Is(err, enough):
		lines = append(lines, "Replay: "+err.Error())
	case pieces != places:
		lines = append(lines,
			fmt.Sprintf("Stage.Places: want one for each piece of the board, %d, found %d", pieces, places))
	case changed != "":
		lines = append(lines,
			"Play: want the position before a move left as it was, found another one after "+changed)
	case twice != "":
		lines = append(lines,
			fmt.Sprintf("Show.Name: want a name of its own for each move of a node, found %q twice", twice))
	case files[stage.File] != nil &&
		(stage.First < 1 || stage.First > len(log) || !slices.Contains(scan.Words(log[stage.First-1]), depth)):
		lines = append(lines,
			fmt.Sprintf("Stage.First: want the line of %s at which the search begins, with depth %s, found %d",
				stage.File, depth, stage.First))
	}
	positions := map[[2]float64]string{}
	for _, place := range stage.Places {
		spot := [2]float64{place.X, place.Y}
		if other, taken := positions[spot]; taken {
			return append(lines, fmt.Sprintf(
				"Stage.Places: want places apart from each other (X, Y), found %q and %q both at %v, %v",
				other, place.Name, place.X, place.Y))
		}
		positions[spot] = place.Name
	}
	return lines
}
