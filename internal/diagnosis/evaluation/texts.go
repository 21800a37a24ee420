package evaluation

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
	add("values what each player has by the other one's weights", func(_ *leaf, _ int, side int8) (int8, int8) { return side, -side })
	add("values what both players have by player 1's weights", func(_ *leaf, _ int, side int8) (int8, int8) { return side, 1 })
	add("values what both players have by player 2's weights", func(_ *leaf, _ int, side int8) (int8, int8) { return side, -1 })
	for _, of := range []struct {
		side int8
		name string
	}{{1, "the root player"}, {-1, "the opponent"}} {
		add("counts what lies on the board at the start for "+of.name+", whoever's it is", func(l *leaf, place int, side int8) (int8, int8) {
			if l.of.root.Pieces[place].Side != 0 {
				return of.side, of.side
			}
			return side, side
		})
	}
	return all
}

// assigned returns the reading in which pieces count with a sign, and by the worths of a side. What is not known of these is
// solved for. ok is false if there is no solution.
func (w *weights) assigned(does string, of func(l *leaf, place int, side int8) (sign, by int8)) (r reading, ok bool) {
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

// missing solves for the worths of texts that no board of a log shows. It returns none if there is more than one solution, and
// consistent is false if there is none.
func missing(leaves []*leaf, of func(l *leaf, place int, side int8) (sign, by int8)) (texts []ownedText, x []int64, consistent bool) {
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
