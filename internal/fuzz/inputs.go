package fuzz

import (
	"context"
	"crypto/sha256"
	"errors"
	"math/bits"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// inputs makes the inputs of a seed, in the order in which they are judged, round by round. The first round
// has the inputs of the profile core, which catch every known mistake, the shortest answers first. In the
// other rounds, the inputs come first that show the most situations, and pairs of situations, not shown
// before, and later rounds have longer answers: at first all inputs are small ones, then every other round is
// like the course's own. The inputs depend only on the seed.
type inputs struct {
	assignment *oracle.Assignment
	edition    string
	seed       uint64
	jobs       int
	core       []*cases.Case // once their round was
	round      int           // of the inputs that are generated
	count      int           // of the inputs made
	empty      int           // rounds in turn without a new one
	shown      pairCounts
	made       map[[sha256.Size]byte]bool // by digest of the text
}

// An input is a generated input, with its number among all inputs of the seed, from 1.
type input struct {
	gen.Made
	kind   kind
	core   *cases.Case // whose input it is, of the kind core
	number int
}

// A kind is the origin of an input.
type kind int

const (
	core kind = iota
	small
	course // like the course's own
)

const (
	perRound = 32
	// forSituation is the number of candidates drawn in a round for each situation that no input shows yet.
	forSituation = 300
)

// answers are the bounds of the first rounds' largest output files; they grow up to the last.
var answers = []int64{2 << 10, 4 << 10, 8 << 10, 16 << 10, 64 << 10}

// newInputs returns the inputs of a search.
func (s *Search) newInputs() *inputs {
	return &inputs{
		assignment: s.Assignment, edition: s.Edition, seed: s.Seed, jobs: s.Jobs,
		made: map[[sha256.Size]byte]bool{},
	}
}

// request describes the inputs of the present round.
func (in *inputs) request() gen.Request {
	w := gen.Request{Assignment: in.assignment, Edition: in.edition, Seed: in.seed}
	w.MaxLog = answers[min(in.round, len(answers)-1)]
	w.Course = in.round >= len(answers) && in.round%2 == 1
	w.Small = !w.Course
	return w
}

// requests describes each input of the present round.
func (in *inputs) requests() []gen.Request {
	requests := slices.Repeat([]gen.Request{in.request()}, perRound)
	for i, s := range in.assignment.Situations {
		if in.round > 0 && !s.Beyond && !in.shown[i].Has(i) {
			w := in.request()
			w.Cover, w.Tries = []string{s.Name}, forSituation
			requests = append(requests, w)
		}
	}
	return requests
}

// next returns the inputs of the next round.
func (in *inputs) next(ctx context.Context) ([]input, error) {
	if in.core == nil {
		return in.ofCore(ctx)
	}
	requests, size := in.requests(), small
	if requests[0].Course {
		size = course
	}
	made := make([]input, len(requests))
	err := run.Each(ctx, in.jobs, len(requests), func(i int) (err error) {
		made[i].kind = size
		made[i].Made, err = requests[i].Make(ctx, in.round<<16+i)
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
	ordered := in.order(in.removeKnown(made))
	if in.empty++; in.count > before {
		in.empty = 0
	}
	return ordered, nil
}

// ofCore returns the inputs of the profile core that a course may ask in the edition.
func (in *inputs) ofCore(ctx context.Context) ([]input, error) {
	all, err := cases.Embedded(in.assignment)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return !c.In(cases.ProfileCore) })
	slices.SortStableFunc(all, cases.BySize())
	made := make([]input, len(all))
	err = run.Each(ctx, in.jobs, len(all), func(i int) error {
		p := all[i].Problem
		if beyond, err := p.Beyond(ctx, nil, in.edition); beyond != "" || err != nil {
			return err
		}
		seen, err := p.Situations(ctx)
		if err != nil {
			return err
		}
		made[i] = input{Made: gen.Made{Problem: p, Shows: seen}, kind: core}
		made[i].core, err = all[i].Complete(ctx)
		return err
	})
	made = slices.DeleteFunc(made, func(one input) bool { return one.core == nil })
	in.core = []*cases.Case{}
	for i, one := range made {
		in.core = append(in.core, one.core)
		in.made[sha256.Sum256(one.core.Input())] = true
		made[i] = in.number(one)
	}
	return made, err
}

// removeKnown drops inputs that could not be made, and inputs that were made before.
func (in *inputs) removeKnown(made []input) (left []input) {
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
	return left
}

// number records the situations that an input shows, and gives the input the next number.
func (in *inputs) number(one input) input {
	in.shown.add(one.Shows)
	in.count++
	one.number = in.count
	return one
}

// order orders and counts inputs: first the inputs that show something new, each time the one that
// shows most, the shortest among equals, and then the others.
func (in *inputs) order(left []input) (ordered []input) {
	for len(left) > 0 {
		best := gen.Best(len(left), func(i int) int { return in.shown.countNewPairs(left[i].Shows) }, func(i, j int) bool {
			return len(left[i].Problem.String()) < len(left[j].Problem.String())
		})
		best = max(best, 0)
		ordered = append(ordered, in.number(left[best]))
		left = slices.Delete(left, best, best+1)
	}
	return ordered
}

// pairCounts has, for each situation, the situations that some input shows together with it, including itself.
type pairCounts [64]homework.Seen

func (t *pairCounts) add(seen homework.Seen) {
	for i := range t {
		if seen.Has(i) {
			t[i] |= seen
		}
	}
}

// countNewPairs returns the number of pairs of situations that no earlier input shows.
func (t *pairCounts) countNewPairs(seen homework.Seen) (n int) {
	for i := range t {
		if seen.Has(i) {
			n += bits.OnesCount64(uint64(seen &^ t[i]))
		}
	}
	return n
}
