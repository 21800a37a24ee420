// Package replay describes a search step by step, with the position at each line of its log, for programs
// that display it. It is independent of the game: a game describes its board once (Stage) and the pieces on
// it at each step (Board).
package replay

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
)

// An Area is a subject that rules of a game cover.
type Area string

// The areas of rules. The rules about the log and about choosing a move are the same for all games; they are
// in docs/rules/README.md.
const (
	Input      Area = "input"      // the task of the input, and the player it concerns
	Names      Area = "names"      // how moves are called
	Moves      Area = "moves"      // which moves there are
	Order      Area = "order"      // in which order they are tried
	Change     Area = "change"     // the effect of a move
	Again      Area = "again"      // which moves give another turn, and which pass it on
	End        Area = "end"        // the effect of the end of the game
	Leaves     Area = "leaves"     // which nodes are leaves
	Depth      Area = "depth"      // how depths are counted
	Levels     Area = "levels"     // which nodes are max nodes
	Evaluation Area = "evaluation" // the value of a position
	Cuts       Area = "cuts"       // peculiarities of windows
	Choice     Area = "choice"     // peculiarities of the chosen move
	Log        Area = "log"        // how the lines of the log are written
	Answer     Area = "answer"     // how the chosen move is written
)

// Rules name the places of the rules of a game: on a page, by area, the most likely to be broken first.
type Rules struct {
	Page string // its path, such as "docs/rules/reversi.md"
	On   map[Area][]int
}

// About returns the rules of an area: "docs/rules/reversi.md rule 3".
func (r Rules) About(area Area) (rules []string) {
	for _, number := range r.On[area] {
		rules = append(rules, fmt.Sprintf("%s rule %d", r.Page, number))
	}
	return rules
}

// A Stage is the part of the display that does not change during a search.
type Stage struct {
	// File is the file of the answer that holds the log, and First the number of the log's first
	// line in it, from 1, after headers. File is "" if there is no log.
	File  string
	First int
	// Places are the squares, pits or states of the board.
	Places []Place
	// Links join neighbours, by index into Places, where a board is not a grid.
	Links [][2]int
	// Rules lists the rules of the game by area. Without it, only the rules that all games share are shown.
	Rules Rules
}

// A Place is a place for a piece. Places with the same Y form a row, ordered from left to right by X.
type Place struct {
	Name string  `json:"name"` // as the log has it
	Note string  `json:"note"` // label next to the place: the value of a square
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
}

// Squares returns the places of a square board, row by row; note may be nil.
func Squares(n, width int, name func(i int) string, note func(i int) string) (places []Place) {
	for i := range n {
		p := Place{Name: name(i), X: float64(i % width), Y: float64(i / width)}
		if note != nil {
			p.Note = note(i)
		}
		places = append(places, p)
	}
	return places
}

// A Board lists the pieces on the places.
type Board struct {
	Mover  string  // the player to move: "X", "player 1"
	Pieces []Piece // one for each place
}

// A Piece is the content of a place.
type Piece struct {
	Text string // "X", "12" stones, "Green"; "" for an empty place
	Side int8   // owner: 1 is the root player, -1 the opponent, 0 neither
	// Worth is the piece's contribution to the root player's evaluation, negative for an opponent's piece. A
	// game whose evaluation is not such a sum leaves it at 0.
	Worth int32
}

// A Kind is the reason why a step wrote a line.
type Kind uint8

// The kinds of lines (docs/rules/README.md log rules 1 to 3).
const (
	Enter  Kind = iota // the search enters an interior node
	Leaf               // it evaluates a leaf
	Update             // a child of the node has returned
)

// String returns "enter", "leaf" or "update".
func (k Kind) String() string { return [...]string{"enter", "leaf", "update"}[k] }

// Inf is infinity, and -Inf minus infinity.
const Inf = 1<<31 - 1

