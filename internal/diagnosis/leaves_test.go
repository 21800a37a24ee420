package diagnosis

import "testing"

// What is right before a cut, or at the first leaf, tells something only where it would be wrong otherwise, in all likelihood.
func TestLeaves(t *testing.T) {
	for _, c := range []struct {
		l    leaves
		want string
	}{
		{leaves{}, ""},
		{leaves{logs: 6, before: 6, all: 12}, ""}, // in one case of 64
		{leaves{logs: 7, before: 7, all: 14}, beyondBranch},
		{leaves{logs: 40, first: 1, before: 40, all: 80}, ""},
		{leaves{logs: 10, all: 100, uncut: 43}, ""}, // 0.9 to the power of 43 is 0.0108
		{leaves{logs: 10, all: 100, uncut: 44}, beyondCut},
		{leaves{logs: 10, before: 1, all: 100, uncut: 44}, ""},
		{leaves{logs: 20, before: 1, all: 60, uncut: 30}, beyondBranch},
	} {
		if got := c.l.beyond(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.l, got, c.want)
		}
	}
}
