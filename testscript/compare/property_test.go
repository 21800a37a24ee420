package compare_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// naive compares two texts in memory, line by line: the grade, and the line of
// the difference that decides it.
func naive(want, got string) (grade compare.Grade, line int) {
	w, g := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	w, g = w[:len(w)-last(w)], g[:len(g)-last(g)]
	for i := range max(len(w), len(g)) {
		switch {
		case i >= len(w) || i >= len(g): // blank lines at the end are form
			if rest := append(w[min(i, len(w)):], g[min(i, len(g)):]...); strings.TrimSpace(strings.Join(rest, "")) != "" {
				return compare.Different, i + 1
			}
			if grade == compare.Equal {
				line = i + 1
			}
			return compare.SameForm, line
		case strings.TrimRight(w[i], " \r\n") != strings.TrimRight(g[i], " \r\n"):
			return compare.Different, i + 1
		case w[i] != g[i] && grade == compare.Equal:
			grade, line = compare.SameForm, i+1
		}
	}
	return grade, line
}

// last is 1 if the last line is empty, that is, what follows the last line end.
func last(lines []string) int {
	if lines[len(lines)-1] == "" {
		return 1
	}
	return 0
}

// draw makes a short text; neighbour changes a text in a few places.
func draw(r *random.Rand) string {
	var b strings.Builder
	for range r.Intn(12) {
		b.WriteByte("ab \r\n\n"[r.Intn(6)])
	}
	return b.String()
}

func neighbour(r *random.Rand, text string) string {
	for range r.Intn(3) {
		at := r.Intn(len(text) + 1)
		end := min(len(text), at+r.Intn(2))
		text = text[:at] + []string{"", "", " ", "\r", "\n", "a", "b"}[r.Intn(7)] + text[end:]
	}
	return text
}

// Small random texts get the grade and line that the naive comparison finds, however the
// reads are split; each text is equal to itself.
func TestNaive(t *testing.T) {
	n := effort.Of(2000, 6000, 6000)
	r := random.New(1)
	grades := map[compare.Grade]int{}
	for i := range n {
		want := draw(r)
		got := neighbour(r, want)
		if r.Chance(4) {
			got = draw(r)
		}
		if i%10 == 0 {
			got = want
		}
		report := texts(t, want, got, compare.Options{})
		grade, line := naive(want, got)
		first := 0
		if report.First != nil {
			first = report.First.Line
		}
		if report.Grade != grade || first != line {
			t.Fatalf("%q and %q: %s, want the grade %v at line %d", want, got, summary(report), grade, line)
		}
		grades[grade]++
		if i%5 != 1 {
			continue
		}
		pieces, err := compare.Readers(iotest.OneByteReader(strings.NewReader(want)), iotest.DataErrReader(strings.NewReader(got)), compare.Options{})
		if diff := cmp.Diff(report, pieces); err != nil || diff != "" {
			t.Fatalf("%q and %q, read in pieces: error %v (-want +got):\n%s", want, got, err, diff)
		}
	}
	for _, grade := range []compare.Grade{compare.Equal, compare.SameForm, compare.Different} {
		if grades[grade] < n/20 {
			t.Errorf("only %d of %d pairs have the grade %v", grades[grade], n, grade)
		}
	}
}

const chunk = 256 << 10 // as in compare.go

// numbered returns a text of at least size bytes, with numbered lines of different lengths.
func numbered(size int) []byte {
	var b bytes.Buffer
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, "line %d%s\n", i, strings.Repeat("+", i%17))
	}
	return b.Bytes()
}

// A first difference far from the start has the right place and the right lines before it,
// at chunk boundaries and elsewhere.
func TestChunkBorders(t *testing.T) {
	text := numbered(4*chunk + 1000)
	var places []int
	for k := 1; k <= 4; k++ {
		for d := -12; d <= 12; d++ {
			places = append(places, k*chunk+d)
		}
	}
	for _, at := range append(places, 0, 1, chunk/2, len(text)-1) {
		wrong := bytes.Clone(text)
		wrong[at] = '!' // in place of a line end it joins two lines
		report, err := compare.Readers(bytes.NewReader(text), bytes.NewReader(wrong), compare.Options{})
		must.Do(t, err)
		start := bytes.LastIndexByte(text[:at], '\n') + 1
		lines := strings.SplitAfter(string(text[:start]), "\n")
		lines = lines[:len(lines)-1]
		want := &compare.Difference{Kind: report.First.Kind, Line: len(lines) + 1, GotLine: len(lines) + 1, Column: at - start + 1,
			Want: next(text[start:]), Got: next(wrong[start:])}
		if n := max(0, len(lines)-compare.Context); n < len(lines) {
			want.Before = lines[n:]
		}
		if diff := cmp.Diff(want, report.First); diff != "" || report.Grade != compare.Different {
			t.Fatalf("grade %v of a difference at byte %d (-want +got):\n%s", report.Grade, at, diff)
		}
	}
}

// next returns the lines at the start of a text that a difference shows.
func next(text []byte) (lines []string) {
	for _, line := range bytes.SplitAfterN(text, []byte("\n"), compare.Context+2) {
		if len(line) > 0 && len(lines) <= compare.Context {
			lines = append(lines, string(line))
		}
	}
	return lines
}

// One text ends at or near a chunk boundary, the other continues.
func TestEndAtBorder(t *testing.T) {
	text := numbered(2*chunk + 1000)
	for _, border := range []int{chunk, 2 * chunk} {
		for d := -2; d <= 2; d++ {
			short := text[:border+d]
			line := bytes.Count(short, []byte("\n")) + 1
			for _, pair := range [][2][]byte{{text, short}, {short, text}} {
				report, err := compare.Readers(bytes.NewReader(pair[0]), bytes.NewReader(pair[1]), compare.Options{})
				if err != nil || report.Grade != compare.Different || report.First.Line != line || report.Form != nil {
					t.Errorf("%d and %d bytes: %s, error %v, want line %d", len(pair[0]), len(pair[1]), summary(report), err, line)
				}
			}
		}
	}
}

// Differences of form long before the deciding one do not hide it.
func TestFormBefore(t *testing.T) {
	want := numbered(3 * chunk)
	got := bytes.ReplaceAll(want, []byte("\n"), []byte(" \r\n"))
	if s := summary(texts(t, string(want), string(got), compare.Options{})); s != "same form: blanks 1:8" {
		t.Errorf("%s, want same form: blanks 1:8", s)
	}
	lines := bytes.Count(want, []byte("\n"))
	report, err := compare.Readers(io.MultiReader(bytes.NewReader(want), strings.NewReader("end\n")), io.MultiReader(bytes.NewReader(got), strings.NewReader("END\n")), compare.Options{})
	if s, line := summary(report), fmt.Sprintf("different: content %d:1, form: blanks 1:8", lines+1); err != nil || s != line {
		t.Errorf("%s, error %v, want %s", s, err, line)
	}
}
