package decision

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// otherNode says why the line is not one of another node.
func (w words) otherNode(e *Explanation, got, want line, rest []byte) {
	key, says := "", ""
	if got.depth == fmt.Sprint(w.Depth) || !w.above(got) {
		key, says = w.misnamed(e, got, want)
	}
	if key == "" {
		key, says = w.misplaced(got)
	}
	if key == "" {
		key, says = w.otherChild(got, rest)
	}
	e.Says = []string{says}
	w.decide(e, key)
	if key == "cut-missed" {
		e.Heading = "Log rule 4"
	}
}

// misnamed says how a line may be that of the right node after all, with another name. It returns ""
// if it is not.
func (w words) misnamed(e *Explanation, got, want line) (key, says string) {
	all, wanted := fields(e.Got), fields(e.Want)
	slices.Sort(all)
	slices.Sort(wanted)
	right := fmt.Sprintf("the program writes %q for the name of the node, want %q", got.name, w.Name)
	switch b := w.before; {
	case strings.EqualFold(got.name, w.Name):
		return "name", right
	case slices.Equal(all, wanted):
		return "columns-order", "the program has the columns in another order"
	case b != nil && w.previous != "" && e.Got == w.previous:
		return "line-twice", fmt.Sprintf("the program writes the line of %s twice", got.name)
	case w.Ply == 0 && got.depth == fmt.Sprint(w.Depth) && !slices.Contains(w.Moves, got.name):
		return "root-name", fmt.Sprintf("the program calls the root %q, want %q", got.name, w.Name)
	case w.Kind == replay.Update && got.name == strings.Join(fields(w.Moves[w.Index]), ", ") && slices.Equal(got.columns, want.columns):
		return "name-of-child", fmt.Sprintf("the program's line has the name of %s, the child that has returned, want that of %s", got.name, w.Name)
	case slices.Equal(got.columns, want.columns) && (strings.Contains(w.Name, got.name) || strings.Contains(got.name, w.Name)):
		return "name", right
	}
	return "", ""
}

// misplaced says how a line of another node comes to stand here. It returns "" if the program is at
// another child of the same parent.
func (w words) misplaced(got line) (key, says string) {
	name := got.name
	if b := w.before; b != nil && b.Cut && slices.Contains(b.Moves[b.Index+1:], name) {
		return "cut-missed", fmt.Sprintf("%s was cut by the line before: the program goes on to %s", b.Name, name)
	}
	if b := w.before; b != nil && b.Kind == replay.Update && b.Ply > w.Ply && b.Name == name {
		return "extra-line", fmt.Sprintf("%s has returned: the program writes of it again", name)
	}
	if w.Kind == replay.Update {
		after := fmt.Sprintf("want %s after its child %s", w.Name, w.Moves[w.Index])
		key = "no-line-after-child"
		if w.Cut {
			key = "no-line-at-cut"
		}
		switch {
		case slices.Contains(w.Moves[w.Index+1:], name):
			return key, fmt.Sprintf("the program goes on to %s without the line of %s after its child %s", name, w.Name, w.Moves[w.Index])
		case w.above(got):
			return key, fmt.Sprintf("the program is back at %s, %s", name, after)
		}
		return "another-node", fmt.Sprintf("the program writes of %s, %s", name, after)
	}
	switch {
	case w.Kind == replay.Enter && slices.Contains(w.Moves, name) && (got.depth != fmt.Sprint(w.Depth) || w.Ply == 0 || !slices.Contains(w.nodes[w.Ply-1].moves, name)):
		return "no-entry-line", fmt.Sprintf("the program is at %s, a child of %s, want the line of %s when it is entered", name, w.Name, w.Name)
	case w.Ply == 0 && w.Kind == replay.Enter && got.depth != fmt.Sprint(w.Depth):
		return "no-entry-line", fmt.Sprintf("the program is at %s, want the line of %s when it is entered", name, w.Name)
	case w.Ply == 0:
		return "another-node", fmt.Sprintf("the program writes of %s, want %s", name, w.Name)
	case name == w.nodes[w.Ply-1].name:
		return "child-not-logged", fmt.Sprintf("the program is back at %s, want its child %s first", name, w.Name)
	case w.above(got):
		return "left-early", fmt.Sprintf("the program is back at %s, want %s, the next child of %s", name, w.Name, w.nodes[w.Ply-1].name)
	}
	return "", ""
}

// above reports whether a line is one of a node above, by its name and depth.
func (w words) above(got line) bool {
	return slices.ContainsFunc(w.nodes[:w.Ply], func(n node) bool {
		return got.name == n.name && got.depth == fmt.Sprint(n.depth)
	})
}

// otherChild tells of another child of the parent than the next one.
func (w words) otherChild(got line, rest []byte) (key, says string) {
	parent := w.nodes[w.Ply-1]
	order := fmt.Sprintf("the moves of %s are, in order, %s", parent.name, list(parent.moves))
	says = fmt.Sprintf("the program writes of %s, want %s: %s", got.name, w.Name, order)
	switch {
	case !slices.Contains(parent.moves, got.name):
		return "illegal-move", fmt.Sprintf("the program writes of %s, which is no move of %s: %s", got.name, parent.name, strings.Replace(order, "the moves of "+parent.name, "they", 1))
	case slices.Index(parent.moves, got.name) < slices.Index(parent.moves, w.Name):
		return "move-again", fmt.Sprintf("the program is at %s again, want %s: %s", got.name, w.Name, order)
	case w.comes(rest, len(got.columns)):
		return "another-order", says
	}
	return "move-missing", says
}

// comes reports whether the program comes to the node that is due before it returns from the parent.
func (w words) comes(rest []byte, columns int) bool {
	name := strings.Join(fields(w.Name), ", ")
	for text := range bytes.Lines(rest) {
		l, ok := parse(strings.TrimRight(string(text), "\r\n"), columns)
		switch {
		case !ok:
			return false
		case l.name == name && l.depth == fmt.Sprint(w.Depth):
			return true
		}
		for _, on := range w.nodes[:w.Ply-1] { // it is back above the parent
			if l.name == on.name && l.depth == fmt.Sprint(on.depth) {
				return false
			}
		}
	}
	return false
}
