package search

import "github.com/touchstone-suite/touchstone/mutant"

// cutTestMutations are mistakes in the test that cuts a node. In gangwars, where only the move counts,
// all mistakes of this file but two change nothing.
func cutTestMutations() []shared {
	return []shared{
		logged.mistake("cut", logRule3, "{strict-cut-at-max|strict-cut-at-min}",
			"{max nodes cut only if v > beta|min nodes cut only if v < alpha}", `
			Your {max|min} nodes cut when v is {greater than beta|less than alpha}, but not when it equals
			{beta|alpha}. The test is v {>= beta|<= alpha}, so nodes that should be cut go on, and the log has lines
			too many there. Look at the comparison in your {max|min} function; your {min|max} nodes are right.`,
			func(h *Hooks) { h.CutAtMax = func(v int, w Window) bool { return v > w.Beta } },
			func(h *Hooks) { h.CutAtMin = func(v int, w Window) bool { return v < w.Alpha } }),
		logged.mistake("cut", logRule3, "strict-cuts", "cuts only beyond the bound, not at equality", `
			Your nodes cut when v lies beyond the bound, but not when it equals it. The tests are v >= beta at a max
			node and v <= alpha at a min node. Look at both comparisons: each lacks its equals sign.`,
			func(h *Hooks) {
				h.CutAtMax = func(v int, w Window) bool { return v > w.Beta }
				h.CutAtMin = func(v int, w Window) bool { return v < w.Alpha }
			}),
		logged.mistake("cut", logRule3, "no-cuts", "the window is right, but no node is ever cut", `
			Your log shows the right windows, but no node is ever cut: all moves are searched, as in minimax. A max
			node has to stop as soon as v >= beta, a min node as soon as v <= alpha. Look for a cut test that is
			missing, or that can never hold.`,
			NoCut(func(Node) bool { return true })),
		logged.mistake("cut", logRule3, "{no-cuts-at-max|no-cuts-at-min}", "{max|min} nodes are never cut", `
			Only your {min|max} nodes cut; your {max|min} nodes search all their moves. A {max|min} node has to stop
			as soon as v {>= beta|<= alpha}, where {beta|alpha} is the bound that it was handed. Look at the test in
			your {max|min} function.`,
			NoCut(func(n Node) bool { return n.Max }),
			NoCut(func(n Node) bool { return !n.Max })),
		logged.mistake("cut", logRule3, "no-cuts-at-root-children", "the nodes below the root are never cut", `
			The nodes of depth 1 are never cut in your search, deeper ones are. Every node has to be cut by the same
			test. Look at whether the root hands its alpha to its children, and whether the first level has code of its
			own.`,
			NoCut(func(n Node) bool { return n.Depth == 1 })),
		logged.mistake("cut", logRule3, "cuts-only-at-root-children", "only the nodes of depth 1 are cut", `
			Only the nodes just below the root are cut in your search; deeper nodes never are. Every node has to be cut
			by the same test, with the window handed down from its parent. Look at how the deeper calls get alpha and
			beta.`,
			NoCut(func(n Node) bool { return n.Depth != 1 })),
		all.mistake("cut", logRule3, "cut-tests-wrong-bound", "max nodes are cut by alpha, min nodes by beta", `
			Your max nodes compare v with alpha and your min nodes with beta, so that they stop far too early, often
			after one child. A max node is cut if v >= beta, a min node if v <= alpha. Look at which bound your test
			names.`,
			func(h *Hooks) {
				cutAtMax, cutAtMin := h.CutAtMax, h.CutAtMin
				h.CutAtMax = func(v int, w Window) bool { return cutAtMax(v, Window{w.Beta, w.Alpha}) }
				h.CutAtMin = func(v int, w Window) bool { return cutAtMin(v, Window{w.Beta, w.Alpha}) }
			}),
		logged.mistake("cut", logRule3, "cut-tested-before-update",
			"the cut is tested with the value from before the child", `
			Your nodes test for the cut before they take over what the child has returned. So each cut comes a child
			too late, and the last child never cuts. First the value is updated, then it is tested. Look at the order
			of these lines after the recursive call.`,
			func(h *Hooks) { h.Tested = func(u Update) int { return u.ValueBefore } }),
	}
}

