package fuzz

import (
	"context"
	"crypto/sha256"
	"errors"
	"math/bits"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// inputs makes the inputs of a seed, in the order in which they are judged, round by round. In
// a round those come first that show situations not shown before, and later rounds have longer
// answers: at first all inputs are small ones, then every other round is like the course's own.
// What a seed makes depends on nothing else.
type inputs struct {
	assignment *oracle.Assignment
	edition    string
	seed       uint64
	jobs       int
	round      int
	count      int // of the inputs made
	empty      int // rounds in turn without a new one
	shown      homework.Seen
	made       map[[sha256.Size]byte]bool // by digest of the text
}

// An input is one that was made, with its number among all of the seed, from 1.
type input struct {
	gen.Made
	number int
}

const (
	perRound = 32
	// forSituation is how many candidates are drawn in a round for each situation that no
	// input shows yet.
	forSituation = 300
)

// answers are the bounds of the first rounds' largest output files; they grow up to the last.
var answers = []int64{2 << 10, 4 << 10, 8 << 10, 16 << 10, 64 << 10}

// wish describes the inputs of the present round.
func (in *inputs) wish() gen.Wish {
	w := gen.Wish{Assignment: in.assignment, Edition: in.edition, Seed: in.seed, MaxLog: answers[min(in.round, len(answers)-1)]}
	w.Course = in.round >= len(answers) && in.round%2 == 1
	w.Small = !w.Course
	return w
}

// next makes the inputs of the next round.
func (in *inputs) next(ctx context.Context) ([]input, error) {
	wishes := []gen.Wish{}
	for range perRound {
		wishes = append(wishes, in.wish())
	}
	for i, s := range in.assignment.Situations {
		if in.round > 0 && !s.Beyond && !in.shown.Has(i) {
			w := in.wish()
			w.Cover, w.Tries = []string{s.Name}, forSituation
			wishes = append(wishes, w)
		}
	}
	made := make([]gen.Made, len(wishes))
	err := work.Each(ctx, in.jobs, len(wishes), func(i int) (err error) {
		made[i], err = wishes[i].Make(ctx, in.round<<16+i)
		if errors.As(err, new(*gen.NoneError)) {
			return nil // made[i] has no problem
		}
		return err
	})
	in.round++
	if err != nil {
		return nil, err
	}
	before := in.count
	ordered := in.order(made)
	if in.empty++; in.count > before {
		in.empty = 0
	}
	return ordered, nil
}

// order drops what was made before, and orders and counts the others: one that shows most new situations
// first, the shortest among equals, and then those that show nothing new.
func (in *inputs) order(made []gen.Made) (ordered []input) {
	var left []gen.Made
	for _, m := range made {
		if m.Problem == nil {
			continue
		}
		sum := sha256.Sum256([]byte(m.Problem.String()))
		if !in.made[sum] {
			left = append(left, m)
		}
		in.made[sum] = true
	}
	for len(left) > 0 {
		best, most := 0, -1
		for i, m := range left {
			news := bits.OnesCount64(uint64(m.Shows &^ in.shown))
			if news > most || news == most && news > 0 && len(m.Problem.String()) < len(left[best].Problem.String()) {
				best, most = i, news
			}
		}
		in.shown |= left[best].Shows
		in.count++
		ordered = append(ordered, input{left[best], in.count})
		left = append(left[:best], left[best+1:]...)
	}
	return ordered
}

// MakeCase makes the case of an input, on which a judge runs the program.
func MakeCase(ctx context.Context, a *oracle.Assignment, p homework.Problem) (*cases.Case, error) {
	return cases.Make(ctx, a, p, "fuzz", "an input made by fuzz")
}
