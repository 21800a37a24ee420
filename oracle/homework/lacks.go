package homework

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Lacks returns what an assignment must have and has not, or has and contradicts itself, a line each that begins with the
// name of the part. Some of it only inputs show: it draws a few, and solves the first of them for a short while.
func (a *Assignment) Lacks() (lines []string) {
	want := func(missing bool, part, what string, args ...any) {
		if missing {
			lines = append(lines, part+": "+fmt.Sprintf(what, args...))
		}
	}
	sum := 0.0
	for _, s := range a.Grading.Shares {
		sum += s.Points
	}
	want(len(a.Editions) == 0, "Editions", "want at least one, such as OneEdition")
	want(a.Parse == nil, "Parse", "want a function that reads an input")
	want(len(a.Situations) < 1 || len(a.Situations) > MostSituations, "Situations",
		"want a catalogue of 1 to %d, such as search.Catalogue.List returns, found %d", MostSituations, len(a.Situations))
	want(a.Generator.Small == nil, "Generator.Small", "want a function that makes small inputs")
	want(a.Generator.Course == nil, "Generator.Course", "want a function that makes inputs such as you grade with; it may be Small")
	want(sum != 0 && math.Abs(sum-FullMarks) > 1e-6, "Grading.Shares", "want points that add up to %d, found %v", FullMarks, sum)
	if a.Parse != nil && a.Generator.Small != nil && a.Generator.Course != nil {
		lines = append(lines, a.inputsLack()...)
	}
	return lines
}

// drawn is how many inputs of each kind are drawn: enough to have all categories, of which Generator.Small makes a tenth each.
// The first few are solved, as many as can be in the time.
const (
	drawn     = 150
	solved    = 4
	solveTime = 100 * time.Millisecond
)

// inputsLack returns what random inputs show to be missing.
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

// problemLacks returns what one input shows to be missing.
func (a *Assignment) problemLacks(ctx context.Context, p Problem) (lines []string) {
	text := p.String()
	read, err := a.Parse(InputFile, []byte(text))
	if err != nil {
		return []string{fmt.Sprintf("String: want a text that Parse reads, found %q: %v", text, err)}
	}
	files, err := answer(ctx, p)
	same, _ := answer(ctx, p)
	again, readErr := answer(ctx, read)
	if ctx.Err() != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err == nil && !slices.Equal(files[name], same[name]) {
			return append(lines, fmt.Sprintf("Solve: want the same files each time, found another %s the second time", name))
		}
	}
	switch {
	case err != nil && !errors.As(err, new(Refusal)):
		lines = append(lines, "Solve: "+err.Error())
	case read.String() != text, readErr == nil && err == nil && !maps.EqualFunc(files, again, slices.Equal[[]byte]):
		lines = append(lines, fmt.Sprintf("String: want a text that Parse reads as the same input, found %q, which is read as another", text))
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

func answer(ctx context.Context, p Problem) (output.Memory, error) {
	files := output.Memory{}
	_, err := p.Solve(ctx, Options{}, files)
	return files, err
}

// columns returns those of a line of a log, without the blanks around them.
func columns(line string) (all []string) {
	for _, text := range strings.Split(line, ",") {
		all = append(all, strings.TrimSpace(text))
	}
	return all
}

// replayed is how many steps of a search are looked at.
const replayed = 50

// replayLacks returns what the first steps of a search show to be missing, given the answer's files.
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
		lines = append(lines, fmt.Sprintf("Stage.Places: want one for each piece of the board, %d, found %d", pieces, places))
	case changed != "":
		lines = append(lines, "Play: want the position before a move left as it was, found another one after "+changed)
	case twice != "":
		lines = append(lines, fmt.Sprintf("Show.Name: want a name of its own for each move of a node, found %q twice", twice))
	case files[stage.File] != nil && (stage.First < 1 || stage.First > len(log) || !slices.Contains(columns(log[stage.First-1]), depth)):
		lines = append(lines, fmt.Sprintf("Stage.First: want the line of %s at which the search begins, with depth %s, found %d", stage.File, depth, stage.First))
	}
	at := map[[2]float64]string{}
	for _, place := range stage.Places {
		spot := [2]float64{place.X, place.Y}
		if other, taken := at[spot]; taken {
			return append(lines, fmt.Sprintf("Stage.Places: want places apart from each other (X, Y), found %q and %q both at %v, %v", other, place.Name, place.X, place.Y))
		}
		at[spot] = place.Name
	}
	return lines
}
