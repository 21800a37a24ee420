package testscript

import (
	"io"
	"time"

	"github.com/touchstone-suite/touchstone/internal/outcome"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Aliases for types in the signatures of this package.
type (
	// A Verdict is the judgement on one case.
	Verdict = verdict.Verdict
	// A Result is the result of one case.
	Result = verdict.Result
	// A FileResult is the result of one wanted file.
	FileResult = verdict.File
	// A Rule says what categories and cases are worth.
	Rule = verdict.Rule
	// A Weight is what the cases are worth whose names match a pattern.
	Weight = verdict.Weight
	// A Score is the result of applying a grading rule to a set of results.
	Score = verdict.Score
	// A Part is a group of cases that the rule weighs as one.
	Part = verdict.Part
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

// Verdicts lists all verdicts, best first.
var Verdicts = verdict.Verdicts

// AllCases names the category of a Rule that weighs all cases alike.
const AllCases = verdict.AllCases

// NewScore applies the grading rule of an assignment.
func NewScore(a *oracle.Assignment, results []Result) Score { return verdict.NewScore(a, results) }

// FormatTime formats a time with as many digits as matter.
func FormatTime(d time.Duration) string { return outcome.FormatTime(d) }

// ExplainFile prints how a file differs, or the reason why it could not be compared.
func ExplainFile(w io.Writer, name, reason string, report Report, s Style) {
	verdict.ExplainFile(w, name, reason, report, s)
}

// The sandbox modes: as far as this machine can, not at all, or fully or not run at all.
const (
	SandboxAuto    = sandbox.Auto
	SandboxNone    = sandbox.None
	SandboxRequire = sandbox.Require
)
