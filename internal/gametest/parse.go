package gametest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Fuzz fuzzes an assignment's parser from some seeds and some generated inputs. It
// never panics, and whatever it accepts is printed as an input that parses to an
// equal problem and prints the same.
func Fuzz(f *testing.F, a *oracle.Assignment, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	r := random.New(1)
	for range 20 {
		f.Add([]byte(a.Generator.Small(r).String()))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		want, err := a.Parse(oracle.InputFile, src)
		if err != nil {
			return
		}
		text := want.String()
		got, err := a.Parse(oracle.InputFile, []byte(text))
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
