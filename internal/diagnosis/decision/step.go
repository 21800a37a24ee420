package decision

import (
	"errors"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A place in a search is a step with its context.
type place struct {
	replay.Step
	nodes  []node // from the root to the step's own
	board  replay.Board
	over   bool
	before *replay.Step // the step before, without its board
	child  *node        // the child that has returned, for an update
}

// A node is a node on the path from the root to a place.
type node struct {
	name    string
	depth   int
	max     bool
	entered int      // the step that entered it
	moves   []string // none of a leaf
	below   int      // the depth of its children, once one was entered
	entry   window   // at its entry
	before  window   // before its last line
	window  window   // since then

	returned      []int32 // values of the children that have returned
	board         replay.Board
	opponentMoves []string // moves that the other side would have
}

// errFound ends a replay early.
var errFound = errors.New("found")

// replay visits the steps of the search until visit returns errFound.
func (x *explainer) replay(visit func(s replay.Step) error) error {
	if err := x.game.Replay(x.ctx, x.Options, visit); !errors.Is(err, errFound) {
		return err
	}
	return nil
}

// find returns the step with an index, from 0, or nil if there are fewer steps.
func (x *explainer) find(index int) (found *place, err error) {
	var nodes []node
	var before *replay.Step
	steps := 0
	err = x.replay(func(s replay.Step) error {
		if found != nil { // the step after it
			found.nodes[found.Ply].below = s.Depth
			return errFound
		}
		if s.Kind != replay.Update {
			entry := window{s.Alpha, s.Beta}
			if s.Ply > 0 {
				nodes[s.Ply-1].below = s.Depth
			}
			nodes = append(nodes[:s.Ply], node{name: s.Name, depth: s.Depth, max: s.Max, entered: steps,
				moves: s.Moves, entry: entry, before: entry, window: entry})
		} else {
			current := &nodes[s.Ply]
			current.before, current.window = current.window, window{s.Alpha, s.Beta}
			current.returned = append(current.returned, s.Returned)
		}
		if steps == index {
			found = &place{Step: s, nodes: nodes[:s.Ply+1], board: s.Board(), over: s.Over(), before: before}
			if s.Kind == replay.Update {
				found.child = &nodes[s.Ply+1]
			}
			if s.Kind != replay.Enter {
				return errFound
			}
			return nil
		}
		if steps == index-1 {
			last := s
			before = &last
		}
		steps++
		return nil
	})
	return found, err
}

// boards fetches the boards of the nodes on the way to a place, and of the child that has returned.
func (x *explainer) boards(p *place) error {
	wanted := map[int]*node{}
	last := 0
	for i := range p.nodes {
		wanted[p.nodes[i].entered] = &p.nodes[i]
		last = p.nodes[i].entered
	}
	if p.child != nil {
		wanted[p.child.entered], last = p.child, p.child.entered
	}
	step := 0
	err := x.replay(func(s replay.Step) error {
		if n := wanted[step]; n != nil {
			n.board = s.Board()
			if s.OpponentMoves != nil {
				n.opponentMoves = s.OpponentMoves()
			}
		}
		if step == last {
			return errFound
		}
		step++
		return nil
	})
	return err
}

// step explains the line of a log.
func (x *explainer) step(e *Explanation) (*Explanation, error) {
	index := e.Line - x.stage.First
	if index < 0 {
		if x.turns.File == e.File && x.turns.First > 0 && e.Line < x.turns.First+len(x.rightLines()) {
			return x.turn(nil, 0, e)
		}
		return x.header(e), nil
	}
	p, err := x.find(index)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return x.afterLog(e, index)
	}
	infinity := spelling(e.Want)
	e.Node = x.node(p, e.Want, infinity)
	e.Board = replay.Draw(x.stage, p.board, p.Name)
	if err := x.boards(p); err != nil {
		return nil, err
	}
	if p.Ply > 0 {
		e.Node.Effect = replay.Effect(x.stage, p.nodes[p.Ply-1].board, p.board)
	}
	columns := len(scan.Words(strings.TrimPrefix(e.Want, p.Name))[1:])
	w := words{place: p, x: x, previous: x.previous(e), infinity: infinity, window: columns > 2,
		columns: columns}
	var follows string
	e.Reasons, follows = w.explainLine()
	e.Rule = rulesOn(x.stage, []string{follows})[0]
	if sum := w.sum(); sum != "" && p.Kind == replay.Leaf {
		e.Reasons = slices.Insert(e.Reasons, 1, sum)
	}
	if e.GotLine > 0 {
		w.rest = x.followingLines(e)
		w.differ(e)
		if n := w.chooser(e); n != nil { // its moves are wrong, and are seen on its own board
			e.Board, e.BoardNode, e.Node.Moves = replay.Draw(x.stage, n.board, n.name), n.name, n.moves
		}
		e.Reasons = slices.DeleteFunc(e.Reasons, func(reason string) bool {
			return slices.Contains(e.Errors, reason)
		})
	}
	return e, nil
}

