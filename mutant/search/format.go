package search

import (
	"math"
	"strconv"
	"strings"
)

// headerMutations are mistakes in the header and in the name of the root.
func headerMutations() []shared {
	return []shared{
		{inHeader, Mutation{
			ID: "header-missing", Kind: "output",
			About: "the log has no header",
			Explains: "Your log starts with the root's line. The first line has to be a header that names the " +
				"columns. Write it before the search starts.",
			Break: written(func(d *Dialect) { d.Header = "" }),
		}},
		{inHeader, Mutation{
			ID: "header-of-minimax-always", Kind: "output",
			About: "the header lacks Alpha and Beta",
			Explains: "The header of your alpha-beta log names three columns only. With alpha-beta it has five: " +
				"Node,Depth,Value,Alpha,Beta. Look at whether both searches share one header.",
			Break: written(func(d *Dialect) { d.Header = Minimax.Header }),
		}},
		{inHeader, Mutation{
			ID: "header-with-blanks", Kind: "output",
			About: "the header has blanks after its commas",
			Explains: "The header of your log has a blank after each comma, as some handouts print it. No blank " +
				"belongs there. Look at the text of the header.",
			Break: written(func(d *Dialect) { d.Header = strings.ReplaceAll(d.Header, ",", ", ") }),
		}},
		{inHeader, Mutation{
			ID: "header-in-small-letters", Kind: "output",
			About: "the header is written in small letters",
			Explains: "The header of your log is written in small letters. Each of its words begins with a capital: " +
				"Node,Depth,Value. Look at the text of the header.",
			Break: written(func(d *Dialect) { d.Header = strings.ToLower(d.Header) }),
		}},
		{inHeader, Mutation{
			ID: "root-named-differently", Kind: "output",
			About: "the root is called Root",
			Explains: "Your log calls the root Root. Its name is root, in small letters. Look at the name that the " +
				"first node gets.",
			Break: func(h *Hooks) { h.RootName = func(string) string { return "Root" } },
		}},
	}
}

// columnMutations are mistakes in the columns of a line.
func columnMutations() []shared {
	return []shared{
		{inFormat, Mutation{
			ID: "depth-counted-from-one", Kind: "depth",
			About: "the log counts the root as depth 1",
			Explains: "The depths in your log are one too great: the root stands there with depth 1. The root has " +
				"depth 0, and its children have depth 1. Look at what the first call passes as the depth.",
			Break: ShowDepth(func(n Node, depth int) int { return depth + 1 }),
		}},
		{inFormat, Mutation{
			ID: "depth-counts-down", Kind: "depth",
			About: "the log shows how many plies are left",
			Explains: "The second column of your log shows how many plies are left, and falls from the limit to 0. " +
				"It has to show the depth, which is 0 at the root and grows. Print the limit minus what is " +
				"left.",
			Break: ShowDepth(func(n Node, depth int) int { return n.Limit - depth }),
		}},
		{inFormat, Mutation{
			ID: "depth-before-node", Kind: "output",
			About: "the first two columns are swapped",
			Explains: "The first two columns of your log are swapped. The name of the node comes first, then its " +
				"depth. Look at the format of the line.",
			Break: columns(func(cells []string) []string { return swapped(cells, 0, 1) }),
		}},
		{inFormat, Mutation{
			ID: "window-columns-missing", Kind: "output",
			About: "alpha-beta lines lack the window",
			Explains: "The lines of your alpha-beta log end after the value. Two more columns follow, alpha and " +
				"beta. Look at the format of the line.",
			Break: columns(func(cells []string) []string { return cells[:3] }),
		}},
		{inFormat, Mutation{
			ID: "window-columns-swapped", Kind: "output",
			About: "beta stands before alpha",
			Explains: "The last two columns of your log are swapped. Alpha comes first, then beta, as the header " +
				"says where there is one. Look at the order of the arguments of the log call.",
			Break: columns(func(cells []string) []string {
				if len(cells) < 5 {
					return cells
				}
				return swapped(cells, 3, 4)
			}),
		}},
		{noBlanks, Mutation{
			ID: "blanks-after-commas", Kind: "output",
			About: "lines have blanks after their commas",
			Explains: "The lines of your log have a blank after each comma. There is none, neither in the header " +
				"nor in the lines. Look at the format of the line.",
			Break: written(func(d *Dialect) { d.Separator = ", " }),
		}},
		{blanks, Mutation{
			ID: "no-blanks-after-commas", Kind: "output",
			About: "lines have no blanks after their commas",
			Explains: "The lines of your log have no blanks after the commas. One blank belongs after each. Look at " +
				"the format of the line.",
			Break: written(func(d *Dialect) { d.Separator = "," }),
		}},
	}
}

