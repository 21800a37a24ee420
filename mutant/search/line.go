package search

// taskMutations are mistakes in which search is run.
func taskMutations() []shared {
	return []shared{
		{inTasks, Mutation{
			ID: "tasks-2-and-3-swapped", Kind: "game",
			About: "task 2 runs alpha-beta, task 3 runs minimax",
			Explains: "Your program answers task 2 with alpha-beta and task 3 with minimax. Task 2 is minimax, " +
				"whose log has three columns; task 3 is alpha-beta, whose log has five. Look at where the " +
				"task number is read.",
			Break: func(h *Hooks) {
				h.Task = func(t Task) Task {
					switch {
					case t.writes(&Minimax):
						return Task{true, &AlphaBeta}
					case t.writes(&AlphaBeta):
						return Task{false, &Minimax}
					}
					return t
				}
			},
		}},
		{inTasks, Mutation{
			ID: "minimax-runs-alpha-beta", Kind: "game",
			About: "minimax is answered with alpha-beta",
			Explains: "Your program answers the minimax task with alpha-beta, window columns and all. The log of " +
				"minimax has the columns Node, Depth and Value, and nothing is ever cut. Look at which search " +
				"task 2 calls.",
			Break: retask(&Minimax, Task{true, &AlphaBeta}),
		}},
		{inTasks, Mutation{
			ID: "minimax-cuts", Kind: "cut",
			About: "minimax cuts, too",
			Explains: "Your minimax log has the right columns, but nodes are missing: your minimax cuts as " +
				"alpha-beta does. Minimax searches every move down to the depth limit. Look for a cut test in " +
				"the code that both tasks share.",
			Break: retask(&Minimax, Task{true, &Minimax}),
		}},
		{inTasks, Mutation{
			ID: "alpha-beta-runs-minimax", Kind: "game",
			About: "alpha-beta is answered with minimax",
			Explains: "Your program answers the alpha-beta task with minimax: three columns, and no cuts. The log " +
				"of alpha-beta has two more columns, Alpha and Beta, and leaves out what the cuts skip. Look " +
				"at which search task 3 calls.",
			Break: retask(&AlphaBeta, Task{false, &Minimax}),
		}},
	}
}

// rowMutations are mistakes in which lines a node writes (log rules 2 to 4).
func rowMutations() []shared {
	return []shared{
		{logged, Mutation{
			ID: "window-updated-before-cut-line", Kind: "log", Rule: logRule3,
			About: "the line of a cut shows the updated window",
			Explains: "Where your nodes are cut, their last line shows a window that has been updated already. A " +
				"cut line has the new value beside the old window: first comes the test, and only a node that " +
				"goes on updates its window. Move the update behind the cut test.",
			Break: AfterChild(func(_ *Hooks, u Update, r *Row) {
				if u.Cut {
					r.Window = u.Now
				}
			}),
		}},
		{logged, Mutation{
			ID: "skipped-children-logged", Kind: "log", Rule: logRule4,
			About: "children that a cut skips are logged",
			Explains: "After a cut your log still shows an entry line for each child that was skipped. Those " +
				"children leave no trace. Look for a cut that marks the remaining children instead of leaving " +
				"the loop.",
			Break: func(h *Hooks) { h.LogSkipped = func(Node) bool { return true } },
		}},
		{logged, Mutation{
			ID: "lines-only-on-change", Kind: "log", Rule: logRule3,
			About: "a child that changes nothing brings no line",
			Explains: "Your nodes write a line after a child only if their value changed. They have to write one " +
				"after every child that was searched, changed or not, so that a node with k searched children " +
				"has 1 + k lines. Look for a log call inside the if of the update.",
			Break: NotAfterChild(func(u Update) bool { return u.Value == u.Before }),
		}},
		{logged, Mutation{
			ID: "no-line-for-a-cut", Kind: "log", Rule: logRule3,
			About: "a node that is cut writes no line for it",
			Explains: "When a node is cut, your program leaves it without the line for the last child. A cut logs " +
				"the new value with the window as it was, and then returns. Put the log call in front of the " +
				"return.",
			Break: NotAfterChild(func(u Update) bool { return u.Cut }),
		}},
		{logged, Mutation{
			ID: "no-entry-line", Kind: "log", Rule: logRule2,
			About: "interior nodes are not logged on entry",
			Explains: "Your log lacks the lines that a node writes when the search enters it. An interior node " +
				"writes one before its first child, with minus infinity at a max node and infinity at a min " +
				"node. Look at the beginning of your max and min functions.",
			Break: NotEntered(func(Node) bool { return true }),
		}},
		{logged, Mutation{
			ID: "root-entry-line-missing", Kind: "log", Rule: logRule2,
			About: "the root is not logged on entry",
			Explains: "Your log lacks the root's first line. The root is an interior node like any other: it writes " +
				"a line on entry, before its first child. Look at whether the root's moves are tried in a " +
				"loop of their own.",
			Break: NotEntered(func(n Node) bool { return n.Depth == 0 }),
		}},
		{logged, Mutation{
			ID: "entry-lines-of-inner-max-nodes-missing", Kind: "log", Rule: logRule2,
			About: "of the max nodes only the root is logged on entry",
			Explains: "Your log lacks the entry lines of the max nodes below the root; those of the root and of the " +
				"min nodes are there. Every interior node writes one before its first child. Look at whether " +
				"the root's first line is written by the code that calls your max function: that function has " +
				"to write it.",
			Break: NotEntered(func(n Node) bool { return n.Max && n.Depth > 0 }),
		}},
		{logged, Mutation{
			ID: "last-line-of-root-missing", Kind: "log", Rule: logRule3,
			About: "the root's last line is missing",
			Explains: "Your log lacks the root's line after its last child. The root writes a line after every " +
				"child, the last included. Look at where the root's loop ends.",
			Break: NotAfterChild(func(u Update) bool { return u.Depth == 0 && u.LastOfNode }),
		}},
		{logged, Mutation{
			ID: "extra-line-on-return", Kind: "log", Rule: logRule4,
			About: "a node writes another line when it returns",
			Explains: "When the search leaves a node, your log shows one more line for it. The return from a node " +
				"writes nothing: after the line for the last child, the next line is the parent's. Look for a " +
				"log call after the loop.",
			Break: func(h *Hooks) {
				rows := h.ChildRows
				h.ChildRows = func(u Update) []Row {
					if u.Cut || u.LastOfNode {
						return append(rows(u), rows(u)...)
					}
					return rows(u)
				}
			},
		}},
	}
}

