package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// otherNode says why the line is not one of another node.
func (w words) otherNode(e *Explanation, got, want line) {
	var k *kind
	says := ""
	if got.depth == fmt.Sprint(w.Depth) || !w.above(got) {
		k, says = w.misnamed(e, got, want)
	}
	if k == nil {
		k, says = w.misplaced(got)
	}
	if k == nil {
		k, says = w.otherChild(got)
	}
	e.Says = []string{says}
	w.decide(e, k)
}

// misnamed says how a line may be that of the right node after all, with another name. It returns ""
// if it is not.
func (w words) misnamed(e *Explanation, got, want line) (k *kind, says string) {
	all, wanted := Fields(e.Got), Fields(e.Want)
	slices.Sort(all)
	slices.Sort(wanted)
	right := fmt.Sprintf("the program writes %q for the name of the node, want %q", got.name, w.Name)
	switch {
	case strings.EqualFold(got.name, w.Name):
		return &otherName, right
	case slices.Equal(all, wanted):
		return &columnsOrder, "the program has the columns in another order"
	case w.Ply == 0 && got.depth == fmt.Sprint(w.Depth) && !slices.Contains(w.Moves, got.name):
		return &rootName, fmt.Sprintf("the program calls the root %q, want %q", got.name, w.Name)
	case w.Kind == replay.Update && got.name == strings.Join(Fields(w.Moves[w.Index]), ", ") && slices.Equal(got.columns, want.columns):
		return &nameOfChild, fmt.Sprintf("the program's line has the name of %s, the child that has returned, want that of %s", got.name, w.Name)
	case slices.Equal(got.columns, want.columns) && !strings.HasSuffix(got.name, ", ") && (strings.Contains(w.Name, got.name) || strings.Contains(got.name, w.Name)):
		return &otherName, right
	}
	return nil, ""
}

// misplaced says how a line of another node comes to stand here. It returns "" if the program is at
// another child of the same parent.
func (w words) misplaced(got line) (k *kind, says string) {
	name := got.name
	if b := w.before; b != nil && b.Cut && slices.Contains(b.Moves[b.Index+1:], name) {
		k, equal := w.missedCut(b)
		if equal != "" {
			equal = ", " + equal
		}
		return k, fmt.Sprintf("%s was cut by the line before%s: the program goes on to %s", b.Name, equal, name)
	}
	if b := w.before; b != nil && b.Kind == replay.Update && b.Ply > w.Ply && b.Name == name {
		return &extraLine, fmt.Sprintf("%s has returned: the program writes of it again", name)
	}
	if w.Kind == replay.Update {
		after := fmt.Sprintf("want %s after its child %s", w.Name, w.Moves[w.Index])
		k = &noLineAfterChild
		if w.Cut {
			k = &noLineAtCut
		}
		switch {
		case slices.Contains(w.Moves[w.Index+1:], name):
			return k, fmt.Sprintf("the program goes on to %s without the line of %s after its child %s", name, w.Name, w.Moves[w.Index])
		case w.above(got):
			return k, fmt.Sprintf("the program is back at %s, %s", name, after)
		}
		return &anotherNode, fmt.Sprintf("the program writes of %s, %s", name, after)
	}
	switch {
	case w.Kind == replay.Enter && slices.Contains(w.Moves, name) && got.depth == fmt.Sprint(w.below) &&
		(w.below != w.Depth || w.Ply == 0 || !slices.Contains(w.nodes[w.Ply-1].moves, name)):
		return &noEntryLine, fmt.Sprintf("the program is at %s, a child of %s, want the line of %s when it is entered", name, w.Name, w.Name)
	case w.Ply == 0 && w.Kind == replay.Enter && got.depth != fmt.Sprint(w.Depth):
		return &noEntryLine, fmt.Sprintf("the program is at %s, want the line of %s when it is entered", name, w.Name)
	case w.Ply == 0:
		return &anotherNode, fmt.Sprintf("the program writes of %s, want %s", name, w.Name)
	case name == w.nodes[w.Ply-1].name:
		return &childNotLogged, fmt.Sprintf("the program is back at %s, want its child %s first", name, w.Name)
	case w.above(got):
		return &leftEarly, fmt.Sprintf("the program is back at %s, want %s, the next child of %s", name, w.Name, w.nodes[w.Ply-1].name)
	}
	return nil, ""
}

// above reports whether a line is one of a node above, by its name and depth.
func (w words) above(got line) bool {
	return slices.ContainsFunc(w.nodes[:w.Ply], func(n node) bool {
		return got.name == n.name && got.depth == fmt.Sprint(n.depth)
	})
}

// otherChild tells of another child of the parent than the next one.
func (w words) otherChild(got line) (k *kind, says string) {
	parent := w.nodes[w.Ply-1]
	order := fmt.Sprintf("the moves of %s are, in order, %s", parent.name, list(parent.moves))
	says = fmt.Sprintf("the program writes of %s, want %s: %s", got.name, w.Name, order)
	switch {
	case got.depth != fmt.Sprint(w.Depth):
		return &anotherNode, fmt.Sprintf("the program writes of %s at depth %s, want %s, a child of %s", got.name, got.depth, w.Name, parent.name)
	case !slices.Contains(parent.moves, got.name):
		k, why := w.illegal(parent, got.name)
		return k, fmt.Sprintf("the program writes of %s, which is no move of %s%s; %s", got.name, parent.name, why, order)
	case slices.Index(parent.moves, got.name) < slices.Index(parent.moves, w.Name):
		return &moveAgain, fmt.Sprintf("the program is at %s again, want %s: %s", got.name, w.Name, order)
	case w.comes():
		if known := w.orderOf(parent, got.name); known != "" {
			says += "; the program's are " + known
		}
		return &anotherOrder, says
	}
	return &moveMissing, says
}

// comes reports whether the program comes to the node that is due before it returns from the parent.
func (w words) comes() bool {
	for i := 0; ; i++ {
		l, ok := w.following(i)
		switch {
		case !ok:
			return false
		case l.name == w.printed() && l.depth == fmt.Sprint(w.Depth):
			return true
		}
		for _, on := range w.nodes[:w.Ply-1] { // it is back above the parent
			if l.name == on.name && l.depth == fmt.Sprint(on.depth) {
				return false
			}
		}
	}
}
