package diagnosis

import "github.com/touchstone-suite/touchstone/internal/verdict"

// A Kept bounds how much is remembered of all that a program writes, until its cases have ended.
type Kept struct{ bytes int }

// mostKept is how many bytes of a program's files are kept.
const mostKept = 64 << 20

// Keep returns a result without the texts of its files if there are too many by now.
func (k *Kept) Keep(r verdict.Result) verdict.Result {
	size := 0
	for _, f := range r.Files {
		size += len(f.Text)
	}
	if k.bytes+size > mostKept {
		return r.WithoutTexts()
	}
	k.bytes += size
	return r
}
