package tournament

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	walkpage "github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/tournament/rating"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A Book is all that is known of a tournament that has been played, but for the records of its games.
// It has no times.
type Book struct {
	Tool      string      `json:"tool"`
	Plan      *Plan       `json:"plan"`
	Standings []*Standing `json:"standings"`
	// Open says that the first place is shared, since games that decide have not been played.
	Open    bool     `json:"open,omitempty"`
	Method  string   `json:"method"` // by which ratings are found
	Matches []*Match `json:"matches"`
	// Bracket are the rounds of a knockout: for each place the entrants, "" for nobody, and who goes on.
	Bracket [][]Place `json:"bracket,omitempty"`

	table *table
}

// A Place is one of a bracket.
type Place struct {
	Names  [2]string `json:"names"`
	Winner string    `json:"winner"`
	Match  int       `json:"match"` // its number in Matches, from 0; -1 for none
}

// A Match is what became of one.
type Match struct {
	Names  [2]string `json:"names"`
	Round  int       `json:"round,omitempty"` // of a knockout, from 1
	Won    [2]int    `json:"won"`             // planned games
	Drawn  int       `json:"drawn"`
	Margin int       `json:"margin"` // by which the first is ahead
	Winner int       `json:"winner"` // of the two, or -1
	By     string    `json:"by"`     // what decided it
	// Playoff says that the games are those which decide who is first of all.
	Playoff bool     `json:"playoff,omitempty"`
	Games   []Played `json:"games"`

	pair [2]int
}

// A Played is a game of a match.
type Played struct {
	Number   int  `json:"number"`
	Deciding bool `json:"deciding,omitempty"`
	Outcome
	Record string `json:"record"`         // the name of its file, from the folder of the books
	Walk   string `json:"walk,omitempty"` // and of the page that walks it, once it is written

	game *Game
}

// An Incomplete is the error for a tournament of which some matches have not been played.
type Incomplete struct{ Matches int }

func (e *Incomplete) Error() string {
	if e.Matches == 1 {
		return "1 match has not been played to its end"
	}
	return fmt.Sprintf("%d matches have not been played to their end", e.Matches)
}

// Read makes the book of a plan from its journal. The error is an *Incomplete if games are missing.
func Read(p *Plan, j *Journal) (*Book, error) {
	t, err := walk(p, j)
	if err != nil {
		return nil, err
	}
	if t.missing > 0 {
		return nil, &Incomplete{t.missing}
	}
	b := &Book{
		Tool:    "touchstone " + p.Touchstone,
		Plan:    p,
		Open:    t.open,
		Method:  rating.Method,
		Matches: []*Match{},
		table:   t,
	}
	if b.Standings, err = t.standings(); err != nil {
		return nil, err
	}
	b.addMatches()
	b.inOrder()
	return b, nil
}

// addMatches lists the matches, with the names of the files of their records.
func (b *Book) addMatches() {
	var names []string
	for _, e := range b.Plan.Entrants {
		names = append(names, e.Name)
	}
	files := page.FileNames(names)
	add := func(r *result, playoff bool) int {
		m := &Match{
			Names:   [2]string{names[r.pair[0]], names[r.pair[1]]},
			Round:   r.round,
			Won:     r.won,
			Drawn:   r.drawn,
			Margin:  r.margin,
			Winner:  r.decided,
			By:      r.by,
			Playoff: playoff,
			Games:   []Played{},
			pair:    r.pair,
		}
		for i, g := range r.games {
			record := fmt.Sprintf("%s/%s/%s-%d.jsonl", recordsName, files[m.Names[0]], files[m.Names[1]], g.Number)
			m.Games = append(m.Games, Played{g.Number, i >= len(r.games)-r.deciding, *r.ended[i], record, "", g})
		}
		b.Matches = append(b.Matches, m)
		return len(b.Matches) - 1
	}
	for _, slots := range b.table.rounds {
		var places []Place
		for _, s := range slots {
			place := Place{Names: [2]string{b.name(s.pair[0]), b.name(s.pair[1])}, Winner: b.name(s.winner), Match: -1}
			if s.result != nil {
				place.Match = add(s.result, false)
			}
			places = append(places, place)
		}
		if b.Plan.Mode == Knockout {
			b.Bracket = append(b.Bracket, places)
		}
	}
	for _, r := range b.table.playoffs {
		add(r, true)
	}
}

