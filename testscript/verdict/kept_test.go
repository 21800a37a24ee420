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

// Two runs are compared up to the end of the longer output.
func TestDescribeChange(t *testing.T) {
	of := func(text string) Result {
		return Result{Verdict: Wrong, Files: []File{{Name: "log.txt", Verdict: Wrong, Text: []byte(text)}}}
	}
	for _, c := range []struct{ first, second, want string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\n", "a\nc\n", `line 2 of log.txt is "b" in one run and "c" in the other`},
		{"a\nb", "a\nb\n", `line 3 of log.txt is missing in one run and an empty line in the other`},
		{"a\nb\nc", "a\nb", `line 3 of log.txt is "c" in one run and missing in the other`},
	} {
		if got := DescribeChange(of(c.first), of(c.second)); got != c.want {
			t.Errorf("%q, then %q: %s, want %s", c.first, c.second, got, c.want)
		}
	}
}