// leafMutations are mistakes in the lines of leaves (log rule 1).
func leafMutations() []shared {
	return []shared{
		{logged, Mutation{
			ID: "no-leaf-line", Kind: "log", Rule: logRule1,
			About: "leaves are not logged",
			Explains: "Your log lacks the lines of the leaves. A leaf takes one line, with its evaluation. Look at " +
				"the place where the depth limit ends the recursion: it returns before it has logged.",
			Break: AtLeaf(func(_ *Hooks, r Row, right func(Row) []Row) []Row {
				if r.Depth > 0 {
					return nil
				}
				return right(r)
			}),
		}},
		{logged, Mutation{
			ID: "leaf-logged-twice", Kind: "log", Rule: logRule1,
			About: "leaves have their line twice",
			Explains: "Each leaf stands in your log twice. A leaf takes one line. Look for a log call in the leaf " +
				"as well as in its parent.",
			Break: AtLeaf(func(_ *Hooks, r Row, right func(Row) []Row) []Row { return append(right(r), right(r)...) }),
		}},
		{logged, Mutation{
			ID: "leaf-has-entry-line", Kind: "log", Rule: logRule1,
			About: "leaves have an entry line before their value",
			Explains: "Your leaves first write a line with an infinity and then one with their value, as if they " +
				"were interior nodes. A leaf takes one line, with its evaluation. Test for a leaf before you " +
				"write the entry line.",
			Break: AtLeaf(func(h *Hooks, r Row, right func(Row) []Row) []Row { return append(h.AsEntered(r), right(r)...) }),
		}},
		{logged, Mutation{
			ID: "leaf-shows-infinite-window", Kind: "log", Rule: logRule1,
			About: "leaves show an infinite window",
			Explains: "Your leaves show minus infinity and infinity as their window. A leaf shows the window that " +
				"it was handed, which is its parent's at that moment. Look at the log call of the leaf.",
			Break: AtLeaf(func(_ *Hooks, r Row, right func(Row) []Row) []Row {
				r.Window = Infinite
				return right(r)
			}),
		}},
		{logged, Mutation{
			ID: "leaf-shows-updated-window", Kind: "log", Rule: logRule1,
			About: "leaves show a window that their own value narrowed",
			Explains: "Your leaves show a window in which their own value has become a bound already. A leaf shows " +
				"the window as it was handed. Log the leaf before any update, or leave the update out: a leaf " +
				"needs none.",
			Break: AtLeaf(func(h *Hooks, r Row, right func(Row) []Row) []Row {
				r.Window = h.narrow(r.Node, r.Value, r.Window)
				return right(r)
			}),
		}},
	}
}

