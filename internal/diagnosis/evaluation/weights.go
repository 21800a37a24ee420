package evaluation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// weights are what the places are worth in the logs of some leaves, as far as that is known.
type weights struct {
	leaves  []*leaf
	places  []replay.Place
	byPlace bool     // the evaluation is a sum over places
	byText  bool     // likewise, and what a piece is worth depends on its text
	fixed   []weight // by place, if all logs have the same; or nil
	width   int      // of a square board, or 0
}

// A weight is that of a place, if it is known.
type weight struct {
	w     int64
	known bool
}

func newWeights(leaves []*leaf) *weights {
	stage := leaves[0].of.Stage
	w := &weights{leaves: leaves, places: stage.Places}
	if slices.ContainsFunc(leaves,
		func(l *leaf) bool { return !l.sums() || slices.ContainsFunc(l.board.Pieces, isPit) }) {
		return w
	}
	if len(stage.Links) > 0 {
		w.byText = textual(leaves)
		return w
	}
	w.byPlace = !slices.ContainsFunc(leaves, func(l *leaf) bool { return len(l.board.Pieces) != len(w.places) })
	for n := 2; n*n <= len(w.places); n++ {
		if n*n == len(w.places) {
			w.width = n
		}
	}
	if w.byPlace {
		w.fixed = fixed(leaves, len(w.places))
	}
	return w
}

// fixed returns the weights that the places have in all logs, or nil if those differ, or if there are few.
func fixed(leaves []*leaf, places int) []weight {
	all := make([]weight, places)
	logs := map[*log]bool{}
	for _, l := range leaves {
		if logs[l.of] {
			continue
		}
		logs[l.of] = true
		for i, one := range l.of.weights {
			if one.known && all[i].known && one != all[i] {
				return nil
			}
			if one.known {
				all[i] = one
			}
		}
	}
	if len(logs) < 3 {
		return nil
	}
	return all
}

// at returns the weight of a place in a log.
func (w *weights) at(of *log, place int) weight {
	if w.fixed != nil {
		return w.fixed[place]
	}
	return of.weights[place]
}

// tables returns readings in which weights are taken from elsewhere, or changed alike.
func (w *weights) tables() (all []reading) {
	if w.byText {
		return w.assignments()
	}
	if !w.byPlace {
		return nil
	}
	numbers := func(does string, f func(v int64) int64) {
		all = append(all, reading{sort: does, rank: 1, does: does, of: func(l *leaf) (int64, bool) {
			return l.sum(func(_ int, p replay.Piece) (int64, bool) { return f(int64(p.Side) * int64(p.Worth)), true })
		}})
	}
	numbers("values squares without the minus signs of their weights", func(v int64) int64 { return max(v, -v) })
	numbers("values squares by the first digit of their weights", func(v int64) int64 {
		for v > 9 || v < -9 {
			v /= 10
		}
		return v
	})
	numbers("values squares by the last digit of their weights", func(v int64) int64 { return v % 10 })
	if w.width == 0 {
		return all
	}
	return append(all, w.moved()...)
}

// moved returns readings of a square board in which weights are those of other squares, or a row or column
// does not count.
func (w *weights) moved() (all []reading) {
	n := w.width
	from := func(does string, of func(x, y int) (int, int)) {
		all = append(all, reading{sort: does, rank: 1, does: does, of: func(l *leaf) (int64, bool) {
			return l.sum(func(place int, _ replay.Piece) (int64, bool) {
				x, y := of(place%n, place/n)
				if x < 0 || y < 0 || x >= n || y >= n {
					return 0, false
				}
				other := w.at(l.of, y*n+x)
				return other.w, other.known
			})
		}})
	}
	from("takes the weight of a square from the one with row and column exchanged",
		func(x, y int) (int, int) { return y, x })
	from("takes the weights of the rows from the bottom to the top",
		func(x, y int) (int, int) { return x, n - 1 - y })
	from("takes the weights of the columns from right to left",
		func(x, y int) (int, int) { return n - 1 - x, y })
	from("repeats the weights of the upper rows in the lower ones, and does not mirror them",
		func(x, y int) (int, int) { return x, y % (n / 2) })
	from("repeats the weights of the left columns in the right ones, and does not mirror them",
		func(x, y int) (int, int) { return x % (n / 2), y })
	for _, half := range []struct {
		what string
		in   func(x, y int) bool
	}{
		{"first row", func(_, y int) bool { return y == 0 }}, {"last row", func(_, y int) bool { return y == n-1 }},
		{"first column", func(x, _ int) bool { return x == 0 }},
		{"last column", func(x, _ int) bool { return x == n-1 }},
	} {
		all = append(all, uncounted(half.what, "does not count the pieces in the "+half.what,
			func(_ *leaf, place int) bool { return half.in(place%n, place/n) }))
	}
	return all
}

