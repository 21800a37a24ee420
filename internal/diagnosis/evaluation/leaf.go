package evaluation

import (
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A leaf is a leaf of the right search that the program evaluated, too.
type leaf struct {
	of         *log
	step       int  // of the right log, from 0
	byLine     bool // its value is known by the line of the log, not by the path of the node alone
	board      replay.Board
	depth      int
	max        bool // the node type: the root player moves next
	over       bool // no moves are left
	limit      bool // it is as deep as any leaf of the log
	want, got  int64
	own, foe   int64  // what each side's pieces add; the opponent's are mostly below 0
	ownN, foeN int64  // pieces of each side that are worth something, or of which none is
	pits       int64  // numbers on places that are worth nothing, the opponent's subtracted
	last       int    // the place of the last move, or -1
	taken      int64  // what changed sides with the last move, as it is worth now
	takenAll   int64  // likewise with each move since the root
	takenOwn   int64  // what the root player took since the root
	turns      []turn // of the moves since the root
	quiet      bool   // each move on the way changed places in one direction at most
}

// wrong reports whether the program's value is another one.
func (l *leaf) wrong() bool { return l.want != l.got }

// sums reports whether the value is that of the pieces.
func (l *leaf) sums() bool { return l.own+l.foe == l.want }

// weigh sums up a leaf whose board is set.
func (l *leaf) weigh() {
	l.own, l.foe, l.ownN, l.foeN, l.pits = 0, 0, 0, 0, 0
	for _, p := range l.board.Pieces {
		w := int64(p.Worth)
		switch {
		case p.Side > 0:
			l.own += w
			l.ownN++
		case p.Side < 0:
			l.foe += w
			l.foeN++
		}
		if n, err := strconv.Atoi(p.Text); err == nil && w == 0 {
			l.pits += int64(n) * int64(p.Side)
		}
	}
}

// sum returns the value of the pieces if each has another worth to its owner. ok is false if worth does not know.
func (l *leaf) sum(worth func(place int, p replay.Piece) (w int64, ok bool)) (v int64, ok bool) {
	for i, p := range l.board.Pieces {
		if p.Side == 0 {
			continue
		}
		w, ok := worth(i, p)
		if !ok {
			return 0, false
		}
		v += int64(p.Side) * w
	}
	return v, true
}

// path adds to a leaf what the moves on its way changed, given the boards from the root to its parent, and the names.
func (l *leaf) path(places []replay.Place, boards []replay.Board, name string) {
	l.last, l.quiet = -1, true
	for i, place := range places {
		if decision.MadeAt(name, place.Name) {
			l.last = i
		}
	}
	for i := range boards {
		after := l.board
		if i+1 < len(boards) {
			after = boards[i+1]
		}
		changed := changes(boards[i], after)
		l.quiet = l.quiet && oneWay(places, boards[i], changed)
		l.taken = 0
		l.turns = append(l.turns, newTurn(places, boards[i], after, changed))
		for _, at := range l.turns[i].turned {
			now := after.Pieces[at]
			l.taken += int64(now.Worth)
			l.takenAll += int64(now.Worth)
			if now.Side > 0 {
				l.takenOwn += int64(now.Worth)
			}
		}
	}
}

// changes returns the places that a move changed.
func changes(before, after replay.Board) (places []int) {
	for i, p := range after.Pieces {
		if p.Text != before.Pieces[i].Text || p.Side != before.Pieces[i].Side {
			places = append(places, i)
		}
	}
	return places
}

// oneWay reports whether a move changed places in one direction at most from the one that it took.
func oneWay(places []replay.Place, before replay.Board, changed []int) bool {
	at := slices.IndexFunc(changed, func(i int) bool { return before.Pieces[i].Text == "" })
	if at < 0 {
		return len(changed) == 0
	}
	from := places[changed[at]]
	var dx, dy float64
	for i, other := range changed {
		if i == at {
			continue
		}
		x, y := places[other].X-from.X, places[other].Y-from.Y
		if x*dy != y*dx || x*dx+y*dy < 0 {
			return false
		}
		dx, dy = x, y
	}
	return true
}