// A Step is one line of the log, and how it came about.
type Step struct {
	Kind
	Name               string // of the node, as the log shows it
	Ply                int    // its distance from the root
	Depth              int
	Max                bool // it is a max node
	Value, Alpha, Beta int32
	Moves              []string     // of the node, in the order in which they are tried; none at a leaf
	Index              int          // of the child that has returned, in Moves
	Returned           int32        // its value
	ValueBefore        int32        // the node's value before it
	Better, Cut        bool         // the child's value is better; it cuts the node
	Board              func() Board // the position; call it during the visit only
	Over               func() bool  // reports whether the position has no moves; likewise
	// OpponentMoves returns the moves that the other side would have there, or nil if the game does not
	// provide them; likewise.
	OpponentMoves func() []string
}

// Sides returns a board of X and O on n places. piece is the root player's; the root player moves next if
// ownMoves is set. at reports the owner of the piece on a place, and value returns the worth of that piece to
// its owner.
func Sides(piece byte, ownMoves bool, n int, at func(i int) (own, foe bool), value func(i int) int32) Board {
	other := 'X' + 'O' - piece
	b := Board{Mover: string(rune(other)), Pieces: make([]Piece, n)}
	if ownMoves {
		b.Mover = string(rune(piece))
	}
	for i := range b.Pieces {
		switch own, foe := at(i); {
		case own:
			b.Pieces[i] = Piece{string(rune(piece)), 1, value(i)}
		case foe:
			b.Pieces[i] = Piece{string(rune(other)), -1, -value(i)}
		}
	}
	return b
}

// Turns are the possible turns of the root player, and their form in the answer.
type Turns struct {
	// File is the file of the answer that shows the turn, and First the number of the first of its
	// lines there, from 1, or 0 if it is the last line of the file.
	File  string
	First int
	All   []Turn // in order; may be incomplete
	More  bool   // there are too many to list
	// Read parses such lines from a program's output. It returns the move that they name, or "", and the content
	// of each place, or nil if the lines are not a board.
	Read func(lines []string) (move string, texts []string)
	// Values returns the value of each move at the root. Alpha-beta does not compute these.
	Values func(ctx context.Context) ([]int32, error)
}

// A Turn is a move, or several where a move gives another turn.
type Turn struct {
	Moves []string // their names; none where no move is chosen, and the board stays as it is
	Lines []string // of the file
	Board Board    // after it
	// Unfinished is set if another move is due in the same turn.
	Unfinished bool
}

// Rows parses a board of the given number of squares, one character each, in rows of the given width. It
// returns nil if the lines are not such a board.
func Rows(lines []string, width, squares int, empty byte) (texts []string) {
	for _, line := range lines {
		if len(line) != width {
			return nil
		}
		for i := range width {
			switch c := line[i]; c {
			case empty:
				texts = append(texts, "")
			case 'X', 'O':
				texts = append(texts, string(rune(c)))
			default:
				return nil
			}
		}
	}
	if len(texts) != squares {
		return nil
	}
	return texts
}

// Rows returns the rows of a square board of a width, each square a character.
func (b Board) Rows(width int, empty byte) (lines []string) {
	row := make([]byte, 0, width)
	for _, piece := range b.Pieces {
		c := empty
		if piece.Text != "" {
			c = piece.Text[0]
		}
		if row = append(row, c); len(row) == width {
			lines, row = append(lines, string(row)), row[:0]
		}
	}
	return lines
}

// Graph lays out places as a graph, given the links between them: how far two of them lie apart is
// about how many links there are between them. Its places are as wide as can be, in X.
func Graph(names []string, links [][2]int) []Place {
	key := fmt.Sprintf("%q %v", names, links)
	layouts.Lock()
	defer layouts.Unlock()
	places, known := layouts.places[key]
	if !known {
		if len(layouts.places) == maxLayouts {
			clear(layouts.places)
		}
		places = layOut(names, links)
		layouts.places[key] = places
	}
	return slices.Clone(places)
}

// maxLayouts is the number of layouts that are cached.
const maxLayouts = 200

// layouts caches layouts. A diagnosis needs the stage of each case many times, and without the cache a third
// of its time went into layouts.
var layouts = struct {
	sync.Mutex
	places map[string][]Place
}{places: map[string][]Place{}}

