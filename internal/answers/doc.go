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
// A sandbox shows nothing but the system, an interpreter, the program's own files and what
// the user allows. Only the last two are searched, down to the last file (look.go): a
// program's folder may be that of a checkout, or hold one. In the system and the
// installations of interpreters nobody but an administrator puts anything; there only
// touchstone itself is hidden, by its name and by its file (system.go).
//
// Guard combines both into the policy of a sandbox. What it cannot hide, because the
// program needs that very file or the user asked for it to be readable, is an Error, and
// nothing is run.
package answers
