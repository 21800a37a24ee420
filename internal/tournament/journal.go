package tournament

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
)

// journalName is not that of a class, whose journal has other lines.
const journalName = "games.jsonl"

// A kind says what a line of a journal is.
type kind string

const (
	kindPlan      kind = "plan"      // what is played from here on
	kindWithdrawn kind = "withdrawn" // an agent that cannot play
	kindGame      kind = "game"
)

// A line is one of a journal.
type line struct {
	Kind kind     `json:"kind"`
	Key  work.Key `json:"key,omitempty"`
	Plan *Plan    `json:"plan,omitempty"`
	// Names are for readers, of the two or of who is withdrawn: the key decides whose line it is.
	Names []string `json:"names,omitempty"`
	Why   string   `json:"why,omitempty"` // of an agent that cannot play
	*Outcome
	Record []byte `json:"record,omitempty"` // compressed
}

// ID implements journal.Entry.
func (l line) ID() work.Key { return l.Key }

// A Journal has the games of a tournament.
type Journal struct{ *journal.Journal[line] }

// OpenJournal opens the journal in a folder, or begins one, and locks the folder.
func OpenJournal(dir string) (*Journal, error) {
	j, err := journal.Open[line](dir, journalName)
	if err != nil {
		return nil, err
	}
	return &Journal{j}, nil
}

// HasJournal reports whether a folder has the journal of a tournament.
func HasJournal(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, journalName))
	return err == nil
}

// Begin makes a plan the one that the journal is about.
func (j *Journal) Begin(p *Plan) error { return j.Journal.Begin(line{Kind: kindPlan, Plan: p}) }

// Plan returns the plan that the journal is about, or nil.
func (j *Journal) Plan() *Plan {
	if head := j.Head(); head != nil {
		return head.Plan
	}
	return nil
}

// outcome returns that of a game, without its record, or nil if it has not been played.
func (j *Journal) outcome(k work.Key) (*Outcome, error) {
	l, ok, err := j.Entry(k)
	if err != nil || !ok {
		return nil, err
	}
	if !l.valid() {
		return nil, fmt.Errorf("%s: want the outcome of a game under %s, found none", j.Path(), k)
	}
	return l.Outcome, nil
}

// record returns the record of a game.
func (j *Journal) record(k work.Key) ([]byte, error) {
	l, _, err := j.Entry(k)
	if err != nil {
		return nil, err
	}
	text, err := l.record()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.Path(), err)
	}
	return text, nil
}

// record returns the record of the game.
func (l *line) record() ([]byte, error) {
	text, err := io.ReadAll(work.Inflate(l.Record))
	if err != nil {
		return nil, fmt.Errorf("the record of a game: %w", err)
	}
	return text, nil
}

// gameLine returns the line of a game.
func (p *Plan) gameLine(g *Game, o Outcome, record []byte) (l line, err error) {
	small, err := work.Deflate(func(w io.Writer) error { _, err := w.Write(record); return err })
	return line{Kind: kindGame, Key: p.game(g), Names: p.names(g.Pair), Outcome: &o, Record: small}, err
}

// withdrawn returns why an agent cannot play, or "".
func (j *Journal) withdrawn(p *Plan, entrant int) (why string, err error) {
	l, _, err := j.Entry(p.withdrawal(entrant))
	return l.Why, err
}

// withdraw notes that an agent cannot play.
func (j *Journal) withdraw(p *Plan, entrant int, why string) error {
	return j.Append(p.withdrawnLine(entrant, why))
}

// withdrawnLine returns the line of an agent that cannot play. It has a reason if none is given.
func (p *Plan) withdrawnLine(entrant int, why string) line {
	why = cmp.Or(why, "it does not say why")
	return line{Kind: kindWithdrawn, Key: p.withdrawal(entrant), Names: []string{p.Entrants[entrant].Name}, Why: why}
}
