// Package answers keeps the answers that exist on a machine from the programs that are
// checked on it: it finds what holds answers in the folders that a program may read, and
// has the sandbox hide it.
//
// The files of the running check are not the only ones. Answers are also in
//
//   - executables that link this module, under whatever name: touchstone itself, a
//     copy or a hard link of it, somebody's test binary (file.go);
//   - cases, some of which are named *.txtar and others only begin like one;
//   - checkouts of this module, recognised by their go.mod, and its copies in a module
//     cache or a vendor folder;
//   - Go build caches, which keep compiled packages.
//
// The system's folders and the installations of interpreters hold a hundred thousand
// files and more, none of them put there by the author of a program. They are judged by
// the names, types and sizes of their files (system.go). The folders of users are
// searched down to the last file (look.go).
//
// Guard combines both into the policy of a sandbox. What it cannot hide, because the
// program needs that very file or the user asked for it to be readable, is an Error, and
// nothing is run.
package answers
