package mutant

// gangwarsFaults are mistakes in gangwars alone.
var gangwarsFaults = []Fault{
	{
		ID:    "raids-before-stakes",
		Kind:  "order",
		About: "raids are tried before stakes",
		Explains: "Your program tries the raids before the stakes. At every node all stakes come first, row by " +
			"row, and then all raids. It matters where a stake and a raid are worth the same: the stake " +
			"has to win. Swap the two loops.",
		Rule: "docs/rules/gangwars.md rule 4",
	},
	{
		ID:    "moves-square-by-square",
		Kind:  "order",
		About: "stake and raid of a square are tried together",
		Explains: "Your program goes through the squares once and tries both the stake and the raid of each. At " +
			"every node all stakes come first, and after them all raids. It matters where a raid on an " +
			"early square and a stake on a later one are worth the same. Use two loops.",
		Rule: "docs/rules/gangwars.md rule 4",
	},
	{
		ID:    "raids-in-order-of-base",
		Kind:  "order",
		About: "raids are tried in the order of the pieces they set out from",
		Explains: "Your program goes through its own pieces to find raids, and so tries them in the order of " +
			"the piece from which they set out. Raids come row by row of their targets, and each target " +
			"counts once. Loop over the free squares instead.",
		Rule: "docs/rules/gangwars.md rule 4",
	},
	{
		ID:    "ties-prefer-raid",
		Kind:  "order",
		About: "of equal moves a raid is chosen before a stake",
		Explains: "Where a stake and a raid have the same value, your program chooses the raid. The first in " +
			"order counts, and all stakes come before all raids. Look for a rule of your own about ties.",
		Rule: "docs/rules/gangwars.md rule 6",
	},
	{
		ID:    "stake-only-where-no-raid",
		Kind:  "game",
		About: "a square open to a raid cannot be staked",
		Explains: "In your program a square beside an own piece can be raided, but not staked. Every free " +
			"square can be staked, also one that can be raided; these are two moves. The rule you have is " +
			"that of another assignment.",
		Rule: "docs/rules/gangwars.md rule 3",
	},
	{
		ID:    "raid-only-if-it-captures",
		Kind:  "game",
		About: "a raid that would capture nothing is no move",
		Explains: "Your program lists a raid only if it captures something. A free square beside an own piece " +
			"is open to a raid in any case, as a move of its own. Look at the test for a raid.",
		Rule: "docs/rules/gangwars.md rule 3",
		Equivalent: "Such a raid leads to the same board as the stake on that square, which stands earlier in " +
			"the order, so it never changes a value and is never chosen.",
	},
	{
		ID:    "raid-from-anywhere",
		Kind:  "game",
		About: "a raid needs no own piece beside it",
		Explains: "Your program raids any free square. A raid needs an own piece above, below, left or right of " +
			"the target. Look at the test for a raid.",
		Rule: "docs/rules/gangwars.md rule 3",
	},
	{
		ID:    "stake-captures",
		Kind:  "game",
		About: "a stake captures, too",
		Explains: "In your program a stake captures the enemy pieces beside it. A stake changes no other " +
			"square, whatever stands beside it; only a raid captures. Look at where a move is made.",
		Rule: "docs/rules/gangwars.md rule 2",
	},
	{
		ID:    "kind-stake-always",
		Kind:  "output",
		About: "the first line always says Stake",
		Explains: "The first line of your output says Stake also where the chosen move is a raid. It has to " +
			"name the move that was chosen. Keep the kind of a move together with its square.",
		Rule: "docs/rules/gangwars.md rule 7",
	},
	{
		ID:    "kind-raid-beside-own-piece",
		Kind:  "output",
		About: "the first line says Raid wherever a raid was possible",
		Explains: "The first line of your output says Raid whenever the chosen square lies beside an own piece. " +
			"Such a square is open to a stake as well, and the stake comes first where both lead to the " +
			"same value. Print the kind of the move that the search chose.",
		Rule: "docs/rules/gangwars.md rule 7",
	},
	{
		ID:    "kind-in-capitals",
		Kind:  "output",
		About: "the kind of the move is written in capitals",
		Explains: "The first line of your output has STAKE or RAID in capitals. It is Stake or Raid. Look at " +
			"the text that you print.",
		Rule: "docs/rules/gangwars.md rule 7",
	},
	{
		ID:    "row-number-of-one-digit",
		Kind:  "output",
		About: "row numbers lose their first digit",
		Explains: "Your row numbers have one digit only, so row 22 becomes 2. On boards of ten rows and more " +
			"the number has two digits, as in F22. Look at how the name is put together from characters.",
		Rule: "docs/rules/gangwars.md rule 7",
	},
	{
		ID:    "move-line-missing",
		Kind:  "output",
		About: "the first line with the move is missing",
		Explains: "Your output consists of the board alone. Its first line has to name the move: the square, " +
			"one blank, and Stake or Raid. Write that line before the board.",
		Rule: "docs/rules/gangwars.md rule 7",
	},
	{
		ID:    "move-below-board",
		Kind:  "output",
		About: "the line with the move stands below the board",
		Explains: "Your output has the move below the board. It is the first line, and the board follows. Look " +
			"at the order in which the two are written.",
		Rule: "docs/rules/gangwars.md rule 7",
	},
}
