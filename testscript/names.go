package testscript

import (
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Aliases for types in the signatures of this package.
type (
	// A Verdict is the judgement on one case.
	Verdict = verdict.Verdict
	// A Result is the result of one case.
	Result = verdict.Result
	// Mechanisms lists what confined a program, and what could not, with the reason.
	Mechanisms = sandbox.Mechanisms
	// A SandboxMode is the degree to which a program is confined.
	SandboxMode = sandbox.Mode
)

// The verdicts, best first. The exit status alone never fails a program whose files are
// right, as in the course.
const (
	Pass     = verdict.Pass
	Format   = verdict.Format
	Wrong    = verdict.Wrong
	Missing  = verdict.Missing
	Crash    = verdict.Crash
	Output   = verdict.Output
	Memory   = verdict.Memory
	Timeout  = verdict.Timeout
	Build    = verdict.Build
	Internal = verdict.Internal
)

// The sandbox modes: as far as this machine can, not at all, or fully or not run at all.
const (
	SandboxAuto    = sandbox.Auto
	SandboxNone    = sandbox.None
	SandboxRequire = sandbox.Require
)
