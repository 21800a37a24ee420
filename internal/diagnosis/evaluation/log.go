package evaluation

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Log is what a program logged of a search.
type Log struct {
	Case   string
	Search homework.Replayer
	Stage  replay.Stage // of the search
	Lines  []string     // the program's, from the root's first line on; nil if they are right
	Asked  []int        // steps of the right log, from 0, about which Explains will be asked
}

const (
	mostLeaves = 3000   // that are heeded, of all logs together
	mostSteps  = 60_000 // that are replayed, of all
)

// A share is how much is read of one log, of those that are so many.
type share struct{ leaves, steps int }

// newShare returns the share of each of n logs: leaves that are wrong, likewise those that are right, and
// steps.
func newShare(n int) share { return share{max(12, mostLeaves/2/n), max(500, mostSteps/n)} }

// A log is one that is being read.
type log struct {
	Log
	name    int    // fields of a node's name
	second  string // who moves at the root, if that is not X or player 1
	root    replay.Board
	written map[uint64]int64 // values that the program gave to nodes without children, by their paths
	leaves  []*leaf
	steps   int
	plain   bool // each move is a ply deeper
	deepest int  // leaf
}

// errEnough ends a replay that has seen enough.
var errEnough = errors.New("enough")

// read returns the leaves that both logs have, each at the same path of the same moves.
func read(ctx context.Context, how homework.Options, of Log, most share) (*log, error) {
	l := &log{Log: of, plain: true}
	r := &reader{log: l, most: most, together: true}
	for _, step := range of.Asked {
		r.last = max(r.last, step)
	}
	if err := of.Search.Replay(ctx, how, r.visit); err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	l.leaves = slices.DeleteFunc(l.leaves, func(one *leaf) bool { return !l.plain && !one.byLine })
	for _, one := range l.leaves {
		one.limit = one.depth == l.deepest
	}
	return l, nil
}

// A reader is at work on a log.
type reader struct {
	*log
	most     share
	last     int // step that is asked about
	boards   []replay.Board
	paths    []uint64
	together bool   // the logs are, line by line, of the same nodes up to here
	found    [2]int // leaves that are right, and wrong
}

// visit reads a step of the right log.
func (r *reader) visit(s replay.Step) error {
	if r.steps == 0 {
		r.begin(s)
	}
	index := r.steps
	if r.steps++; index > r.last && (r.steps > r.most.steps || min(r.found[0], r.found[1]) > r.most.leaves) {
		return errEnough
	}
	r.plain = r.plain && s.Depth == s.Ply
	r.together = r.together && (r.Lines == nil || index < len(r.Lines) && r.at(index, s))
	if s.Kind == replay.Update {
		return nil
	}
	r.paths = append(r.paths[:s.Ply], joined(r.paths[:s.Ply], strings.Join(decision.Fields(s.Name), ", ")))
	if s.Kind == replay.Enter {
		r.boards = append(r.boards[:s.Ply], s.Board())
		return nil
	}
	got, byLine, ok := r.value(s, index, r.paths[s.Ply], r.together)
	if !ok {
		return nil
	}
	wrong := 0
	if got != int64(s.Value) {
		wrong = 1
	}
	if r.found[wrong]++; r.found[wrong] > r.most.leaves && !slices.Contains(r.Asked, index) {
		return nil
	}
	one := &leaf{
		of: r.log, step: index, byLine: byLine, board: s.Board(), depth: s.Depth, max: s.Max, over: s.Over(),
		want: int64(s.Value), got: got,
	}
	one.weigh()
	one.quiet = isQuiet(r.Stage.Places, append(r.boards[:s.Ply:s.Ply], one.board))
	r.deepest = max(r.deepest, s.Depth)
	r.leaves = append(r.leaves, one)
	return nil
}

// begin reads the program's lines, given the root's step.
func (l *log) begin(root replay.Step) {
	l.root, l.name = root.Board(), len(decision.Fields(root.Name))
	if mover := l.root.Mover; mover != "X" && mover != "player 1" {
		l.second = mover
	}
	if l.Lines == nil {
		return
	}
	l.written = map[uint64]int64{}
	var paths []uint64
	seen := map[uint64]bool{}
	for _, text := range l.Lines {
		row := decision.Fields(text)
		if len(row) < l.name+2 {
			break
		}
		depth, err := strconv.Atoi(row[l.name])
		if err != nil || depth < 0 || depth > len(paths) {
			break
		}
		path := joined(paths[:depth], strings.Join(row[:l.name], ", "))
		paths = append(paths[:depth], path)
		if depth > 0 {
			delete(l.written, paths[depth-1]) // it has a child
		}
		value, ok := decision.Value(row[l.name+1])
		if seen[path] || !ok {
			delete(l.written, path)
		} else {
			l.written[path] = int64(value)
		}
		seen[path] = true
	}
}

// at reports whether a line of the program is of the same node as a step.
func (l *log) at(index int, s replay.Step) bool {
	row := decision.Fields(l.Lines[index])
	return len(row) >= l.name+2 && slices.Equal(row[:l.name], decision.Fields(s.Name)) &&
		row[l.name] == strconv.Itoa(s.Depth)
}

// value returns what the program gave to a leaf. byLine is set if it is known by the line of the log, not by
// the path alone.
func (l *log) value(s replay.Step, index int, path uint64, together bool) (v int64, byLine, ok bool) {
	if l.Lines == nil {
		return int64(s.Value), true, true
	}
	if together {
		n, ok := decision.Value(decision.Fields(l.Lines[index])[l.name+1])
		if next := index + 1; ok && next < len(l.Lines) { // it has one line, and no children
			row := decision.Fields(l.Lines[next])
			ok = len(row) > l.name && row[l.name] != strconv.Itoa(s.Depth+1) && !l.at(next, s)
		}
		return int64(n), true, ok
	}
	v, ok = l.written[path]
	return v, false, ok && l.plain
}

// joined returns the path of a node, given those of the nodes above it.
func joined(above []uint64, name string) uint64 {
	h := fnv.New64a()
	if len(above) > 0 {
		var b [8]byte
		for i := range b {
			b[i] = byte(above[len(above)-1] >> (8 * i))
		}
		h.Write(b[:])
	}
	h.Write([]byte(name))
	return h.Sum64()
}

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
	own, foe   int64 // the worth of each side's pieces; the opponent's is mostly below 0
	ownN, foeN int64 // the number of each side's pieces
	quiet      bool  // each move on the way changed places in one direction at most
}

// wrong reports whether the program's value is another one.
func (l *leaf) wrong() bool { return l.want != l.got }

// sums reports whether the value is that of the pieces.
func (l *leaf) sums() bool { return l.own+l.foe == l.want }

// weigh sums up a leaf whose board is set.
func (l *leaf) weigh() {
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
	}
}

// isQuiet reports whether each move between boards changed places in one direction at most.
func isQuiet(places []replay.Place, boards []replay.Board) bool {
	for i, after := range boards[1:] {
		var changed []int
		for place, p := range after.Pieces {
			if before := boards[i].Pieces[place]; p.Text != before.Text || p.Side != before.Side {
				changed = append(changed, place)
			}
		}
		if !oneWay(places, boards[i], changed) {
			return false
		}
	}
	return true
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
