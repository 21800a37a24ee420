package grade

import (
	"bytes"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// What differs from run to run is taken out of what a program printed, and nothing else.
func TestSteady(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"Traceback: line 3, in f: 0x12", "Traceback: line 3, in f: 0x12"},
		{"<object at 0x7f3a9c001d30>", "<object at ...>"},
		{"==4711==ERROR: AddressSanitizer", "...ERROR: AddressSanitizer"},
		{"hs_err_pid4711.log (pid=4711)", "hs_err_pid4711.log (...)"},
		{"/tmp/touchstone-scratch-build-123/submission/a.sh: 2: no", ".../submission/a.sh: 2: no"},
	} {
		if got := string(steady([]byte(c.printed))); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.printed, got, c.want)
		}
	}
	flood := func(before, between string) []byte {
		text := before + strings.Repeat("a: 2: Cannot fork\n", 300) + between + strings.Repeat("a: 2: Cannot fork\n", 10)
		return []byte(text[len(text)-sandbox.TailSize:])
	}
	first, second := steady(flood("x", "a: 2: a: 2: Cannot\n")), steady(flood("more", "forkCannot fork\n"))
	if !bytes.Equal(first, second) || !bytes.HasPrefix(first, []byte("a: 2: Cannot fork\n")) {
		t.Errorf("two floods become %q and %q", first, second)
	}
}
