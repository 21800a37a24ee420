package testscript

import (
	"reflect"
	"testing"
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
