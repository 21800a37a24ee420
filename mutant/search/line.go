package search

import (
	"math"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
)

// taskMutations are mistakes in which search is run.
func taskMutations(t Traits) []shared {
	tasks := t.Page.Rule(t.Tasks)
	return []shared{
		twoTasks.mistake("game", tasks, "tasks-2-and-3-swapped", "task 2 runs alpha-beta, task 3 runs minimax", `
			Your program answers task 2 with alpha-beta and task 3 with minimax. Task 2 is minimax, whose log has three
			columns; task 3 is alpha-beta, whose log has five. Look at where the task number is read.`,
			func(h *Hooks) {
				h.Task = func(t Task) Task {
					switch {
					case t.writes(&Minimax):
						return Task{true, &AlphaBeta}
					case t.writes(&AlphaBeta):
						return Task{false, &Minimax}
					}
					return t
				}
			}),
		twoTasks.mistake("game", tasks, "minimax-runs-alpha-beta", "minimax is answered with alpha-beta", `
			Your program answers the minimax task with alpha-beta, window columns and all. The log of minimax has the
			columns Node, Depth and Value, and nothing is ever cut. Look at which search task 2 calls.`,
			retask(&Minimax, Task{true, &AlphaBeta})),
		twoTasks.mistake("cut", tasks, "minimax-cuts", "minimax cuts, too", `
			Your minimax log has the right columns, but nodes are missing: your minimax cuts as alpha-beta does.
			Minimax searches every move down to the depth limit. Look for a cut test in the code that both tasks
			share.`,
			retask(&Minimax, Task{true, &Minimax})),
		twoTasks.mistake("game", tasks, "alpha-beta-runs-minimax", "alpha-beta is answered with minimax", `
			Your program answers the alpha-beta task with minimax: three columns, and no cuts. The log of alpha-beta
			has two more columns, Alpha and Beta, and leaves out what the cuts skip. Look at which search task 3
			calls.`,
			retask(&AlphaBeta, Task{false, &Minimax})),
	}
}

// rowMutations are mistakes in which lines a node writes (log rules 2 to 4).
func rowMutations() []shared {
	return []shared{
		logged.mistake("log", logRule3, "{window-updated-before-cut-line|"+
			"window-updated-before-cut-line-at-max|window-updated-before-cut-line-at-min}",
			"the line {of a cut|where a max node is cut|where a min node is cut} "+
				"shows the updated {window|alpha|beta}", `
			Where your {|max |min }nodes are cut, their last line shows {a window|an alpha|a beta} that has been
			updated already. A cut line has the new value and the old window: the test comes first, and only a
			node that goes on updates {its window. Move the update after the cut test.|alpha. Look at the order in
			your max function; your min nodes are right.|beta. Look at the order in your min function; your max nodes
			are right.}`,
			updatedAtCut(func(Node) bool { return true }),
			updatedAtCut(func(n Node) bool { return n.Max }),
			updatedAtCut(func(n Node) bool { return !n.Max })),
		logged.mistake("log", logRule4, "skipped-children-logged", "children that a cut skips are logged", `
			After a cut your log still shows an entry line for each child that was skipped. Those children leave no
			trace. Look for a cut that marks the remaining children instead of leaving the loop.`,
			func(h *Hooks) { h.LogSkipped = func(Node) bool { return true } }),
		logged.mistake("log", logRule3, "lines-only-on-change", "a child that changes nothing brings no line", `
			Your nodes write a line after a child only if their value changed. They have to write one after every child
			that was searched, changed or not, so that a node with k searched children has 1 + k lines. Look for a log
			call inside the if of the update.`,
			NotAfterChild(func(u Update) bool { return u.Value == u.ValueBefore })),
		logged.mistake("log", logRule3, "{no-line-for-a-cut|no-line-for-a-cut-at-max|no-line-for-a-cut-at-min}",
			"a {|max |min }node that is cut writes no line for it", `
			When a {|max |min }node is cut, your program leaves it without the line for the last child. A cut logs
			the new value with the window as it was, and then returns. Put the log call in front of the return{| in
			your max function; your min nodes are right| in your min function; your max nodes are right}.`,
			NotAfterChild(func(u Update) bool { return u.Cut }),
			NotAfterChild(func(u Update) bool { return u.Cut && u.Max }),
			NotAfterChild(func(u Update) bool { return u.Cut && !u.Max })),
		logged.mistake("log", logRule2, "no-entry-line", "interior nodes are not logged on entry", `
			Your log lacks the lines that a node writes when the search enters it. An interior node writes one before
			its first child, with minus infinity at a max node and infinity at a min node. Look at the beginning of
			your max and min functions.`,
			NotEntered(func(Node) bool { return true })),
		logged.mistake("log", logRule2, "root-entry-line-missing", "the root is not logged on entry", `
			Your log lacks the root's first line. The root is an interior node like any other: it writes a line on
			entry, before its first child. Look at whether the root's moves are tried in a loop of their own.`,
			NotEntered(func(n Node) bool { return n.Depth == 0 })),
		logged.mistake("log", logRule2, "entry-lines-of-inner-max-nodes-missing",
			"of the max nodes only the root is logged on entry", `
			Your log lacks the entry lines of the max nodes below the root; those of the root and of the min nodes are
			there. Every interior node writes one before its first child. Look at whether the root's first line is
			written by the code that calls your max function: that function has to write it.`,
			NotEntered(func(n Node) bool { return n.Max && n.Depth > 0 })),
		logged.mistake("log", logRule3, "last-line-of-root-missing", "the root's last line is missing", `
			Your log lacks the root's line after its last child. The root writes a line after every child, the last
			included. Look at where the root's loop ends.`,
			NotAfterChild(func(u Update) bool { return u.Depth == 0 && u.LastOfNode })),
		logged.mistake("log", logRule4, "extra-line-on-return", "a node writes another line when it returns", `
			When the search leaves a node, your log shows one more line for it. The return from a node writes nothing:
			after the line for the last child, the next line is the parent's. Look for a log call after the loop.`,
			func(h *Hooks) {
				mutant.Wrap(&h.ChildRows, func(u Update, rows []Row) []Row {
					if u.Cut || u.LastOfNode {
						return append(rows, rows...)
					}
					return rows
				})
			}),
	}
}

