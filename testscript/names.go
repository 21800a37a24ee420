package testscript

import (
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// Names for what stands in the signatures of this package.
type (
	// A Style is how Explain prints: Indent begins every line, and Colour is for a
	// terminal.
	Style = compare.Style
	// A Report is how two files compare: Grade, First difference, and Form.
	Report = compare.Report
	// An Outcome is how a program ended: status, signal, what stopped it, the time and
	// the memory that it used, and the end of what it printed.
	Outcome = sandbox.Outcome
	// Mechanisms are what confined a program, and what could not, with the reason.
	Mechanisms = sandbox.Mechanisms
	// A Refusal is something that the sandbox kept from a program.
	Refusal = sandbox.Refusal
	// A SandboxMode is how much a program is confined.
	SandboxMode = sandbox.Mode
)

// The ways to confine programs: as far as this machine can, not at all, or fully or
// not run at all.
const (
	SandboxAuto    = sandbox.Auto
	SandboxNone    = sandbox.None
	SandboxRequire = sandbox.Require
)
