package mutant

// raidFaults are mistakes that squirrel and gangwars share.
var raidFaults = []sharedFault{
	{inRaid, Fault{
		ID:    "neighbour-above-overlooked",
		Kind:  "game",
		About: "a square has no neighbour above it",
		Explains: "Your program overlooks the neighbour of a square above it, so some raids are missed and " +
			"others capture too little. All four count: above, below, left and right. Look at the list of " +
			"directions and at the bounds that you test: an edge may be off by one.",
	}},
	{inRaid, Fault{
		ID:    "neighbour-below-overlooked",
		Kind:  "game",
		About: "a square has no neighbour below it",
		Explains: "Your program overlooks the neighbour of a square below it, so some raids are missed and " +
			"others capture too little. All four count: above, below, left and right. Look at the list of " +
			"directions and at the bounds that you test: an edge may be off by one.",
	}},
	{inRaid, Fault{
		ID:    "neighbour-left-overlooked",
		Kind:  "game",
		About: "a square has no neighbour to its left",
		Explains: "Your program overlooks the neighbour of a square to its left, so some raids are missed and " +
			"others capture too little. All four count: above, below, left and right. Look at the list of " +
			"directions and at the bounds that you test: an edge may be off by one.",
	}},
	{inRaid, Fault{
		ID:    "neighbour-right-overlooked",
		Kind:  "game",
		About: "a square has no neighbour to its right",
		Explains: "Your program overlooks the neighbour of a square to its right, so some raids are missed and " +
			"others capture too little. All four count: above, below, left and right. Look at the list of " +
			"directions and at the bounds that you test: an edge may be off by one.",
	}},
	{inRaid, Fault{
		ID:    "diagonals-count",
		Kind:  "game",
		About: "diagonal squares count as neighbours",
		Explains: "Your program counts the four diagonal squares as neighbours, so it raids where there is no " +
			"raid and turns too many pieces. Only the squares above, below, left and right are " +
			"neighbours. Look at the list of directions.",
	}},
	{inRaid, Fault{
		ID:    "raid-chains",
		Kind:  "game",
		About: "a turned piece turns its neighbours in turn",
		Explains: "In your program a piece that was turned turns the enemy pieces beside it, and so on. A raid " +
			"goes one step: it turns the enemy pieces beside the new piece and nothing else. Look for a " +
			"recursive call.",
	}},
	{inRaid, Fault{
		ID:    "raid-turns-one-only",
		Kind:  "game",
		About: "a raid turns one piece at most",
		Explains: "Your raids turn a single enemy piece. Every enemy piece beside the new one changes sides. " +
			"Look for a return or a break inside the loop over the neighbours.",
	}},
	{inRaid, Fault{
		ID:    "raid-turns-beside-base",
		Kind:  "game",
		About: "a raid also turns pieces beside the piece it set out from",
		Explains: "Your raids turn the enemy pieces beside the piece from which they set out, too. Only those " +
			"beside the new piece change sides. Look at the square whose neighbours are turned.",
	}},
	{inRaid, Fault{
		ID:    "raid-takes-free-squares",
		Kind:  "game",
		About: "a raid takes the free squares beside it",
		Explains: "Your raids take every square beside the target that is not the mover's, free ones included. " +
			"Only enemy pieces change sides. Look at the test inside the loop over the neighbours.",
	}},
	{inRaid, Fault{
		ID:    "raid-vacates-base",
		Kind:  "game",
		About: "a raid leaves the square it set out from",
		Explains: "In your program the piece from which a raid sets out moves to the target and leaves its " +
			"square free. It stays where it is; the raid adds a piece. Look for a line that clears the " +
			"square.",
	}},
}