// leafMutations are mistakes in the lines of leaves (log rule 1).
func leafMutations() []shared {
	return []shared{
		logged.mistake("log", logRule1, "no-leaf-line", "leaves are not logged", `
			Your log lacks the lines of the leaves. A leaf takes one line, with its evaluation. Look at the place where
			the depth limit ends the recursion: it returns before it has logged.`,
			atLeaf(func(_ *Hooks, r Row, right func(Row) []Row) []Row {
				if r.Depth > 0 {
					return nil
				}
				return right(r)
			})),
		logged.mistake("log", logRule1, "leaf-logged-twice", "leaves have their line twice", `
			Each leaf stands in your log twice. A leaf takes one line. Look for a log call in the leaf as well as in
			its parent.`,
			atLeaf(func(_ *Hooks, r Row, right func(Row) []Row) []Row { return append(right(r), right(r)...) })),
		logged.mistake("log", logRule1, "leaf-has-entry-line", "leaves have an entry line before their value", `
			Your leaves first write a line with an infinity and then one with their value, as if they were interior
			nodes. A leaf takes one line, with its evaluation. Test for a leaf before you write the entry line.`,
			atLeaf(func(h *Hooks, r Row, right func(Row) []Row) []Row { return append(h.asEntered(r), right(r)...) })),
		logged.mistake("log", logRule1, "leaf-shows-infinite-window", "leaves show an infinite window", `
			Your leaves show minus infinity and infinity as their window. A leaf shows the window that it was handed,
			which is its parent's at that moment. Look at the log call of the leaf.`,
			atLeaf(func(_ *Hooks, r Row, right func(Row) []Row) []Row {
				r.Window = Infinite
				return right(r)
			})),
		logged.mistake("log", logRule1, "leaf-shows-updated-window",
			"leaves show a window that their own value narrowed", `
			Your leaves show a window in which their own value has become a bound already. A leaf shows the window as
			it was handed. Log the leaf before any update, or leave the update out: a leaf needs none.`,
			atLeaf(func(h *Hooks, r Row, right func(Row) []Row) []Row {
				r.Window = h.narrow(r.Node, r.Value, r.Window)
				return right(r)
			})),
	}
}