// layOut computes the layout of Graph.
func layOut(names []string, links [][2]int) []Place {
	n := len(names)
	if n == 0 {
		return nil
	}
	far := distances(n, links)
	var best []complex128
	minError := math.Inf(1)
	for _, stride := range []int{1, 2, 3, 5, 7} { // of several beginnings the best result
		points := circle(n, stride)
		relax(points, far)
		if s := distanceError(points, far); s < minError-1e-6 {
			best, minError = points, s
		}
	}
	widen(best)
	places := make([]Place, n)
	for i, name := range names {
		places[i] = Place{Name: name, X: round(real(best[i])), Y: round(imag(best[i]))}
	}
	return places
}

// distances returns the number of links between any two of n places. Places that no links connect are
// √n + 1 apart.
func distances(n int, links [][2]int) [][]float64 {
	near := make([][]int, n)
	for _, link := range links {
		near[link[0]], near[link[1]] = append(near[link[0]], link[1]), append(near[link[1]], link[0])
	}
	far := make([][]float64, n)
	for from := range far {
		row := slices.Repeat([]float64{math.Sqrt(float64(n)) + 1}, n)
		seen, queue := make([]bool, n), []int{from}
		seen[from], row[from] = true, 0
		for ; len(queue) > 0; queue = queue[1:] {
			for _, to := range near[queue[0]] {
				if !seen[to] {
					seen[to], row[to] = true, row[queue[0]]+1
					queue = append(queue, to)
				}
			}
		}
		far[from] = row
	}
	return far
}

// circle returns n points on a circle. Consecutive points are stride positions apart.
func circle(n, stride int) []complex128 {
	points, taken := make([]complex128, n), make([]bool, n)
	index := 0
	for i := range points {
		for taken[index] {
			index = (index + 1) % n
		}
		taken[index] = true
		angle := 2 * math.Pi * float64(index) / float64(n)
		points[i] = complex(math.Sin(angle), -math.Cos(angle)) * complex(math.Sqrt(float64(n))/2, 0)
		index = (index + stride) % n
	}
	return points
}

// relax moves each point in turn to where the others want it, until they are content (stress
// majorization, by Gansner, Koren and North).
func relax(points []complex128, far [][]float64) {
	const work = 4_000_000 // bounds the time for a large map
	for range min(300, work/(len(points)*len(points))+1) {
		moved := 0.0
		for i, p := range points {
			var sum complex128
			weights := 0.0
			for j, q := range points {
				if i == j {
					continue
				}
				weight, apart := 1/(far[i][j]*far[i][j]), p-q
				if length := math.Hypot(real(apart), imag(apart)); length > 1e-9 {
					q += apart * complex(far[i][j]/length, 0)
				}
				sum += q * complex(weight, 0)
				weights += weight
			}
			if weights > 0 {
				points[i] = sum / complex(weights, 0)
				moved = max(moved, math.Hypot(real(points[i]-p), imag(points[i]-p)))
			}
		}
		if moved < 1e-4 {
			return
		}
	}
}

// distanceError measures the deviation of the distances between the points from the distances in far.
func distanceError(points []complex128, far [][]float64) (sum float64) {
	for i, p := range points {
		for j, q := range points[:i] {
			off := (math.Hypot(real(p-q), imag(p-q)) - far[i][j]) / far[i][j]
			sum += off * off
		}
	}
	return sum
}

// widen turns the points about their middle so that they spread most from left to right.
func widen(points []complex128) {
	var middle, spread complex128
	for _, p := range points {
		middle += p / complex(float64(len(points)), 0)
	}
	for _, p := range points {
		spread += (p - middle) * (p - middle)
	}
	angle := math.Atan2(imag(spread), real(spread)) / 2
	for i, p := range points {
		points[i] = (p - middle) * complex(math.Cos(-angle), math.Sin(-angle))
	}
}

// round removes the digits that differ between kinds of processors.
func round(v float64) float64 { return math.Round(v*1000)/1000 + 0 } // no -0
