package tournament

import (
	"cmp"
	"fmt"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
	"github.com/touchstone-suite/touchstone/internal/work/parcel"
)

// journalName is not that of a class, whose journal has other lines.
const journalName = "games.jsonl"

// A kind says what a line of a journal is.
type kind string

const (
	kindWithdrawn kind = "withdrawn" // an agent that cannot play
	kindGame      kind = "game"
)

// A line is one of a journal.
type line struct {
	Kind kind     `json:"kind"`
	Key  work.Key `json:"key,omitempty"`
	// Names are for readers, of the two or of who is withdrawn: the key decides whose line it is.
	Names []string `json:"names,omitempty"`
	Why   string   `json:"why,omitempty"` // of an agent that cannot play
	*Outcome
	Record []byte `json:"record,omitempty"` // compressed
}

// ID implements journal.Entry.
func (l line) ID() work.Key { return l.Key }

// A Journal has the games of a tournament.
type Journal = journal.Journal[Plan, line]

// OpenJournal opens the journal in a folder, or begins one, and locks the folder.
func OpenJournal(dir string) (*Journal, error) { return journal.Open[Plan, line](dir, journalName) }

// HasJournal reports whether a folder has the journal of a tournament.
func HasJournal(dir string) bool { return journal.Exists(dir, journalName) }

// outcome returns that of a game, without its record, or nil if it has not been played.
func (t *table) outcome(g *Game) (*Outcome, error) {
	k := t.Plan.gameKey(g)
	l, ok, err := t.Journal.Entry(k)
	if err != nil || !ok {
		return nil, err
	}
	if !l.valid() {
		return nil, fmt.Errorf("%s: want the outcome of a game under %s, found none", t.Journal.Path(), k)
	}
	return l.Outcome, nil
}

// record returns the record of a game.
func (t *table) record(g *Game) ([]byte, error) {
	l, _, err := t.Journal.Entry(t.Plan.gameKey(g))
	if err != nil {
		return nil, err
	}
	text, err := l.record()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Journal.Path(), err)
	}
	return text, nil
}

// record returns the record of the game.
func (l *line) record() (text []byte, err error) {
	if err := parcel.Unpack(l.Record, &text, mostRecord); err != nil {
		return nil, fmt.Errorf("the record of a game: %w", err)
	}
	return text, nil
}

// mostRecord is how many bytes the record of a game has.
const mostRecord = 1 << 30

// gameLine returns the line of a game.
func (p *Plan) gameLine(g *Game, o Outcome, record []byte) (l line, err error) {
	small, err := parcel.Pack(record)
	return line{Kind: kindGame, Key: p.gameKey(g), Names: p.names(g.Pair), Outcome: &o, Record: small}, err
}

// withdrawnLine returns the line of an agent that cannot play. It has a reason if none is given.
func (p *Plan) withdrawnLine(entrant int, why string) line {
	why = cmp.Or(why, "it does not say why")
	return line{Kind: kindWithdrawn, Key: p.withdrawalKey(entrant), Names: []string{p.Entrants[entrant].Name}, Why: why}
}
