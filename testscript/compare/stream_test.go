package compare_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// Stream compares files while the oracle writes them, and finds the same differences as a comparison of whole texts:
// in the head, in the log, at the end, and in a missing file.
func TestStream(t *testing.T) {
	for _, name := range []string{"squirrel", "reversi", "mancala"} {
		c := gametest.Corpus(t, gametest.Lookup(t, name))[0]
		right := gametest.AnswerTexts(t, c.Problem, homework.Options{})
		for file, text := range right {
			lines := strings.SplitAfter(text, "\n")
			middle := strings.Join(lines[:len(lines)/2], "") + "?" + strings.Join(lines[len(lines)/2:], "")
			for _, got := range []string{
				text, "?" + text, middle, text + "?", text + "\n", text[:len(text)/2], "", strings.ReplaceAll(text, "\n", "\r\n"),
			} {
				files := map[string]string{file: got}
				results, err := compare.Stream(t.Context(), c.Problem, homework.Options{}, compare.Texts(files))
				if err != nil || len(results) != len(right) {
					t.Fatalf("%s: %d results, %v, want %d", c.Name, len(results), err, len(right))
				}
				want, err := compare.Readers(strings.NewReader(text), strings.NewReader(got), compare.Options{})
				must.Do(t, err)
				must.Do(t, results[file].OpenError)
				expect.Equal(t, summary(want), summary(results[file].Report), c.Name, file, len(got))
				for other, r := range results {
					expect.Equal(t, false, other != file && !errors.Is(r.OpenError, fs.ErrNotExist), c.Name, other, r)
				}
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := compare.Stream(ctx, c.Problem, homework.Options{}, compare.Texts(right))
		expect.Equal(t, true, errors.Is(err, context.Canceled), c.Name, err)
	}
}
