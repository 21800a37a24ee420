package contest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A Reader finds in the lines of a file those that show a turn and returns them in a form in which the lines of equal
// turns are equal. The lines have no blanks at their ends, and the last one is not empty. The error may be a
// *homework.Foul; otherwise the answer is malformed.
type Reader func(lines []string) ([]string, error)

// Match judges the text of an answer by looking for the legal turn that shows the same. It reads as leniently as inputs are
// read: line ends, and blanks at the ends of lines and of the file, are free.
func Match[S any](v View[S], text []byte, read Reader) (turn []string, err error) {
	lines := strings.Split(string(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	g := v.Game()
	want, err := read(lines)
	if err != nil {
		var foul *homework.Foul
		if errors.As(err, &foul) {
			return nil, foul
		}
		return nil, &homework.Foul{Kind: homework.Malformed, Text: fmt.Sprintf("%s: %v", g.Show.File, err)}
	}
	f := finder[S]{Game: g, read: read, want: want, seen: map[string]bool{}}
	if turn := f.find(g.Root, nil); turn != nil {
		return turn, nil
	}
	return nil, &homework.Foul{Kind: homework.Illegal, Text: fmt.Sprintf("%s: want what a legal turn leads to, found %s", g.Show.File,
		scan.Show(strings.Join(want, "/")))}
}

// A finder looks for the turn that shows certain lines.
type finder[S any] struct {
	search.Game[S]
	read Reader
	want []string
	seen map[string]bool // what the unfinished turns show that were looked at
}

// find returns the first such turn that begins with the moves made, or nil.
func (f *finder[S]) find(at *S, made []string) []string {
	for _, m := range f.Rules.Moves(nil, at, nil) {
		var after S
		again := f.Rules.Play(&after, at, m) == search.Again
		turn := append(made[:len(made):len(made)], string(f.Show.Name(nil, m)))
		shown, err := f.read(f.Show.Lines(turn, &after))
		if again && len(f.Rules.Moves(nil, &after, nil)) > 0 {
			key := strings.Join(shown, "\n")
			if f.seen[key] {
				continue
			}
			f.seen[key] = true
			if found := f.find(&after, turn); found != nil {
				return found
			}
		} else if err == nil && slices.Equal(shown, f.want) {
			return turn
		}
	}
	return nil
}

// Rows reads the first lines of a file as the rows of a square board, one character a square.
func Rows(lines []string, width int, empty byte) ([]string, error) {
	if len(lines) < width || replay.Rows(lines[:width], width, width*width, empty) == nil {
		return nil, fmt.Errorf("want a board of %d rows of %d signs %cXO", width, width, empty)
	}
	return lines[:width], nil
}
