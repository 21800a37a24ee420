// Package program turns what a user names, a command, a file, a folder or an archive, into a
// program that can be run in any folder.
//
// A file, a folder or an archive is a submission: its program is found by the assignment's file
// names, which also determine the language (names.go), and built by the commands of that
// language (languages.go):
//
//	squirrel   hw1cs561s16.py                                 Python 2.7
//	reversi    hw1cs561s2017.py                               Python 2.7
//	mapcolor   hw2cs561s17.py                                 Python 2.7
//	mancala    mancala.py, 3.py, .cpp, 11.cpp, .java          Python 2.7, 3, C++98, 11, Java
//	gangwars   homework.py, 3.py, .cpp, 11.cpp, .java         the same
//	all        NAME.py, 3.py, .cpp, 11.cpp, .java, .js        the same, for the assignment's name
//	all        NAME.c, .ts, .rs, .cs, .kt                     C, TypeScript, Rust, C#, Kotlin
//	all        Go source; a Cargo.toml; a Makefile; an executable
//
// The program may be in a folder at any depth (below.go): the first level of folders that has any
// program must have only one. Hidden folders and those that tools make are passed over. The whole
// folder that the user named is then the submission. An archive is unpacked (package unpack) for
// as long as it takes to build, and is a folder from then on.
//
// Where the line is between a submission's faults and others: whatever is wrong with what lies at
// a path that exists is a *BuildError, the verdict of all cases. That includes no program or
// several, a name of no language, a link that leads out, an archive that cannot be read, and more
// files or bytes than the limits; and also what a compiler or an interpreter refuses to read. The
// error says what would mend it where that is known (mend.go); a source is really tried under the
// next version of its language before it is said that this would help. All else is the caller's:
// a path where nothing is, a flag that points at nothing, a compiler that is missing on this
// machine, a folder that cannot be read, a disk that is full.
//
// A submission is copied (intake.go), together with the folder around a file, the module
// around a Go package and the root of Java's packages, because headers and imports are
// there; what holds answers is left out (package answers). A link that leads out of the
// submission fails it, so that nothing is read through one. Compilers and interpreters see
// only the copy, run in the sandbox under separate limits, and have their messages shown
// with the submission's file names. Program.Close removes the copy and what was built;
// nothing is written to the submission.
//
// Go (golang.go) is compiled with the check's own build cache and the modules that the caller
// has fetched, without C, network or other toolchains, and so is what a command would have
// "go run" compile (gorun.go). No part of its module may be replaced by something outside it,
// and it can import nothing from this module.
//
// A command is run in place. An argument that is a link is granted if its target is in the
// folder of the link.
//
// A script, a Makefile and a shell call interpreters by name (called.go). Those that the
// caller keeps below the home folder are resolved, readable, and first on the PATH.
//
// A folder of a problem package may have a program "build", which is run there and makes the
// program "run", or bring "run" itself.
//
// A C or C++ source in a folder is linked with the sources beside it (linked.go), which Program.Note
// reports.
//
// A Makefile has the targets "agent", which builds the program, and "run", which runs it
// once. For each run, links to the files of the copy that it was built in are put beside the
// input in the run's own folder, so that commands such as "./agent" work and runs do not
// interfere.
package program
