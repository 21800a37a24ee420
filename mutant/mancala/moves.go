package mancala

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// sowMutations are mistakes in sowing (rules 2 to 4).
func sowMutations() []mutation {
	return []mutation{
		mistake("game", 3, "sowing-clockwise", "stones are sown clockwise", `
			Your program sows clockwise, in the order of falling numbers for player 1. Stones go round
			counterclockwise: B2 up to B(N+1), player 1's mancala, A(N+1) down to A2, player 2's mancala, and B2 again.
			Look at the step from one pit to the next.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Round, func(t *table, player int, places []string) []string {
					slices.Reverse(places)
					return places
				})
			}),
		mistake("game", 3, "first-stone-into-start-pit",
			"the first stone goes back into the pit that is being sown", `
			Your program drops the first stone into the pit from which it has just taken the stones. The first stone
			belongs into the next place of the round. Look at where your sowing loop moves on: before it drops a stone,
			not after.`,
			func(h *hooks) {
				route := h.Route
				h.Route = func(p *position, pit string, stones int) []string {
					return append([]string{pit}, route(p, pit, stones-1)...)
				}
			}),
		mistake("game", 3, "start-pit-skipped", "later laps pass over the pit that is being sown", `
			When the stones come round to the pit from which they were taken, your program passes it over. That pit
			gets its stone like any other, so one lap takes 2N + 1 stones. It shows with pits of 2N + 1 stones or more;
			look at the conditions in your sowing loop.`,
			func(h *hooks) {
				route := h.Route
				h.Route = func(p *position, pit string, stones int) []string {
					twice := route(p, pit, 2*stones) // the pit takes at most half of them
					return slices.DeleteFunc(twice, func(place string) bool { return place == pit })[:stones]
				}
			}),
		mistake("game", 3, "opponents-mancala-filled", "the opponent's mancala gets stones, too", `
			Your program drops a stone into the opponent's mancala as it passes. A player fills the own mancala only,
			and the opponent's is passed over. Look at the list of places, or the condition, in your sowing loop.`,
			fillBoth),
		mistake("game", 3, "opponents-mancala-skipped-once",
			"the opponent's mancala is passed over on the first lap only", `
			Your program passes over the opponent's mancala the first time and fills it on later laps. It is passed
			over every time, however many stones there are. It shows with pits that go round twice; look for a
			correction that is made once, outside the loop.`,
			func(h *hooks) {
				fillBoth(h)
				route := h.Route
				h.Route = func(p *position, pit string, stones int) []string {
					longer := route(p, pit, stones+1)
					skipped := slices.Index(longer, p.table.store[opponent(p.mover)])
					if skipped < 0 {
						return longer[:stones]
					}
					return slices.Delete(longer, skipped, skipped+1)
				}
			}),
		mistake("game", 3, "own-mancala-skipped", "the mover's own mancala gets no stone in sowing", `
			Your program sows into pits only and passes over the mover's own mancala. That mancala is a place in the
			round like any pit, and a last stone there gives an extra turn. Look at the list of places in your sowing
			loop.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Fills, func(t *table, player int, place string, fills bool) bool {
					return place != t.store[player] && fills
				})
			}),
		mistake("game", 3, "lap-of-2n-plus-2", "full laps are counted as 2N + 2 stones", `
			Your program works out full laps by arithmetic and takes a lap to be 2N + 2 stones. The opponent's mancala
			is passed over, so a lap is 2N + 1. Look for a division or a modulo by the number of all places.`,
			func(h *hooks) {
				sow := h.Sow
				h.Sow = func(p *position, pit string, stones int) string {
					lap := len(p.table.round[p.mover])
					sow(p, pit, stones/(lap+1)*lap)
					return sow(p, pit, stones%(lap+1))
				}
			}),
		mistake("game", 3, "full-laps-forgotten", "of a pit with more than a lap only the rest is sown", `
			From a pit with 2N + 1 stones or more your program sows only what is left after full laps, and the stones
			of the laps vanish. Each full lap adds one stone to each place of the round. Look at a modulo on the number
			of stones.`,
			func(h *hooks) {
				sow := h.Sow
				h.Sow = func(p *position, pit string, stones int) string {
					return sow(p, pit, stones%len(p.table.round[p.mover]))
				}
			}),
		mistake("game", 4, "last-place-by-formula",
			"where the last stone fell is counted with the opponent's mancala", `
			Your program works out where the last stone fell from the start and the number of stones, modulo 2N + 2.
			The sowing is right, but it has passed over the opponent's mancala, so the last stone lies one place
			further for each time. Keep the place where you drop a stone, and use that.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Sow, func(p *position, pit string, stones int, _ string) string {
					places := p.table.places()
					return places[(slices.Index(places, pit)+stones)%len(places)]
				})
			}),
		mistake("game", 2, "empty-pits-are-moves", "pits without stones are moves", `
			Your program lists pits without stones as moves, which do nothing and hand over the turn. A pit without
			stones is no move, so it has no node and no line. Look at where you list the moves.`,
			func(h *hooks) { h.IsMove = func(int) bool { return true } }),
		mistake("game", 4, "board-shared-by-moves", "all moves are played on one board that is never put back", `
			Your program plays every move on the same board and does not put it back, so each move starts from what the
			move before left behind. Each child starts from its parent's position. Look for a list that is copied by
			reference, not by value.`,
			func(h *hooks) { h.Copy = func(stones map[string]int) map[string]int { return stones } }),
	}
}

