package testscript

import (
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// Aliases for types in the signatures of this package.
type (
	// A Style controls how Explain prints: Indent begins every line, and Colour enables
	// colours for a terminal.
	Style = compare.Style
	// A Report is the result of comparing two files: Grade, First difference, and Form.
	Report = compare.Report
	// An Outcome describes how a program ended: status, signal, what stopped it, the time
	// and memory that it used, and the end of what it printed.
	Outcome = sandbox.Outcome
	// Mechanisms lists what confined a program, and what could not, with the reason.
	Mechanisms = sandbox.Mechanisms
	// A Refusal is an access that the sandbox denied to a program.
	Refusal = sandbox.Refusal
	// A SandboxMode is the degree to which a program is confined.
	SandboxMode = sandbox.Mode
)

// The sandbox modes: as far as this machine can, not at all, or fully or not run at all.
const (
	SandboxAuto    = sandbox.Auto
	SandboxNone    = sandbox.None
	SandboxRequire = sandbox.Require
)
