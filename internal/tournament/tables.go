package tournament

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/page/render"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A cell is one of the crosstable: what an entrant has made of the match with another.
type cell struct {
	Text  string // the points of games, or what else there is to say
	Class string // "won", "drawn", "lost" or "none"
	Match int    // its number, or -1
}

// crosstable returns the cells of all pairs, in the order of the standings.
func (b *Book) crosstable() [][]cell {
	place := make([]int, len(b.Standings))
	rows := make([][]cell, len(b.Standings))
	for i, s := range b.Standings {
		place[s.entrant] = i
		for range b.Standings {
			rows[i] = append(rows[i], cell{"", "none", -1})
		}
	}
	for number, m := range b.Matches {
		if m.Playoff {
			continue
		}
		for us, entrant := range m.pair {
			c := &rows[place[entrant]][place[m.pair[1-us]]]
			*c = cell{half(m.score(us)) + "-" + half(m.score(1-us)), m.class(us), number}
			if m.By == byWalkover {
				c.Text = map[string]string{"won": "w/o", "lost": "-"}[c.Class]
			}
		}
	}
	return rows
}

// class says how a match ended for the first or the other of it.
func (m *Match) class(us int) string {
	switch {
	case m.Winner == us:
		return "won"
	case m.Winner == Drawn && m.By != byWalkover:
		return "drawn"
	}
	return "lost"
}

// WriteText writes the standings and the crosstable, or the bracket of a knockout.
func (b *Book) WriteText(to io.Writer) error {
	var text bytes.Buffer
	if err := b.writeText(&text); err != nil {
		return err
	}
	for line := range bytes.Lines(text.Bytes()) { // whose columns are as wide as the widest
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
			s.Matches, s.Games, sign(s.Margin), s.Rating, s.Lost())
	}
	if err := to.Flush(); err != nil {
		return err
	}
	if b.Open {
		fmt.Fprintf(w, "\nThe first place is shared: the games that decide have not been played yet.\n")
	}
	fmt.Fprintf(w, "\nMatches and games are won-drawn-lost. Ratings are on Elo's scale about 0:\n%s.\n\n",
		b.Method)
	if b.Plan.Mode == Knockout {
		return b.writeRounds(w)
	}
	return b.writeCross(w)
}

// String returns a rating with the width of its interval, or "-" for none.
func (r *Rating) String() string {
	if r == nil {
		return "-"
	}
	return fmt.Sprintf("%s ±%d", sign(r.Elo), r.Error)
}

// writeCross writes the crosstable. Its columns are those of the ranks of rows.
func (b *Book) writeCross(w io.Writer) error {
	to := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(to, "\t")
	for i := range b.Standings {
		fmt.Fprintf(to, "\t%d", i+1)
	}
	fmt.Fprintln(to)
	for i, row := range b.crosstable() {
		fmt.Fprintf(to, "%3d\t%s", i+1, escape.Line(b.Standings[i].Name))
		for j, c := range row {
			if i == j {
				c.Text = "."
			}
			fmt.Fprintf(to, "\t%s", c.Text)
		}
		fmt.Fprintln(to)
	}
	return to.Flush()
}

// writeRounds writes the matches of a knockout by round.
func (b *Book) writeRounds(w io.Writer) error {
	to := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, places := range b.Bracket {
		fmt.Fprintln(to, b.RoundName(i))
		for _, p := range places {
			if p.Match < 0 {
				if p.Winner != "" {
					fmt.Fprintf(to, "  %s\thas no opponent\t\n", escape.Line(p.Winner))
				}
				continue
			}
			m := b.Matches[p.Match]
			fmt.Fprintf(to, "  %s\t%s\t%s\n", escape.Line(m.Names[0]), escape.Line(m.Names[1]), m.Result())
		}
	}
	return to.Flush()
}

// RoundName names a round of a knockout, counted from 0.
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

// Result says how a match ended.
func (m *Match) Result() string {
	text := half(m.score(0)) + "-" + half(m.score(1))
	switch {
	case m.By == byWalkover && m.Winner == Drawn:
		return "both are withdrawn"
	case m.By == byWalkover: // without a game
		return escape.Line(m.Names[m.Winner]) + " by " + m.By
	case m.Winner != Drawn && m.By == byGames:
		return text + ": " + escape.Line(m.Names[m.Winner])
	case m.Winner != Drawn:
		return text + ": " + escape.Line(m.Names[m.Winner]) + " by " + m.By
	}
	return text
}