// entryMutations are mistakes in what a node shows when the search enters it (log rule 2).
func entryMutations() []shared {
	return []shared{
		{logged, Mutation{
			ID: "entry-value-swapped", Kind: "log", Rule: logRule2,
			About: "entry lines of max nodes show infinity, those of min nodes minus infinity",
			Explains: "The entry lines of your max nodes show infinity and those of your min nodes minus infinity. " +
				"It is the other way round: a max node starts from the worst that can happen to it, minus " +
				"infinity. The values after that are right, so look at the log call only.",
			Break: Entered(func(_ *Hooks, r *Row) { r.Value = -r.Value }),
		}},
		{logged, Mutation{
			ID: "entry-always-minus-infinity", Kind: "log", Rule: logRule2,
			About: "entry lines of min nodes show minus infinity",
			Explains: "All your entry lines show minus infinity. That is right for max nodes; a min node starts at " +
				"infinity. The values after that are right, so look at the log call only.",
			Break: Entered(func(_ *Hooks, r *Row) { r.Value = MinusInfinity }),
		}},
		{logged, Mutation{
			ID: "entry-shows-evaluation", Kind: "log", Rule: logRule2,
			About: "entry lines show the evaluation of the board",
			Explains: "The entry lines of your interior nodes show the evaluation of their board. An interior node " +
				"has no value of its own when the search enters it: a max node shows minus infinity, a min " +
				"node infinity. Look at the log call at the beginning of your functions.",
			Break: Entered(func(_ *Hooks, r *Row) { r.Value = r.Evaluate() }),
		}},
	}
}

// childMutations are mistakes in what a node shows after a child (log rule 3).
func childMutations() []shared {
	return []shared{
		{logged, Mutation{
			ID: "root-value-stays-infinite", Kind: "log", Rule: logRule3,
			About: "the root's lines all show minus infinity",
			Explains: "All lines of your root show minus infinity as its value. After each child the root shows the " +
				"best value so far, like any other max node. Look at whether the root's log call gets the " +
				"variable that is updated.",
			Break: AfterChild(func(h *Hooks, u Update, r *Row) {
				if u.Depth == 0 {
					r.Value = h.Start(u.Node, r.Window)
				}
			}),
		}},
		{logged, Mutation{
			ID: "root-window-stays-infinite", Kind: "log", Rule: logRule3,
			About: "the root's lines never show alpha",
			Explains: "All lines of your root show minus infinity and infinity as its window. After each child the " +
				"root's alpha is its value so far, and its lines have to show it. Your search knows it, for " +
				"the children get it, so look at the log call.",
			Break: AfterChild(func(_ *Hooks, u Update, r *Row) {
				if u.Depth == 0 {
					r.Window = Infinite
				}
			}),
		}},
		{logged, Mutation{
			ID: "line-shows-child-value", Kind: "log", Rule: logRule3,
			About: "the line after a child shows the child's value",
			Explains: "The line that your nodes write after a child shows what that child returned. It has to show " +
				"the node's own value, the best of all its children so far. Look at which variable the log " +
				"call gets.",
			Break: AfterChild(func(_ *Hooks, u Update, r *Row) { r.Value = u.Result }),
		}},
		{logged, Mutation{
			ID: "line-shows-old-value", Kind: "log", Rule: logRule3,
			About: "the line after a child shows the value before it",
			Explains: "The line that your nodes write after a child shows their value as it was before that child. " +
				"The value is updated first and the line written afterwards. Move the log call behind the " +
				"update.",
			Break: AfterChild(func(_ *Hooks, u Update, r *Row) { r.Value = u.Before }),
		}},
		{logged, Mutation{
			ID: "line-shows-old-window", Kind: "log", Rule: logRule3,
			About: "the line after a child shows the window before it",
			Explains: "The line that your nodes write after a child shows the new value, but the window as it was " +
				"before. That is right at a cut only; otherwise alpha or beta is updated first and the line " +
				"written afterwards. Move the log call behind the update.",
			Break: AfterChild(func(_ *Hooks, u Update, r *Row) { r.Window = u.Old }),
		}},
		{logged, Mutation{
			ID: "last-line-shows-old-window", Kind: "log", Rule: logRule3,
			About: "the line after a node's last child shows the window before it",
			Explains: "The line that your nodes write after their last child shows the new value, but the window as " +
				"it was before that child. Only a cut leaves the window alone, and the last child that does " +
				"not cut updates it like any other. Look for a loop that is left before the update, or for a " +
				"last line that is written behind the loop.",
			Break: AfterChild(func(_ *Hooks, u Update, r *Row) {
				if u.LastOfNode {
					r.Window = u.Old
				}
			}),
		}},
		{logged, Mutation{
			ID: "line-names-child", Kind: "log", Rule: logRule3,
			About: "the line after a child carries the child's name",
			Explains: "The line that your nodes write after a child carries the name of the child. It belongs to " +
				"the node, and so has the node's name, beside the node's depth. Look at which name the log " +
				"call gets.",
			Break: AfterChild(func(_ *Hooks, u Update, r *Row) { r.Name = u.Child }),
		}},
	}
}

// retask makes a mutation that runs another search in place of one.
func retask(from *Dialect, to Task) func(h *Hooks) {
	return func(h *Hooks) {
		task := h.Task
		h.Task = func(t Task) Task {
			if t = task(t); t.writes(from) {
				return to
			}
			return t
		}
	}
}

// AsEntered returns the lines for a leaf as if it were an interior node that the search enters.
func (h *Hooks) AsEntered(r Row) []Row {
	return []Row{{r.Node, h.Start(r.Node, r.Window), r.Window}}
}
