package search

import (
	"math"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
)

// headerMutations are mistakes in the header and in the name of the root.
func headerMutations(t Traits) []shared {
	format := t.Page.Rule(t.Format)
	return []shared{
		headed.mistake("output", format, "header-missing", "the log has no header", `
			Your log starts with the root's line. The first line has to be a header that names the columns. Write it
			before the search starts.`,
			written(func(d *Dialect) { d.Header = "" })),
		headed.mistake("output", format, "header-of-minimax-always", "the header lacks Alpha and Beta", `
			The header of your alpha-beta log names three columns only. With alpha-beta it has five:
			Node,Depth,Value,Alpha,Beta. Look at whether both searches share one header.`,
			written(func(d *Dialect) { d.Header = Minimax.Header })),
		twoTasks.mistake("output", format, "header-of-alpha-beta-always", "the header of minimax has Alpha and Beta", `
			The header of your minimax log names Alpha and Beta, which its lines do not have. It has three columns:
			Node,Depth,Value. Look at whether both searches share one header.`,
			written(func(d *Dialect) { d.Header = AlphaBeta.Header })),
		headed.mistake("output", format, "header-with-blanks", "the header has blanks after its commas", `
			The header of your log has a blank after each comma, as some handouts print it. No blank belongs there. Look
			at the text of the header.`,
			written(func(d *Dialect) { d.Header = strings.ReplaceAll(d.Header, ",", ", ") })),
		headed.mistake("output", format, "header-in-small-letters", "the header is written in small letters", `
			The header of your log is written in small letters. Each of its words begins with a capital:
			Node,Depth,Value. Look at the text of the header.`,
			written(func(d *Dialect) { d.Header = strings.ToLower(d.Header) })),
		headed.mistake("output", format, "root-named-differently", "the root is called Root", `
			Your log calls the root Root. Its name is root, in small letters. Look at the name that the first node gets.`,
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
			ShowDepth(func(n Node, depth int) int { return depth + 1 })),
		logged.mistake("depth", format, "depth-counts-down", "the log shows how many plies are left", `
			The second column of your log shows how many plies are left, and falls from the limit to 0. It has to show
			the depth, which is 0 at the root and grows. Print the limit minus what is left.`,
			ShowDepth(func(n Node, depth int) int { return n.Limit - depth })),
		logged.mistake("output", format, "depth-before-node", "the first two columns are swapped", `
			The first two columns of your log are swapped. The name of the node comes first, then its depth. Look at the
			format of the line.`,
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
			written(func(d *Dialect) { d.Separator = ", " })),
		spaced.mistake("output", format, "no-blanks-after-commas", "lines have no blanks after their commas", `
			The lines of your log have no blanks after the commas. One blank belongs after each. Look at the format of
			the line.`,
			written(func(d *Dialect) { d.Separator = "," })),
	}
}

// infinityMutations are mistakes in how infinities are written.
func infinityMutations(t Traits) []shared {
	format := t.Page.Rule(t.Format)
	return []shared{
		spelt.mistake("output", format, "infinity-spelt-inf", "infinity is written inf", `
			Your log writes the infinities as inf and -inf. They are written out: Infinity and -Infinity. Look at how
			your language prints an infinite number.`,
			spellInfinity(func(string) string { return "inf" })),
		short.mistake("output", format, "infinity-spelt-out", "infinity is written Infinity", `
			Your log writes the infinities as Infinity and -Infinity. In this assignment they are inf and -inf. Look at
			how your language prints an infinite number.`,
			spellInfinity(func(string) string { return "Infinity" })),
		logged.mistake("output", format, "infinity-in-capitals", "infinity is written in capitals", `
			Your log writes the infinities in capitals. Upper and lower case have to be as the page on the assignment
			shows them. Look at how your language prints an infinite number.`,
			spellInfinity(strings.ToUpper)),
		logged.mistake("output", format, "infinity-with-plus", "infinity has a plus sign", `
			Your log writes a plus sign before the positive infinity. Neither infinities nor numbers ever have one. Look
			at how your language prints an infinite number.`,
			written(func(d *Dialect) { d.Infinity = "+" + d.Infinity })),
		logged.mistake("output", format, "infinity-as-number", "infinity is the greatest integer", `
			Your log shows the numbers 2147483647 and -2147483648, the bounds of a 32-bit integer, where infinities
			belong. Write those two values as words when you print a line. Look at the function that formats a number.`,
			written(func(d *Dialect) {
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
			The lines of your files end in CRLF, the way Windows does it. They have to end in LF alone. Open the file in
			binary mode, or set the newline.`,
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

// ShowDepth makes a mutation that prints other depths.
func ShowDepth(change func(n Node, depth int) int) func(h *Hooks) {
	return func(h *Hooks) { mutant.Wrap(&h.Depth, change) }
}

// swapped returns cells with two of them swapped.
func swapped(cells []string, i, j int) []string {
	cells[i], cells[j] = cells[j], cells[i]
	return cells
}
