package testscript

import (
	"os"
	"reflect"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
)

// The limit of memory that programs have by default is told to be held as any other is.
func TestConfinementByDefault(t *testing.T) {
	got, err := Options{}.Confinement()
	if err != nil {
		t.Fatal(err)
	}
	want, err := Options{Memory: DefaultMemory}.Confinement()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("programs are confined by\n%+v, want\n%+v", got, want)
	}
}

// Whoever asks what will confine programs leaves no folder behind, for runs that there are none of.
func TestConfinementLeavesNothing(t *testing.T) {
	dir := tier.TempDir(t)
	t.Setenv("TMPDIR", dir)
	if _, err := (Options{}).Confinement(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