// previous returns the line of the program's file before the wrong one.
func (x *explainer) previous(e *Explanation) string {
	if f := x.differing(e.File); f != nil && f.Report.First != nil {
		if before := f.Report.First.LinesBefore; len(before) > 0 {
			return strings.TrimRight(before[len(before)-1], "\r\n")
		}
	}
	return ""
}

// header explains a line above the first step.
func (x *explainer) header(e *Explanation) *Explanation {
	e.Reasons = []string{"it is the header of the log, whose first step follows below"}
	first, _ := x.right.Line(x.stage.File, x.stage.First)
	if e.GotLine == 0 {
		return e
	}
	x.decide(e, "header")
	switch {
	case e.Ended == "got":
		e.Errors = []string{"the program's file ends before the log"}
	case e.Got == first:
		e.Errors = []string{"the header is missing: the log begins at once"}
	case strings.EqualFold(strings.ReplaceAll(e.Got, " ", ""), strings.ReplaceAll(e.Want, " ", "")):
		e.Errors = []string{"the header is spelled otherwise"}
	case strings.TrimSpace(e.Got) == "":
		e.Errors = []string{"a blank line stands where the header is due"}
	default:
		e.Errors = []string{"the header is another one, so that the program's log may be that of another search"}
	}
	return e
}

// afterLog explains a line whose index is after the last step.
func (x *explainer) afterLog(e *Explanation, index int) (*Explanation, error) {
	if found, err := x.childOfRoot(e, index); found || err != nil {
		return e, err
	}
	if e.Ended != "want" && x.turns.File == e.File && x.turns.First == 0 {
		var text []byte
		if f := x.differing(e.File); f != nil {
			text, e.LogOK = f.Text, true
		}
		return x.turn(text, 0, e)
	}
	e.Reasons = []string{"the search is over: the root has logged its last line, and the log ends"}
	e.Rule = rulesOn(x.stage, []string{silenceRule})[0]
	if e.GotLine > 0 {
		e.Errors = []string{"the program's log goes on"}
		x.decide(e, "another-node")
	}
	return e, nil
}

// node describes the place in the search.
func (x *explainer) node(p *place, line, infinity string) *Node {
	n := &Node{Mover: p.board.Mover, Depth: p.Depth, Max: p.Max, Value: number(p.Value, infinity),
		Moves: p.Moves}
	for _, node := range p.nodes {
		n.Path = append(n.Path, node.name)
	}
	n.Kind = p.Kind.String()
	if strings.Count(line, ",") > strings.Count(p.Name, ",")+2 {
		n.Alpha, n.Beta = number(p.Alpha, infinity), number(p.Beta, infinity)
	}
	return n
}

// MaxRead is the maximum size in bytes of a log that is read as a whole.
const MaxRead = 4 << 20
