// Package mancala is the second solver of docs/rules/mancala.md, and the mistakes that people make
// in it: in sowing and captures, at the end of the game, and in chains of extra turns. Its comments
// name the rules of that page by their numbers.
package mancala

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

const page mutant.Page = "docs/rules/mancala.md"

// A mutation is a mistake of mancala's own.
type mutation = mutant.Mutation[hooks]

// mistake is mutant.Mistake for a rule of the page.
func mistake[H any](kind string, rule int, id, title, explanation string, change func(h *H)) mutant.Mutation[H] {
	return mutant.Mistake(kind, page.Rule(rule), id, title, explanation, change)
}

var traits = search.Traits{
	Page: page, Order: 2, Depth: 9, Tasks: 1,
	Dialect: &search.AlphaBeta, Format: 11,
	Chains: true, Sudden: true,
}

// Solver is the second solver of mancala.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "mancala",
	Right:     rightHooks,
	Mutations: mutations,
	Solve:     solve,
	StopAt:    func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(search.Mutations(traits), ofSearch),
		sowMutations(),
		captureMutations(), captureTestMutations(), capturePlaceMutations(),
		endTestMutations(), stuckMutations(), sweepMutations(),
		evaluationMutations(),
		turnMutations(),
		mutant.Lift(slices.Concat(chainDepthMutations(), chainLogMutations(), chainCutMutations()), ofSearch),
		nameMutations(),
		inputMutations(),
		outputMutations(),
		greedyMutations(),
	)
}

// ofSearch returns the hooks of the search.
func ofSearch(h *hooks) *search.Hooks { return &h.Search }

// solve reads the input (rule 1), searches, and writes the next state (rule 13) and, except for
// greedy, the log (rule 11).
func solve(h *hooks, _ string, input []byte) (map[string]string, error) {
	r := mutant.NewReader(input)
	task := r.Word("1", "2", "3", "4")
	if r.Err() == nil && task == "4" { // rule 16
		return nil, errors.New("competition task: rules not published by the course")
	}
	player := r.Number(1, 2)
	run, limit := readTask(r, h, task)
	l := readLayout(r, player)
	if err := r.Done(); err != nil {
		return nil, err
	}
	root := newPosition(h, h.Read(l), h.Player(player))
	root.greedy = task == "1"
	s := search.New(&h.Search, run, limit)
	_, line := s.Run(root, "root")
	if root.greedy {
		line = h.Greedy(root, line)
	}
	files := map[string]string{"next_state.txt": mutant.Text(root.nextState(line).lines())}
	if !root.greedy {
		files["traverse_log.txt"] = mutant.Text(s.Log)
	}
	return h.Search.Files(files), nil
}

// readTask reads the cut-off, line 3 of the input. It returns the search of the given task and its depth
// limit (rules 1 and 14).
func readTask(r *mutant.Reader, h *hooks, task string) (search.Task, int) {
	switch task {
	case "2":
		return search.Task{Dialect: &search.Minimax}, r.Depth(1)
	case "3":
		return search.Task{AlphaBeta: true, Dialect: &search.AlphaBeta}, r.Depth(1)
	}
	return search.Task{}, h.GreedyLimit(r.Take())
}

// nextState returns the board when the root player's turn is over: that after the whole chain of
// moves which begins the best line (rule 13).
func (p *position) nextState(line []string) *position {
	board := p
	for {
		line = p.h.Follow(board, line)
		if len(line) == 0 {
			return board
		}
		board, _ = p.h.Play(board, line[0])
		line = line[1:]
		if p.h.TurnOver(p, board) {
			return board
		}
	}
}

// lines writes the board as next_state.txt shows it (rule 13).
func (p *position) lines() []string {
	l := p.h.Write(p.layout(p.h.Shown(p)))
	return []string{joinNumbers(l.upper), joinNumbers(l.lower), strconv.Itoa(l.store2), strconv.Itoa(l.store1)}
}

// A position is a board and the player to move.
type position struct {
	h      *hooks
	table  *table
	stones map[string]int // by the name of the place
	mover  int            // the player to move, 1 or 2
	root   int            // whose side the evaluation takes
	over   bool           // a move has ended the game

	// Used only by mutations.
	greedy  bool           // the task is greedy
	lead    int            // by how much the root player's mancala was ahead at the root
	made    int            // moves since the root
	chain   int            // extra turns in a row up to here
	voided  bool           // the end of the game took an extra turn away
	unswept map[string]int // the stones before the sweep, if the game is over
}

// A move is one that is being played.
type move struct {
	*position // after the played part of the move

	pit      string // the pit that is sown
	last     string // where the last stone fell
	captured bool
	ended    bool // the move has ended the game

	before *position // where the move was made; only mutations look at it
}

// Moves returns the moves in expansion order (rule 2), none if the game is over.
func (p *position) Moves() []string {
	if p.over {
		return nil
	}
	return p.h.Moves(p)
}

