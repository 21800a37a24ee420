// Package class grades a class: it runs every submission of a roster on every case, and keeps what
// it has found in a journal, so that it can be stopped at any time and goes on where it was.
//
// The journal (journal.go) is the only truth. It begins with what is to be graded (plan.go), and has
// a line for each build that failed, each run, each diagnosis and what came of a second run (recheck.go),
// under the digest of all that decides it. It only grows: of lines under one digest, such as those of a
// run that was outvoted, the last counts; what is no longer asked for is ignored.
// The books (package gradebook) are made of the journal alone, and so are those of several journals
// (merge.go), the shards of a class.
package class