// handDownMutations are mistakes in the window that a child is handed.
func handDownMutations() []shared {
	return []shared{
		logged.mistake("cut", logRule2, "infinite-window-for-children",
			"every node starts from an infinite window", `
			Each of your nodes starts with minus infinity and infinity, so nothing is ever cut. Only the root starts
			so; every other node is handed the window that its parent has at that moment. Look at the arguments of the
			recursive call.`,
			func(h *Hooks) { h.HandDown = func(Node, int, Window, Window) Window { return Infinite } }),
		logged.mistake("cut", logRule2, "entry-window-for-children",
			"children get the window from before their earlier siblings", `
			Every child of a node is handed the window that the node itself was handed, whatever its earlier siblings
			returned. It has to be the parent's window at that moment, with alpha or beta updated after each child.
			Look at whether the recursive call uses the updated variables or the parameters as they came in.`,
			func(h *Hooks) { h.HandDown = func(_ Node, _ int, _, handed Window) Window { return handed } }),
		logged.mistake("cut", logRule2, "{alpha-not-handed-down|beta-not-handed-down}",
			"children start with {alpha at minus infinity|beta at infinity}", `
			Your nodes hand down {beta|alpha}, but each child starts with {alpha at minus infinity|beta at infinity},
			so {min|max} nodes miss their cuts. A child gets both bounds as its parent has them at that moment. Look
			at the arguments of the recursive call.`,
			func(h *Hooks) {
				h.HandDown = func(_ Node, _ int, w, _ Window) Window { return Window{MinusInfinity, w.Beta} }
			},
			func(h *Hooks) {
				h.HandDown = func(_ Node, _ int, w, _ Window) Window { return Window{w.Alpha, Infinity} }
			}),
		logged.mistake("cut", logRule2, "only-shallow-cuts",
			"a child knows only its parent's value, not the bounds from further up", `
			Each child of yours gets a window made of its parent's value alone, and the bound from further up is
			forgotten. A child gets the parent's whole window: alpha from the max nodes above it and beta from the min
			nodes, however far up. Look at the arguments of the recursive call; such a search cuts at depth 1, but
			misses deep cuts.`,
			func(h *Hooks) {
				h.HandDown = func(n Node, v int, _, _ Window) Window {
					if n.Max {
						return Window{v, Infinity}
					}
					return Window{MinusInfinity, v}
				}
			}),
		logged.mistake("cut", logRule2, "value-handed-down-as-bound",
			"max nodes hand down their value as alpha, min nodes as beta", `
			Your max nodes hand their children their own value as alpha, even where alpha is greater, and your min
			nodes theirs as beta. So the first child of a max node starts with alpha at minus infinity, and cuts are
			missed. A child gets both bounds as its parent has them at that moment. Look at the arguments of the
			recursive call.`,
			func(h *Hooks) {
				h.HandDown = func(n Node, v int, w, _ Window) Window {
					if n.Max {
						return Window{v, w.Beta}
					}
					return Window{w.Alpha, v}
				}
			}),
		all.mistake("cut", logRule2, "window-negated-but-not-swapped",
			"a child is handed alpha as beta, and beta as alpha", `
			Your recursive call hands the bounds down in the wrong order: beta and alpha, or in a negamax -alpha and
			-beta, which needs -beta and -alpha. So the child's bounds are exchanged: its alpha lies above its beta,
			and it stops after its first move. Look at the two arguments.`,
			func(h *Hooks) {
				handDown := h.HandDown
				h.HandDown = func(n Node, v int, w, handed Window) Window {
					w = handDown(n, v, w, handed)
					return Window{w.Beta, w.Alpha}
				}
			}),
	}
}