// entryMutations are mistakes in the row of a node when the search enters it (log rule 2).
func entryMutations() []shared {
	return []shared{
		logged.mistake("log", logRule2, "entry-value-swapped",
			"entry lines of max nodes show infinity, those of min nodes minus infinity", `
			The entry lines of your max nodes show infinity and those of your min nodes minus infinity. It is the other
			way round: a max node starts from the worst that can happen to it, minus infinity. The values after that
			are right, so look at the log call only.`,
			Entered(func(_ *Hooks, r *Row) { r.Value = -r.Value })),
		logged.mistake("log", logRule2, "entry-always-minus-infinity",
			"entry lines of min nodes show minus infinity", `
			All your entry lines show minus infinity. That is right for max nodes; a min node starts at infinity. The
			values after that are right, so look at the log call only.`,
			Entered(func(_ *Hooks, r *Row) { r.Value = MinusInfinity })),
		logged.mistake("log", logRule2, "entry-shows-evaluation", "entry lines show the evaluation of the board", `
			The entry lines of your interior nodes show the evaluation of their board. An interior node has no value of
			its own when the search enters it: a max node shows minus infinity, a min node infinity. Look at the log
			call at the beginning of your functions.`,
			Entered(func(_ *Hooks, r *Row) { r.Value = r.Evaluate() })),
	}
}

// childMutations are mistakes in the row of a node after a child (log rule 3).
func childMutations() []shared {
	return []shared{
		logged.mistake("log", logRule3, "root-value-stays-infinite", "the root's lines all show minus infinity", `
			All lines of your root show minus infinity as its value. After each child the root shows the best value so
			far, like any other max node. Look at whether the root's log call gets the variable that is updated.`,
			afterChild(func(h *Hooks, u Update, r *Row) {
				if u.Depth == 0 {
					r.Value = h.Start(u.Node, r.Window)
				}
			})),
		logged.mistake("log", logRule3, "root-window-stays-infinite", "the root's lines never show alpha", `
			All lines of your root show minus infinity and infinity as its window. After each child the root's alpha is
			its value so far, and its lines have to show it. Your search knows it, for the children get it, so look at
			the log call.`,
			afterChild(func(_ *Hooks, u Update, r *Row) {
				if u.Depth == 0 {
					r.Window = Infinite
				}
			})),
		logged.mistake("log", logRule3, "line-shows-child-value",
			"the line after a child shows the child's value", `
			The line that your nodes write after a child shows what that child returned. It has to show the node's own
			value, the best of all its children so far. Look at which variable the log call gets.`,
			afterChild(func(_ *Hooks, u Update, r *Row) { r.Value = u.Result })),
		logged.mistake("log", logRule3, "line-shows-old-value",
			"the line after a child shows the value before it", `
			The line that your nodes write after a child shows their value as it was before that child. The value is
			updated first and the line written afterwards. Move the log call after the update.`,
			afterChild(func(_ *Hooks, u Update, r *Row) { r.Value = u.ValueBefore })),
		logged.mistake("log", logRule3, "line-shows-old-window",
			"the line after a child shows the window before it", `
			The line that your nodes write after a child shows the new value, but the window as it was before. That is
			right at a cut only; otherwise alpha or beta is updated first and the line written afterwards. Move the log
			call after the update.`,
			afterChild(func(_ *Hooks, u Update, r *Row) { r.Window = u.OldWindow })),
		logged.mistake("log", logRule3, "last-line-shows-old-window",
			"the line after a node's last child shows the window before it", `
			The line that your nodes write after their last child shows the new value, but the window as it was before
			that child. Only a cut leaves the window alone, and the last child that does not cut updates it like any
			other. Look for a loop that is left before the update, or for a last line that is written after the
			loop.`,
			afterChild(func(_ *Hooks, u Update, r *Row) {
				if u.LastOfNode {
					r.Window = u.OldWindow
				}
			})),
		logged.mistake("log", logRule3, "line-names-child", "the line after a child carries the child's name", `
			The line that your nodes write after a child carries the name of the child. It belongs to the node, and so
			has the node's name with the node's depth. Look at which name the log call gets.`,
			afterChild(func(_ *Hooks, u Update, r *Row) { r.Name = u.Child })),
	}
}

// retask makes a mutation that runs another search in place of one.
func retask(from *Dialect, to Task) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap(&h.Task, func(_, t Task) Task {
			if t.writes(from) {
				return to
			}
			return t
		})
	}
}

// asEntered returns the lines for a leaf as if it were an interior node that the search enters.
func (h *Hooks) asEntered(r Row) []Row {
	return []Row{{r.Node, h.Start(r.Node, r.Window), r.Window}}
}

