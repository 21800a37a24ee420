package standings

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/page/render"
)

// A Cell of the crosstable is the result of an entrant against another.
type Cell struct {
	Text   string // the points of both
	Class  string // "won", "drawn", "lost" or "none"
	Match  int    // its index in Book.Matches, or -1
	points string // of the entrant, or "" without a match
}

// Crosstable returns the cells of all pairs, in the order of the standings.
func (b *Book) Crosstable() [][]Cell {
	place := make([]int, len(b.Standings))
	rows := make([][]Cell, len(b.Standings))
	for i, s := range b.Standings {
		place[s.entrant] = i
		rows[i] = slices.Repeat([]Cell{{Class: "none", Match: -1}}, len(b.Standings))
	}
	for number, m := range b.Matches {
		if m.Playoff {
			continue
		}
		for player, entrant := range m.Pair {
			points := formatHalves(m.score(player))
			c := Cell{points + "-" + formatHalves(m.score(1-player)), m.class(player), number, points}
			if m.DecidedBy == ByWalkover {
				c.Text = map[string]string{"won": "w/o", "lost": "-"}[c.Class]
			}
			rows[place[entrant]][place[m.Pair[1-player]]] = c
		}
	}
	return rows
}

// class returns the class of a match in the crosstable for the first or the second of the pair.
func (m *Match) class(player int) string {
	switch {
	case m.Winner == player:
		return "won"
	case m.Winner == Drawn && m.DecidedBy != ByWalkover:
		return "drawn"
	}
	return "lost"
}

// score returns twice the points of the first or the second of the pair in the planned games.
func (m *Match) score(player int) int { return Tally{Won: m.Won[player], Drawn: m.Drawn}.halves() }

// formatHalves formats half of a number.
func formatHalves(halves int) string {
	if halves%2 == 0 {
		return fmt.Sprint(halves / 2)
	}
	return fmt.Sprintf("%d.5", halves/2)
}

