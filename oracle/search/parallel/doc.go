// Package parallel searches one tree with all processors and writes the log that package search writes, byte
// for byte. Without it long logs would take twice the time on two processors, and nothing else would change:
// to take it out, have the games call search.Run in place of Run.
//
// It knows no game. It repeats log rules 1 to 3 of docs/rules/README.md for the few
// nodes at the top of the tree; all others are searched by a search.Searcher.
//
// # Work units
//
// The tree is cut at the split depth. Each interior node there is a work unit: a subtree of some ten thousand
// rows, which depend on nothing but the path to its root and the window that it is handed.
//
//	                        root                    frames: interior nodes above the
//	                     /    |    \                split depth, each at its k-th child,
//	                   a      b      c              with its value and its window so far
//	                 / | \   / | \   / | \
//	split depth     1  2  3 4  5  6 7  8  9         work units
//	               /_\/_\/_\ ...
//
//	committer             at 2: waits for rows, appends them to the log, goes on
//	ahead, in order       2  3  4  5                taken, each by one goroutine
//	forecast                      at 5: guesses its value, goes on to 6 when asked
//
// Two walks go through the top of the tree, from unit to unit. The committer's knows the values of all units
// behind it: it is the search itself, and writes the rows of the nodes above the units. The forecast's runs
// ahead of it. It guesses what a unit is worth by a search of a ply or two, and so finds the units that will
// probably come next, with their probable windows. Whoever has nothing to do takes the next one: workers
// always, the committer when the rows that it waits for are not there yet.
//
// # Commit and cancel
//
// When the committer comes to a unit, one of three things is true.
//
//   - It is the first one ahead: same path, same window. Its rows are what the plain
//     search would write here, so they are committed: appended to the log as they are
//     made, and its notes are united with those of the search.
//   - Nothing is ahead, as at the beginning or after a cancellation. The committer
//     searches the unit straight into the log, and the forecast goes on from its frames.
//   - Another one is ahead. All are canceled, and the rest is as if nothing were.
//
// A wrong guess shows before that. As soon as the value of a unit is known, the node above takes it and takes
// the guess; if that makes another window or another cut, the units that were forecast after it are canceled,
// and the forecast begins anew behind it, with the value. So the last of the three should never come up: no
// bytes rest on that.
//
//	guess of 4: 7    b is at [3, 7]     5 is taken with the window [3, 7]
//	value of 4: 5    b is at [3, 5]     5 is canceled, and taken again with [3, 5]
//
// In minimax no window depends on a value, so every forecast comes true. In alpha-beta
// two thirds to nine tenths do. A forecast that is wrong costs time, never bytes: what
// it makes is compared before it is committed.
//
// # Memory
//
// A worker has a fixed number of buffers and waits when all are full: 32 of 256 KiB, for at most three
// workers and the committer, or 32 MiB in all, however large units turn out to be. Nobody waits for ever.
// Workers take units in the order in which they are committed, so that one whose buffers are full either
// searches the first unit ahead, which empties them, or a later one, while somebody else makes the rows that
// the committer wants. The committer, which would wait for itself, cancels the unit instead.
//
// # Locks
//
// There is one, the pool's. A function whose name ends in Locked is called with it
// held. Each field of a pool, a unit and a worker says whether the lock guards it or
// which goroutine owns it. Searching and writing go without the lock.
package parallel
