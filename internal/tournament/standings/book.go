package standings

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/tournament/rating"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A Book holds the results of a tournament, without the records of its games. It has no times.
type Book struct {
	Tool      string       `json:"tool"`
	Plan      fmt.Stringer `json:"plan"` // describes the tournament in one line
	Standings []*Standing  `json:"standings"`
	// Open means that several entrants share the first place, since some playoffs have not been played.
	Open    bool       `json:"open,omitempty"`
	Method  string     `json:"method"` // of the ratings
	Matches []*Match   `json:"matches"`
	Bracket [][]*Place `json:"bracket,omitempty"` // by round of a knockout

	results *Results
	record  func(*Match, *Played) ([]byte, error)
}

// Book returns the book of a tournament whose matches have all been played. tool is the version of touchstone,
// and record returns the record of a game.
func (r *Results) Book(tool string, plan fmt.Stringer,
	record func(*Match, *Played) ([]byte, error)) (b *Book, err error) {
	b = &Book{Tool: tool, Plan: plan, Open: r.Open, Method: rating.Method, Matches: append([]*Match{}, r.matches()...),
		results: r, record: record}
	if b.Standings, err = r.standings(); err != nil {
		return nil, err
	}
	b.nameRecords()
	b.sortMatches()
	if r.Knockout {
		b.Bracket = r.Rounds
	}
	for _, place := range slices.Concat(b.Bracket...) {
		place.Names = [2]string{r.name(place.Pair[0]), r.name(place.Pair[1])}
		place.Winner, place.Match = r.name(place.WinnerIndex), slices.Index(b.Matches, place.Result)
	}
	return b, nil
}

// recordsName is the directory of records. It has a directory for each entrant.
const recordsName = "games"

// nameRecords sets the paths of the records.
func (b *Book) nameRecords() {
	files := page.FileNames(b.results.Entrants, func(e Entrant) string { return e.Name })
	for _, m := range b.Matches {
		for _, g := range m.Games {
			g.Record = fmt.Sprintf("%s/%s/%s-%d.jsonl", recordsName, files[m.Names[0]], files[m.Names[1]], g.Number)
		}
	}
}

// sortMatches sorts the matches by round, with playoffs last, and in each round by the standings.
func (b *Book) sortMatches() {
	place := make([]int, len(b.results.Entrants))
	for i, s := range b.Standings {
		place[s.entrant] = i
	}
	key := func(m *Match) []int {
		x, y := place[m.Pair[0]], place[m.Pair[1]]
		playoff := 0
		if m.Playoff {
			playoff = 1
		}
		return []int{playoff, m.Round, min(x, y), max(x, y)}
	}
	slices.SortStableFunc(b.Matches, func(x, y *Match) int { return slices.Compare(key(x), key(y)) })
}

// PageName is the file of the page of a tournament.
const PageName = "standings.html"

// Write writes the book and the records of the games into a directory, all or nothing, and removes records
// of other games from it.
func (b *Book) Write(dir string) error {
	return page.WriteBooks(dir, recordsName, func(to output.Sink) error {
		if err := b.writeRecords(to); err != nil {
			return err
		}
		for _, file := range []struct {
			name  string
			write func(io.Writer) error
		}{
			{"standings.txt", b.WriteText}, {"standings.csv", b.writeStandings}, {"crosstable.csv", b.writeCrosstable},
			{"games.csv", b.writeGames}, {"standings.json", b.WriteJSON}, {PageName, b.writePage},
		} {
			if err := page.WriteFile(to, file.name, file.write); err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteJSON writes the book as JSON.
func (b *Book) WriteJSON(w io.Writer) error { return escape.Encode(w, b, "  ") }

// maxWalks is the maximum number of games for which a tournament has pages. A page has 60 kB or more.
const maxWalks = 200

// writeRecords writes the records of the games, and their pages unless there are too many.
func (b *Book) writeRecords(to output.Sink) error {
	games := 0
	for _, m := range b.Matches {
		games += len(m.Games)
	}
	for _, m := range b.Matches {
		for _, g := range m.Games {
			record, err := b.record(m, g)
			if err == nil {
				err = output.Whole(to, g.Record, record)
			}
			if err == nil && games <= maxWalks {
				err = g.writeWalk(to, record)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// writeWalk writes the page of a game. An invalid record, which only the referee of tests writes, has no
// page.
func (g *Played) writeWalk(to output.Sink, text []byte) error {
	game, err := record.Read(g.Record, text)
	if err != nil {
		return nil //nolint:nilerr // "touchstone replay" reports the error
	}
	g.Walk = strings.TrimSuffix(g.Record, ".jsonl") + ".html"
	return page.WriteFile(to, g.Walk, func(w io.Writer) error { return walk.WriteGame(w, game.Walk()) })
}