// updatedAtCut makes a mutation in which the lines of the cuts of some nodes show the updated window.
func updatedAtCut(condition func(n Node) bool) func(h *Hooks) {
	return afterChild(func(_ *Hooks, u Update, r *Row) {
		if u.Cut && condition(u.Node) {
			r.Window = u.NewWindow
		}
	})
}

// headerMutations are mistakes in the header and in the name of the root.
func headerMutations(t Traits) []shared {
	format := t.Page.Rule(t.Format)
	return []shared{
		headed.mistake("output", format, "header-missing", "the log has no header", `
			Your log starts with the root's line. The first line has to be a header that names the columns. Write it
			before the search starts.`,
			changeDialect(func(d *Dialect) { d.Header = "" })),
		headed.mistake("output", format, "header-of-minimax-always", "the header lacks Alpha and Beta", `
			The header of your alpha-beta log names three columns only. With alpha-beta it has five:
			Node,Depth,Value,Alpha,Beta. Look at whether both searches share one header.`,
			changeDialect(func(d *Dialect) { d.Header = Minimax.Header })),
		twoTasks.mistake("output", format, "header-of-alpha-beta-always",
			"the header of minimax has Alpha and Beta", `
			The header of your minimax log names Alpha and Beta, which its lines do not have. It has three columns:
			Node,Depth,Value. Look at whether both searches share one header.`,
			changeDialect(func(d *Dialect) { d.Header = AlphaBeta.Header })),
		headed.mistake("output", format, "header-with-blanks", "the header has blanks after its commas", `
			The header of your log has a blank after each comma, as some handouts print it. No blank belongs there.
			Look at the text of the header.`,
			changeDialect(func(d *Dialect) { d.Header = strings.ReplaceAll(d.Header, ",", ", ") })),
		headed.mistake("output", format, "header-in-small-letters", "the header is written in small letters", `
			The header of your log is written in small letters. Each of its words begins with a capital:
			Node,Depth,Value. Look at the text of the header.`,
			changeDialect(func(d *Dialect) { d.Header = strings.ToLower(d.Header) })),
		headed.mistake("output", format, "root-named-differently", "the root is called Root", `
			Your log calls the root Root. Its name is root, in small letters. Look at the name that the first node
			gets.`,
			func(h *Hooks) { h.RootName = func(string) string { return "Root" } }),
	}
}

// columnMutations are mistakes in the columns of a line.
func columnMutations(t Traits) []shared {
	format := t.Page.Rule(t.Format)
	return []shared{
		logged.mistake("depth", format, "depth-counted-from-one", "the log counts the root as depth 1", `
			The depths in your log are one too great: the root stands there with depth 1. The root has depth 0, and its
			children have depth 1. Look at what the first call passes as the depth.`,
			showDepth(func(n Node, depth int) int { return depth + 1 })),
		logged.mistake("depth", format, "depth-counts-down", "the log shows how many plies are left", `
			The second column of your log shows how many plies are left, and falls from the limit to 0. It has to show
			the depth, which is 0 at the root and grows. Print the limit minus what is left.`,
			showDepth(func(n Node, depth int) int { return n.Limit - depth })),
		logged.mistake("output", format, "depth-before-node", "the first two columns are swapped", `
			The first two columns of your log are swapped. The name of the node comes first, then its depth. Look at
			the format of the line.`,
			columns(func(cells []string) []string { return swapped(cells, 0, 1) })),
		logged.mistake("output", format, "window-columns-missing", "alpha-beta lines lack the window", `
			The lines of your alpha-beta log end after the value. Two more columns follow, alpha and beta. Look at the
			format of the line.`,
			columns(func(cells []string) []string { return cells[:3] })),
		logged.mistake("output", format, "window-columns-swapped", "beta stands before alpha", `
			The last two columns of your log are swapped. Alpha comes first, then beta, as the header says where there
			is one. Look at the order of the arguments of the log call.`,
			columns(func(cells []string) []string {
				if len(cells) < 5 {
					return cells
				}
				return swapped(cells, 3, 4)
			})),
		unspaced.mistake("output", format, "blanks-after-commas", "lines have blanks after their commas", `
			The lines of your log have a blank after each comma. There is none, neither in the header nor in the lines.
			Look at the format of the line.`,
			changeDialect(func(d *Dialect) { d.Separator = ", " })),
		spaced.mistake("output", format, "no-blanks-after-commas", "lines have no blanks after their commas", `
			The lines of your log have no blanks after the commas. One blank belongs after each. Look at the format of
			the line.`,
			changeDialect(func(d *Dialect) { d.Separator = "," })),
	}
}