// name returns that of an entrant, or "" for nobody.
func (b *Book) name(entrant int) string {
	if entrant < 0 {
		return ""
	}
	return b.Plan.Entrants[entrant].Name
}

// recordsName is the folder of the records of games, which has one for each entrant.
const recordsName = "games"

// String says in a line what is played, and from which seed.
func (p *Plan) String() string {
	parts := []string{
		fmt.Sprintf("%s: %d agents, %s", p.Assignment, len(p.Entrants),
			map[Mode]string{All: "all pairs", Knockout: "knockout"}[p.Mode]),
		fmt.Sprintf("%d games a match", p.Games),
	}
	if p.Games == 1 {
		parts[1] = "1 game a match"
	}
	if p.Size > 0 {
		parts = append(parts, fmt.Sprintf("size %d", p.Size))
	}
	if p.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", p.Depth))
	}
	if p.Clock > 0 {
		parts = append(parts, fmt.Sprintf("%s of CPU time a game", p.Clock))
	}
	if p.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes a move of built-in agents", p.Nodes))
	}
	if p.Shards > 0 {
		parts = append(parts, p.shard().String())
	}
	return strings.Join(append(parts, fmt.Sprintf("seed %d", p.Seed)), ", ")
}

// score returns the points that the first or the other of a match has in its planned games, in halves.
func (m *Match) score(us int) int { return 2*m.Won[us] + m.Drawn }

// half formats points that are counted in halves.
func half(halves int) string {
	if halves%2 == 0 {
		return fmt.Sprint(halves / 2)
	}
	return fmt.Sprintf("%d.5", halves/2)
}

// sign formats a number with its sign.
func sign(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// String returns a tally as won-drawn-lost.
func (t Tally) String() string { return fmt.Sprintf("%d-%d-%d", t.Won, t.Drawn, t.Lost) }

// Lost says by which rules an entrant lost games, or that it is withdrawn.
func (s *Standing) Lost() string {
	var parts []string
	if s.Withdrawn != "" {
		parts = append(parts, "withdrawn")
	}
	for _, reason := range slices.Sorted(maps.Keys(s.Losses)) {
		parts = append(parts, fmt.Sprintf("%d %s", s.Losses[reason], escape.Line(reason)))
	}
	return strings.Join(parts, ", ")
}

// evenNodes is how many positions the reference searches to judge a start position.
const evenNodes = 10_000

// opening returns how a game begins, and the side of the first of the pair. Who is which side, and that
// they move first by turns, is as in any match.
func (g *Game) opening(ctx context.Context, c *homework.Contest, p *Plan) (record.Opening, int, error) {
	plan := record.Plan{Games: p.Games, Size: p.Size, Seed: g.Seed}
	o, side := plan.Opening(c, g.Number)
	var err error
	if g.Even {
		o.Start, err = even(ctx, plan.Evens(c, g.Number))
	}
	return o, side, err
}

// even returns the start position whose value for the side that moves first is nearest to 0, as far as the
// reference sees. It is none that is over already, unless all are.
func even(ctx context.Context, drawn []homework.Position) (best homework.Position, err error) {
	var least int64
	for _, p := range drawn {
		if p.Over() {
			continue
		}
		_, found, err := p.Choose(ctx, homework.Agent{Kind: homework.Reference, Memory: new(any)},
			homework.Allowance{Nodes: evenNodes})
		if err != nil {
			return nil, fmt.Errorf("judging a start position: %w", err)
		}
		if odds := max(int64(found.Value), -int64(found.Value)); best == nil || odds < least {
			best, least = p, odds
		}
	}
	if best == nil {
		best = drawn[0]
	}
	return best, nil
}

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
