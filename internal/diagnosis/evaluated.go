package diagnosis

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A mistake in the evaluation shows at leaves. Each log that is wrong first at a leaf gives one wrong value,
// and the leaves before it give right ones. The candidates are changes of sides and signs, and another weight
// of one place. A candidate is reported if it predicts all right values and a third of the wrong ones, and no
// candidate with another effect predicts as many. Without one, the position at a wrong leaf is suspected if
// all its pieces count as they should at other leaves.

const (
	minWrong     = 4   // logs that are wrong first at a leaf, below which no candidate is reported
	maxLeaves    = 500 // leaves of a log that are compared
	maxRightLogs = 12  // logs of passing cases whose leaves are compared
)

// A leaf is a leaf of the right search with the value that the program gave to it.
type leaf struct {
	board     replay.Board
	max, over bool
	root      string // the mover at the root
	want, got int64
	own, foe  int64 // worth of the pieces of each side; the opponent's is mostly below 0
	pieces    int64 // number of the root player's pieces minus the number of the opponent's pieces
}

// isSum reports whether the right value is the sum of the worth of all pieces.
func (l *leaf) isSum() bool { return l.own+l.foe == l.want }

// An evaluation is a possible evaluation of the program. Evaluations of one sort have the same effect on a
// program, and the first one is reported.
type evaluation struct {
	kind, behaviour string
	value           func(l *leaf) int64
}

// errEnough ends a replay.
var errEnough = errors.New("enough")

// evaluated replaces, in the explanations of failing cases, the decision at a wrong leaf by the mistake in
// the program's evaluation, if there is one that explains them all, or else by a mistake in the position. It
// reports whether it found one.
func (r *reading) evaluated(ctx context.Context, failed []verdict.Result,
	explained map[string]*decision.Explanation) (bool, error) {
	var leaves, last []*leaf // last are the wrong ones
	var wrong []*decision.Explanation
	var stage replay.Stage
	atOnce := 0 // logs that are wrong from their first leaf on
	for _, f := range smallestFirst(failed) {
		e := explained[f.Case.Name]
		game, ok := f.Case.Problem.(homework.Replayer)
		if e == nil || e.Leaf == nil || !ok {
			continue
		}
		stage = game.Stage()
		found, err := r.leaves(ctx, game, e.Line-stage.First)
		if err != nil {
			return false, err
		}
		if len(found) == 1 && e.Decision.OfLeafValue() {
			atOnce++
		}
		end := found[len(found)-1]
		end.got = int64(*e.Leaf)
		leaves, wrong, last = append(leaves, found...), append(wrong, e), append(last, end)
	}
	if len(wrong) < minWrong {
		return false, nil
	}
	right, err := r.rightLeaves(ctx)
	if err != nil {
		return false, err
	}
	leaves = append(leaves, right...)
	if found := chooseEvaluation(leaves, stage); found != nil {
		for i, e := range wrong {
			if found.value(last[i]) == last[i].got {
				e.Decision = e.Decision.Because("leaf-evaluation")
				e.Decision.Behaviour = found.behaviour
			}
		}
		return true, nil
	}
	differ := positionsDiffer(leaves, last)
	for _, i := range differ {
		wrong[i].Decision = wrong[i].Decision.Because("leaf-position")
	}
	if len(differ) == 0 && isNearlyAll(atOnce, len(wrong)) {
		for _, e := range wrong {
			if e.Decision.OfLeafValue() {
				e.Decision = e.Decision.Because("leaf-value").About("evaluation", "Evaluation", "input")
				e.Decision.Right += "; nearly all logs are wrong from their first leaf on, so look at the whole " +
					"evaluation, and at how the input is read"
			}
		}
	}
	return len(differ) > 0, nil
}

// counted is a property of a leaf that decides how its pieces count: a piece at its place, the worth of a
// piece, or who moves.
type counted struct {
	root      string
	place     int
	side      int8
	worth     int32
	max, over bool
}