// Play returns the position after a move, and whether the same player moves again.
func (p *position) Play(pit string) (next search.Position, movesAgain bool) { return p.h.Play(p, pit) }

// play sows a pit (rule 3), resolves the consequences (rules 5 and 6) and determines who moves next (rule 4).
func (p *position) play(pit string) (next *position, movesAgain bool) {
	next = p.next()
	hand := next.stones[pit]
	next.stones[pit] = 0
	m := &move{position: next, pit: pit, last: p.h.Sow(next, pit, hand), before: p}
	p.h.Resolve(m)
	movesAgain = p.h.EarnsTurn(m)
	if m.ended {
		next.end(movesAgain)
		movesAgain = false // a pending extra turn is void: rule 6
	}
	next.turn(movesAgain)
	return next, movesAgain
}

// next returns a copy for the position after a move, in which the same player is still the mover.
func (p *position) next() *position {
	next := *p
	next.stones = p.h.Copy(p.stones)
	next.made++
	return &next
}

// capture takes the last stone and all stones across (rule 5).
func (m *move) capture() {
	m.captured = m.h.Captures(m)
	if !m.captured {
		return
	}
	store := m.table.store[m.h.Captor(m)]
	m.h.TakeLast(m.position, m.last, store)
	m.h.TakeAcross(m.position, m.h.Across(m.table, m.last), store)
}

// end ends the game with a sweep (rule 6).
func (p *position) end(voided bool) {
	p.over, p.voided = true, voided
	p.unswept = maps.Clone(p.stones)
	for player := 1; player <= 2; player++ {
		if !p.h.Sweeps(p, player) {
			continue
		}
		store := p.table.store[p.h.SweptTo(p, player)]
		for _, pit := range p.table.pits[player] {
			p.h.TakeSwept(p, pit, store)
		}
	}
}

// turn ends the turn, unless the mover moves again.
func (p *position) turn(movesAgain bool) {
	if movesAgain {
		p.chain++
		return
	}
	p.chain = 0
	p.mover = opponent(p.mover)
}

// carry moves all stones of a pit to a mancala.
func (p *position) carry(pit, store string) {
	p.stones[store] += p.stones[pit]
	p.stones[pit] = 0
}

// inPits counts the stones in a player's pits.
func (p *position) inPits(player int) int {
	total := 0
	for _, pit := range p.table.pits[player] {
		total += p.stones[pit]
	}
	return total
}

// inStore counts the stones in a player's mancala.
func (p *position) inStore(player int) int { return p.stones[p.table.store[player]] }

// Maximising reports whether the root player moves next (rule 10).
func (p *position) Maximising() bool { return p.mover == p.root }

// Evaluate returns the score of the position (rule 7).
func (p *position) Evaluate() int { return p.h.Evaluate(p) }

// A table holds the places for the stones; it does not change during the game. Index 0 of each array is
// unused: the players are 1 and 2.
type table struct {
	size  int         // pits a side
	pits  [3][]string // a player's pits from left to right
	store [3]string   // a player's mancala
	round [3][]string // the places that a player sows, in the order of sowing
}

// newTable names the places of a table with n pits a side: B2 to B(n+1) and the mancala B(n+2) are
// player 1's, A2 to A(n+1) and the mancala A1 player 2's (rule 2).
func newTable(h *hooks, n int) *table {
	t := &table{size: n}
	for number := 2; number <= n+1; number++ {
		t.pits[1] = append(t.pits[1], "B"+strconv.Itoa(number))
		t.pits[2] = append(t.pits[2], "A"+strconv.Itoa(number))
	}
	t.store[1], t.store[2] = "B"+strconv.Itoa(n+2), "A1"
	t.round[1], t.round[2] = h.Round(t, 1), h.Round(t, 2)
	return t
}

// places returns all pits and mancalas, counterclockwise (rule 3).
func (t *table) places() []string {
	upper := slices.Clone(t.pits[2])
	slices.Reverse(upper)
	return slices.Concat(t.pits[1], []string{t.store[1]}, upper, []string{t.store[2]})
}

// oppositePit returns the pit on the other side with the same number (rule 5).
func (t *table) oppositePit(pit string) string {
	letter, number := split(pit)
	return t.pit(facing(letter), number)
}

// facing returns the letter of the other side.
func facing(letter string) string {
	if letter == "A" {
		return "B"
	}
	return "A"
}

// offBoard is a place that no stones ever lie on.
const offBoard = "off the board"

// pit returns the pit with a letter and a number, or offBoard if it does not exist.
func (t *table) pit(letter string, number int) string {
	if number < 2 || number > t.size+1 {
		return offBoard
	}
	return letter + strconv.Itoa(number)
}

// split returns the letter and the number in a place's name. The number is 0 in names of other nodes: root.
func split(name string) (letter string, number int) {
	number, _ = strconv.Atoi(name[1:])
	return name[:1], number
}

// opponent returns the other player.
func opponent(player int) int { return 3 - player }
