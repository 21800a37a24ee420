package gangwars

import (
	"strings"

	"github.com/touchstone-suite/touchstone/mutant/board"
)

// outputMutations are mistakes in what is written.
func outputMutations() []mutation {
	return []mutation{
		mistake("output", 7, "kind-stake-always", "the first line always says Stake", `
			The first line of your output says Stake also where the chosen move is a raid. It has to name the move that
			was chosen. Keep the kind of a move together with its square.`,
			func(h *hooks) {
				kind := h.Kind
				h.Kind = func(p *position, move string) string { return kind(p, as(move, stake)) }
			}),
		mistake("output", 7, "kind-raid-beside-own-piece", "the first line says Raid wherever a raid was possible", `
			The first line of your output says Raid whenever the chosen square lies beside an own piece. Such a square
			is open to a stake as well, and the stake comes first where both lead to the same value. Print the kind of
			the move that the search chose.`,
			func(h *hooks) {
				kind := h.Kind
				h.Kind = func(p *position, move string) string {
					if p.BesideOwn(target(move)) {
						move = as(move, raid)
					}
					return kind(p, move)
				}
			}),
		mistake("output", 7, "kind-in-capitals", "the kind of the move is written in capitals", `
			The first line of your output has STAKE or RAID in capitals. It is Stake or Raid. Look at the text that you
			print.`,
			func(h *hooks) {
				kind := h.Kind
				h.Kind = func(p *position, move string) string { return strings.ToUpper(kind(p, move)) }
			}),
		mistake("output", 7, "row-number-of-one-digit", "row numbers lose their first digit", `
			Your row numbers have one digit only, so row 22 becomes 2. On boards of ten rows and more the number has two
			digits, as in F22. Look at how the name is put together from characters.`,
			func(h *hooks) {
				spell := h.Spell
				h.Spell = func(letter byte, row int) string { return spell(letter, row%10) }
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