// formatSigned formats a number with its sign.
func formatSigned(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// WriteText writes the standings, and the crosstable or the bracket.
func (b *Book) WriteText(to io.Writer) error {
	var text bytes.Buffer
	if err := b.writeText(&text); err != nil {
		return err
	}
	for line := range bytes.Lines(text.Bytes()) { // tabwriter pads the last column
		if _, err := fmt.Fprintf(to, "%s\n", bytes.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

func (b *Book) writeText(w io.Writer) error {
	fmt.Fprintf(w, "%s\n\n", b.Plan)
	to := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(to, "\tname\tagent\tmatches\tgames\tmargin\trating\tlost by\n")
	for _, s := range b.Standings {
		fmt.Fprintf(to, "%3d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Rank, escape.Line(s.Name), escape.Line(s.Agent),
			s.Matches, s.Games, formatSigned(s.Margin), s.Rating, s.Lost())
	}
	if err := to.Flush(); err != nil {
		return err
	}
	if b.Open {
		fmt.Fprintf(w, "\nThe first place is shared: the games that decide have not been played yet.\n")
	}
	fmt.Fprintf(w, "\nMatches and games are won-drawn-lost. Ratings are on Elo's scale about 0:\n%s.\n\n",
		b.Method)
	if b.results.Knockout {
		b.writeRounds(to)
	} else {
		b.writeCross(to)
	}
	return to.Flush()
}

// writeCross writes the crosstable. Its columns are in the order of its rows.
func (b *Book) writeCross(to io.Writer) {
	fmt.Fprint(to, "\t")
	for i := range b.Standings {
		fmt.Fprintf(to, "\t%d", i+1)
	}
	fmt.Fprintln(to)
	for i, row := range b.Crosstable() {
		fmt.Fprintf(to, "%3d\t%s", i+1, escape.Line(b.Standings[i].Name))
		row[i].Text = "."
		for _, c := range row {
			fmt.Fprintf(to, "\t%s", c.Text)
		}
		fmt.Fprintln(to)
	}
}

// writeRounds writes the matches of a knockout by round.
func (b *Book) writeRounds(to io.Writer) {
	for i, places := range b.Bracket {
		fmt.Fprintln(to, b.RoundName(i))
		for _, p := range places {
			switch m := p.Result; {
			case m != nil:
				fmt.Fprintf(to, "  %s\t%s\t%s\n", escape.Line(m.Names[0]), escape.Line(m.Names[1]), m.Result())
			case p.Winner != "":
				fmt.Fprintf(to, "  %s\thas no opponent\t\n", escape.Line(p.Winner))
			}
		}
	}
}

// RoundName returns the name of a round of a knockout, from 0.
func (b *Book) RoundName(i int) string {
	switch len(b.Bracket) - i {
	case 1:
		return "Final"
	case 2:
		return "Semi-finals"
	case 3:
		return "Quarter-finals"
	}
	return fmt.Sprintf("Round %d", i+1)
}

// Result describes how a match ended.
func (m *Match) Result() string {
	text := formatHalves(m.score(0)) + "-" + formatHalves(m.score(1))
	switch {
	case m.DecidedBy == ByWalkover && m.Winner == Drawn:
		return "both are withdrawn"
	case m.DecidedBy == ByWalkover: // without a game
		return escape.Line(m.Names[m.Winner]) + " by " + m.DecidedBy
	case m.Winner != Drawn && m.DecidedBy == ByGames:
		return text + ": " + escape.Line(m.Names[m.Winner])
	case m.Winner != Drawn:
		return text + ": " + escape.Line(m.Names[m.Winner]) + " by " + m.DecidedBy
	}
	return text
}

// newRow formats the cells of a row of CSV.
func newRow(values ...any) (row []string) {
	for _, v := range values {
		row = append(row, fmt.Sprint(v))
	}
	return row
}

// writeStandings writes the standings as CSV.
func (b *Book) writeStandings(w io.Writer) error {
	rows := [][]string{{"rank", "name", "agent", "matches won", "drawn", "lost", "games won", "drawn", "lost",
		"margin", "deciding games won", "rating", "rating low", "rating high", "lost by"}}
	for _, s := range b.Standings {
		elo := []string{"", "", ""}
		if r := s.Rating; r != nil {
			elo = newRow(r.Elo, r.Low(), r.High())
		}
		row := newRow(s.Rank, s.Name, s.Agent, s.Matches.Won, s.Matches.Drawn, s.Matches.Lost,
			s.Games.Won, s.Games.Drawn, s.Games.Lost, s.Margin, s.Deciding)
		rows = append(rows, append(append(row, elo...), s.Lost()))
	}
	return page.WriteCSV(w, rows)
}

// writeCrosstable writes as CSV the points of each entrant in its games against each other entrant.
func (b *Book) writeCrosstable(w io.Writer) error {
	rows := [][]string{{"name"}}
	for i, cells := range b.Crosstable() {
		name := b.Standings[i].Name
		rows[0] = append(rows[0], name)
		row := []string{name}
		for _, c := range cells {
			row = append(row, c.points)
		}
		rows = append(rows, row)
	}
	return page.WriteCSV(w, rows)
}

// writeGames writes a row for each game as CSV.
func (b *Book) writeGames(w io.Writer) error {
	rows := [][]string{{"round", "name", "opponent", "game", "side", "opponent's side", "first mover",
		"winner", "reason", "points", "opponent's points", "moves", "start", "record"}}
	for _, m := range b.Matches {
		for _, g := range m.Games {
			winner := ""
			if g.Winner != Drawn {
				winner = m.Names[g.Winner]
			}
			rows = append(rows, newRow(m.Round, m.Names[0], m.Names[1], g.Number, g.Sides[0], g.Sides[1],
				m.Names[g.First], winner, g.Reason, g.Points[0], g.Points[1], g.Moves, g.Start, g.Record))
		}
	}
	return page.WriteCSV(w, rows)
}

// The parts of the page, which has no script.
var (
	//go:embed standings.html
	pageBody string
	//go:embed standings.css
	pageStyle string
)

// writePage writes one HTML file with the standings, the crosstable or the bracket, and all matches with
// links to the records of their games.
func (b *Book) writePage(w io.Writer) error {
	title := b.results.Assignment + " tournament"
	var cross [][]Cell
	if !b.results.Knockout { // the crosstable of a knockout would be nearly empty
		cross = b.Crosstable()
	}
	funcs := template.FuncMap{"sign": formatSigned, "next": func(i int) int { return i + 1 }, "at": b.scale()}
	body, err := render.Body(pageBody, funcs, struct {
		Title string
		Book  *Book
		Cross [][]Cell
	}{title, b, cross})
	if err != nil {
		return err
	}
	p := page.Page{Title: title + " - touchstone", Style: page.BookStyle + pageStyle, Body: body}
	return p.Write(w)
}

// Side returns the side of the first or the second of the pair in a game, with a mark if it moved first.
func (g *Played) Side(player int) string {
	if g.First == player {
		return escape.Line(g.Sides[player]) + " (first)"
	}
	return escape.Line(g.Sides[player])
}

// Result names the winner of a game of a match, and the reason.
func (g *Played) Result(m *Match) string {
	if g.Winner == Drawn {
		return "drawn"
	}
	text := m.Names[g.Winner]
	if g.Reason != "" {
		text = fmt.Sprintf("%s: %s of %s", text, g.Reason, m.Names[1-g.Winner])
	}
	return escape.Line(text)
}

// scale returns a function that returns the position of a rating, in percent of a scale that contains the
// intervals of all ratings.
func (b *Book) scale() func(elo int) string {
	low, high := 0, 0
	for _, s := range b.Standings {
		if r := s.Rating; r != nil {
			low, high = min(low, r.Low()), max(high, r.High())
		}
	}
	return func(elo int) string {
		return fmt.Sprintf("%.1f", 100*float64(elo-low)/float64(max(1, high-low)))
	}
}

// Score returns the points of an entrant at a place of the bracket, or "" if there was no game.
func (b *Book) Score(p *Place, name string) string {
	if p.Result == nil || p.Result.DecidedBy == ByWalkover {
		return ""
	}
	return formatHalves(p.Result.score(slices.Index(p.Result.Names[:], name)))
}