// writeStandings writes them as CSV.
func (b *Book) writeStandings(w io.Writer) error {
	rows := [][]string{{"rank", "name", "agent", "matches won", "drawn", "lost", "games won", "drawn", "lost",
		"margin", "deciding games won", "rating", "rating low", "rating high", "lost by"}}
	for _, s := range b.Standings {
		elo := []string{"", "", ""}
		if r := s.Rating; r != nil {
			elo = []string{strconv.Itoa(r.Elo), strconv.Itoa(r.Elo - r.Error), strconv.Itoa(r.Elo + r.Error)}
		}
		row := []string{strconv.Itoa(s.Rank), s.Name, s.Agent}
		for _, n := range []int{s.Matches.Won, s.Matches.Drawn, s.Matches.Lost, s.Games.Won, s.Games.Drawn,
			s.Games.Lost, s.Margin, s.Deciding} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, append(append(row, elo...), s.Lost()))
	}
	return page.WriteCSV(w, rows)
}

// writeCrosstable writes it as CSV: in each row the points of games that one has won against each.
func (b *Book) writeCrosstable(w io.Writer) error {
	head := []string{"name"}
	for _, s := range b.Standings {
		head = append(head, s.Name)
	}
	rows := [][]string{head}
	for i, cells := range b.crosstable() {
		row := []string{b.Standings[i].Name}
		for j, c := range cells {
			us := 0
			switch {
			case c.Match < 0 || i == j:
				row = append(row, "")
				continue
			case b.Matches[c.Match].pair[1] == b.Standings[i].entrant:
				us = 1
			}
			row = append(row, half(b.Matches[c.Match].score(us)))
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
			rows = append(rows, []string{strconv.Itoa(m.Round), m.Names[0], m.Names[1], strconv.Itoa(g.Number),
				g.Sides[0], g.Sides[1], m.Names[g.First], winner, g.Reason, strconv.Itoa(int(g.Points[0])),
				strconv.Itoa(int(g.Points[1])), strconv.Itoa(g.Moves), g.Start, g.Record})
		}
	}
	return page.WriteCSV(w, rows)
}

// The parts of the page, which has no script.
var (
	//go:embed page/standings.html
	pageBody string
	//go:embed page/standings.css
	pageStyle string
)

// writePage writes the standings, the crosstable or the bracket, and all matches with links to the
// records of their games, as one HTML file.
func (b *Book) writePage(w io.Writer) error {
	title := b.Plan.Assignment + " tournament"
	funcs := template.FuncMap{"sign": sign, "next": func(i int) int { return i + 1 }}
	body, err := render.Body(pageBody, funcs, struct {
		Title   string
		Book    *Book
		Cross   [][]cell
		Ratings scale
	}{title, b, b.cross(), b.scale()})
	if err != nil {
		return err
	}
	p := page.Page{Title: title + " - touchstone", Style: page.BookStyle + pageStyle, Body: body}
	return p.Write(w)
}

// cross returns the crosstable of all pairs, and nil for a knockout, where it would be all but empty.
func (b *Book) cross() [][]cell {
	if b.Plan.Mode == Knockout {
		return nil
	}
	return b.crosstable()
}

// Side returns the side of the first or the other of a match in a game, with a mark if it moved first.
func (g Played) Side(us int) string {
	if g.First == us {
		return escape.Line(g.Sides[us]) + " (first)"
	}
	return escape.Line(g.Sides[us])
}

// Result says who has won a game of a match, and why.
func (g Played) Result(m *Match) string {
	if g.Winner == Drawn {
		return "drawn"
	}
	text := m.Names[g.Winner]
	if g.Reason != "" {
		text = fmt.Sprintf("%s: %s of %s", text, g.Reason, m.Names[1-g.Winner])
	}
	return escape.Line(text)
}

// A scale is on what ratings are drawn: from Low to High.
type scale struct{ Low, High int }

// scale returns one on which all intervals of ratings have room.
func (b *Book) scale() scale {
	s := scale{}
	for _, one := range b.Standings {
		if r := one.Rating; r != nil {
			s.Low, s.High = min(s.Low, r.Elo-r.Error), max(s.High, r.Elo+r.Error)
		}
	}
	return s
}

// At returns where a rating is, of 100.
func (s scale) At(elo int) string {
	return fmt.Sprintf("%.1f", 100*float64(elo-s.Low)/float64(max(1, s.High-s.Low)))
}

// Low and High are the ends of a rating's interval.
func (r *Rating) Low() int { return r.Elo - r.Error }

// High is the upper end.
func (r *Rating) High() int { return r.Elo + r.Error }

// Score returns the points of one of those who are at a place of the bracket, or "" if there was no game.
func (b *Book) Score(p Place, name string) string {
	if p.Match < 0 || b.Matches[p.Match].By == byWalkover {
		return ""
	}
	m := b.Matches[p.Match]
	return half(m.score(slices.Index(m.Names[:], name)))
}

// PageName is the file of the page of a tournament.
const PageName = "standings.html"

// Write writes the book into a folder, all of it or nothing, with the records of the games, and removes
// records of other games that were there.
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