// reweighed returns the reading in which some places, of fixed weights, have others.
func (w *weights) reweighed(sort string, rank int, by map[int]int64) reading {
	return reading{sort: sort, rank: rank, does: w.words(by), of: func(l *leaf) (int64, bool) {
		v := l.want
		for place, more := range by {
			v += int64(l.board.Pieces[place].Side) * more
		}
		return v, true
	}}
}

// few returns readings in which one place has another weight, or does not count.
func (w *weights) few() (all []reading) {
	if !w.byPlace {
		return nil
	}
	for place, p := range w.leaves[0].board.Pieces {
		if p.Side == 0 {
			continue
		}
		if w.fixed != nil {
			more := int64(p.Side) * (w.leaves[0].got - w.leaves[0].want)
			all = append(all, w.reweighed(w.places[place].Name, 1, map[int]int64{place: more}))
			continue
		}
		name := w.places[place].Name
		all = append(all, uncounted(name, "does not count "+name,
			func(_ *leaf, at int) bool { return at == place }))
	}
	return all
}

// groups returns readings in which several places have weights that are wrong alike: those of one weight, of
// a row, of a column, or that mirror each other.
func (w *weights) groups() (all []reading) {
	if w.fixed == nil {
		return nil
	}
	groups := map[string][]int{}
	add := func(group string, place int) {
		if w.fixed[place].known {
			groups[group] = append(groups[group], place)
		}
	}
	for place, at := range w.fixed {
		add(fmt.Sprint("weight ", at.w), place)
		if n := w.width; n > 0 {
			x, y := place%n, place/n
			add(fmt.Sprint("row ", y), place)
			add(fmt.Sprint("column ", x), place)
			mx, my := min(x, n-1-x), min(y, n-1-y)
			add(fmt.Sprint("mirrored sideways ", mx, y), place)
			add(fmt.Sprint("mirrored upwards ", x, my), place)
			add(fmt.Sprint("mirrored ", mx, my), place)
			add(fmt.Sprint("turned ", min(mx, my), max(mx, my)), place)
		}
	}
	first := w.leaves[0]
	for _, group := range groups {
		sides := int64(0)
		for _, place := range group {
			sides += int64(first.board.Pieces[place].Side)
		}
		if sides == 0 || (first.got-first.want)%sides != 0 {
			continue
		}
		by := map[int]int64{}
		for _, place := range group {
			by[place] = (first.got - first.want) / sides
		}
		all = append(all, w.reweighed(w.words(by), 1, by))
	}
	return all
}

// words says which places have another weight.
func (w *weights) words(by map[int]int64) string {
	type pair struct{ is, want int64 }
	groups := map[pair][]string{}
	var order []pair
	for place := range w.places {
		if more, changed := by[place]; changed && more != 0 {
			key := pair{w.fixed[place].w + more, w.fixed[place].w}
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], w.places[place].Name)
		}
	}
	slices.SortStableFunc(order, func(a, b pair) int { return len(groups[b]) - len(groups[a]) })
	var said []string
	for i, key := range order {
		if i == mostPairs {
			said = append(said, fmt.Sprintf("and %d more", len(order)-i))
			break
		}
		said = append(said, fmt.Sprintf("%s at %d, want %d", list(groups[key]), key.is, key.want))
	}
	return "values " + strings.Join(said, "; ")
}

// mostPairs and mostListed are how many weights, and places of one weight, are listed.
const (
	mostPairs  = 4
	mostListed = 8
)

