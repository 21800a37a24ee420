package decision

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A place in a search is a step with what is around it.
type place struct {
	replay.Step
	nodes  []node // from the root to the step's own
	board  replay.Board
	over   bool
	leaf   int          // how many leaves the log has up to the step
	uncut  int          // and up to the first cut, if that is before the step
	before *replay.Step // the step before, without its board
	child  *node        // of an update: the child that has returned
}

// A node is one on the way from the root.
type node struct {
	name    string
	depth   int
	max     bool
	entered int      // the step that entered it
	moves   []string // none of a leaf
	below   int      // the depth of its children, once one was entered
	entry   window   // with which it was entered
	before  window   // before its last line
	window  window   // since then

	returned []int32 // values of the children that have returned
	board    replay.Board
	theirs   []string // moves that the other side would have
}

// errFound ends a replay that has seen enough.
var errFound = errors.New("found")

// replay visits the steps of the search until visit returns errFound.
func (x *explainer) replay(visit func(s replay.Step) error) error {
	if err := x.game.Replay(x.ctx, x.How, visit); !errors.Is(err, errFound) {
		return err
	}
	return nil
}

// find returns the step of an index, from 0, or nil if there are fewer.
func (x *explainer) find(index int) (found *place, err error) {
	var nodes []node
	var before *replay.Step
	steps, leaves, uncut := 0, 0, 0
	err = x.replay(func(s replay.Step) error {
		if s.Kind == replay.Leaf {
			leaves++
		}
		if found != nil { // the step behind it
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
			on := &nodes[s.Ply]
			on.before, on.window = on.window, window{s.Alpha, s.Beta}
			on.returned = append(on.returned, s.Returned)
		}
		if steps == index {
			found = &place{Step: s, nodes: nodes[:s.Ply+1], board: s.Board(), over: s.Over(), leaf: leaves,
				uncut: uncut, before: before}
			if s.Kind == replay.Update {
				found.child = &nodes[s.Ply+1]
			}
			if s.Kind != replay.Enter {
				return errFound
			}
			return nil
		}
		if s.Kind == replay.Update && s.Cut && uncut == 0 {
			uncut = leaves
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
			if s.Theirs != nil {
				n.theirs = s.Theirs()
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
	e.Leaves, e.Uncut = p.leaf, p.uncut
	infinity := spelling(e.Want)
	e.Node = x.node(p, e.Want, infinity)
	e.Board = x.board(p.board, p.Name)
	if err := x.boards(p); err != nil {
		return nil, err
	}
	if p.Ply > 0 {
		e.Node.Effect = effect(x.stage, p.nodes[p.Ply-1].board, p.board)
	}
	columns := len(Fields(strings.TrimPrefix(e.Want, p.Name))[1:])
	w := words{place: p, x: x, previous: x.previous(e), infinity: infinity, window: columns > 2,
		columns: columns}
	var follows string
	e.Why, follows = w.why()
	e.Rule = x.rulesOn([]string{follows})[0]
	if sum := x.sum(p); sum != "" && p.Kind == replay.Leaf {
		e.Why = slices.Insert(e.Why, 1, sum)
	}
	if e.At > 0 {
		w.rest = x.behind(e)
		w.differ(e)
		if n := w.chooser(e); n != nil { // its moves are wrong, and are seen on its own board
			e.Board, e.Of, e.Node.Moves = x.board(n.board, n.name), n.name, n.moves
		}
		e.Why = slices.DeleteFunc(e.Why, func(why string) bool { return slices.Contains(e.Says, why) })
	}
	return e, nil
}

// previous returns the line of the program's file before the one that is wrong.
func (x *explainer) previous(e *Explanation) string {
	if f := x.differing(e.File); f != nil && f.Report.First != nil {
		if before := f.Report.First.Before; len(before) > 0 {
			return strings.TrimRight(before[len(before)-1], "\r\n")
		}
	}
	return ""
}

// header explains a line above the first step.
func (x *explainer) header(e *Explanation) *Explanation {
	e.Why = []string{"it is the header of the log, whose first step follows below"}
	first, _ := x.right.line(x.stage.File, x.stage.First)
	if e.At == 0 {
		return e
	}
	x.decide(e, "header")
	switch {
	case e.Ended == "got":
		e.Says = []string{"the program's file ends before the log"}
	case e.Got == first:
		e.Says = []string{"the header is missing: the log begins at once"}
	case strings.EqualFold(strings.ReplaceAll(e.Got, " ", ""), strings.ReplaceAll(e.Want, " ", "")):
		e.Says = []string{"the header is spelled otherwise"}
	case strings.TrimSpace(e.Got) == "":
		x.decide(e, "header-blank")
		e.Says = []string{"a blank line stands where the header is due"}
	default:
		e.Says = []string{"the header is another one, so that the program's log may be that of another search"}
	}
	return e
}

// afterLog explains a line of an index behind that of the last step.
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
	e.Why = []string{"the search is over: the root has logged its last line, and the log ends"}
	e.Rule = x.rulesOn([]string{silenceRule})[0]
	if e.At > 0 {
		e.Says = []string{"the program's log goes on"}
		x.decide(e, "goes-on")
	}
	return e, nil
}

// node describes where the search is.
func (x *explainer) node(p *place, line, infinity string) *Node {
	n := &Node{Mover: p.board.Mover, Depth: p.Depth, Max: p.Max, Value: number(p.Value, infinity),
		Moves: p.Moves}
	for _, on := range p.nodes {
		n.Path = append(n.Path, on.name)
	}
	n.Kind = p.Kind.String()
	if strings.Count(line, ",") > strings.Count(p.Name, ",")+2 {
		n.Alpha, n.Beta = number(p.Alpha, infinity), number(p.Beta, infinity)
	}
	return n
}

// MostRead is how many bytes a log may have that is read as a whole.
const MostRead = 4 << 20

// next looks for another decision that goes wrong, and whose difference does not follow from the one
// explained by e. The two logs are put side by side again where the search leaves the subtree in
// which they part. The values of the nodes above may follow from the first difference, and the
// windows that they hand down; what is wrong elsewhere has a cause of its own.
func (x *explainer) next(e *Explanation) error {
	f := x.differing(e.File)
	if e.Node == nil || e.Ended != "" || f == nil || len(f.Text) > MostRead {
		return nil
	}
	l, err := x.logs(f.Text, e)
	if err != nil || l == nil {
		return err
	}
	last := e
	for range mostPassed {
		l.ply, l.windows = len(last.Node.Path)-1, last.Node.Alpha != ""
		if last.Decision.misplaces() && l.ply > 0 {
			l.ply-- // it is the parent whose children are not the right ones
		}
		if !l.leave() || !l.compare() {
			return nil
		}
		last = &Explanation{File: e.File, Line: l.step + x.stage.First, At: l.at + 1, Want: l.want[l.step],
			Got: l.got[l.at]}
		if last, err = x.step(last); err != nil || last.Decision == nil || last.Node == nil {
			return err
		}
		if last.Decision.General().Key != e.Decision.General().Key {
			e.Next, e.Follows = last, l.follow
			return nil
		}
	}
	return nil
}

// mostPassed is how many differences of the same sort are passed in search of another one.
const mostPassed = 20

// logs are a right log and a program's, from a difference on.
type logs struct {
	want, got []string // lines of the right log, by step, and of the program's file
	steps     []logStep
	step, at  int  // where they are compared
	ply       int  // of the root of the subtree in which they part
	windows   bool // they show windows
	follow    int  // lines passed that may follow from a difference before
}

// A logStep is what is needed of a step.
type logStep struct {
	ply         int
	name, depth string
}

// logs reads both logs. It returns nil if the right one is too long.
func (x *explainer) logs(text []byte, e *Explanation) (*logs, error) {
	right, err := homework.Answer(x.ctx, x.Problem, x.How)
	if err != nil {
		return nil, err
	}
	if len(right[e.File]) > MostRead {
		return nil, nil
	}
	l := &logs{got: texts(text), want: texts(right[e.File])[x.stage.First-1:]}
	err = x.game.Replay(x.ctx, x.How, func(s replay.Step) error {
		l.steps = append(l.steps, logStep{s.Ply, strings.Join(Fields(s.Name), ", "), fmt.Sprint(s.Depth)})
		return nil
	})
	l.step, l.at = e.Line-x.stage.First, e.At-1
	return l, err
}

// texts splits a file into lines.
func texts(text []byte) []string {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	return lines
}

// leave goes on to the line of the parent with which both searches leave the subtree of the
// difference. It reports whether they are side by side there.
func (l *logs) leave() bool {
	if l.ply == 0 {
		return false
	}
	from := l.at
	for l.step++; l.step < len(l.steps) && l.steps[l.step].ply >= l.ply; l.step++ {
	}
	for l.at++; l.at < len(l.got) && l.step < len(l.steps) && !l.same(l.step, l.at); l.at++ {
	}
	l.follow += l.at - from - 1
	if l.step+1 >= len(l.steps) || l.at+1 >= len(l.got) {
		return false
	}
	got, ok := l.line(l.step+1, l.at+1)
	return ok && got.depth == l.steps[l.step+1].depth
}

// same reports whether a step and a line of the program are of a node of the same name and depth.
func (l *logs) same(step, at int) bool {
	got, ok := l.line(step, at)
	return ok && got.name == l.steps[step].name && got.depth == l.steps[step].depth
}

// line parses a line of the program as one that stands for a step.
func (l *logs) line(step, at int) (got line, ok bool) {
	return parse(l.got[at], len(Fields(l.want[step]))-1-strings.Count(l.steps[step].name, ","))
}

// compare compares from here on. It reports whether there is a difference that does not follow from
// the one before, at which it stops.
func (l *logs) compare() bool {
	above := l.ply - 1 // the ply down to which a line is that of a node above the subtree
	for ; l.step < min(len(l.steps), len(l.want)) && l.at < len(l.got); l.step, l.at = l.step+1, l.at+1 {
		ply := l.steps[l.step].ply
		above = min(above, ply) // what is below has returned
		switch {
		case slices.Equal(Fields(l.got[l.at]), Fields(l.want[l.step])):
		case ply > above || !l.same(l.step, l.at):
			return true
		case l.windows: // its window is handed down, so that all that comes may follow
			return false
		default:
			l.follow++
		}
	}
	return false
}
