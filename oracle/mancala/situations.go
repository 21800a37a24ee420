package mancala

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

const (
	extraTurn = search.Common + iota
	extraTurnOfOpponent
	chainOfTwo
	chainOfThree
	longChain
	chainAtCutOff
	chainEndsGame
	cutInChain
	tieInChain
	capture
	captureOfOpponent
	captureNothing
	ownPitFilled
	opponentsEmptyPit
	lap
	lapHome
	twoLapsHome
	lapOverStore
	moverEmpty
	opponentEmpty
	sweepWithStones
	greedyCutOff
	playerTwo
	tenPits
	thousandStones
)

// Situations is the catalogue of situations that an input can show.
var Situations = append(search.Situations[:search.Common:search.Common], []homework.Situation{
	extraTurn - search.Common:           {Name: "extra-turn", About: "the root player gets an extra turn"},
	extraTurnOfOpponent - search.Common: {Name: "extra-turn-of-opponent", About: "the opponent gets an extra turn"},
	chainOfTwo - search.Common:          {Name: "chain-of-two", About: "two extra turns in a row"},
	chainOfThree - search.Common:        {Name: "chain-of-three", About: "three extra turns in a row"},
	longChain - search.Common:           {Name: "long-chain", About: "four extra turns in a row or more"},
	chainAtCutOff - search.Common:       {Name: "chain-at-cut-off", About: "a move at the cut-off depth gives an extra turn"},
	chainEndsGame - search.Common:       {Name: "chain-ends-game", About: "the last stone in the mover's mancala ends the game: the extra turn is void"},
	cutInChain - search.Common:          {Name: "cut-in-chain", About: "a node that an extra turn led to is cut, with moves left"},
	tieInChain - search.Common:          {Name: "tie-in-chain", About: "in the root player's chain a move is as good as the best before it"},
	capture - search.Common:             {Name: "capture", About: "the root player captures stones"},
	captureOfOpponent - search.Common:   {Name: "capture-of-opponent", About: "the opponent captures stones"},
	captureNothing - search.Common:      {Name: "capture-nothing", About: "a capture with an empty pit across"},
	ownPitFilled - search.Common:        {Name: "own-pit-filled", About: "the last stone falls on stones of an own pit: no capture"},
	opponentsEmptyPit - search.Common:   {Name: "opponents-empty-pit", About: "the last stone falls into an empty pit of the other side: no capture"},
	lap - search.Common:                 {Name: "lap", About: "a move sows more than a whole lap"},
	lapHome - search.Common:             {Name: "lap-home", About: "a lap ends in the emptied pit and captures"},
	twoLapsHome - search.Common:         {Name: "two-laps-home", About: "two laps or more end in the emptied pit, without capture"},
	lapOverStore - search.Common:        {Name: "lap-over-mancala", About: "a lap passes the mover's own mancala twice"},
	moverEmpty - search.Common:          {Name: "mover-empties-own-side", About: "the game ends since the mover's side is empty"},
	opponentEmpty - search.Common:       {Name: "opponents-side-emptied", About: "the game ends since the side of the other player is empty"},
	sweepWithStones - search.Common:     {Name: "sweep", About: "stones are left when the game ends"},
	greedyCutOff - search.Common:        {Name: "greedy-cut-off", About: "the greedy player's cut-off line is not 1"},
	playerTwo - search.Common:           {Name: "player-2", About: "the root player is player 2"},
	tenPits - search.Common:             {Name: "ten-pits", About: "ten pits a side"},
	thousandStones - search.Common:      {Name: "thousand-stones", About: "a pit of a thousand stones or more", Beyond: true},
}...)

// Situations returns the situations of the catalogue that the input shows.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	if in.Task == Competition {
		return 0, errCompetition
	}
	r := rules{n: len(in.Pits[0]), root: uint8(in.Player - 1)}
	limit := in.limit()
	o := &observer{Observer: search.Observer[position]{Limit: limit}, rules: r}
	o.Seen.Add(greedyCutOff, in.Task == Greedy && in.CutOff != 1)
	o.Seen.Add(playerTwo, in.Player == 2)
	o.Seen.Add(tenPits, r.n == MaxPits)
	for _, pits := range in.Pits {
		for _, stones := range pits {
			o.Seen.Add(thousandStones, stones >= 1000)
		}
	}
	root := in.root(r)
	_, err := search.Watch(ctx, r, &root, search.Params{Limit: limit, Prune: in.Task == AlphaBeta, Log: trace.Discard()}, o)
	return o.Seen, err
}

// An observer notes the situations specific to mancala.
type observer struct {
	search.Observer[position]
	rules  rules
	chains []int // by ply: consecutive extra turns that led there
}

func (o *observer) Play(n search.Node[position], m search.Move, child *position, turn search.Turn) {
	r, s := o.rules, n.State
	mine := s.mover == r.root
	o.chain(n, turn, mine)

	bare := *s
	last := r.sow(&bare, r.pit(m)) // before captures and sweeps
	stones := s.ring[r.pit(m)]
	round := int32(2*r.n + 1)
	o.Seen.Add(lap, stones > round)
	o.Seen.Add(lapHome, stones == round)
	o.Seen.Add(twoLapsHome, stones%round == 0 && stones > round)
	o.Seen.Add(lapOverStore, bare.ring[r.store(s.mover)]-s.ring[r.store(s.mover)] >= 2)

	own, one := r.owns(s.mover, last), bare.ring[last] == 1
	if own && one {
		across := bare.ring[2*r.n-last]
		o.Seen.Add(capture, mine && across > 0)
		o.Seen.Add(captureOfOpponent, !mine && across > 0)
		o.Seen.Add(captureNothing, across == 0)
		bare.ring[2*r.n-last], bare.ring[last] = 0, 0
	}
	o.Seen.Add(ownPitFilled, own && !one)
	o.Seen.Add(opponentsEmptyPit, r.owns(s.mover^1, last) && one)

	left := [2]int32{r.stones(&bare, s.mover), r.stones(&bare, s.mover^1)}
	if left[0] == 0 || left[1] == 0 {
		o.Seen.Add(moverEmpty, left[0] == 0)
		o.Seen.Add(opponentEmpty, left[1] == 0)
		o.Seen.Add(sweepWithStones, left[0]+left[1] > 0)
		o.Seen.Add(chainEndsGame, last == r.store(s.mover))
	}
}

// chain counts consecutive extra turns.
func (o *observer) chain(n search.Node[position], turn search.Turn, mine bool) {
	if n.Ply == 0 {
		o.chains = append(o.chains[:0], 0)
	}
	count := 0
	if turn == search.Again {
		count = o.chains[n.Ply] + 1
		childDepth := n.Depth + 1
		if n.Turn == search.Again {
			childDepth = n.Depth
		}
		o.Seen.Add(chainAtCutOff, childDepth == o.Limit)
	}
	o.chains = append(o.chains[:n.Ply+1], count)
	o.Seen.Add(extraTurn, count > 0 && mine)
	o.Seen.Add(extraTurnOfOpponent, count > 0 && !mine)
	o.Seen.Add(chainOfTwo, count == 2)
	o.Seen.Add(chainOfThree, count == 3)
	o.Seen.Add(longChain, count > 3)
}

func (o *observer) Return(n search.Node[position], r search.Return) {
	cut, _ := r.Cuts(n.Max)
	o.Seen.Add(cutInChain, cut && n.Turn == search.Again && r.Index < r.Moves-1)
	o.Seen.Add(tieInChain, n.Turn == search.Again && n.Max && n.Depth == 1 && r.Index > 0 && r.Value == r.Best)
	o.Observer.Return(n, r)
}