// infinityMutations are mistakes in how infinities are written.
func infinityMutations(t Traits) []shared {
	format := t.Page.Rule(t.Format)
	return []shared{
		spelt.mistake("output", format, "infinity-spelt-inf", "infinity is written inf", `
			Your log writes the infinities as inf and -inf. They are written out: Infinity and -Infinity. Look at how
			your language prints an infinite number.`,
			formatInfinity(func(string) string { return "inf" })),
		short.mistake("output", format, "infinity-spelt-out", "infinity is written Infinity", `
			Your log writes the infinities as Infinity and -Infinity. In this assignment they are inf and -inf. Look at
			how your language prints an infinite number.`,
			formatInfinity(func(string) string { return "Infinity" })),
		logged.mistake("output", format, "infinity-in-capitals", "infinity is written in capitals", `
			Your log writes the infinities in capitals. Upper and lower case have to be as the page on the assignment
			shows them. Look at how your language prints an infinite number.`,
			formatInfinity(strings.ToUpper)),
		logged.mistake("output", format, "infinity-with-plus", "infinity has a plus sign", `
			Your log writes a plus sign before the positive infinity. Neither infinities nor numbers ever have one.
			Look at how your language prints an infinite number.`,
			changeDialect(func(d *Dialect) { d.Infinity = "+" + d.Infinity })),
		logged.mistake("output", format, "infinity-as-number", "infinity is the greatest integer", `
			Your log shows the numbers 2147483647 and -2147483648, the bounds of a 32-bit integer, where infinities
			belong. Write those two values as words when you print a line. Look at the function that formats a
			number.`,
			changeDialect(func(d *Dialect) {
				d.Infinity, d.MinusInfinity = strconv.Itoa(math.MaxInt32), strconv.Itoa(math.MinInt32)
			})),
	}
}

// numberMutations are mistakes in how other values are written.
func numberMutations() []shared {
	return []shared{
		logged.mistake("output", numbersRule, "decimal-values", "values have a decimal", `
			Your log writes values as decimal numbers, like 3.0. Values are plain integers. Use an integer type, or a
			format without decimals.`,
			numbers(func(_ int, text string) string { return text + ".0" })),
		logged.mistake("output", numbersRule, "plus-signs", "positive values have a plus sign", `
			Your log writes a plus sign before positive values. Values are plain integers without one. Look at the
			format of the line.`,
			numbers(func(v int, text string) string {
				if v > 0 {
					return "+" + text
				}
				return text
			})),
		logged.mistake("output", numbersRule, "negative-zero", "zero is written -0", `
			Your log writes -0 where a value is zero, as floating-point numbers do after a change of sign. Values are
			plain integers. Use an integer type.`,
			numbers(func(v int, text string) string {
				if v == 0 {
					return "-" + text
				}
				return text
			})),
	}
}

// fileMutations are mistakes in how files are written.
func fileMutations() []shared {
	return []shared{
		all.mistake("form", bytesRule, "crlf-line-ends", "lines end in CRLF", `
			The lines of your files end in CRLF, the way Windows does it. They have to end in LF alone. Open the file
			in binary mode, or set the newline.`,
			file(func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") })),
		all.mistake("form", bytesRule, "trailing-blanks", "lines end in a blank", `
			The lines of your files end in a blank. Nothing may stand between the last visible character and the line
			end. Look for a separator that is written after the last item, too.`,
			file(func(text string) string { return strings.ReplaceAll(text, "\n", " \n") })),
		ended.mistake("form", bytesRule, "final-newline-missing", "files end without a newline", `
			Your files end without a newline. In this assignment the last line ends in one like all others. Look at how
			the last line is written.`,
			file(func(text string) string { return strings.TrimSuffix(text, "\n") })),
		unended.mistake("form", bytesRule, "final-newline-added", "the file ends in a newline", `
			Your file ends in a newline. In this assignment it stops after its last visible character. Look at how the
			last line is written.`,
			file(func(text string) string { return text + "\n" })),
	}
}

// showDepth makes a mutation that prints other depths.
func showDepth(change func(n Node, depth int) int) func(h *Hooks) {
	return func(h *Hooks) { mutant.Wrap(&h.Depth, change) }
}

// swapped returns cells with two of them swapped.
func swapped(cells []string, i, j int) []string {
	cells[i], cells[j] = cells[j], cells[i]
	return cells
}
