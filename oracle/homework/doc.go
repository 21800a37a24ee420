// Package homework is what assignments have in common apart from the
// search: the lines of an input file, with errors that name the line, and the
// files of an answer, which stream to wherever the caller wants them.
//
// It holds the rules "Bytes" and "Input" of docs/rules/README.md.
package homework
