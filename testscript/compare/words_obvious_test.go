package compare

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	oneWord = regexp.MustCompile(`[^ \t\v\f\r\n]+`)
	capital = regexp.MustCompile(`[A-Z]`)
	decimal = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE]([+-]?\d+))?$`)
)

// parse returns the value of a decimal number. The value is nil if its exponent is too large for the obvious way.
func parse(s string) (*big.Rat, bool) {
	parts := decimal.FindStringSubmatch(s)
	if parts == nil {
		return nil, false
	}
	if len(strings.TrimLeft(parts[3], "+-0")) > 4 {
		return nil, true
	}
	return new(big.Rat).SetString(s)
}

// leftOut is set where a pair is too large for the obvious way.
var leftOut bool

// obvious: true equal, and the smallest margin to the tolerance (nil: no number decided).
func obvious(want, got string, o WordOptions) (bool, bool) {
	ww, gw := oneWord.FindAllString(want, -1), oneWord.FindAllString(got, -1)
	close := false
	if o.SpaceSensitive && !slices.Equal(oneWord.Split(want, -1), oneWord.Split(got, -1)) {
		return false, false
	}
	if len(ww) != len(gw) {
		return false, false
	}
	for i := range ww {
		a, b := ww[i], gw[i]
		if o.Relative >= 0 || o.Absolute >= 0 {
			if x, ok := parse(a); ok {
				y, ok := parse(b)
				if x == nil || ok && y == nil {
					leftOut = true
					return false, true
				}
				if !ok {
					return false, close
				}
				d := new(big.Rat).Sub(x, y)
				d.Abs(d)
				good := false
				near := func(t *big.Rat) {
					if d.Cmp(t) <= 0 {
						good = true
					}
					// near the bound?
					df, _ := d.Float64()
					tf, _ := t.Float64()
					xf, _ := new(big.Rat).Abs(x).Float64()
					if e := df - tf; e < 1e-12*(xf+1) && e > -1e-12*(xf+1) {
						close = true
					}
				}
				if o.Absolute >= 0 {
					near(new(big.Rat).SetFloat64(o.Absolute))
				}
				if o.Relative >= 0 {
					t := new(big.Rat).SetFloat64(o.Relative)
					near(t.Mul(t, new(big.Rat).Abs(x)))
				}
				if !good {
					return false, close
				}
				continue
			}
		}
		if !o.CaseSensitive {
			a, b = capital.ReplaceAllStringFunc(a, strings.ToLower), capital.ReplaceAllStringFunc(b, strings.ToLower)
		}
		if a != b {
			return false, close
		}
	}
	return true, close
}

// Words are compared as by a slow and obvious program.
func TestObvious(t *testing.T) {
	words := []string{"1e5", "100000", "+3", "3", ".5", "5.", "5", "0.5", "1e400", "10e399", "-1e400", "-0", "0", "+0.0", "0x10", "16", "inf", "nan", "Infinity", "NaN", "1_000", "1000",
		"123456789012345678901234567890", "123456789012345678901234567891", "9007199254740993", "9007199254740992", "1e-400", "0e999999", "-", "+", ".", "e5", "1e", "1e+", "Abc", "abc", "ABC", "É", "é", "\u212a", "k", "İ", "i",
		"\u00a0", "\u0085", "a\x00b", "\xff", "1.0000001", "1", "1.1", "0.999", "1E5", "+-3", "--3", "1.5.2", "1d5", "0b1", "0o7", "1p3", "٣", "３", "1e0005", "00012", "12", "3,0", "1e-3", "0.001", "0.0011"}
	spaces := []string{" ", "\n", "\t", "\v", "\f", "\r", "  ", "\r\n", "\n\n", "", ""}
	tol := []float64{-1, -1, 0, 1e-9, 1e-6, 1e-3, 0.1, 1, 1e300}
	r := rand.New(rand.NewPCG(1, 2))
	shown := map[string]int{}
	n, bad, skip := 0, 0, 0
	for range 100_000 {
		o := WordOptions{CaseSensitive: r.IntN(2) == 0, SpaceSensitive: r.IntN(4) == 0, Relative: tol[r.IntN(len(tol))], Absolute: tol[r.IntN(len(tol))]}
		k := r.IntN(4)
		var a, b strings.Builder
		for range k {
			w := words[r.IntN(len(words))]
			v := w
			if r.IntN(2) == 0 {
				v = words[r.IntN(len(words))]
			} else if r.IntN(4) == 0 {
				v = strings.ToUpper(w)
			}
			s := spaces[r.IntN(len(spaces))]
			a.WriteString(w + s)
			if r.IntN(6) == 0 {
				s = spaces[r.IntN(len(spaces))]
			}
			b.WriteString(v + s)
		}
		want, got := a.String(), b.String()
		if r.IntN(30) == 0 {
			got = ""
		}
		leftOut = false
		ok, close := obvious(want, got, o)
		if leftOut {
			continue
		}
		is := Words([]byte(want), []byte(got), o).Grade == Equal
		n++
		if ok != is && close && !strings.Contains(want+got, "e4") && !strings.Contains(want+got, "12345678901") && !strings.Contains(want+got, "90071") {
			skip++ // as near to the bound as float64 errs, or left out
			continue
		}
		if ok != is {
			bad++
			key := fmt.Sprintf("%v near=%v", ok, close)
			if shown[key]++; shown[key] <= 12 {
				t.Errorf("want %q got %q %+v: should be %v, is %v (near the bound: %v)", want, got, o, ok, is, close)
			}
		}
	}
	t.Logf("%d pairs, %d differ, %d of them near the bound", n, bad, skip)
}

// Of a long line a hundred cells are shown. From the 77th byte on, the difference is in the
// middle; before that, the line is shown from its start.
func TestLongLines(t *testing.T) {
	line := strings.Repeat("0123456789", 30) + "\n"
	for _, c := range []struct {
		column int
		text   string
		place  int
	}{
		{1, line[:100] + "...", 0},
		{76, line[:100] + "...", 75},
		{77, "..." + line[26:126] + "...", 53},
		{101, "..." + line[50:150] + "...", 53},
		{250, "..." + line[199:299] + "...", 53},
		{251, "..." + line[200:300], 53},
		{300, "..." + line[249:300], 53},
		{301, "..." + line[250:300], 53},
	} {
		got := view(line, c.column, false)
		if got.text != c.text || got.column != c.place {
			t.Errorf("column %d: %q with the mark at %d, want %q and %d", c.column, got.text, got.column, c.text, c.place)
		}
	}
	for length, want := range map[int]string{99: "", 100: "", 101: "..."} {
		text := view(strings.Repeat("x", length)+"\n", 0, false).text
		if want := strings.Repeat("x", min(length, 100)) + want; text != want {
			t.Errorf("a line of %d bytes: %q", length, text)
		}
	}
}
