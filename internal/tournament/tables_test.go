package tournament

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"
)

// All tables of a tournament and its page, with a first place that is played for, a rule broken there, and an entrant who is withdrawn.
func TestTables(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		t.Run(string(mode), func(t *testing.T) {
			dir := t.TempDir()
			f := &fake{plan: planOf(t, mode, 1, "ann", "ben", "cy", "=eve"), gone: map[string]string{"=eve": "it does not compile"}}
			f.play = func(g *Game) *Outcome {
				o := &Outcome{Winner: Drawn, Points: [2]int32{30, 30}, Sides: [2]string{"X", "O"}, First: g.Number % 2, Moves: 10 + g.Number, Start: "start"}
				switch {
				case f.plan.Entrants[g.Pair[1]].Name == "cy": // whom ann and ben beat alike
					o.Winner, o.Points = 0, [2]int32{40, 20}
				case g.Number == 3: // two games with each other are drawn
					o.Winner, o.Reason = 1, "overtime"
				}
				return o
			}
			if _, err := run(t.Context(), t, dir, f, 1); err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			for _, name := range strings.Fields("standings.txt standings.csv crosstable.csv games.csv standings.json") {
				fmt.Fprintf(&all, "-- %s --\n%s\n", name, written(t, dir)["/"+name])
			}
			_, page, _ := strings.Cut(written(t, dir)["/"+PageName], "</style>\n")
			fmt.Fprintf(&all, "-- %s --\n%s", PageName, page)
			goldie.New(t).Assert(t, string(mode), []byte(strings.ReplaceAll(all.String(), "\r\n", "\n")))
		})
	}
}
