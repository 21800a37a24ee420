package sandbox

import "testing"

// A folder whose name begins like another's is not in it.
func TestBeneath(t *testing.T) {
	for _, c := range []struct {
		path, folder string
		want         bool
	}{
		{"/a", "/a", true}, {"/a/b", "/a", true}, {"/a/b/c", "/a/", true}, {"/a", "/", true}, {"/", "/", true},
		{"/ab", "/a", false}, {"/a-b/c", "/a", false}, {"/a", "/a/b", false}, {"/b", "/a", false},
	} {
		if got := beneath(c.path, c.folder); got != c.want {
			t.Errorf("%s beneath %s: %v, want %v", c.path, c.folder, got, c.want)
		}
	}
}