// fillBoth makes players drop stones into the opponent's mancala, too.
func fillBoth(h *hooks) {
	mutant.Wrap3(&h.Fills, func(t *table, player int, place string, fills bool) bool {
		return place == t.store[opponent(player)] || fills
	})
}

// captureMutations are mistakes in the effect of a capture (rules 4 and 5).
func captureMutations() []mutation {
	return []mutation{
		mistake("game", 5, "no-capture", "nothing is ever captured", `
			Your program leaves a last stone that falls into an empty own pit where it is. That stone and all stones in
			the pit across go to the mover's mancala. Look at what you do after the last stone has fallen.`,
			captures(func(*move) bool { return false })),
		mistake("game", 5, "capture-needs-stones-across", "a last stone opposite an empty pit is not captured", `
			Your program captures only if there are stones in the pit across. The capture holds even when that pit is
			empty: then the one stone goes to the mancala alone. Look at the condition of your capture.`,
			captures(func(m *move) bool { return m.stones[m.h.Across(m.table, m.last)] > 0 })),
		mistake("game", 5, "capture-leaves-own-stone",
			"a capture takes the stones across and leaves the capturing stone", `
			Your captures take the stones across but leave the last stone in its pit. The last stone goes to the
			mancala together with them. Look at what your capture sets to 0.`,
			func(h *hooks) { h.TakeLast = func(*position, string, string) {} }),
		mistake("game", 5, "capture-loses-own-stone", "the capturing stone vanishes", `
			Your captures put the stones across into the mancala and empty both pits, so that the last stone is gone
			from the board. It counts, too: the mancala gets the stones across and one more. Look at the sum in your
			capture; the number of stones must not change.`,
			func(h *hooks) { h.TakeLast = func(p *position, pit, _ string) { p.stones[pit] = 0 } }),
		mistake("game", 5, "capture-replaces-mancala", "a capture sets the mancala to what was captured", `
			Your captures put the captured stones in place of those that the mancala held. They are added to them. Look
			for = where += should stand; the number of stones must not change.`,
			func(h *hooks) {
				takeLast := h.TakeLast
				h.TakeLast = func(p *position, pit, store string) {
					p.stones[store] = 0
					takeLast(p, pit, store)
				}
			}),
		mistake("game", 5, "captured-stones-stay", "captured stones are counted, but stay in the pit across", `
			Your captures add the stones across to the mancala but leave them in their pit as well. A capture empties
			both pits. Look at what your capture sets to 0; the number of stones must not change.`,
			func(h *hooks) { h.TakeAcross = (*position).count }),
		mistake("game", 4, "capture-gives-extra-turn", "a capture gives an extra turn", `
			Your program lets a player move again after a capture, perhaps because stones have come into the mancala.
			Only a last stone that is sown into the own mancala gives an extra turn. Look at how you decide that the
			mover moves again.`,
			func(h *hooks) {
				mutant.Wrap(&h.EarnsTurn, func(m *move, earnsTurn bool) bool { return m.captured || earnsTurn })
			}),
	}
}

