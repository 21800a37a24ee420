package suggest_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/suggest"
)

// Only slips of the finger are taken for a name: with short words almost anything is near.
func TestOf(t *testing.T) {
	names := []string{"edition", "title", "cases", "show", "late"}
	for word, want := range map[string]string{
		"edtion": "edition", "editoin": "edition", "Edition": "edition", "ed": "edition",
		"tilte": "title", "csaes": "cases", "shwo": "show", "lat": "late",
		"hate": "late", "gates": "cases", "e": "", "tall": "", "sandbox": "", "": "",
	} {
		expect.Equal(t, want, suggest.Of(word, names), word)
	}
	for word, want := range map[string]string{"zoe@x.edu": "", "bbo@x.edu": "bob@x.edu", "bob@x.deu": "bob@x.edu"} {
		expect.Equal(t, want, suggest.Of(word, []string{"bob@x.edu"}), word)
	}
	// If several names are equally similar the first is chosen, but a name that begins with the word is more
	// similar than all before it.
	for _, c := range []struct {
		word  string
		names []string
		want  string
	}{
		{"cat", []string{"dog", "bat", "rat"}, "bat"}, {"ca", []string{"za", "cart", "care"}, "cart"}, {"caz", []string{"bats"}, ""},
		{"abcd", []string{"abxy", "abce"}, "abce"}, {"abcd", []string{"abxy"}, ""}, {"abcde", []string{"abcfg"}, "abcfg"}, {"abxyz", []string{"abcde"}, ""}, {"bacd", []string{"abcd"}, "abcd"},
	} {
		expect.Equal(t, c.want, suggest.Of(c.word, c.names), c.word, c.names)
	}
	expect.Equal(t, "anna@a@x.edu", suggest.Of("Ann@a@x.edu", []string{"bnn@b@x.edu", "anna@a@x.edu", "ann@a@y.edu"}), "the address is near to")
	expect.Equal(t, "; did you mean title?", suggest.Hint("tilte", names), "hint")
	expect.Equal(t, "", suggest.Hint("sandbox", names), "hint")
}

// A long word is compared with short names at once.
func TestLongWord(t *testing.T) {
	if n := testing.AllocsPerRun(1, func() { suggest.Of(strings.Repeat("x", 1<<20), []string{"name", "limits"}) }); n > 100 {
		t.Errorf("%.0f allocations", n)
	}
}
