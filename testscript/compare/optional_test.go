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
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

var optional = compare.Options{Optional: mancala.Assignment.Optional}

// A line that the wanted text marks as optional may be missing, or may occur there once
// with any infinity and any window or none, and nothing else may take its place
// (docs/rules/mancala.md rule 11). Lines are counted without it.
func TestOptional(t *testing.T) {
	const (
		before = "root,0,-Infinity,-Infinity,Infinity\n"
		leaf   = "B4,1,-2,-Infinity,Infinity\n"
		after  = "root,0,-2,-2,Infinity\n"
		want   = before + "B4,1,Infinity,-Infinity,Infinity\tOPTIONAL\n" + leaf + after
	)
	for _, c := range []struct{ name, got, summary string }{
		{"left out", before + leaf + after, "equal"},
		{"there", before + "B4,1,Infinity,-Infinity,Infinity\n" + leaf + after, "equal"},
		{"there with its mark", want, "equal"},
		{"the other infinity", before + "B4,1,-Infinity,-Infinity,Infinity\n" + leaf + after, "equal"},
		{"another window", before + "B4,1,Infinity,7,8\n" + leaf + after, "equal"},
		{"CRLF in it alone", before + "B4,1,Infinity,-Infinity,Infinity\r\n" + leaf + after, "equal"},
		{"left out, and CRLF", strings.ReplaceAll(before+leaf+after, "\n", "\r\n"), "same form: line ends 1:36"},
		{"twice", before + "B4,1,Infinity,-Infinity,Infinity\nB4,1,Infinity,-Infinity,Infinity\n" + leaf + after, "different: extra lines 2:6 (3)"},
		{"another node", before + "B3,1,Infinity,-Infinity,Infinity\n" + leaf + after, "different: extra lines 2:2"},
		{"another depth", before + "B4,2,Infinity,-Infinity,Infinity\n" + leaf + after, "different: extra lines 2:4"},
		{"a finite value", before + "B4,1,0,-Infinity,Infinity\n" + leaf + after, "different: extra lines 2:6"},
		{"without a window", before + "B4,1,-Infinity\n" + leaf + after, "equal"},
		{"without a window, with its mark", before + "B4,1,Infinity\tOPTIONAL\n" + leaf + after, "equal"},
		{"half a window", before + "B4,1,Infinity,-Infinity\n" + leaf + after, "equal"},
		{"without a window, a finite value", before + "B4,1,0\n" + leaf + after, "different: extra lines 2:6"},
		{"without a value", before + "B4,1\n" + leaf + after, "different: extra lines 2:5"},
		{"without a window, twice", before + "B4,1,Infinity\nB4,1,Infinity\n" + leaf + after, "different: extra lines 2:6 (3)"},
		{"behind the leaf", before + leaf + "B4,1,Infinity,-Infinity,Infinity\n" + after, "different: extra lines 3:1"},
		{"a place before", "B4,1,Infinity,-Infinity,Infinity\n" + want, "different: extra lines 1:1"},
		{"in place of the leaf", before + "B4,1,Infinity,-Infinity,Infinity\n" + after, "different: missing lines 2:1 (3)"},
		{"a wrong leaf behind it", before + "B4,1,Infinity,-Infinity,Infinity\nB4,1,-3,-Infinity,Infinity\n" + after, "different: content 2:7 (3)"},
		{"nothing at all", before, "different: missing lines 2:1"},
	} {
		expect.Equal(t, c.summary, summary(texts(t, want, c.got, optional)), c.name)
	}

	// The remaining text without optional lines differs in the same place, and is right if it had no other
	// errors.
	for _, c := range []struct{ got, left string }{
		{want, before + leaf + after},
		{before + leaf + after, before + leaf + after},
		{before + "B4,1,-Infinity\r\n" + leaf + after, before + leaf + after},
		{before + "B4,1,-Infinity\nB4,1,-Infinity\n" + leaf, before + "B4,1,-Infinity\n" + leaf},
		{before + "B4,1,Infinity,7,8\nB4,1,-3\n" + after, before + "B4,1,-3\n" + after},
		{"x\nB4,1,Infinity\n", "x\nB4,1,Infinity\n"},
		{before + "B4,1,Inf", before + "B4,1,Inf"},
		{"", ""},
		// The first line of a node that is searched further is not optional, though it looks like an optional line.
		{before + "B4,1,Infinity,-Infinity,Infinity\nC4,2,-2,-Infinity,Infinity\n", before + "B4,1,Infinity,-Infinity,Infinity\nC4,2,-2,-Infinity,Infinity\n"},
		{before + "B4,1,Infinity,-Infinity,Infinity\n", before + "B4,1,Infinity,-Infinity,Infinity\n"},
	} {
		left := string(compare.WithoutOptional([]byte(want), []byte(c.got), optional.Optional))
		expect.Equal(t, c.left, left, "what is left of", c.got)
	}

	// In an exact comparison it is a line like any other.
	expect.Equal(t, "different: missing lines 2:6", summary(texts(t, want, before+leaf+after, compare.Options{})))
}