// captureTestMutations are mistakes in the condition for a capture.
func captureTestMutations() []mutation {
	return []mutation{
		mistake("game", 5, "capture-for-root-player-only", "only the root player captures", `
			Your program lets the player of the input capture, but not the opponent. Both players capture by the same
			rule. Look for a comparison with the root player's side where the side of the mover is meant.`,
			captures(func(m *move) bool { return m.mover == m.root })),
		mistake("game", 5, "capture-judged-before-sowing",
			"whether a pit is empty is judged by the board before the move", `
			Your program asks whether the pit of the last stone was empty before the move. What counts is that it holds
			exactly one stone after it. The two differ when a move goes round: one lap home captures, and a pit that
			was passed on an earlier lap does not.`,
			func(h *hooks) { h.Alone = func(m *move) bool { return m.before.stones[m.last] == 0 } }),
		mistake("game", 5, "lap-home-never-captures",
			"one full lap, back into the pit that was sown, does not capture", `
			A move of exactly 2N + 1 stones ends in the pit that it came from, and your program does not capture there.
			The pit was emptied when it was sown, so the last stone is alone in it and captures. Look at whether you
			test the pit after sowing, and whether you left the start pit out.`,
			captures(func(m *move) bool { return m.last != m.pit })),
		mistake("game", 5, "laps-home-always-capture", "two or more full laps home capture, too", `
			Your program captures whenever a move ends in the pit that it came from. After two or more laps there are
			stones of the earlier laps in it, and then there is no capture. Look at the condition of your capture: the
			pit must hold exactly one stone.`,
			func(h *hooks) {
				mutant.Wrap(&h.Alone, func(m *move, alone bool) bool { return m.last == m.pit || alone })
			}),
		mistake("game", 5, "capture-onto-stones", "a last stone onto other stones of an own pit captures", `
			Your program captures also where the last stone falls onto other stones in an own pit. There is a capture
			only if the pit then holds exactly one stone. Look at the condition of your capture.`,
			func(h *hooks) { h.Alone = func(*move) bool { return true } }),
		mistake("game", 5, "capture-in-opponents-empty-pit",
			"a last stone in an empty pit of the opponent captures", `
			Your program captures also where the last stone falls into an empty pit of the opponent's. Only the mover's
			own pits capture. Look at whether your condition asks whose pit it is.`,
			func(h *hooks) {
				mutant.Wrap2(&h.CapturesIn, func(p *position, place string, capturesIn bool) bool {
					return slices.Contains(p.table.pits[opponent(p.mover)], place) || capturesIn
				})
			}),
	}
}

// capturePlaceMutations are mistakes in where the stones come from and go to.
func capturePlaceMutations() []mutation {
	return []mutation{
		mistake("game", 5, "capture-from-mirrored-pit",
			"a capture takes from the mirrored pit, not from the one across", `
			Your captures take from the pit as far from the other end: in a row of three, that of A4 for B2. The pit
			across is the one with the same number, above or below. Look at the index: it is mirrored only if you keep
			the upper row in the order of sowing.`,
			captureFrom(func(t *table, number int) int { return t.size + 3 - number })),
		mistake("game", 5, "capture-one-pit-off", "a capture takes from the pit next to the one across", `
			Your captures take from the pit to the right of the one across. The pit across is the one with the same
			number and the other letter. Look for an index that is off by one, perhaps because the mancala was
			counted.`,
			captureFrom(func(_ *table, number int) int { return number + 1 })),
		mistake("game", 5, "capture-into-opponents-mancala", "captured stones go to the opponent's mancala", `
			Your captures put the stones into the opponent's mancala. They go to the mover's. Look at whose mancala
			your capture adds to, for both players.`,
			func(h *hooks) { mutant.Wrap(&h.Captor, func(_ *move, captor int) int { return opponent(captor) }) }),
	}
}

// captures makes a mutation that captures only where something else holds, too.
func captures(extra func(m *move) bool) func(h *hooks) {
	return func(h *hooks) { mutant.Wrap(&h.Captures, func(m *move, right bool) bool { return right && extra(m) }) }
}

// captureFrom makes a mutation that captures from a pit with another number.
func captureFrom(change func(t *table, number int) int) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Across, func(t *table, pit, across string) string {
			letter, number := split(across)
			return t.pit(letter, change(t, number))
		})
	}
}

// count adds the stones of a pit to a mancala and leaves them in the pit.
func (p *position) count(pit, store string) { p.stones[store] += p.stones[pit] }

