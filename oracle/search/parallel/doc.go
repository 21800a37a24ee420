// Package parallel searches one tree with all processors and writes the log that package search writes, byte
// for byte. Without it long logs would take twice the time on two processors, and nothing else would change:
// to take it out, have the games call search.Run in place of Run.
//
// The package is independent of the game. It repeats log rules 1 to 3 of docs/rules/README.md for the few
// nodes at the top of the tree; a search.Searcher searches all other nodes.
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
// Two walks traverse the top of the tree, from unit to unit. The committer's walk has the true values of all
// units that it has passed: it is the search itself, and writes the rows of the nodes above the units. The
// forecast's walk runs ahead of it. It estimates the value of a unit by a search of a ply or two, and so
// finds the units that will probably come next, with their probable windows. An idle goroutine takes the next
// of these units: a worker whenever it is idle, the committer while the rows that it needs are not yet
// available.
//
// # Commit and cancel
//
// When the committer reaches a unit, one of three things is true.
//
//   - It is the first one ahead: same path, same window. Its rows equal those that the plain
//     search would write here, so they are committed: appended to the log as they are
//     made, and its notes are merged with the notes of the search.
//   - Nothing is ahead, as at the beginning or after a cancellation. The committer
//     searches the unit straight into the log, and the forecast goes on from its frames.
//   - A different unit is ahead. All units are canceled, and the committer continues
//     as if nothing were ahead.
//
// A wrong guess is usually found earlier. When the value of a unit becomes known, the node above is computed
// with the value and with the guess. If the windows or the cuts differ, the units forecast after this unit
// are canceled, and the forecast restarts after it, with the value. So the last of the three cases should
// never occur, but the output is the same if it does.
//
//	guess of 4: 7    b is at [3, 7]     5 is taken with the window [3, 7]
//	value of 4: 5    b is at [3, 5]     5 is canceled, and taken again with [3, 5]
//
// In minimax no window depends on a value, so every forecast comes true. In alpha-beta two thirds to nine
// tenths do. A wrong forecast costs time, but never changes the output: its result is compared before it is
// committed.
//
// # Memory
//
// A worker has a fixed number of buffers and waits when all are full: 32 of 256 KiB, for at most three
// workers and the committer, or 32 MiB in all, however large the units are. No goroutine waits forever.
// Workers take units in the order in which they are committed. A worker whose buffers are full is therefore
// either searching the first unit ahead, which the committer empties, or a later one, while another goroutine
// makes the rows that the committer needs. The committer would wait for itself; it cancels the unit instead.
//
// # Locks
//
// There is one lock, the pool's. A function whose name ends in Locked must be called with the lock held. Each
// field of a pool, a unit and a worker documents whether the lock guards it or which goroutine owns it.
// Searching and writing do not hold the lock.
package parallel
