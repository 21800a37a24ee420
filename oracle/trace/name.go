package trace

import "strconv"

// A name is the first columns of a node's rows, with the line end before them.
type name struct {
	cell
	long string // in place of the cell, which is empty then, if that is too short
}

// made reports whether there is a name yet.
func (c *name) made() bool { return c.cell[15] != 0 || c.long != "" }

// set makes the name of the node to which a move led.
func (c *name) set(l *Log, m Move, depth int) {
	text := append(l.scratch[:0], '\n')
	if m == Root {
		text = append(text, l.d.Root...)
	} else {
		text = l.label(text, m)
	}
	text = append(text, l.d.Separator...)
	text = strconv.AppendInt(text, int64(depth), 10)
	if c.long = ""; !c.fill(text) {
		c.cell, c.long = cell{}, string(text)
	}
	l.scratch = text
}

// mostMoves and mostDepths bound the moves and depths whose names are remembered.
const (
	mostMoves  = 1 << 12
	mostDepths = 32
)

// name returns the name of a node, which is not in use at another ply if it is not
// remembered.
func (l *Log) name(ply int, m Move, depth int) *name {
	if depth < len(l.names) && int(m) < len(l.names[depth]) {
		if c := &l.names[depth][m]; c.made() {
			return c
		}
	}
	return l.newName(ply, m, depth)
}

// newName makes the name of a node.
func (l *Log) newName(ply int, m Move, depth int) *name {
	if depth >= mostDepths || m >= mostMoves { // also the root
		for ply >= len(l.rare) {
			l.rare = append(l.rare, name{})
		}
		c := &l.rare[ply]
		c.set(l, m, depth)
		return c
	}
	for depth >= len(l.names) {
		l.names = append(l.names, nil)
	}
	if more := int(m) + 1 - len(l.names[depth]); more > 0 {
		l.names[depth] = append(l.names[depth], make([]name, max(more, 32))...)
	}
	c := &l.names[depth][m]
	c.set(l, m, depth)
	return c
}
