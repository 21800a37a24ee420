package tournament

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	walkpage "github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// mostWalks is how many games have a page of their own, of 60 kB and more. Of a larger tournament those
// have one to which the standings lead.
const mostWalks = 200

// inOrder puts the matches into the order of the standings: within a round, and before those that decide
// who is first, those of the first come first.
func (b *Book) inOrder() {
	place := make([]int, len(b.Plan.Entrants))
	for i, s := range b.Standings {
		place[s.entrant] = i
	}
	key := func(m *Match) []int {
		x, y := place[m.pair[0]], place[m.pair[1]]
		playoff := 0
		if m.Playoff {
			playoff = 1
		}
		return []int{playoff, m.Round, min(x, y), max(x, y)}
	}
	sorted := slices.Clone(b.Matches)
	slices.SortStableFunc(sorted, func(x, y *Match) int { return slices.Compare(key(x), key(y)) })
	for _, places := range b.Bracket {
		for i := range places {
			if at := places[i].Match; at >= 0 {
				places[i].Match = slices.Index(sorted, b.Matches[at])
			}
		}
	}
	b.Matches = sorted
}

// writeRecords writes the records of the games, and pages that walk some of them.
func (b *Book) writeRecords(to output.Sink) error {
	walks := b.walks()
	for _, m := range b.Matches {
		for i := range m.Games {
			g := &m.Games[i]
			record, err := b.table.record(g.game)
			if err == nil {
				err = output.Whole(to, g.Record, record)
			}
			if err == nil && (walks == nil || slices.Contains(walks, g.Record)) {
				err = g.writeWalk(to, record)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// writeWalk writes the page of a game. A record that is none, which only a referee of tests writes, has none.
func (g *Played) writeWalk(to output.Sink, text []byte) error {
	game, err := record.Read(g.Record, text)
	if err != nil {
		return nil //nolint:nilerr // "touchstone replay" tells what is wrong with it
	}
	g.Walk = strings.TrimSuffix(g.Record, ".jsonl") + ".html"
	return page.WriteFile(to, g.Walk, func(w io.Writer) error { return walkpage.WriteGame(w, game.Walk()) })
}

// walks returns the records of the games that have a page, or nil for all.
func (b *Book) walks() []string {
	games := 0
	for _, m := range b.Matches {
		games += len(m.Games)
	}
	if games <= mostWalks {
		return nil
	}
	records := []string{} // which is not nil
	for _, s := range b.Standings {
		if g := b.telling(s); g != nil {
			records = append(records, g.Record)
		}
	}
	return records
}

// telling returns the game that tells most of an entrant: the one that it lost by the fewest points,
// else that which it won so. It returns nil if it has played none.
func (b *Book) telling(s *Standing) (most *Played) {
	var least []int
	for _, m := range b.Matches {
		us := slices.Index(m.pair[:], s.entrant)
		if us < 0 {
			continue
		}
		for i := range m.Games {
			g := &m.Games[i]
			key := []int{1, max(g.Margin, -g.Margin)}
			if g.Winner == 1-us {
				key[0] = 0
			}
			if most == nil || slices.Compare(key, least) < 0 {
				most, least = g, key
			}
		}
	}
	return most
}

// Walk returns the page of the game that tells most of an entrant, or "" if there is none.
func (b *Book) Walk(s *Standing) string {
	return cmp.Or(b.telling(s), &Played{}).Walk
}