// infinityMutations are mistakes in how infinities are written.
func infinityMutations() []shared {
	return []shared{
		{spelt, Mutation{
			ID: "infinity-spelt-inf", Kind: "output",
			About: "infinity is written inf",
			Explains: "Your log writes the infinities as inf and -inf. They are written out: Infinity and " +
				"-Infinity. Look at how your language prints an infinite number.",
			Break: spellInfinity(func(string) string { return "inf" }),
		}},
		{inf, Mutation{
			ID: "infinity-spelt-out", Kind: "output",
			About: "infinity is written Infinity",
			Explains: "Your log writes the infinities as Infinity and -Infinity. In this assignment they are inf " +
				"and -inf. Look at how your language prints an infinite number.",
			Break: spellInfinity(func(string) string { return "Infinity" }),
		}},
		{inFormat, Mutation{
			ID: "infinity-in-capitals", Kind: "output",
			About: "infinity is written in capitals",
			Explains: "Your log writes the infinities in capitals. Upper and lower case have to be as the page on " +
				"the assignment shows them. Look at how your language prints an infinite number.",
			Break: spellInfinity(strings.ToUpper),
		}},
		{inFormat, Mutation{
			ID: "infinity-with-plus", Kind: "output",
			About: "infinity has a plus sign",
			Explains: "Your log writes a plus sign before the positive infinity. Neither infinities nor numbers " +
				"ever have one. Look at how your language prints an infinite number.",
			Break: written(func(d *Dialect) { d.Infinity = "+" + d.Infinity }),
		}},
		{inFormat, Mutation{
			ID: "infinity-as-number", Kind: "output",
			About: "infinity is the greatest integer",
			Explains: "Your log shows the numbers 2147483647 and -2147483648, the bounds of a 32-bit integer, where " +
				"infinities belong. Write those two values as words when you print a line. Look at the " +
				"function that formats a number.",
			Break: written(func(d *Dialect) {
				d.Infinity, d.MinusInfinity = strconv.Itoa(math.MaxInt32), strconv.Itoa(math.MinInt32)
			}),
		}},
	}
}

// numberMutations are mistakes in how other values are written.
func numberMutations() []shared {
	return []shared{
		{logged, Mutation{
			ID: "decimal-values", Kind: "output", Rule: numbersRule,
			About: "values have a decimal",
			Explains: "Your log writes values as decimal numbers, like 3.0. Values are plain integers. Use an " +
				"integer type, or a format without decimals.",
			Break: numbers(func(_ int, text string) string { return text + ".0" }),
		}},
		{logged, Mutation{
			ID: "plus-signs", Kind: "output", Rule: numbersRule,
			About: "positive values have a plus sign",
			Explains: "Your log writes a plus sign before positive values. Values are plain integers without one. " +
				"Look at the format of the line.",
			Break: numbers(func(v int, text string) string {
				if v > 0 {
					return "+" + text
				}
				return text
			}),
		}},
		{logged, Mutation{
			ID: "negative-zero", Kind: "output", Rule: numbersRule,
			About: "zero is written -0",
			Explains: "Your log writes -0 where a value is zero, as floating-point numbers do after a change of " +
				"sign. Values are plain integers. Use an integer type.",
			Break: numbers(func(v int, text string) string {
				if v == 0 {
					return "-" + text
				}
				return text
			}),
		}},
	}
}

// fileMutations are mistakes in how files are written.
func fileMutations() []shared {
	return []shared{
		{all, Mutation{
			ID: "crlf-line-ends", Kind: "form", Rule: bytesRule,
			About: "lines end in CRLF",
			Explains: "The lines of your files end in CRLF, the way Windows does it. They have to end in LF alone. " +
				"Open the file in binary mode, or set the newline.",
			Form:  true,
			Break: file(func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }),
		}},
		{all, Mutation{
			ID: "trailing-blanks", Kind: "form", Rule: bytesRule,
			About: "lines end in a blank",
			Explains: "The lines of your files end in a blank. Nothing may stand between the last visible character " +
				"and the line end. Look for a separator that is written after the last item, too.",
			Form:  true,
			Break: file(func(text string) string { return strings.ReplaceAll(text, "\n", " \n") }),
		}},
		{ended, Mutation{
			ID: "final-newline-missing", Kind: "form", Rule: bytesRule,
			About: "files end without a newline",
			Explains: "Your files end without a newline. In this assignment the last line ends in one like all " +
				"others. Look at how the last line is written.",
			Form:  true,
			Break: file(func(text string) string { return strings.TrimSuffix(text, "\n") }),
		}},
		{unended, Mutation{
			ID: "final-newline-added", Kind: "form", Rule: bytesRule,
			About: "the file ends in a newline",
			Explains: "Your file ends in a newline. In this assignment it stops after its last visible character. " +
				"Look at how the last line is written.",
			Form:  true,
			Break: file(func(text string) string { return text + "\n" }),
		}},
	}
}

// ShowDepth makes a mutation that prints other depths.
func ShowDepth(change func(n Node, depth int) int) func(h *Hooks) {
	return func(h *Hooks) {
		right := h.Depth
		h.Depth = func(n Node) int { return change(n, right(n)) }
	}
}

// swapped returns cells with two of them swapped.
func swapped(cells []string, i, j int) []string {
	cells[i], cells[j] = cells[j], cells[i]
	return cells
}
