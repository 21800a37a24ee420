package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

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
		l.enter(last)
		if !l.leave() || !l.compare() {
			return nil
		}
		last = &Explanation{File: e.File, Line: l.step + x.stage.First, At: l.at + 1, Want: l.want[l.step], Got: l.got[l.at]}
		if last, err = x.step(last); err != nil || last.Decision == nil || last.Node == nil {
			return err
		}
		if last.Decision.widest() != e.Decision.widest() {
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
	right := output.Memory{}
	if _, err := x.Problem.Solve(x.ctx, x.How, right); err != nil {
		return nil, err
	}
	if len(right[e.File]) > MostRead {
		return nil, nil
	}
	l := &logs{got: texts(text), want: texts(right[e.File])[x.stage.First-1:]}
	err := x.game.Replay(x.ctx, x.How, func(s replay.Step) error {
		l.steps = append(l.steps, logStep{s.Ply, strings.Join(Fields(s.Name), ", "), fmt.Sprint(s.Depth)})
		return nil
	})
	l.step, l.at = e.Line-x.stage.First, e.At-1
	return l, err
}

// enter goes on from a difference at this place.
func (l *logs) enter(e *Explanation) {
	l.ply, l.windows = len(e.Node.Path)-1, e.Node.Alpha != ""
	if e.Decision.misplaces() && l.ply > 0 {
		l.ply-- // it is the parent whose children are not the right ones
	}
}

// misplaces reports whether another line comes next by a decision, not another line of the same node.
func (d Decision) misplaces() bool {
	return slices.ContainsFunc(misplacing, func(k *kind) bool { return k.key == d.Key || k.key == d.Of })
}

var misplacing = []*kind{
	&cutMissed, &childNotLogged, &leftEarly, &anotherOrder, &moveMissing, &illegalMove, &moveAgain, &anotherNode, &extraLine, &otherMoves,
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
