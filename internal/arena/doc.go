// Package arena lets two agents play games against each other by the rules of the competition
// (docs/rules/competition.md). It is the referee, and knows no game: an assignment says how it is
// played (homework.Contest).
//
// An Agent is a built-in one, which plays in this process (builtin.go), or somebody's program. A
// program is built once. For each match it gets a copy of its folder, its home, which lasts from
// move to move and from game to game (external.go); everything that it runs there is confined as by
// a check, and gone before the other agent moves.
//
// What counts is CPU time: of a built-in agent that of its thread alone, of a program that of all its
// processes in user mode, and what they spend in the system beyond what is usual. The clock on the
// wall is a backstop for programs that sleep: time in which they were ready to run and had no processor
// does not count, as in a check (sandbox.Limits). So a busy machine makes a game longer, and nobody
// loses it by that.
//
// Game plays one game from a position, and Match several from positions that are drawn. Whatever an
// agent does wrong loses it the game, with a Reason. An error is never an agent's fault: the sandbox
// has failed, or the disk is full. Everything random is drawn from a seed, so that any game of a
// match or a tournament can be played alone.
//
// What was played is a record.Game.
package arena