// list joins names: "a1, a8 and h1".
func list(names []string) string {
	if len(names) > mostListed {
		return fmt.Sprintf("%s and %d more squares", strings.Join(names[:mostListed], ", "), len(names)-mostListed)
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// solved returns the reading of the one solution for all weights of places, if there are so many more leaves
// than weights that it is no chance.
func (w *weights) solved() []reading {
	if w.fixed == nil {
		return nil
	}
	var unknown []int
	for place := range w.fixed {
		if w.fixed[place].known {
			unknown = append(unknown, place)
		}
	}
	s := newSystem(len(unknown))
	for _, l := range w.leaves {
		row := make([]int64, s.n+1)
		for i, place := range unknown {
			row[i] = int64(l.board.Pieces[place].Side)
		}
		row[s.n] = l.got - l.want
		if !s.add(row) {
			return nil
		}
	}
	x, ok := s.solution()
	if !ok || len(w.leaves) < s.rank+fewest {
		return nil
	}
	by := map[int]int64{}
	for i, place := range unknown {
		if x[i] != 0 {
			by[place] = x[i]
		}
	}
	return []reading{w.reweighed("places", 1, by)}
}

// An ownedText is what a piece shows, and whose it is.
type ownedText struct {
	side int8
	text string
}

// textual reports whether what a piece is worth to its owner depends on its text alone.
func textual(leaves []*leaf) bool {
	for _, l := range leaves {
		for _, p := range l.board.Pieces {
			if p.Side != 0 && (isPit(p) || l.of.texts[ownedText{p.Side, p.Text}] != int64(p.Side)*int64(p.Worth)) {
				return false
			}
		}
	}
	return true
}

// assignments returns readings in which pieces count for another side, or by another side's worths.
func (w *weights) assignments() (all []reading) {
	add := func(does string, of func(l *leaf, place int, side int8) (sign, by int8)) {
		if r, ok := w.assigned(does, of); ok {
			all = append(all, r)
		}
	}
	add("values what each player has by the other one's weights",
		func(_ *leaf, _ int, side int8) (int8, int8) { return side, -side })
	add("values what both players have by player 1's weights",
		func(_ *leaf, _ int, side int8) (int8, int8) { return side, 1 })
	add("values what both players have by player 2's weights",
		func(_ *leaf, _ int, side int8) (int8, int8) { return side, -1 })
	for _, of := range []struct {
		side int8
		name string
	}{{1, "the root player"}, {-1, "the opponent"}} {
		add("counts what lies on the board at the start for "+of.name+", whoever's it is",
			func(l *leaf, place int, side int8) (int8, int8) {
				if l.of.root.Pieces[place].Side != 0 {
					return of.side, of.side
				}
				return side, side
			})
	}
	return all
}

// assigned returns the reading in which pieces count with a sign, and by the worths of a side. What is not
// known of these is solved for. ok is false if there is no solution.
func (w *weights) assigned(does string, of func(l *leaf, place int, side int8) (sign, by int8)) (r reading,
	ok bool) {
	solved := map[textOf]int64{}
	logs, order := byLog(w.leaves)
	for _, log := range order {
		texts, x, consistent := missing(logs[log], of)
		if !consistent {
			return r, false
		}
		for i, text := range texts {
			solved[textOf{log, text}] = x[i]
		}
	}
	return reading{sort: does, rank: 1, does: does, of: func(l *leaf) (v int64, ok bool) {
		for i, p := range l.board.Pieces {
			if p.Side == 0 {
				continue
			}
			sign, by := of(l, i, p.Side)
			worth, known := l.of.texts[ownedText{by, p.Text}]
			if !known {
				worth, known = solved[textOf{l.of, ownedText{by, p.Text}}]
			}
			if !known {
				return 0, false
			}
			v += int64(sign) * worth
		}
		return v, true
	}}, true
}

// missing solves for the worths of texts that no board of a log shows. It returns none if there is more than
// one solution, and consistent is false if there is none.
func missing(leaves []*leaf, of func(l *leaf, place int, side int8) (sign, by int8)) (texts []ownedText,
	x []int64, consistent bool) {
	index := map[ownedText]int{}
	each := func(l *leaf, visit func(sign int8, text ownedText)) {
		for i, p := range l.board.Pieces {
			if p.Side != 0 {
				sign, by := of(l, i, p.Side)
				visit(sign, ownedText{by, p.Text})
			}
		}
	}
	for _, l := range leaves {
		each(l, func(_ int8, text ownedText) {
			_, known := l.of.texts[text]
			if _, met := index[text]; !known && !met {
				index[text] = len(texts)
				texts = append(texts, text)
			}
		})
	}
	s := newSystem(len(texts))
	for _, l := range leaves {
		row := make([]int64, s.n+1)
		row[s.n] = l.got
		each(l, func(sign int8, text ownedText) {
			if at, unknown := index[text]; unknown {
				row[at] += int64(sign)
			} else {
				row[s.n] -= int64(sign) * l.of.texts[text]
			}
		})
		if !s.add(row) {
			return nil, nil, false
		}
	}
	if x, unique := s.solution(); unique {
		return texts, x, true
	}
	return nil, nil, true
}

// A textOf is a text in a log.
type textOf struct {
	of *log
	ownedText
}

// byLog returns the leaves of each log, and the logs in order.
func byLog(leaves []*leaf) (logs map[*log][]*leaf, order []*log) {
	logs = map[*log][]*leaf{}
	for _, l := range leaves {
		if logs[l.of] == nil {
			order = append(order, l.of)
		}
		logs[l.of] = append(logs[l.of], l)
	}
	return logs, order
}
