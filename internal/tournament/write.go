package tournament

import (
	"bytes"
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
	folder := output.NewFolder(dir)
	defer folder.Abort()
	to := page.NewRecorder(folder)
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"standings.txt", b.WriteText}, {"standings.csv", b.writeStandings}, {"crosstable.csv", b.writeCrosstable},
		{"games.csv", b.writeGames}, {"standings.json", b.WriteJSON}, {PageName, b.writePage},
	} {
		var text bytes.Buffer
		if err := file.write(&text); err != nil {
			return err
		}
		if err := output.Whole(to, file.name, text.Bytes()); err != nil {
			return err
		}
	}
	for _, m := range b.Matches {
		for _, g := range m.Games {
			record, err := b.table.Journal.record(b.Plan.game(g.game))
			if err == nil {
				err = output.Whole(to, g.Record, record)
			}
			if err != nil {
				return err
			}
		}
	}
	if err := folder.Commit(); err != nil {
		return err
	}
	return to.Prune(dir, recordsName)
}

// WriteJSON writes the book as JSON.
func (b *Book) WriteJSON(w io.Writer) error { return escape.Encode(w, b, "  ") }