// turnMutations are mistakes in the condition for an extra turn (rule 4).
func turnMutations() []mutation {
	return []mutation{
		mistake("game", 4, "no-extra-turn", "a last stone in the own mancala gives no extra turn", `
			Your program hands over the turn after every move. If the last stone falls into the mover's own mancala,
			the mover moves again. Look at what your sowing does with its last stone.`,
			earnsTurn(func(*move) bool { return false })),
		mistake("game", 4, "extra-turn-for-root-player-only", "only the root player gets extra turns", `
			Your program gives extra turns to the player of the input, but not to the opponent. Both players earn them
			in the same way. Look for a comparison with the root player's mancala where that of the mover is meant.`,
			earnsTurn(func(m *move) bool { return m.mover == m.root })),
		mistake("game", 4, "one-extra-turn-in-a-row", "an extra turn cannot earn another one", `
			Your program hands over the turn after an extra turn, whatever that brought. An extra turn may earn another
			one, and so on. Look for a branch that handles the extra turn once, where it has to call itself again.`,
			earnsTurn(func(m *move) bool { return m.chain == 0 })),
	}
}

// chainDepthMutations are mistakes in the depth of a chain of extra turns, and in where it ends (rules 8
// and 9).
func chainDepthMutations() []search.Mutation {
	return []search.Mutation{
		mistake("depth", 8, "extra-turn-is-a-ply", "an extra turn counts as a ply like any other", `
			Your program makes the depth grow by one with every move, and stops at the cut-off. After an extra turn the
			mover's further moves stay at the same depth as the move that earned them, so the chain costs no depth.
			Look at the depth that you hand down when the mover moves again.`,
			func(h *search.Hooks) {
				extraTurnDeepens(h)
				h.Outlasts = func(search.Node) bool { return false }
			}),
		mistake("depth", 8, "extra-turn-deepens", "the moves of a chain lie deeper and deeper", `
			In your log each move after an extra turn is one deeper than the move that earned it. It stays at the same
			depth. Look at the depth that you hand down when the mover moves again; that you go on with the chain at
			the cut-off is right.`,
			extraTurnDeepens),
		mistake("depth", 9, "cut-off-stops-chains", "a node with an extra turn is a leaf at the cut-off", `
			Your program stops at the cut-off even where the move gave an extra turn. There the node is still expanded,
			and so are the nodes below it for as long as the chain lasts. Look at the test for a leaf: the depth alone
			does not decide.`,
			func(h *search.Hooks) { h.Outlasts = func(search.Node) bool { return false } }),
		mistake("depth", 9, "cut-off-stops-opponents-chains",
			"at the cut-off only the root player's chains go on", `
			At the cut-off your program goes on with the root player's extra turns, but takes those of the opponent for
			leaves. Both go on for as long as the chain lasts. Look at the test for a leaf in your min function.`,
			func(h *search.Hooks) {
				mutant.Wrap(&h.Outlasts, func(n search.Node, outlasts bool) bool { return n.Maximising() && outlasts })
			}),
		mistake("depth", 9, "chain-uses-up-depth", "the log shows the depth, but the cut-off counts moves", `
			Your log gives the moves of a chain one depth, as it should, but the search stops after as many moves as
			the cut-off says. What is compared with the cut-off is the depth, and a chain costs none. Look for two
			counters, one that is printed and one that is tested.`,
			func(h *search.Hooks) {
				atLimit := h.AtLimit
				h.AtLimit = func(n search.Node) bool {
					n.Depth = n.Position.(*position).made
					return atLimit(n)
				}
			}),
	}
}

