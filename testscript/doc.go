// Package testscript runs cases against a program and reports the result of each: the
// verdict, and the first difference of every file that is not right. It connects the script
// engine of rogpeppe/go-internal to the sandbox: a program's folder holds its input and
// nothing else, and no golden is on disk while it runs.
//
// A Go project can run the corpus as subtests with Run. Other callers make a Player from a
// program, a Runner from the player and their Options, and run cases.
package testscript
