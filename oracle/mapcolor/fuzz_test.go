package mapcolor_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// The parser never panics, and whatever it accepts (mapcolor rule 1) is printed as
// an input that parses to the same problem and prints the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"R, G, B\nWA: R-1, SA: G-2\n3\nR: 10, G: 5, B: 0\nR: 0, G: 2, B: 8\nSA: WA, NT, Q, NSW, V\nNT: WA, SA, Q\nNSW: Q, V, SA\nWA: SA, NT\nQ: NT, SA, NSW\nV: SA, NSW\n", // the handout's example
		"R ,r\r\n a :R-2,b: r - 1 \n0\nr:-3,R :-0\nR:1,r:2\na:x ,y\nT:", // blanks
	} {
		f.Add([]byte(seed))
	}
	r := gen.NewRand(1)
	for range 20 {
		f.Add([]byte(gen.Small("mapcolor", r).String()))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		want, err := mapcolor.Parse("input.txt", src)
		if err != nil {
			return
		}
		text := want.String()
		got, err := mapcolor.Parse("input.txt", []byte(text))
		if err != nil {
			t.Fatalf("%v, in the print\n%s", err, text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("parse(print) (-want +got):\n%s", diff)
		}
		if again := got.String(); again != text {
			t.Errorf("printed again\n%s\nwant\n%s", again, text)
		}
	})
}
