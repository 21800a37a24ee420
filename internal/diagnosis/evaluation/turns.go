package evaluation

import (
	"cmp"
	"maps"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A turn is what a move changed: the place that it took, and the places that changed sides, the nearest
// first.
type turn struct {
	placed int // or -1
	turned []int
}

// newTurn returns the turn between two boards, given the places that differ.
func newTurn(places []replay.Place, before, after replay.Board, changed []int) turn {
	t := turn{placed: -1}
	for _, at := range changed {
		switch was, is := before.Pieces[at], after.Pieces[at]; {
		case was.Text == "":
			t.placed = at
		case was.Side != 0 && is.Side == -was.Side && was.Text != is.Text:
			t.turned = append(t.turned, at)
		}
	}
	if t.placed >= 0 {
		far := func(at int) float64 {
			dx, dy := places[at].X-places[t.placed].X, places[at].Y-places[t.placed].Y
			return max(dx, -dx) + max(dy, -dy)
		}
		slices.SortStableFunc(t.turned, func(a, b int) int { return cmp.Compare(far(a), far(b)) })
	}
	return t
}

// A way is a direction on a board.
type way struct{ dx, dy int }

// ways are the directions, with the words for the pieces that lie there.
var ways = []struct {
	way
	name string
}{
	{way{0, -1}, "above it"}, {way{0, 1}, "below it"}, {way{-1, 0}, "to its left"}, {way{1, 0}, "to its right"},
	{way{-1, -1}, "above it to the left"}, {way{1, -1}, "above it to the right"},
	{way{-1, 1}, "below it to the left"}, {way{1, 1}, "below it to the right"},
}

// way returns the direction from the place that a move took to another.
func (t turn) way(places []replay.Place, at int) way {
	from, to := places[t.placed], places[at]
	return way{cmp.Compare(to.X, from.X), cmp.Compare(to.Y, from.Y)}
}

// A turning says which of the pieces that a move turns a program turns: of several answers any may be the
// program's.
type turning struct {
	sort  string
	rank  int
	does  string
	turns func(l *leaf, t turn) [][]int
}

// turnings lists them.
func turnings() (all []turning) {
	add := func(sort string, rank int, does string, turns func(l *leaf, t turn) [][]int) {
		all = append(all, turning{sort, rank, "turns pieces otherwise: leaves are worth as if " + does, turns})
	}
	for _, w := range ways {
		without := func(l *leaf, t turn) []int {
			return slices.DeleteFunc(slices.Clone(t.turned),
				func(at int) bool { return t.way(l.of.Stage.Places, at) == w.way })
		}
		add(w.name, 1, "a move turned nothing "+w.name,
			func(l *leaf, t turn) [][]int { return [][]int{without(l, t)} })
		add(w.name, 2, "a move did not see what lies "+w.name,
			func(l *leaf, t turn) [][]int { return [][]int{without(l, t), nil} })
	}
	add("nearest", 1, "a move turned the nearest piece in each direction only", func(l *leaf, t turn) [][]int {
		return [][]int{outermost(l, t, t.turned)}
	})
	add("farthest", 1, "a move turned the farthest piece in each direction only", func(l *leaf, t turn) [][]int {
		far := slices.Clone(t.turned)
		slices.Reverse(far)
		return [][]int{outermost(l, t, far)}
	})
	add("slanting", 1, "a move turned nothing in slanting lines", func(l *leaf, t turn) [][]int {
		return [][]int{slices.DeleteFunc(slices.Clone(t.turned), func(at int) bool {
			w := t.way(l.of.Stage.Places, at)
			return w.dx != 0 && w.dy != 0
		})}
	})
	add("one", 2, "a move turned one piece only", func(_ *leaf, t turn) (any [][]int) {
		for _, at := range t.turned {
			any = append(any, []int{at})
		}
		return any
	})
	add("one", 2, "a move turned pieces in one direction only", func(l *leaf, t turn) (any [][]int) {
		for _, w := range ways {
			one := slices.DeleteFunc(slices.Clone(t.turned),
				func(at int) bool { return t.way(l.of.Stage.Places, at) != w.way })
			if len(one) > 0 {
				any = append(any, one)
			}
		}
		return any
	})
	return all
}

// outermost returns the first piece in each direction.
func outermost(l *leaf, t turn, turned []int) (firsts []int) {
	met := map[way]bool{}
	for _, at := range turned {
		if w := t.way(l.of.Stage.Places, at); !met[w] {
			met[w] = true
			firsts = append(firsts, at)
		}
	}
	return firsts
}

// reading returns the reading of leaves whose last move alone may have turned pieces otherwise, given the
// reading of the evaluation.
func (t turning) reading(evaluated *reading) *reading {
	return &reading{sort: t.sort, rank: t.rank, does: t.does,
		also: func(l *leaf) bool { return t.follows(l, evaluated) }, of: func(l *leaf) (v int64, ok bool) {
			for i, one := range l.turns {
				if one.placed < 0 && len(one.turned) > 0 {
					return 0, false
				}
				if len(one.turned) == 0 {
					continue
				}
				any := t.turns(l, one)
				if len(any) == 1 && len(any[0]) == len(one.turned) {
					continue
				}
				if i < len(l.turns)-1 {
					return 0, false // what follows may have gone otherwise
				}
				for _, turned := range any {
					if v, ok = evaluated.of(l.unturned(one.turned, turned)); !ok || v == l.got {
						return v, ok
					}
				}
				return v, ok
			}
			return evaluated.of(l)
		}}
}

// mostTried is how many boards are tried for one leaf.
const mostTried = 256

// follows reports whether a leaf is worth what the program wrote if moves before the last turned pieces
// otherwise, too, and all others as they do: a piece that was not turned stays what it is until a move turns
// it back.
func (t turning) follows(l *leaf, evaluated *reading) bool {
	// against the right board, one for each of the boards that the program may have
	flipped := []map[int]bool{{}}
	for _, one := range l.turns {
		if len(one.turned) == 0 || one.placed < 0 {
			continue
		}
		var after []map[int]bool
		for _, turned := range t.turns(l, one) {
			for _, before := range flipped {
				now := maps.Clone(before)
				for _, at := range one.turned {
					delete(now, at) // the mover's in either case
					if !slices.Contains(turned, at) && !before[at] {
						now[at] = true
					}
				}
				after = append(after, now)
			}
		}
		if flipped = after; len(flipped) > mostTried {
			return false
		}
	}
	return slices.ContainsFunc(flipped, func(places map[int]bool) bool {
		v, ok := evaluated.of(l.unturned(slices.Collect(maps.Keys(places)), nil))
		return ok && v == l.got
	})
}

// unturned returns the leaf as it is if of some pieces others alone are turned.
func (l *leaf) unturned(of, turned []int) *leaf {
	other := *l
	other.board.Pieces = slices.Clone(l.board.Pieces)
	for _, at := range of {
		if !slices.Contains(turned, at) {
			p := &other.board.Pieces[at]
			p.Side, p.Worth = -p.Side, -p.Worth
		}
	}
	other.weigh()
	other.want = other.own + other.foe
	return &other
}

// chooseTurning returns the one reading of turned pieces that explains leaves which the evaluation does not,
// or nil.
func chooseTurning(leaves []*leaf, evaluated *reading) *reading {
	if len(leaves[0].of.Stage.Links) > 0 ||
		slices.ContainsFunc(leaves, func(l *leaf) bool { return !l.sums() }) {
		return nil
	}
	var fit []*reading
	for _, t := range turnings() {
		if r := t.reading(evaluated); r.explains(leaves, evaluated) {
			fit = append(fit, r)
		}
	}
	return simplest(fit)
}

// explains reports whether a reading contradicts no leaf and explains enough that another does not.
func (r *reading) explains(leaves []*leaf, other *reading) bool {
	more := 0
	for _, l := range leaves {
		v, ok := r.of(l)
		if ok && v != l.got {
			return false
		}
		if without, ok2 := other.of(l); ok && ok2 && without != l.got {
			more++
		}
	}
	return more >= fewest
}
