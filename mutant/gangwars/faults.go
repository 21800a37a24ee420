package gangwars

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// traits describe gangwars. It has no log.
var traits = board.Traits{
	Traits: search.Traits{
		Page: page, Order: 4, Depth: 5,
		Large: true,
	},
	Evaluation: 5, Play: 3, State: 7, Names: 7,
	Valued: true, Captures: true, Raids: true, Letters: board.SmallInReversi,
}

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks }),
		orderMutations(), moveMutations(), outputMutations())
}

// orderMutations are mistakes in the order of moves, and in the choice between equal ones.
func orderMutations() []mutation {
	return []mutation{
		mistake("order", 4, "raids-before-stakes", "raids are tried before stakes", `
			Your program tries the raids before the stakes. At every node all stakes come first, row by row, and then
			all raids. It matters where a stake and a raid are worth the same: the stake has to win. Swap the two
			loops.`,
			func(h *hooks) {
				arrange := h.Arrange
				h.Arrange = func(p *position, stakes, raids []string) []string { return arrange(p, raids, stakes) }
			}),
		mistake("order", 4, "moves-square-by-square", "stake and raid of a square are tried together", `
			Your program goes through the squares once and tries both the stake and the raid of each. At every node all
			stakes come first, and after them all raids. It matters where a raid on an early square and a stake on a
			later one are worth the same. Use two loops.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Arrange, func(p *position, stakes, raids, moves []string) []string {
					sortBy(moves, func(move string) int {
						return p.index(func(s board.Square) bool { return s == target(move) })
					})
					return moves
				})
			}),
		mistake("order", 4, "raids-in-order-of-base",
			"raids are tried in the order of the pieces they set out from", `
			Your program goes through its own pieces to find raids, and so tries them in the order of the piece from
			which they set out. Raids come row by row of their targets, and each target counts once. Loop over the free
			squares instead.`,
			func(h *hooks) {
				arrange := h.Arrange
				h.Arrange = func(p *position, stakes, raids []string) []string {
					sortBy(raids, func(raid string) int {
						bases := p.Neighbours(target(raid), p.Mover)
						return p.index(func(s board.Square) bool { return slices.Contains(bases, s) })
					})
					return arrange(p, stakes, raids)
				}
			}),
		mistake("order", 4, "moves-in-order-of-names",
			"moves are sorted by the names of their squares, A10 before A2", `
			Your program sorts the moves by the names of their squares as text: column by column, A10 before A2, and
			the raid of a square right after its stake. At every node all stakes come first, row by row, and then all
			raids. Do not sort the moves; list them in this order.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Arrange, func(p *position, stakes, raids, moves []string) []string {
					slices.SortStableFunc(moves, func(a, b string) int {
						return strings.Compare(board.Upper(target(a)), board.Upper(target(b)))
					})
					return moves
				})
			}),
		mistake("order", 6, "ties-prefer-raid", "of equal moves a raid is chosen before a stake", `
			Where a stake and a raid have the same value, your program chooses the raid. The first in order counts, and
			all stakes come before all raids. Look for a rule of your own about ties.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Search.Tie, func(n search.Node, move, best string, tie bool) bool {
					return tie || n.Depth == 0 && isRaid(move) && !isRaid(best)
				})
			}),
	}
}

// index returns the place of the first square that meets a condition, in the order of squares.
func (p *position) index(meets func(s board.Square) bool) int {
	return slices.IndexFunc(p.Squares(), meets)
}

// sortBy sorts moves by a number. Moves with equal numbers keep their order.
func sortBy(moves []string, number func(move string) int) {
	numbers := make(map[string]int, len(moves)) // a number takes longer than a comparison
	for _, move := range moves {
		numbers[move] = number(move)
	}
	slices.SortStableFunc(moves, func(a, b string) int { return numbers[a] - numbers[b] })
}

// moveMutations are mistakes in the definitions of a stake and a raid.
func moveMutations() []mutation {
	return []mutation{
		mistake("game", 3, "stake-only-where-no-raid", "a square open to a raid cannot be staked", `
			In your program a square next to an own piece can be raided, but not staked. Every free square can be
			staked, also one that can be raided; these are two moves. The rule you have is that of another
			assignment.`,
			open(func(_ *position, _ board.Square, staked, raided bool) (bool, bool) {
				return staked && !raided, raided
			})),
		mistake("game", 3, "raid-only-if-it-captures", "a raid that would capture nothing is no move", `
			Your program lists a raid only if it captures something. A free square next to an own piece is open to a
			raid in any case, as a move of its own. Look at the test for a raid.`,
			open(func(p *position, s board.Square, staked, raided bool) (bool, bool) {
				return staked, raided && len(p.Neighbours(s, board.Opponent(p.Mover))) > 0
			})).NeverShown(`
			Such a raid leads to the same board as the stake on that square, which stands earlier in the order, so it
			never changes a value and is never chosen.`),
		mistake("game", 3, "raid-from-anywhere", "a raid needs no own piece next to it", `
			Your program raids any free square. A raid needs an own piece above, below, left or right of the target.
			Look at the test for a raid.`,
			open(func(_ *position, _ board.Square, staked, _ bool) (bool, bool) { return staked, true })),
		mistake("game", 3, "captives-set-free", "a raid that is undone sets free the squares that it captured", `
			When your search takes a raid back, it clears the captured squares, too. They become the enemy's again;
			only the target becomes free. Copy the board before each move, or keep what stood on each square that a
			move changes.`,
			freeCaptives),
		mistake("evaluation", 6, "infinity-of-ten-thousand", "values beyond 9999 are lost", `
			Your infinities are finite numbers such as 9999, and on large boards some values lie beyond them. Moves
			that are worth more then look equal, and the first of them is played. Start from a number that no
			evaluation can reach: squares may be worth up to 1,000,000.`,
			func(h *hooks) { search.SmallInfinity(9999, func(search.Node) bool { return true })(&h.Search) }),
		mistake("game", 2, "stake-captures", "a stake captures, too", `
			In your program a stake captures the enemy pieces next to it. A stake changes no other square, whatever
			stands next to it; only a raid captures. Look at where a move is made.`,
			func(h *hooks) { h.Captures = func(string) bool { return true } }),
	}
}

// freeCaptives makes all moves on one board, and frees all squares of a move that is taken back. The chosen
// move is made on the board of the input.
func freeCaptives(h *hooks) {
	var initial [][]byte
	h.Copy = func(rows [][]byte) [][]byte {
		if initial == nil {
			for _, row := range rows {
				initial = append(initial, bytes.Clone(row))
			}
		}
		return rows
	}
	captured := map[board.Square][]board.Square{}
	turned, takeBack, written := h.Turned, h.Search.TakeBack, h.Written
	h.Turned = func(g *board.Grid, target board.Square) []board.Square {
		captured[target] = turned(g, target)
		return captured[target]
	}
	h.Search.TakeBack = func(n search.Node, move string, cut bool) {
		takeBack(n, move, cut)
		g, s := n.Position.(board.Position).Base(), target(move)
		g.Put(s, g.Free)
		for _, c := range captured[s] {
			g.Put(c, g.Free)
		}
		delete(captured, s)
	}
	h.Written = func(root board.Position, line []string, last search.Position) *board.Grid {
		if initial != nil { // else another mistake keeps the board
			root.Base().Rows = initial
		}
		return written(root, line, last)
	}
}

// open makes a mutation that changes which moves a square is open to.
func open(change func(p *position, s board.Square, staked, raided bool) (bool, bool)) func(h *hooks) {
	return func(h *hooks) {
		old := h.Open
		h.Open = func(p *position, s board.Square) (bool, bool) {
			staked, raided := old(p, s)
			return change(p, s, staked, raided)
		}
	}
}

// outputMutations are mistakes in the output.
func outputMutations() []mutation {
	return []mutation{
		mistake("output", 7, "kind-stake-always", "the first line always says Stake", `
			The first line of your output says Stake also where the chosen move is a raid. It has to name the move that
			was chosen. Keep the kind of a move together with its square.`,
			func(h *hooks) {
				kind := h.Kind
				h.Kind = func(p *position, move string) string { return kind(p, as(move, stake)) }
			}),
		mistake("output", 7, "kind-raid-beside-own-piece",
			"the first line says Raid wherever a raid was possible", `
			The first line of your output says Raid whenever the chosen square lies next to an own piece. Such a square
			is open to a stake as well, and the stake comes first where both lead to the same value. Print the kind of
			the move that the search chose.`,
			func(h *hooks) {
				kind := h.Kind
				h.Kind = func(p *position, move string) string {
					if p.HasOwnNeighbour(target(move)) {
						move = as(move, raid)
					}
					return kind(p, move)
				}
			}),
		mistake("output", 7, "kind-in-capitals", "the kind of the move is written in capitals", `
			The first line of your output has STAKE or RAID in capitals. It is Stake or Raid. Look at the text that you
			print.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Kind, func(p *position, move, kind string) string { return strings.ToUpper(kind) })
			}),
		mistake("output", 7, "row-number-of-one-digit", "row numbers lose their first digit", `
			Your row numbers have one digit only, so row 22 becomes 2. On boards of ten rows and more the number has
			two digits, as in F22. Look at how the name is put together from characters.`,
			func(h *hooks) {
				spell := h.SquareName
				h.SquareName = func(letter byte, row int) string { return spell(letter, row%10) }
			}),
		mistake("output", 7, "row-as-one-character", "rows from 10 on are written as one character", `
			Your program writes the row as one character, counted on from the digit 0, so that row 10 becomes a colon.
			On boards of ten rows and more the number has two digits, as in F22. Convert the number to text in place of
			adding it to a character.`,
			func(h *hooks) {
				mutant.Wrap2(&h.SquareName, func(letter byte, row int, name string) string {
					return strings.Replace(name, strconv.Itoa(row), string(rune('0'+row)), 1)
				})
			}),
		mistake("output", 7, "move-line-missing", "the first line with the move is missing", `
			Your output consists of the board alone. Its first line has to name the move: the square, one blank, and
			Stake or Raid. Write that line before the board.`,
			func(h *hooks) {
				output := h.Output
				h.Output = func(_, board []string) []string { return output(nil, board) }
			}),
		mistake("output", 7, "move-below-board", "the line with the move stands below the board", `
			Your output has the move below the board. It is the first line, and the board follows. Look at the order in
			which the two are written.`,
			func(h *hooks) {
				output := h.Output
				h.Output = func(move, board []string) []string { return output(board, move) }
			}),
	}
}

// as returns a move as one of another kind on the same square.
func as(move, kind string) string { return board.Upper(target(move)) + kind }
