package mutant

// mapLogFaults are mistakes in the lines of the log and in the last line.
var mapLogFaults = []Fault{
	{
		ID:    "depth-counts-initial-assignments",
		Kind:  "depth",
		About: "the depth counts the initial assignments, too",
		Explains: "Your depth starts from the number of initial assignments, so the search stops too early. " +
			"The root has depth 0, however many states are coloured already. Look at whether you take " +
			"the number of coloured states for the depth.",
		Rule: "docs/rules/mapcolor.md rule 6",
	},
	{
		ID:    "depth-limit-in-whole-rounds",
		Kind:  "depth",
		About: "an odd depth limit lets player 2 move once more",
		Explains: "Your search stops only when both players have moved equally often, so an odd limit " +
			"brings one level too many. Each move is one level, and a node whose depth equals the " +
			"limit is a leaf. Look at whether you test the depth after player 1's moves as well.",
		Rule: "docs/rules/mapcolor.md rule 6",
	},
	{
		ID:    "depth-counts-rounds",
		Kind:  "log",
		About: "the log shows the number of the round as the depth",
		Explains: "Your log counts a move of each player as one: depths 1 and 2 are both printed as 1. Each " +
			"move is one level. The search itself stops where it should; look at the depth that you " +
			"print.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "root-shows-first-initial",
		Kind:  "log",
		About: "the root shows the first initial assignment",
		Explains: "The lines of your root show the first assignment of line 2. They show the last one. Look " +
			"at the index where you take it.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "root-shows-last-initial-by-name",
		Kind:  "log",
		About: "the root shows the initial state whose name comes last",
		Explains: "The lines of your root show the initial assignment whose state comes last by name. They " +
			"show the one that stands last in line 2. Look at whether you keep the assignments in a " +
			"sorted list, or in a table that loses their order.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "root-called-root",
		Kind:  "log",
		About: "the root is called root",
		Explains: "Your log calls the root by that word, as in the other assignments. Here the root shows " +
			"the last initial assignment, as state and colour. Look at the first line that you log.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "root-without-colour",
		Kind:  "log",
		About: "the lines of the root lack the colour",
		Explains: "The lines of your root begin with the state of the last initial assignment, but lack its " +
			"colour. They have all six columns. Look at how the root gets its name.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "line-shows-parents-assignment",
		Kind:  "log",
		About: "a node shows the assignment of the node above it",
		Explains: "Your log shows, for each node, the assignment of its parent. A node shows the assignment " +
			"that led to it. Look at when you set the name: before the move is played, or after.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "colour-printed-before-state",
		Kind:  "log",
		About: "lines begin with the colour, then the state",
		Explains: "Your lines begin with the colour. The state comes first, then the colour. Look at the " +
			"order of the columns.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "colour-cut-to-one-letter",
		Kind:  "log",
		About: "only the first letter of a colour is printed",
		Explains: "Your lines show the first letter of each colour. Colours may be longer words, and are " +
			"printed whole. Look at how you read line 1, or at an index where the whole name is " +
			"meant.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "names-in-upper-case",
		Kind:  "log",
		About: "names are printed in upper case",
		Explains: "Your lines show the names in upper case. Upper and lower case differ, and names are " +
			"printed as the input has them. Look at a conversion where you read or print names.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "colour-not-printed",
		Kind:  "log",
		About: "lines have no column for the colour",
		Explains: "Your lines show the state without the colour. They have six columns: state, colour, " +
			"depth, value, alpha, beta. Look at the name of a node, which is its state and its " +
			"colour.",
		Rule: "docs/rules/mapcolor.md rule 7",
	},
	{
		ID:    "last-line-missing",
		Kind:  "output",
		About: "the last line, with the chosen move, is missing",
		Explains: "Your output ends with the log. One line follows, STATE, COLOUR, value: the chosen first " +
			"move and its value. Look at what you write after the search.",
		Rule: "docs/rules/mapcolor.md rule 8",
	},
	{
		ID:    "last-line-with-depth",
		Kind:  "output",
		About: "the last line shows the depth, too",
		Explains: "Your last line has the depth before the value, like a line of the log. It is STATE, " +
			"COLOUR, value. Look at how you write that line.",
		Rule: "docs/rules/mapcolor.md rule 8",
	},
	{
		ID:    "last-line-without-colour",
		Kind:  "output",
		About: "the last line lacks the colour",
		Explains: "Your last line shows the state and the value only. It is STATE, COLOUR, value. Look at " +
			"how you write that line.",
		Rule: "docs/rules/mapcolor.md rule 8",
	},
	{
		ID:    "last-line-without-value",
		Kind:  "output",
		About: "the last line lacks the value",
		Explains: "Your last line shows the chosen move only. It is STATE, COLOUR, value. Look at how you " +
			"write that line.",
		Rule: "docs/rules/mapcolor.md rule 8",
	},
	{
		ID:    "last-line-names-root",
		Kind:  "output",
		About: "the last line names the root's own assignment",
		Explains: "Your last line names the last initial assignment, which is the root's. It names the " +
			"chosen first move, the child of the root that has the best value. Look at which node you " +
			"take the name from.",
		Rule: "docs/rules/mapcolor.md rule 8",
	},
	{
		ID:    "last-line-names-best-leaf",
		Kind:  "output",
		About: "the last line names the last move of the best line of play",
		Explains: "Your last line names the last move of the best line of play. It names its first move, " +
			"the one that player 1 chooses at the root. Look at what you carry back from the leaf " +
			"along with the value.",
		Rule: "docs/rules/mapcolor.md rule 8",
	},
	{
		ID:    "last-line-shows-value-of-last-child",
		Kind:  "output",
		About: "the last line shows the value of the root's last child",
		Explains: "Your last line has the right move, but the value that the root's last child has " +
			"returned. It shows the value of the chosen move, which is the root's. Look for a " +
			"variable that the next child overwrites.",
		Rule: "docs/rules/mapcolor.md rule 8",
	},
	{
		ID:    "blank-line-before-last-line",
		Kind:  "output",
		About: "an empty line stands between the log and the last line",
		Explains: "Your output has an empty line before its last line. The last line follows the log " +
			"directly. Look at what you write after the log.",
		Rule: "docs/rules/mapcolor.md rule 8",
	},
}
