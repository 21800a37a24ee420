package work

import (
	"errors"
	"slices"
	"testing"
)

// What is used stays, and of what is not as many as may be, those used last; what is used for the last time and what
// could not be made goes at once.
func TestCache(t *testing.T) {
	var made, gone []string
	c := NewCache(2, func(name string) error { gone = append(gone, name); return nil })
	get := func(name string, fails error) (release func(last bool)) {
		t.Helper()
		got, release, err := c.Get(name, func() (string, error) { made = append(made, name); return name, fails })
		if !errors.Is(err, fails) || err == nil && got != name {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
		return release
	}
	want := func(what []string, is ...string) {
		t.Helper()
		if !slices.Equal(what, is) {
			t.Errorf("%v, want %v", what, is)
		}
	}
	a, again := get("a", nil), get("a", nil)
	get("b", nil)(false)
	get("c", nil)(false)
	get("b", nil)(false)
	a(false)
	want(gone) // b and c are idle, and a is used
	again(false)
	want(gone, "a") // which was used longest ago
	get("d", nil)(true)
	want(gone, "a", "d")
	ours := errors.New("no room")
	if release := get("e", ours); release != nil {
		t.Error("what could not be made is to be released")
	}
	get("e", nil)(false)
	want(gone, "a", "d", "c")
	f, again := get("f", nil), get("f", nil)
	f(true)
	want(gone, "a", "d", "c") // f is used
	again(false)
	want(gone, "a", "d", "c", "f") // which nobody else will use, though that was said before the last release
	want(made, "a", "b", "c", "d", "e", "e", "f")
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	want(gone, "a", "d", "c", "f", "b", "e")
}