// boundMutations are mistakes in how a window changes.
func boundMutations() []shared {
	return []shared{
		all.mistake("cut", logRule3, "window-not-restored", "a child's bounds stay in force in its parent", `
			The bounds that a child arrived at stay in force when your search is back in its parent, as happens with
			global variables or with an object that all nodes share. Every node has a window of its own, which only its
			own value narrows. Pass alpha and beta by value.`,
			func(h *Hooks) { h.Resume = func(_, left Window) Window { return left } }),
		logged.mistake("cut", logRule3, "{alpha-not-updated|beta-not-updated}",
			"{max nodes never raise alpha|min nodes never lower beta}", `
			Your {max nodes never raise alpha|min nodes never lower beta}, so the {min|max} nodes below them miss
			cuts. After a child that does not cut, a {max node's alpha|min node's beta} becomes the {greater of
			alpha|smaller of beta} and v. Look at what follows the cut test in your {max|min} function.`,
			func(h *Hooks) { h.NarrowAtMax = func(_ int, w Window) Window { return w } },
			func(h *Hooks) { h.NarrowAtMin = func(_ int, w Window) Window { return w } }),
		logged.mistake("cut", logRule3, "bound-overwritten", "v replaces alpha or beta even where it is worse", `
			Your max nodes set alpha to v even when alpha was greater, and your min nodes set beta to v even when beta
			was smaller, so the window grows again. Alpha becomes the greater of alpha and v, beta the smaller of beta
			and v. Look for an assignment where max or min should stand.`,
			func(h *Hooks) {
				h.NarrowAtMax = func(v int, w Window) Window { return Window{v, w.Beta} }
				h.NarrowAtMin = func(v int, w Window) Window { return Window{w.Alpha, v} }
			}),
		logged.mistake("cut", logRule3, "alpha-overwritten", "v replaces alpha even where it is less", `
			Your max nodes set alpha to v after each child, even when alpha was greater, so their window grows again
			and cuts are missed below them. Alpha becomes the greater of alpha and v. Look at what follows the cut test
			in your max function; your min nodes are right.`,
			func(h *Hooks) { h.NarrowAtMax = func(v int, w Window) Window { return Window{v, w.Beta} } }),
	}
}

// returnMutations are mistakes in the return value of a node.
func returnMutations() []shared {
	return []shared{
		logged.mistake("cut", logRule2, "value-starts-at-bound",
			"a max node's value starts at alpha, a min node's at beta", `
			Your max nodes start with their value at alpha and your min nodes at beta, and so never return less, or
			more, than that. A max node starts at minus infinity and a min node at infinity, whatever the window. Look
			at the first lines of your max and min functions.`,
			func(h *Hooks) {
				h.Start = func(n Node, w Window) int {
					if n.Max {
						return w.Alpha
					}
					return w.Beta
				}
			}),
		logged.mistake("cut", logRule3, "fail-hard", "a node returns its value clamped to the window", `
			Your nodes return their value clamped to the window: never less than alpha, never more than beta. They have
			to return v itself, even where it lies outside the window (fail-soft). Look at what your functions return,
			at a cut and at their end.`,
			failHard(func(bool) bool { return true })),
		logged.mistake("cut", logRule3, "fail-hard-at-cuts", "a cut returns the bound in place of the value", `
			At a cut your max nodes return beta and your min nodes alpha. They have to return v itself, which may lie
			beyond the bound (fail-soft). Look at the return statement of the cut.`,
			failHard(func(cut bool) bool { return cut })),
		logged.mistake("cut", logRule3, "fail-hard-without-cut",
			"a node that is not cut returns alpha or beta in place of the value", `
			At their end your max nodes return alpha and your min nodes beta. Where all moves fell short of the window
			that is not the value: the node has to return v itself (fail-soft). Look at the last line of your
			functions; the cuts are right.`,
			failHard(func(cut bool) bool { return !cut })),
	}
}

// NoCut makes a mutation that does not cut some nodes.
func NoCut(condition func(n Node) bool) func(h *Hooks) {
	return func(h *Hooks) { mutant.Wrap(&h.MayCut, func(n Node, may bool) bool { return !condition(n) && may }) }
}

// failHard makes a mutation that returns the value clamped to the window, at cuts or elsewhere.
func failHard(when func(cut bool) bool) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap3(&h.Return, func(_ int, w Window, cut bool, v int) int {
			if when(cut) {
				return max(w.Alpha, min(w.Beta, v))
			}
			return v
		})
	}
}
