// Package homework holds what the assignments share apart from the search: the lines of an
// input file, with errors that name the line, and the files of an answer, streamed to
// wherever the caller wants them.
//
// It implements the rules "Bytes" and "Input" of docs/rules/README.md.
package homework
