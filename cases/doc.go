// Package cases is the corpus: test cases for the assignments, embedded in
// the program, and the format in which anybody can write more.
//
// A case is one txtar file that is also a script for the engine of package
// testscript:
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
// The first line names the assignment and says what the case is about. The lines
// "tags", "for" (the faults that it is there to catch, at most five), "rules" (numbers
// of docs/rules/ASSIGNMENT.md) and "profiles" are lists of words, perhaps over several
// lines; other comment lines are free. The profile core is computed ("touchstone audit
// --update"), not typed, and so are the rules of cases with the tag breadth and the
// file KillsFile, which holds all faults that the cases of a folder kill. A case
// outside the assignment's envelope names the profile beyond. The script has these commands:
//
//	crlf FILE     end the lines of FILE in CRLF
//	chomp FILE    drop the final line end of FILE
//	submit FILE   run the program on FILE
//	golden FILE   compare what it wrote into FILE
//
// A case holds no files but input.txt and the goldens of the files that the
// assignment wants, golden/FILE.
//
// txtar ends every file with a line end, so goldens of assignments whose files
// lack it are read without it. A golden of more than MaxStored bytes is kept as
// golden/FILE.sum: its digest and size.
//
// Goldens are never written by hand: Update makes them from the oracle.
package cases
