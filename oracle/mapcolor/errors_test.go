package mapcolor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &mapcolor.Assignment, australia, []gametest.Wrong{ // rule 1
		{1, "R, G, G", `input.txt:1: want each colour once, found G twice`},
		{1, "R, G2, B", `input.txt:1: want the colours, such as R, G, B, found "G2"`},
		{1, "R G B", `input.txt:1: want the colours, such as R, G, B, found "R G B"`},
		{2, gametest.End, `input.txt:2: want an initial assignment such as WA: R-1, found the end of the file`},
		{2, "", `input.txt:2: want an initial assignment such as WA: R-1, found an empty line`},
		{2, "WA: R", `input.txt:2: want an initial assignment such as WA: R-1, found "WA: R"`},
		{2, "WA R-1", `input.txt:2: want an initial assignment such as WA: R-1, found "WA R-1"`},
		{2, "W A: R-1", `input.txt:2: want an initial assignment such as WA: R-1, found "W A: R-1"`},
		{2, "WA: R-1,, SA: G-2", `input.txt:2: want an initial assignment such as WA: R-1, found nothing`},
		{2, "WA: -1", `input.txt:2: want a colour of line 1, found nothing`},
		{2, "WA: r-1", `input.txt:2: want a colour of line 1, found "r"`},
		{2, "WA: R-3", `input.txt:2: want player 1 or 2, found "3"`},
		{2, "WA: R-1, WA: G-2", `input.txt:2: want each state coloured once, found WA twice`},
		{2, "WA: R-1, SA: R-2", `input.txt:2: want neighbours of different colours, found SA and WA both R`},
		{3, "-1", `input.txt:3: want the depth limit from 0 to 1000000, found "-1"`},
		{4, "R: 10, G: 5", `input.txt:4: want a weight for each colour, found none for B`},
		{4, "R: 10, G: 5, B: 0, R: 1", `input.txt:4: want one weight a colour, found R twice`},
		{5, "R: 10, G: 5, Y: 0", `input.txt:5: want a colour of line 1, found "Y"`},
		{5, "R: 10, G: 5, B", `input.txt:5: want the weights of player 2, such as R: 10, G: 5, found "B"`},
		{5, "R: 10, G: 5.5, B: 0", `input.txt:5: want a number for the weight of G, found "5.5"`},
		{5, "R: 10, G: 5, B: 1000001", `input.txt:5: want the weight of B from -1000000 to 1000000, found "1000001"`},
		{5, "R: -1000001, G: 5, B: 0", `input.txt:5: want the weight of R from -1000000 to 1000000, found "-1000001"`},
		{6, "SA WA", `input.txt:6: want a state and its neighbours, such as SA: WA, NT, found "SA WA"`},
		{6, "S-A: WA", `input.txt:6: want a state and its neighbours, such as SA: WA, NT, found "S-A: WA"`},
		{6, "SA: WA; NT", `input.txt:6: want a state and its neighbours, such as SA: WA, NT, found "WA; NT"`},
		{7, "", `input.txt:7: want a state and its neighbours, such as SA: WA, NT, found an empty line`},
		{7, "V: Q,,SA", `input.txt:7: want a state and its neighbours, such as SA: WA, NT, found nothing`},
		{7, "SA: Q", `input.txt:7: want one line a state, found SA again`},
		{8, "NSW: Q, NSW", `input.txt:8: want other states as neighbours, found NSW itself`},
		{11, "V: " + manyStates(995), `input.txt:11: want at most 1000 states, found s994 as one more`},
	})
}

// manyStates returns a list of n names.
func manyStates(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("s", i)
	}
	return strings.Join(names, ", ")
}
