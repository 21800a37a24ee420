package gangwars

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

const (
	stakeChosen = search.Common + iota
	raidChosen
	laterStakeTiesRaid
	ownSquareTies
	raid
	raidOfNone
	raidOfTwo
	raidCouldChain
	twoSources
	stakeByEnemy
	onlyDiagonal
	twoDigitRow
	largestBoard
	oneSquare
	wipedOut
	greedyErrs
)

// common are the situations common to all searches. Within the envelope of gangwars, no
// game ends before the cut-off.
var common = func() []homework.Situation {
	s := search.Situations
	s[search.EarlyLeaf].Beyond = true
	return s[:]
}()

// Situations is the catalogue of situations that an input can show.
var Situations = append(common, []homework.Situation{
	stakeChosen - search.Common:        {Name: "stake-chosen", About: "the answer is a stake"},
	raidChosen - search.Common:         {Name: "raid-chosen", About: "the answer is a raid"},
	laterStakeTiesRaid - search.Common: {Name: "later-stake-ties-raid", About: "the chosen stake is as good as a raid on an earlier square"},
	ownSquareTies - search.Common:      {Name: "stake-ties-raid-of-square", About: "the chosen stake is as good as the raid on the same square"},
	raid - search.Common:               {Name: "raid", About: "a raid turns an enemy"},
	raidOfNone - search.Common:         {Name: "raid-of-none", About: "a raid beside no enemy"},
	raidOfTwo - search.Common:          {Name: "raid-of-two", About: "a raid turns two enemies or more"},
	raidCouldChain - search.Common:     {Name: "raid-could-chain", About: "a turned piece has a further enemy beside it, which stays"},
	twoSources - search.Common:         {Name: "two-sources", About: "a raid could start from two pieces, and is one move"},
	stakeByEnemy - search.Common:       {Name: "stake-by-enemy", About: "a stake beside an enemy, who stays"},
	onlyDiagonal - search.Common:       {Name: "only-diagonal", About: "the mover's only pieces near by are diagonal: no raid"},
	twoDigitRow - search.Common:        {Name: "two-digit-row", About: "the answer's row has two digits"},
	largestBoard - search.Common:       {Name: "largest-board", About: "the board is 26 squares wide"},
	oneSquare - search.Common:          {Name: "one-square", About: "the board is one square"},
	wipedOut - search.Common:           {Name: "wiped-out", About: "a raid takes a side's last piece, and the search goes on"},
	greedyErrs - search.Common:         {Name: "greedy-errs", About: "the first move that is best after one ply is not the answer"},
}...)

// Situations returns the situations of the catalogue that the input shows. It searches as
// the mode says; minimax has no cuts.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	if in.Mode == Competition {
		return 0, errCompetition
	}
	r := newRules(in.N, in.Values)
	root := in.root()
	root.score = r.evaluate(&root)
	o := &observer{Observer: search.Observer[position]{Limit: in.Depth}, rules: r, values: map[search.Move]int32{}}
	found, err := search.Watch(ctx, r, &root, search.Params{Limit: in.Depth, Prune: in.Mode == AlphaBeta, Log: trace.Discard()}, o)
	if err != nil {
		return 0, err
	}
	chosen := found.Line[0]
	square, isRaid := r.square(chosen)
	o.Seen.Add(stakeChosen, !isRaid)
	o.Seen.Add(raidChosen, isRaid)
	o.Seen.Add(twoDigitRow, square/in.N >= 9)
	o.Seen.Add(largestBoard, in.N == MaxN)
	o.Seen.Add(oneSquare, in.N == 1)
	o.Seen.Add(greedyErrs, o.greedy != chosen)
	for m, v := range o.values {
		at, raids := r.square(m)
		if !isRaid && raids && v == found.Value {
			o.Seen.Add(laterStakeTiesRaid, at < square)
			o.Seen.Add(ownSquareTies, at == square)
		}
	}
	return o.Seen, nil
}

// An observer notes the situations specific to gangwars.
type observer struct {
	search.Observer[position]
	rules  *rules
	values map[search.Move]int32 // of the root's moves
	greedy search.Move           // the first root move that is best after one ply
	score  int32                 // the score after greedy
	at     search.Move           // the root move being searched
}

func (o *observer) Return(n search.Node[position], r search.Return) {
	if n.Ply == 0 {
		o.values[o.at] = r.Value
	}
	o.Observer.Return(n, r)
}

func (o *observer) Play(n search.Node[position], m search.Move, next *position, _ search.Turn) {
	if n.Ply == 0 {
		if o.at = m; len(o.values) == 0 || next.score > o.score {
			o.greedy, o.score = m, next.score
		}
	}
	me := n.State.mover & 1
	mine, theirs := &n.State.pieces[me], &n.State.pieces[me^1]
	square, isRaid := o.rules.square(m)
	own, enemies, chain := 0, 0, false
	for _, j := range o.rules.neighbours[square] {
		switch {
		case mine.has(int(j)):
			own++
		case theirs.has(int(j)):
			enemies++
			chain = chain || o.rules.beside(theirs, int(j))
		}
	}
	if isRaid {
		o.Seen.Add(raid, enemies > 0)
		o.Seen.Add(raidOfNone, enemies == 0)
		o.Seen.Add(raidOfTwo, enemies >= 2)
		o.Seen.Add(raidCouldChain, chain)
		o.Seen.Add(twoSources, own >= 2)
		o.Seen.Add(wipedOut, enemies > 0 && next.pieces[me^1] == set{} && n.Depth+1 < o.Limit)
		return
	}
	o.Seen.Add(stakeByEnemy, enemies > 0)
	o.Seen.Add(onlyDiagonal, own == 0 && o.cornered(mine, square))
}

// cornered reports whether a square touches a set at a corner.
func (o *observer) cornered(s *set, square int) bool {
	n := o.rules.n
	for _, d := range [][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		row, column := square/n+d[0], square%n+d[1]
		if 0 <= row && row < n && 0 <= column && column < n && s.has(row*n+column) {
			return true
		}
	}
	return false
}
