// Package standings computes the standings and ratings of a tournament from its matches, and writes them as
// tables, JSON and a page.
package standings

import (
	"slices"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
)

// An Outcome describes how a game of two entrants ended. Index 0 is the first of the pair, and 1 the second.
type Outcome struct {
	Winner int      `json:"winner"` // of the pair, or Drawn
	Reason string   `json:"reason"` // why the loser lost before the end of the game; "" at its end
	Points [2]int32 `json:"points"` // of the pair, after the last move
	// Margin is by how many points the first has won. It is negative if the first lost, and 0 if the loser was
	// ahead.
	Margin int       `json:"margin"`
	First  int       `json:"first"` // which of the pair moved first
	Sides  [2]string `json:"sides"` // of the pair, such as X and O
	Moves  int       `json:"moves"`
	Start  string    `json:"start"` // digest of the start position
}

// Valid reports whether an outcome from a journal is possible.
func (o *Outcome) Valid() bool {
	return o != nil && o.Winner >= Drawn && o.Winner <= 1 && (o.First == 0 || o.First == 1)
}

// Drawn is the winner of a game or match without a winner.
const Drawn = record.NoSide

// The ways to decide a match.
const (
	ByGames    = "games"
	ByMargin   = "margin"
	ByDeciding = "deciding game"
	ByLot      = "lot"
	ByWalkover = "walkover" // an agent is withdrawn, or both are
)

// A Match is the result of a match, complete or not.
type Match struct {
	Names     [2]string `json:"names"`
	Round     int       `json:"round,omitempty"` // of a knockout, from 1
	Won       [2]int    `json:"won"`             // planned games
	Drawn     int       `json:"drawn"`
	Margin    int       `json:"margin"` // by which the first is ahead in the planned games
	Winner    int       `json:"winner"` // of the two, or Drawn
	DecidedBy string    `json:"by"`     // the way to decide the match
	// Playoff marks a match for the first place. It has no planned games.
	Playoff bool      `json:"playoff,omitempty"`
	Games   []*Played `json:"games"`

	Pair    [2]int `json:"-"` // indexes of entrants
	Missing bool   `json:"-"` // a game has not been played
}

// A Played is a game of a match.
type Played struct {
	Number   int  `json:"number"`
	Deciding bool `json:"deciding,omitempty"`
	Outcome
	Record string `json:"record"`         // the path of its record, relative to the book
	Walk   string `json:"walk,omitempty"` // the path of its page, once that is written
}

// A Place is a match of a bracket.
type Place struct {
	Names  [2]string `json:"names"`  // "" without an opponent
	Winner string    `json:"winner"` // plays in the next round
	Match  int       `json:"match"`  // its index in Book.Matches; -1 for none

	Pair        [2]int `json:"-"` // indexes of entrants; negative without an opponent, or if it is unknown
	WinnerIndex int    `json:"-"` // likewise
	Result      *Match `json:"-"` // nil unless it is between two known entrants
}

// An Entrant takes part in a tournament.
type Entrant struct {
	Name, Agent string
	Withdrawn   string // why its agent cannot play, or ""
}

// Results are the matches of a tournament, all of them or those that have been played so far.
type Results struct {
	Assignment string
	Entrants   []Entrant
	Knockout   bool
	Rounds     [][]*Place // of a knockout; all pairs are one round
	Playoffs   []*Match   // matches for the first place
	// Open means that several entrants share the first place, since some playoffs have not been played.
	Open bool
}

// name returns the name of an entrant, or "" for a negative index.
func (r *Results) name(entrant int) string {
	if entrant < 0 {
		return ""
	}
	return r.Entrants[entrant].Name
}

// matches returns all matches that were played, and then the playoffs.
func (r *Results) matches() (all []*Match) {
	for _, p := range slices.Concat(r.Rounds...) {
		if p.Result != nil {
			all = append(all, p.Result)
		}
	}
	return append(all, r.Playoffs...)
}