// counts returns the properties of a leaf.
func (l *leaf) counts() []counted {
	all := []counted{{root: l.root, max: l.max, over: l.over, place: -1}}
	for place, p := range l.board.Pieces {
		if p.Side != 0 {
			all = append(all, counted{root: l.root, place: place, side: p.Side},
				counted{place: -1, side: p.Side, worth: p.Worth})
		}
	}
	return all
}

// positionsDiffer returns the indexes of the wrong leaves on which each piece counts as it should at a right
// leaf, if they are nearly all wrong leaves. Then the evaluation is right, and the program has another
// position there.
func positionsDiffer(leaves, wrong []*leaf) (found []int) {
	right := map[counted]bool{}
	for _, l := range leaves {
		if !l.isSum() {
			return nil
		}
		if l.got == l.want {
			for _, c := range l.counts() {
				right[c] = true
			}
		}
	}
	for i, l := range wrong {
		if !slices.ContainsFunc(l.counts(), func(c counted) bool { return !right[c] }) {
			found = append(found, i)
		}
	}
	if !isNearlyAll(len(found), len(wrong)) {
		return nil
	}
	return found
}

// leaves returns the first leaves of a right log, and the leaf that is its last step, if it is one. Each leaf
// has the right value.
func (r *reading) leaves(ctx context.Context, game homework.Replayer, last int) (all []*leaf, err error) {
	step, root := 0, ""
	err = game.Replay(ctx, homework.Options{Edition: r.edition}, func(s replay.Step) error {
		if step == 0 {
			root = s.Board().Mover
		}
		if s.Kind == replay.Leaf && (len(all) < maxLeaves || step == last) {
			all = append(all, newLeaf(s, root))
		}
		if step++; step > last {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return all, err
}

// rightLeaves returns the first leaves of a few logs that are right.
func (r *reading) rightLeaves(ctx context.Context) (all []*leaf, err error) {
	logs := 0
	for _, result := range smallestFirst(r.results) {
		game, ok := result.Case.Problem.(homework.Replayer)
		if v := r.byName[result.Case.Name]; !ok || v != nil && !formed(v.read) || game.Stage().File == "" {
			continue
		}
		found, err := r.leaves(ctx, game, maxLeaves)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		if logs++; logs == maxRightLogs {
			break
		}
	}
	return all, nil
}

// newLeaf returns the leaf of a step, with the right value.
func newLeaf(s replay.Step, root string) *leaf {
	l := &leaf{board: s.Board(), max: s.Max, over: s.Over(), root: root, want: int64(s.Value), got: int64(s.Value)}
	for _, p := range l.board.Pieces {
		switch {
		case p.Side > 0:
			l.own += int64(p.Worth)
			l.pieces++
		case p.Side < 0:
			l.foe += int64(p.Worth)
			l.pieces--
		}
	}
	return l
}

// chooseEvaluation returns the evaluation that predicts all right values and the most wrong ones. It returns
// nil if evaluations of different sorts predict equally many, or if none predicts enough wrong values to rule
// out chance. Changes of sides come first, because they are simpler than weights.
func chooseEvaluation(leaves []*leaf, stage replay.Stage) *evaluation {
	for _, all := range [][]evaluation{sides(leaves), weights(leaves, stage)} {
		var fit []evaluation
		maxPredicted := 0
		for _, e := range all {
			switch predicted := e.predicts(leaves); {
			case predicted == maxPredicted && maxPredicted > 0:
				fit = append(fit, e)
			case predicted > maxPredicted:
				fit, maxPredicted = []evaluation{e}, predicted
			}
		}
		switch {
		case len(fit) == 0:
		case slices.ContainsFunc(fit, func(e evaluation) bool { return e.kind != fit[0].kind }):
			return nil
		default:
			return &fit[0]
		}
	}
	return nil
}

// predicts returns the number of wrong values of leaves that an evaluation predicts, or 0 if it does not
// predict all right values and a third of the wrong ones. The others may come from another mistake.
func (e evaluation) predicts(leaves []*leaf) int {
	wrong, predicted := 0, 0 // wrong values
	for _, l := range leaves {
		same := e.value(l) == l.got
		switch {
		case l.got == l.want && !same:
			return 0
		case l.got != l.want:
			wrong++
			if same {
				predicted++
			}
		}
	}
	if predicted < minWrong || 3*predicted < wrong {
		return 0
	}
	return predicted
}

// sides returns the evaluations that change a sign or the share of a side, everywhere or at some leaves.
func sides(leaves []*leaf) (all []evaluation) {
	changes := []evaluation{
		{"negated", "evaluates a leaf%s from the other side: its value has the wrong sign",
			func(l *leaf) int64 { return -l.want }},
		{"zero", "gives a leaf%s the value 0", func(*leaf) int64 { return 0 }},
	}
	if !slices.ContainsFunc(leaves, func(l *leaf) bool { return !l.isSum() }) {
		changes = append(changes, []evaluation{
			{"own", "counts at a leaf%s what the root player has, and does not subtract what the opponent has",
				func(l *leaf) int64 { return l.own }},
			{"sum", "adds at a leaf%s what the opponent has, and does not subtract it",
				func(l *leaf) int64 { return l.own - l.foe }},
			{"pieces", "counts pieces at a leaf%s, whatever they are worth", func(l *leaf) int64 { return l.pieces }},
		}...)
	}
	type condition struct {
		text, kind string
		holds      func(l *leaf) bool
	}
	conditions := []condition{
		{"", "", func(*leaf) bool { return true }},
		{" where the opponent moves next", "min", func(l *leaf) bool { return !l.max }},
		{" where the root player moves next", "max", func(l *leaf) bool { return l.max }},
		{" where the game is over", "over", func(l *leaf) bool { return l.over }},
		{" where the game is not over", "not over", func(l *leaf) bool { return !l.over }},
	}
	movers := map[string]bool{}
	for _, l := range leaves {
		movers[l.root] = true
	}
	for _, mover := range slices.Sorted(maps.Keys(movers)) {
		conditions = append(conditions, condition{" where " + mover + " moves at the root", "",
			func(l *leaf) bool { return l.root == mover }})
	}
	for _, cond := range conditions {
		for _, c := range changes {
			all = append(all, evaluation{c.kind + " " + cond.kind, fmt.Sprintf(c.behaviour, cond.text),
				func(l *leaf) int64 {
					if cond.holds(l) {
						return c.value(l)
					}
					return l.want
				}})
		}
	}
	return all
}

// weights returns the evaluations in which one place has the weight that the first wrong leaf implies. A place
// may have other weights in other cases; then the only candidate is that it does not count. weights returns nil
// if pieces are numbers or colours.
func weights(leaves []*leaf, stage replay.Stage) (all []evaluation) {
	if slices.ContainsFunc(leaves, func(l *leaf) bool {
		return !l.isSum() || len(stage.Links) > 0 || len(l.board.Pieces) != len(stage.Places) ||
			slices.ContainsFunc(l.board.Pieces, func(p replay.Piece) bool { return digits.MatchString(p.Text) })
	}) {
		return nil
	}
	first := leaves[slices.IndexFunc(leaves, func(l *leaf) bool { return l.got != l.want })]
	for place, p := range first.board.Pieces {
		weight := func(p replay.Piece) int64 { return int64(p.Side) * int64(p.Worth) }
		name, more := stage.Places[place].Name, int64(p.Side)*(first.got-first.want)
		varies := slices.ContainsFunc(leaves, func(l *leaf) bool {
			other := l.board.Pieces[place]
			return other.Side != 0 && weight(other) != weight(p)
		})
		switch sum := weight(p) + more; {
		case p.Side == 0:
		case sum == 0:
			all = append(all, evaluation{name, "does not count " + name,
				func(l *leaf) int64 { return l.want - int64(l.board.Pieces[place].Worth) }})
		case !varies:
			all = append(all, evaluation{name, fmt.Sprintf("values %s at %d, want %d", name, sum, weight(p)),
				func(l *leaf) int64 { return l.want + int64(l.board.Pieces[place].Side)*more }})
		}
	}
	return all
}
