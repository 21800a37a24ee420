package decision

import (
	"errors"
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A met node is one that the search has come to before, with the position of another one.
type met struct {
	path  []string // from the root
	value int32    // that it has returned
}

// remembered says how the program leaves out the search of a node because it has met the position before: it writes one line
// with the value that it knows, or enters the node and returns, or is back above it at once. k is nil if it does none of these.
func (w words) remembered(got line) (k *kind, says string) {
	n, lines := w.Ply, "" // the ply of the node that is not searched
	next, follows := w.following(0)
	v, number := Value(got.value)
	shown := false // whether the program's line shows the value
	switch {
	case w.Kind == replay.Enter && got.of(w.nodes[n]) && number && v != w.Value && (!follows || w.above(next)):
		shown = true
		lines = "one line with that value stands for its search"
	case w.Kind == replay.Enter && n > 0 && got.of(w.nodes[n-1]):
		lines = "the program is back at " + got.name
	case w.Ply > 1 && w.before.Kind == replay.Enter && got.of(w.nodes[n-2]):
		n--
		lines = "the program is back at " + got.name
	default:
		return nil, ""
	}
	before := w.x.met(w.nodes[n])
	if before == nil || shown && before.value != v {
		return nil, ""
	}
	return &remembered, fmt.Sprintf("the position of %s is that of %s, searched before, which returned %s: %s",
		w.nodes[n].name, strings.Join(before.path, " > "), w.number(before.value), lines)
}

// met returns the first inner node that was searched before one and has the same position, or nil.
func (x *explainer) met(n node) (found *met) {
	type open struct {
		name  string
		same  bool
		value int32
	}
	var nodes []open
	step := 0
	err := x.game.Replay(x.ctx, x.How, func(s replay.Step) error {
		for len(nodes) > s.Ply+1 || len(nodes) == s.Ply+1 && s.Kind != replay.Update { // it has returned
			last := nodes[len(nodes)-1]
			if nodes = nodes[:len(nodes)-1]; last.same {
				found = &met{value: last.value}
				for _, on := range nodes {
					found.path = append(found.path, on.name)
				}
				found.path = append(found.path, last.name)
				return errFound
			}
		}
		if step >= n.entered || step > mostInner {
			return errFound
		}
		step++
		if s.Kind == replay.Update {
			nodes[s.Ply].value = s.Value
			return nil
		}
		on := open{name: s.Name}
		if s.Kind == replay.Enter {
			board := s.Board()
			on.same = board.Mover == n.board.Mover && samePieces(board, n.board)
		}
		nodes = append(nodes, on)
		return nil
	})
	if err != nil && !errors.Is(err, errFound) {
		return nil
	}
	return found
}
