package suggest_test

import (
	"testing"

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
		if got := suggest.Of(word, names); got != want {
			t.Errorf("%q is near to %q, want %q", word, got, want)
		}
	}
	for word, want := range map[string]string{"zoe@x.edu": "", "bbo@x.edu": "bob@x.edu", "bob@x.deu": "bob@x.edu"} {
		if got := suggest.Of(word, []string{"bob@x.edu"}); got != want {
			t.Errorf("%q is near to %q, want %q", word, got, want)
		}
	}
	if got := suggest.Hint("tilte", names); got != "; did you mean title?" {
		t.Errorf("hint %q", got)
	}
	if got := suggest.Hint("sandbox", names); got != "" {
		t.Errorf("hint %q, want none", got)
	}
}