// Optional lines of minimax, and several in a row of leaves.
func TestOptionalMinimax(t *testing.T) {
	const want = "root,0,-Infinity\nB2,1,-Infinity\tOPTIONAL\nB2,1,3\nroot,0,3\nB3,1,Infinity\tOPTIONAL\nB3,1,3\nroot,0,3\n"
	for _, c := range []struct{ got, summary string }{
		{"root,0,-Infinity\nB2,1,3\nroot,0,3\nB3,1,3\nroot,0,3\n", "equal"},
		{"root,0,-Infinity\nB2,1,Infinity\nB2,1,3\nroot,0,3\nB3,1,3\nroot,0,3\n", "equal"},
		{"root,0,-Infinity\nB2,1,3\nroot,0,3\nB3,1,Infinity\nB3,1,3\nroot,0,3\n", "equal"},
		{"root,0,-Infinity\nB2,1,Infinity,-Infinity,Infinity\nB2,1,3\nroot,0,3\nB3,1,3\nroot,0,3\n", "equal"},
		{"root,0,-Infinity\nB2,1,Infinity\nB2,1,3\nroot,0,3\nB3,1,Infinity\nB3,1,3\nroot,0,4\n", "different: content 5:8 (7)"},
	} {
		expect.Equal(t, c.summary, summary(texts(t, want, c.got, optional)), c.got)
	}
}

// The context of a difference consists of lines of the log without its optional lines.
func TestOptionalContext(t *testing.T) {
	want := "a,1,1\nb,1,Infinity\tOPTIONAL\nb,1,2\nc,1,3\nd,1,Infinity\tOPTIONAL\nd,1,4\ne,1,5\n"
	got := "a,1,1\nb,1,Infinity\nb,1,2\nc,1,9\nd,1,4\ne,1,5\n"
	first := &compare.Difference{Kind: compare.Content, Line: 3, GotLine: 4, Column: 5,
		LinesBefore: []string{"a,1,1\n", "b,1,2\n"},
		Want:        []string{"c,1,3\n", "d,1,4\n", "e,1,5\n"},
		Got:         []string{"c,1,9\n", "d,1,4\n", "e,1,5\n"},
	}
	expect.Equal(t, first, texts(t, want, got, optional).First)
}

// Many lines between an optional line and a difference do not affect line numbers.
func TestOptionalFar(t *testing.T) {
	far := strings.Repeat("n,1,5\n", 60_000)
	for _, c := range []struct{ name, line, summary string }{
		{"left out", "", "different: content 60002:5"},
		{"there", "x,1,Infinity\n", "different: content 60002:5 (60003)"},
		{"there with its mark", "x,1,Infinity\tOPTIONAL\n", "different: content 60002:5 (60003)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := "x,1,Infinity\tOPTIONAL\nx,1,3\n" + far + "y,1,4\n"
			got := c.line + "x,1,3\n" + far + "y,1,5\n"
			expect.Equal(t, c.summary, summary(texts(t, want, got, optional)))
			same := "z,1,Infinity\tOPTIONAL\nz,1,3\n" + far // before them, in other reads; optional lines have no number
			first := texts(t, same+same+want, same+same+got, optional).First
			whole := texts(t, want, got, optional).First
			expect.Equal(t, [2]int{whole.Line + 120_002, whole.GotLine + 120_004}, [2]int{first.Line, first.GotLine})
		})
	}
}

// Missing and extra lines are distinguished from wrong ones, even before an optional line that was left out.
func TestOptionalKinds(t *testing.T) {
	const rest = "x,2,Infinity\tOPTIONAL\nx,2,3\nc,1,4\nd,1,5\n"
	const plain = "x,2,3\nc,1,4\nd,1,5\n"
	for _, c := range []struct{ want, got, summary string }{
		{"h\na,1,2\nb,1,3\n" + rest, "h\nb,1,3\n" + plain, "different: missing lines 2:1"},
		{"h\nb,1,3\n" + rest, "h\na,1,2\nb,1,3\n" + plain, "different: extra lines 2:1"},
		{"h\na,1,2\nb,1,3\nx,2,Infinity\tOPTIONAL\n", "h\nx,2,Infinity\n", "different: content 2:1"}, // an optional line by itself is not evidence
		{"h\n" + rest, "h\nx,2,Infinity\nx,2,Infinity\n" + plain, "different: extra lines 2:5 (3)"},
	} {
		expect.Equal(t, c.summary, summary(texts(t, c.want, c.got, optional)), c.got)
	}
}

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
		expect.True(t, errors.Is(err, context.Canceled), c.Name, err)
	}
}
