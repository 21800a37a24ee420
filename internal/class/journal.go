package class

import (
	"time"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

const journalName = "journal.jsonl"

type key = work.Key

// A kind says what an entry is.
type kind string

const (
	kindBuild  kind = "build"  // a submission without a program
	kindRun    kind = "run"    // a submission on a case
	kindCauses kind = "causes" // why a submission fails
)

// An entry is a line of a journal.
type entry struct {
	Kind kind `json:"kind"`
	Key  key  `json:"key,omitempty"`
	// Student and Case are for readers: the key decides whose result it is.
	Student string `json:"student,omitempty"`
	Case    string `json:"case,omitempty"`
	Verdict string `json:"verdict,omitempty"`
	*Measured
	Data []byte `json:"data,omitempty"` // what save made of the result
}

// ID implements journal.Entry.
func (e entry) ID() key { return e.Key }

// Measured is what differs from run to run.
type Measured struct {
	CPU  time.Duration `json:"cpu"` // nanoseconds
	Wall time.Duration `json:"wall"`
	Peak int64         `json:"peak"` // bytes
	Host string        `json:"host"`
	When time.Time     `json:"when"`
	// Before is the verdict on a run beside others that did not count, or "".
	Before verdict.Verdict `json:"before,omitempty"`
}

// A Journal has the results of a class.
type Journal = journal.Journal[Plan, entry]

// OpenJournal opens the journal in a folder, or begins one, and locks the folder.
func OpenJournal(dir string) (*Journal, error) { return journal.Open[Plan, entry](dir, journalName) }

// HasJournal reports whether a folder has the journal of a class.
func HasJournal(dir string) bool { return journal.Exists(dir, journalName) }
