package oracle_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Parsing a printed input returns the same input, and every valid input has an answer in every edition
// (docs/rules/README.md, "Input" and "Editions").
func TestPrintedIsRead(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			gametest.Property(t, func(t *rapid.T, r *random.Rand) {
				p := a.Generator.Small(r)
				again := parse(t, a.Name, p.String())
				if diff := cmp.Diff(p, again); diff != "" {
					t.Fatalf("printed and read (-printed +read)\n%s\n%s", diff, p)
				}
				for _, edition := range a.Editions {
					files := answer(t, p, homework.Options{Edition: edition.Name})
					if len(files) != len(p.Files()) {
						t.Fatalf("%d files, want %v, of the input\n%s", len(files), p.Files(), p)
					}
				}
			})
		})
	}
}
