package program

import _ "embed"

// Interpreters do not compile first. These small programs find out before the first run what
// can never run at all.

// pythonSyntax is a program for any version of Python that fails if a file is none in that.
//
//go:embed syntax.py
var pythonSyntax string

// typesOut is a program for Node that makes JavaScript of the TypeScript in a folder, with what
// tsc brings. Types are not checked: that needs declarations, which submissions lack.
//
//go:embed types.js
var typesOut string
