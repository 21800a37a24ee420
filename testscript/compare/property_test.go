package compare_test

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// naive compares two texts line by line: the grade, and the line of the difference that decides it.
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

// Small random texts get the grade and line that the naive comparison finds, for every division into reads.
// Each text is equal to itself.
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
		expect.True(t, grades[grade] >= n/20, "pairs of the grade", grade, grades[grade])
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
			want.LinesBefore = lines[n:]
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
				right := report.Grade == compare.Different && report.First.Line == line && report.Form == nil
				expect.True(t, err == nil && right, len(pair[0]), len(pair[1]), summary(report), err, line)
			}
		}
	}
}

// Differences of form long before the deciding one do not hide it.
func TestFormBefore(t *testing.T) {
	want := numbered(3 * chunk)
	got := bytes.ReplaceAll(want, []byte("\n"), []byte(" \r\n"))
	expect.Equal(t, "same form: blanks 1:8", summary(texts(t, string(want), string(got), compare.Options{})))
	lines := bytes.Count(want, []byte("\n"))
	report, err := compare.Readers(io.MultiReader(bytes.NewReader(want), strings.NewReader("end\n")), io.MultiReader(bytes.NewReader(got), strings.NewReader("END\n")), compare.Options{})
	must.Do(t, err)
	expect.Equal(t, fmt.Sprintf("different: content %d:1, form: blanks 1:8", lines+1), summary(report))
}

var (
	whiteSpace = regexp.MustCompile(`[ \t\n\v\f\r]+`)
	huge       = regexp.MustCompile(`[eE][+-]?0*[1-9]\d{4}`) // an exponent
	decimal    = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)
)

// lower replaces A to Z by a to z, and nothing else.
var lower = func() *strings.Replacer {
	var pairs []string
	for c := 'A'; c <= 'Z'; c++ {
		pairs = append(pairs, string(c), strings.ToLower(string(c)))
	}
	return strings.NewReplacer(pairs...)
}()

// rational returns a decimal number.
func rational(word string) *big.Rat {
	x, _ := new(big.Rat).SetString(word)
	return x
}

// within reports whether two numbers differ by a tolerance at most, which is relative to scale and may be none.
func within(x, y *big.Rat, tolerance float64, scale *big.Rat) bool {
	if tolerance < 0 {
		return false
	}
	limit := rational(strconv.FormatFloat(tolerance, 'g', -1, 64))
	limit.Mul(limit, scale).Abs(limit)
	off := new(big.Rat).Sub(x, y)
	return off.Abs(off).Cmp(limit) <= 0
}

// sameWord compares two words slowly: as numbers if there is a tolerance, or else as texts.
func sameWord(want, got string, o compare.WordOptions) bool {
	if o.Relative < 0 && o.Absolute < 0 || !decimal.MatchString(want) {
		return want == got || !o.CaseSensitive && lower.Replace(want) == lower.Replace(got)
	}
	if !decimal.MatchString(got) {
		return false
	}
	x, y := rational(want), rational(got)
	return within(x, y, o.Absolute, big.NewRat(1, 1)) || within(x, y, o.Relative, x)
}

// Words are compared as by a slow and obvious program.
func TestObvious(t *testing.T) {
	words := []string{"1e5", "100000", "+3", "3", ".5", "5.", "5", "0.5", "1e400", "10e399", "-1e400", "-0", "0", "+0.0", "0x10", "16", "inf", "nan", "Infinity", "NaN", "1_000", "1000",
		"123456789012345678901234567890", "123456789012345678901234567891", "9007199254740993", "9007199254740992", "1e-400", "0e999999", "-", "+", ".", "e5", "1e", "1e+", "Abc", "abc", "ABC", "É", "é", "\u212a", "k", "İ", "i",
		"\u00a0", "\u0085", "a\x00b", "\xff", "1.0000001", "1", "1.1", "0.999", "1E5", "+-3", "--3", "1.5.2", "1d5", "0b1", "0o7", "1p3", "٣", "３", "1e0005", "00012", "12", "3,0", "1e-3", "0.001", "0.0011"}
	spaces := []string{" ", "\n", "\t", "\v", "\f", "\r", "  ", "\r\n", "\n\n", "", ""}
	tolerances := []float64{-1, -1, 0, 1e-9, 1e-6, 1e-3, 0.1, 1, 1e300}
	r := random.New(1)
	for range 100_000 {
		o := compare.WordOptions{CaseSensitive: r.Chance(2), SpaceSensitive: r.Chance(4)}
		o.Relative, o.Absolute = random.Pick(r, tolerances...), random.Pick(r, tolerances...)
		var a, b strings.Builder
		for range r.Intn(4) {
			word, space := random.Pick(r, words...), random.Pick(r, spaces...)
			a.WriteString(word + space)
			switch r.Intn(8) {
			case 0, 1, 2, 3:
				word = random.Pick(r, words...)
			case 4:
				word = strings.ToUpper(word)
			}
			if r.Chance(6) {
				space = random.Pick(r, spaces...)
			}
			b.WriteString(word + space)
		}
		want, got := a.String(), b.String()
		if huge.MatchString(want + "\n" + got) {
			continue // it would take long
		}
		same := slices.EqualFunc(split(want), split(got), func(x, y string) bool { return sameWord(x, y, o) })
		if o.SpaceSensitive {
			same = same && slices.Equal(whiteSpace.FindAllString(want, -1), whiteSpace.FindAllString(got, -1))
		}
		is := compare.Words([]byte(want), []byte(got), o).Grade == compare.Equal
		expect.Equal(t, same, is, fmt.Sprintf("want %q got %q %+v", want, got, o))
	}
}

// split returns the words of a text.
func split(text string) []string {
	return slices.DeleteFunc(whiteSpace.Split(text, -1), func(word string) bool { return word == "" })
}
