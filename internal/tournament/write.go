package tournament

import (
	"io"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

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
