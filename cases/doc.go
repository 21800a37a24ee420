// Package cases holds the corpus, the test cases for the assignments, which is embedded in the program, and
// implements the file format of cases, in which users can write more.
//
// A case is one txtar file that is also a script for the engine of package testscript:
//
//	# reversi: both sides pass before the depth limit
//	#
//	# tags: pass double-pass
//	# for: pass-count-not-reset
//	# rules: 3 4
//	submit input.txt
//	golden output.txt
//	-- input.txt --
//	X
//	...
//	-- golden/output.txt --
//	...
//
// The first line names the assignment and the subject of the case. The lines "tags", "for" (the mistakes that
// the case is designed to catch, at most five), "rules" (numbers of docs/rules/ASSIGNMENT.md) and "profiles"
// are lists of words, which may continue over several lines. "points" is the weight of the case relative to
// the others of its category, such as 3 or 0.5; the default is 1. "time" is the CPU time of a program for the
// case, such as 30s, which replaces the usual limit. Other comment lines are free text. A comment line is an
// error, however, if its first word is similar to a key: a word of small letters with a colon after it
// ("tag:", "pionts:"), a key in capitals, or a key with a blank before the colon. Some parts are computed
// ("touchstone audit --update"), not typed: the profile core and the file KillsFile, which lists all mistakes
// that the cases of a directory catch. A case outside the
// assignment's envelope has the profile beyond. The script has these commands:
//
//	unquote FILE  remove a ">" before each line, as txtar.Quote adds it
//	crlf FILE     end the lines of FILE with CRLF
//	chomp FILE    remove the final newline of FILE
//	submit FILE   run the program on FILE
//	golden FILE   compare the program's file to FILE
//
// A case contains no files other than input.txt and the goldens of the files that the assignment requires,
// golden/FILE.
//
// txtar ends every file with a newline, so goldens of assignments whose files do not end with one are read
// without it. A golden of more than MaxStored bytes is stored as golden/FILE.sum: its digest and size.
//
// Goldens are never written by hand: Update makes them from the oracle.
package cases
