// Package answers keeps the answers that lie around on a machine from the programs
// that are checked on it: it finds what holds answers in the folders that a program
// is to be granted for reading, and has the sandbox hide that.
//
// The files of the running check are not all. Answers are in
//
//   - executables that link this module, under whatever name: touchstone itself, a
//     copy or a hard link of it, somebody's test binary (file.go);
//   - cases, of which some are named *.txtar and others begin like one;
//   - a checkout of this module, which is known by its go.mod, and what a module
//     cache or a vendor folder holds of it;
//   - the caches of Go builds, which keep packages as compiled.
//
// The system's folders and the installations of interpreters hold a hundred thousand
// files and more, none of them put there by the author of a program. They are judged
// by the names, types and sizes of their files (system.go). The folders of users are
// looked through to the last file (look.go).
//
// Guard puts both together into the policy of a sandbox. What it cannot hide, because
// the program needs that very file, or the user asked for it to be readable, is an
// Error: nothing is run then.
package answers
