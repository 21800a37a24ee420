package search

import (
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
)

// A Dialect is the way in which an assignment writes its log.
type Dialect struct {
	Header        string // "" if the log has none
	Separator     string
	Infinity      string
	MinusInfinity string
	Window        bool // rows end with alpha and beta
}

// The dialect of squirrel, mancala and reversi, without and with the window.
var (
	Minimax   = Dialect{"Node,Depth,Value", ",", "Infinity", "-Infinity", false}
	AlphaBeta = Dialect{"Node,Depth,Value,Alpha,Beta", ",", "Infinity", "-Infinity", true}
)

// header logs the first line, if the assignment has a header.
func (s *Search) header() {
	if s.dialect.Header != "" {
		s.Log = append(s.Log, s.dialect.Header)
	}
}

// rows logs lines.
func (s *Search) rows(rows []Row) {
	if s.task.Dialect == nil {
		return
	}
	for _, r := range rows {
		if s.hooks.Logged(r.Node) {
			s.row(r)
		}
	}
}

// row logs one line.
func (s *Search) row(r Row) {
	cells := make([]string, 0, 5)
	cells = append(cells, s.hooks.Label(r.Node), strconv.Itoa(s.hooks.Depth(r.Node)), s.Number(r.Value))
	if s.dialect.Window {
		cells = append(cells, s.Number(r.Alpha), s.Number(r.Beta))
	}
	line := strings.Join(s.hooks.Columns(cells), s.dialect.Separator)
	s.Log = append(s.Log, line)
	if s.hooks.stop != nil && s.hooks.stop(line) {
		panic(mutant.ErrStopped)
	}
	s.bytes += len(line) + 1
	s.bound()
}

// Number writes a value: a plain integer or an infinity (docs/rules/README.md, "Two facts worth
// checking first").
func (s *Search) Number(value int) string {
	switch s.hooks.Infinite(value) {
	case 1:
		return s.dialect.Infinity
	case -1:
		return s.dialect.MinusInfinity
	}
	return s.hooks.Number(value)
}
