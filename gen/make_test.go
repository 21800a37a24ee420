package gen_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Without a limit the default applies, and the error names the part of a request that no candidate fulfils.
func TestNone(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for want, request := range map[string]gen.Request{
			"": {},
			"no input of " + a.Name + " among 2 has an answer whose files have at most 1 bytes each (MaxLog)": {MaxLog: 1, Tries: 2},
		} {
			request.Assignment = a
			made, err := request.Make(t.Context(), 0)
			if want == "" && (err != nil || made.Problem == nil) || want != "" && (err == nil || err.Error() != want) {
				t.Errorf("%s: made %v, %v, want the error %q", a.Name, made, err, want)
			}
		}
	}
	a, err := oracle.Lookup("reversi")
	must.Do(t, err)
	for want, request := range map[string]gen.Request{
		"no input of reversi among 3 lies outside the envelope":      {Course: true, Beyond: true, Tries: 3},
		"no input of reversi among 1 shows all of double-pass, pass": {Course: true, Cover: []string{"double-pass", "pass"}, Tries: 1},
	} {
		request.Assignment = a
		if _, err := request.Make(t.Context(), 0); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// The envelope depends on the edition that programs follow, and inputs outside it need permission.
func TestEditions(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, edition := range a.EditionNames() {
			for _, beyond := range []bool{false, true} {
				request := gen.Request{Assignment: a, Seed: 3, MaxLog: 16 << 10, Beyond: beyond, Edition: edition}
				for i := range 10 {
					made, err := request.Make(t.Context(), i)
					if none := (*gen.NoneError)(nil); errors.As(err, &none) {
						break
					} else if err != nil {
						t.Fatal(err)
					}
					if says, err := made.Problem.Beyond(t.Context(), nil, edition); err != nil || (says != "") != beyond {
						t.Errorf("%s %s, beyond %v: %q, %v", a.Name, edition, beyond, says, err)
					}
				}
			}
		}
		none := (*gen.NoneError)(nil)
		few := gen.Request{Assignment: a, MaxLog: 1, Tries: 3} // no answer is so short
		if _, err := few.Make(t.Context(), 0); !errors.As(err, &none) || none.Tries != 3 {
			t.Errorf("%s: %v, want no input among 3", a.Name, err)
		}
		for _, s := range a.Situations {
			request := gen.Request{Assignment: a, Cover: []string{s.Name}, MaxLog: 1, Tries: 1}
			if _, err := request.Make(t.Context(), 0); s.Beyond != (err != nil && strings.Contains(err.Error(), "want --profile beyond for it")) {
				t.Errorf("%s %s: %v", a.Name, s.Name, err)
			}
		}
	}
}
