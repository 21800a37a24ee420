package verdict

import "testing"

// Keep keeps the texts of files up to a total size. It drops a text that exceeds the rest, and keeps later ones that fit.
func TestKept(t *testing.T) {
	var kept Kept
	of := func(sizes ...int) Result {
		var r Result
		for _, n := range sizes {
			r.Files = append(r.Files, File{Text: make([]byte, n)})
		}
		return r
	}
	for i, c := range []struct {
		sizes []int
		keeps bool
	}{{[]int{maxKept / 2, 1}, true}, {[]int{1, maxKept / 2}, false}, {[]int{maxKept/2 - 1}, true}, {[]int{1}, false}, {[]int{0}, true}} {
		r := kept.Keep(of(c.sizes...))
		if len(r.Files) != len(c.sizes) || (r.Files[0].Text != nil) != c.keeps {
			t.Errorf("result %d: %d files, kept %v, want %v", i, len(r.Files), r.Files[0].Text != nil, c.keeps)
		}
	}
}