// chainLogMutations are mistakes in the log of chains (rules 9 and 10).
func chainLogMutations() []search.Mutation {
	return []search.Mutation{
		mistake("log", 9, "chain-logged-as-leaf-first",
			"at the cut-off a node with an extra turn is logged as a leaf and then expanded", `
			At the cut-off your program logs the evaluation of a node that has an extra turn, and then expands it. The
			node is no leaf: its first line is that of an entry, with an infinity. Look at where you log a leaf: test
			for the extra turn first.`,
			func(h *search.Hooks) {
				mutant.Wrap(&h.EntryRows, func(r search.Row, rows []search.Row) []search.Row {
					if !r.ExtraTurn || r.Depth < r.Limit {
						return rows
					}
					leaf := search.Row{Node: r.Node, Value: h.Leaf(r.Node, r.Evaluate()), Window: r.Window}
					return append(h.LeafRows(leaf), rows...)
				})
			}),
		mistake("evaluation", 9, "chain-may-stop",
			"an extra turn starts from the evaluation, as if the player could stop", `
			Where a player has an extra turn your program starts from the evaluation of the position, as if the turn
			need not be used. The player has to move: the node starts from -Infinity or Infinity like any other. Look
			at what your chain compares its first move with.`,
			func(h *search.Hooks) {
				mutant.Wrap2(&h.Start, func(n search.Node, w search.Window, start int) int {
					if n.ExtraTurn {
						return n.Evaluate()
					}
					return start
				})
			}),
		mistake("log", 10, "chain-entry-swapped", "after an extra turn the entry line has the other infinity", `
			After an extra turn your node starts with the infinity of the other kind of node, as the handout prints it
			for B2. The type follows who moves next: where the root player has an extra turn it is a max node and
			starts at -Infinity. Look at which infinity you log when the mover moves again; your values are right.`,
			chainEntrySwapped),
		mistake("log", 10, "log-as-the-handout-prints-it", "the log has the two mistakes of the handout's sample", `
			Your log copies the handout's sample: it has no entry line of the root, and nodes with an extra turn start
			with the wrong infinity. Both are mistakes of the handout. What was graded has root,0,-Infinity as its
			first line, and -Infinity where the root player has an extra turn.`,
			func(h *search.Hooks) {
				search.NotEntered(func(n search.Node) bool { return n.Depth == 0 })(h)
				chainEntrySwapped(h)
			}),
		mistake("log", 10, "node-type-by-depth", "max and min follow the depth, or who has just moved", `
			Your nodes are max or min by their depth, or by who has just moved. After an extra turn that is wrong: the
			type follows who moves next, so where the root player moves again it is a max node. Look at how a node
			after an extra turn is searched: it is handed to the wrong function.`,
			func(h *search.Hooks) { h.Max = func(n search.Node) bool { return n.Depth%2 == 0 } }),
	}
}

// chainCutMutations are mistakes in the cuts of chains (rule 12), and at the end of the game (rule 11).
func chainCutMutations() []search.Mutation {
	return []search.Mutation{
		mistake("cut", 12, "chain-starts-with-infinite-window", "a node with an extra turn gets a fresh window", `
			Your program searches the moves after an extra turn with a window of its own, from -Infinity to Infinity.
			They inherit the window from the node above, like all others. Look at the call that searches the extra
			turn.`,
			func(h *search.Hooks) {
				mutant.Wrap2(&h.Enter, func(n search.Node, handed, enter search.Window) search.Window {
					if n.ExtraTurn {
						return search.Infinite
					}
					return enter
				})
			}),
		mistake("cut", 12, "no-cuts-in-chains", "nodes with an extra turn are never cut", `
			Your program searches all moves of a node that has an extra turn. Such nodes are cut by the same tests as
			all others. Look for a loop of its own for extra turns, without the test.`,
			search.NoCut(func(n search.Node) bool { return n.ExtraTurn })),
		mistake("cut", 12, "cut-leaves-the-whole-chain",
			"a cut in a chain leaves all its nodes at once, without their lines", `
			When a node in a chain of extra turns is cut, your program leaves the whole chain at once, and the nodes
			above it log nothing. Each of them sees the value, logs its own line and is cut by its own test. Look for a
			return, or an exception, that skips the callers of a chain.`,
			search.NotAfterChild(func(u search.Update) bool { return u.Cut && u.ChildAgain })),
		mistake("log", 11, "game-over-has-entry-line",
			"a finished game has an entry line with an infinity before its line", `
			Your log enters a position where the game is over like an inner node and then logs its value. Such a
			position is a leaf and has one line. The course's own program wrote a line with an infinity there, marked
			OPTIONAL, which its grader accepted; here it is a difference.`,
			search.EnterGameOver),
	}
}

// earnsTurn makes a mutation that gives an extra turn only where something else holds, too.
func earnsTurn(extra func(m *move) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap(&h.EarnsTurn, func(m *move, right bool) bool { return right && extra(m) })
	}
}

// extraTurnDeepens makes an extra turn lie one deeper than the move that earned it.
func extraTurnDeepens(h *search.Hooks) {
	h.ChildDepth = func(n search.Node, _ string) int { return n.Depth + 1 }
}

// chainEntrySwapped logs the other infinity as the search enters a node with an extra turn.
func chainEntrySwapped(h *search.Hooks) {
	search.Entered(func(_ *search.Hooks, r *search.Row) {
		if r.ExtraTurn {
			r.Value = -r.Value
		}
	})(h)
}
