// Package cases holds the corpus, the test cases for the assignments, which is embedded in
// the program, and implements the format in which anybody can write more.
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
// The first line names the assignment and says what the case is about. The lines "tags", "for" (the faults
// that the case is there to catch, at most five), "rules" (numbers of docs/rules/ASSIGNMENT.md) and
// "profiles" are lists of words, which may continue over several lines. "points" is what the case counts
// beside the others of its category, such as 3 or 0.5, where 1 is usual; "time" is the CPU time that a
// program has for it, such as 30s, in place of the usual limit. Other comment lines are free text; but one
// whose first word, of small letters and with a colon behind it, comes near to a key ("tag:", "pionts:"), or
// is one in capitals or with a blank before the colon, is an error. The profile core, the rules of cases with
// the tag breadth, and the file KillsFile, which lists all faults that the cases of a directory kill, are
// computed ("touchstone audit --update"), not typed. A case outside the assignment's envelope names the
// profile beyond. The script has these commands:
//
//	unquote FILE  remove a ">" before each line, as txtar.Quote adds it
//	crlf FILE     end the lines of FILE with CRLF
//	chomp FILE    remove the final newline of FILE
//	submit FILE   run the program on FILE
//	golden FILE   compare what it wrote to FILE
//
// A case holds no files other than input.txt and the goldens of the files that the
// assignment wants, golden/FILE.
//
// txtar ends every file with a newline, so goldens of assignments whose files do not end with one are read
// without it. A golden of more than MaxStored bytes is stored as golden/FILE.sum: its digest and size.
//
// Goldens are never written by hand: Update makes them from the oracle.
package cases
