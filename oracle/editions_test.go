package oracle_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Whenever two editions of an assignment have different answers, the search of each has
// noted it ("Editions" of reversi and mapcolor).
func TestEditionsDiffer(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			r := random.New(13)
			different, parted, n := 0, 0, count(2000)
			if len(a.Editions) == 1 {
				n /= 10
			}
			for range n {
				p := a.Generator.Small(r)
				if len(a.Editions) == 1 {
					if _, notes := answerNoted(t, p, homework.Options{}); notes.EditionsDiffer {
						t.Fatalf("editions differ where there is one, on the input\n%s", p)
					}
					continue
				}
				first, firstNotes := answerNoted(t, p, homework.Options{Edition: a.Editions[0].Name})
				second, secondNotes := answerNoted(t, p, homework.Options{Edition: a.Editions[1].Name})
				if firstNotes.EditionsDiffer != secondNotes.EditionsDiffer {
					t.Fatalf("editions differ: %v and %v, on the input\n%s", firstNotes.EditionsDiffer, secondNotes.EditionsDiffer, p)
				}
				if firstNotes.EditionsDiffer {
					parted++
				}
				if !bytes.Equal(first["output.txt"], second["output.txt"]) {
					different++
					if !firstNotes.EditionsDiffer {
						t.Fatalf("the editions differ and nothing was noted, on the input\n%s", p)
					}
				}
			}
			t.Logf("of %d inputs, %d parted and %d gave different answers", n, parted, different)
			if len(a.Editions) > 1 && (different < n/100 || parted > n-n/100) {
				t.Errorf("want inputs of all kinds")
			}
		})
	}
}

// Inputs on which the editions agree: the start of a game of reversi, and the example map
// searched to depth one. At depth three, states run out of colours ("Editions" of
// mapcolor).
func TestEditionsAgree(t *testing.T) {
	for _, c := range []struct {
		assignment, input string
		want              bool
	}{
		{"reversi", reversiInput, false},
		{"reversi", "X\n1\nX*******" + strings.Repeat("\n********", 7), true},
		{"reversi", "X\n0\nX*******" + strings.Repeat("\n********", 7), false}, // a leaf in both
		{"mapcolor", strings.Replace(australia, "\n3\n", "\n1\n", 1), false},
		{"mapcolor", australia, true},
	} {
		if _, notes := answerNoted(t, parse(t, c.assignment, c.input), homework.Options{}); notes.EditionsDiffer != c.want {
			t.Errorf("editions differ: %v on the input\n%s", notes.EditionsDiffer, c.input)
		}
	}
}

// In reversi the editions differ only in the log: the next state and the root's last line
// are the same ("Editions" of reversi).
func TestReversiEditionsAgreeOnTheMove(t *testing.T) {
	r := random.New(14)
	for range count(2000) {
		p := reversi.Assignment.Generator.Small(r)
		var moves [2]string // the board, which is in front of the log, and the value in the log's last line
		for i, edition := range []string{"final", "first"} {
			text := string(answer(t, p, homework.Options{Edition: edition})["output.txt"])
			board, log, _ := strings.Cut(text, "Node,")
			moves[i] = board + strings.Split(log[strings.LastIndex(log, "\n"):], ",")[2]
		}
		if moves[0] != moves[1] {
			t.Fatalf("final has the next state and value\n%s\nfirst has\n%s\non the input\n%s", moves[0], moves[1], p)
		}
	}
}
