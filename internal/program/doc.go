// Package program turns what a user names, a command, a file or a folder, into
// a program that can be run in any folder.
//
// A file or a folder is a submission: its program is found by the assignment's
// own file names, which also tell the language (names.go), and built by the
// commands of that language (languages.go):
//
//	squirrel   hw1cs561s16.py                                 Python 2.7
//	reversi    hw1cs561s2017.py                               Python 2.7
//	mapcolor   hw2cs561s17.py                                 Python 2.7
//	mancala    mancala.py, 3.py, .cpp, 11.cpp, .java          Python 2.7, 3, C++98, 11, Java
//	gangwars   homework.py, 3.py, .cpp, 11.cpp, .java         the same
//	all        NAME.py, 3.py, .cpp, 11.cpp, .java, .js        the same, for the assignment's name
//	all        Go source; a Makefile; an executable
//
// A submission is copied (intake.go), with the folder around a file, the module
// around a Go package and the root of Java's packages, since headers and imports
// stand there; what holds answers is left out (package answers). A link that leads
// out of the submission fails it, so that nothing is read through one. Compilers and
// interpreters see the copy alone, run in the sandbox under limits of their own, and
// have their messages shown with the submission's names. Program.Close removes the
// copy and what was built; nothing is written into the submission.
//
// Go (golang.go) is compiled with a cache of builds of the check's own and with what
// the caller has fetched, without C, network or other toolchains; so is what a command
// would have "go run" compile (gorun.go). Its module must not be replaced in part by
// what lies outside of it, and of this module there is nothing to import.
//
// A command stays where it is. An argument that is a link is granted if what it
// points at lies in the folder of the link.
//
// A script, a Makefile and a shell call interpreters by name (called.go). Those that
// the caller keeps below the home folder are resolved, readable, and first on the PATH.
//
// A C++ source in a folder is linked with the sources beside it (linked.go). Where a
// Makefile fails and one source stands beside it, that is built. Both are said in
// Program.Note.
//
// A Makefile has the targets "agent", which builds the program, and "run", which
// runs it once. For each run the files of the copy that it was built in stand, as
// links, beside the input in the run's own folder, so that
// commands such as "./agent" work and runs do not meet.
package program
