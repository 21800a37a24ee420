package compare_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
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

// A stream generates a text as it is read, and watches the heap meanwhile.
type stream struct {
	size  int // bytes to come
	line  func(dst []byte, n int) []byte
	n     int
	rest  []byte
	since int     // bytes since the heap was last measured
	peak  *uint64 // the largest heap so far, in bytes
}

func (s *stream) Read(p []byte) (n int, err error) {
	for n < len(p) && s.size > 0 {
		if len(s.rest) == 0 {
			s.n++
			s.rest = s.line(s.rest[:0], s.n)
		}
		k := copy(p[n:min(len(p), n+s.size)], s.rest)
		s.rest = s.rest[k:]
		s.size -= k
		n += k
	}
	if s.since += n; s.since >= 4<<20 {
		s.since = 0
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		*s.peak = max(*s.peak, m.HeapAlloc)
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Texts of 16 MiB each are compared in the memory of a few chunks, whether they are equal,
// equal in form from the first line on, or without line ends.
func TestMemory(t *testing.T) {
	const size = 16 << 20
	numbered := func(end string) func([]byte, int) []byte {
		return func(dst []byte, n int) []byte { return fmt.Appendf(dst, "A1,3,%d,-Infinity,Infinity%s", n, end) }
	}
	const row = "A1,3,1,-Infinity,Infinity"
	constant := func(text string) func([]byte, int) []byte {
		return func(dst []byte, _ int) []byte { return append(dst, text...) }
	}
	for _, c := range []struct {
		name      string
		want, got func([]byte, int) []byte
		grade     compare.Grade
	}{
		{"equal", numbered("\n"), numbered("\n"), compare.Equal},
		{"of the same form", constant(row + "\t\n"), constant(row + " \n"), compare.SameForm},
		{"without a line end", numbered(","), numbered(","), compare.Equal},
		{"a long line for a short one", numbered("\n"), numbered(","), compare.Different},
		{"without a line end, of the same form at first", constant(strings.Repeat(" ", 4096)), constant(strings.Repeat("\t", 4096)), compare.SameForm},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Chunks, lines of 1 MiB, and garbage not yet collected take less than one of the texts.
			expectSmall(t, size, func(peak *uint64) {
				want, got := &stream{size: size, line: c.want, peak: peak}, &stream{size: size, line: c.got, peak: peak}
				report, err := compare.Readers(want, got, compare.Options{})
				if err != nil || report.Grade != c.grade {
					t.Errorf("grade %v, error %v, want grade %v", report.Grade, err, c.grade)
				}
			})
		})
	}
}

// The same holds for endless blanks after the last line, or in place of it.
func TestMemoryOfBlanks(t *testing.T) {
	blanks := func(dst []byte, _ int) []byte { return append(dst, strings.Repeat(" ", 4096)...) }
	expectSmall(t, 64<<20, func(peak *uint64) {
		got := io.MultiReader(strings.NewReader("a\n"), &stream{size: 128 << 20, line: blanks, peak: peak})
		if _, err := compare.Readers(strings.NewReader("a\n"), got, compare.Options{}); err != nil {
			t.Error(err)
		}
	})
}

// expectSmall fails the test if the heap grows by more than some bytes while f compares streams with a peak.
func expectSmall(t *testing.T, most uint64, f func(peak *uint64)) {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the limits are for a program's own setting
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var peak uint64
	if f(&peak); peak > before.HeapAlloc+most {
		t.Errorf("the heap grew by %d MiB, want at most %d", (peak-before.HeapAlloc)>>20, most>>20)
	}
}

// A line of any length is a single line, and columns are counted from its start.
func TestLongLines(t *testing.T) {
	for _, n := range []int{1000, chunk / 2, chunk - 1, chunk, chunk + 1, 3*chunk + 5} {
		long, behind := strings.Repeat("x", n), fmt.Sprintf("different: content 1:%d", n+1)
		for _, c := range []struct{ name, want, got, summary string }{
			{"equal", long, long, "equal"},
			{"a line end", long, long + "\n", "same form: final newline"},
			{"another byte behind it", long + "a\n", long + "b\n", behind},
			{"one more byte", long, long + "b\n", behind},
			{"in the line after", long + "\na\n", long + "\nb\n", "different: content 2:1"},
			{"in the middle of others", "a\n" + long + "\nb\n" + long + "\nc", "a\n" + long + "\nB\n" + long + "\nc", "different: content 3:1"},
		} {
			if got := summary(texts(t, c.want, c.got, compare.Options{})); !strings.HasPrefix(got, c.summary) {
				t.Errorf("%s, length %d: %s, want %s", c.name, n, got, c.summary)
			}
		}
	}
}

// Lines that are stored only in part are distinguished by all of their bytes, even after a difference of
// form, and a report contains a part of them.
func TestLongLineDigests(t *testing.T) {
	long := strings.Repeat("x", 3*chunk)
	for _, c := range []struct{ name, want, got, summary string }{
		{"equal", long, long, "same form: line ends 1:2"},
		{"blanks at the end", long, long + strings.Repeat(" ", chunk), "same form: line ends 1:2"},
		{"one more byte", long, long + "x", "different: content 2:"},
		{"one more byte behind blanks", long, long + strings.Repeat(" ", chunk) + "x", "different: content 2:"},
		{"blanks at the end, and another long line", long + "\n" + long, long + " \n" + long, "same form: line ends 1:2"},
		{"another byte", long[:2*chunk] + "y" + long[:chunk], long, "different: content 2:"},
		{"a line missing", "b\n" + long, long, "different: missing lines 2:1"},
		{"a line too many", long, "b\n" + long, "different: extra lines 2:1"},
	} {
		report := texts(t, "a\n"+c.want+"\nc\nd\ne\n", "a\r\n"+c.got+"\nc\nd\ne\n", compare.Options{})
		if got := summary(report); !strings.HasPrefix(got, c.summary) {
			t.Errorf("%s: %s, want %s", c.name, got, c.summary)
		}
		for _, side := range [][]string{report.First.Before, report.First.Want, report.First.Got} {
			for _, line := range side {
				if len(line) > compare.Shown+1 {
					t.Errorf("%s: a report holds a line of %d bytes", c.name, len(line))
				}
			}
		}
	}
}

// The part of a long line that is shown is the one around the difference.
func TestLongLineShown(t *testing.T) {
	long := strings.Repeat("x", 3*chunk)
	first := texts(t, long+"a"+long+"\nnext\n", long+"b"+long+"\nnext\n", compare.Options{}).First
	at := first.Column - 1 - first.From
	if first.Want[0][at] != 'a' || first.Got[0][at] != 'b' {
		t.Errorf("column %d from %d: want %.20q, got %.20q", first.Column, first.From, first.Want[0][at:], first.Got[0][at:])
	}
	if first.Want[1] != "next\n" || first.Got[1] != "next\n" {
		t.Errorf("the lines after it: %q and %q, want them whole", first.Want[1], first.Got[1])
	}
	var text strings.Builder
	first.Print(&text, compare.Style{})
	for _, line := range strings.Split(text.String(), "\n") {
		if len(line) > 200 {
			t.Errorf("%d bytes are printed for a line", len(line))
		}
	}
}

// Of a line that is kept whole, a report holds at most Shown bytes and the line end.
func TestShown(t *testing.T) {
	x := strings.Repeat("x", 3*compare.Shown)
	for _, c := range []struct{ name, want, got, part string }{
		{"at the start", "a" + x, "b" + x, "a" + x[:compare.Shown-1] + "\n"},
		{"in the middle", x + "a" + x, x + "b" + x, x[:compare.Shown/2-1] + "a" + x[:compare.Shown/2] + "\n"},
		{"at the end", x + "a", x + "b", x[:compare.Shown/2-1] + "a\n"},
	} {
		first := texts(t, c.want+"\n", c.got+"\n", compare.Options{}).First
		got := strings.Replace(first.Got[0], "b", "a", 1)
		if first.Want[0] != c.part || got != c.part {
			t.Errorf("%s: of the lines %d and %d bytes are held, want %d", c.name, len(first.Want[0]), len(got), len(c.part))
		}
	}
}

// All lines before a difference are shown if they just fit into what is kept of the text
// read, and no line is shown in part.
func TestContextOfLongLines(t *testing.T) {
	for last := chunk/2 - 10; last < chunk/2+2; last++ {
		kept := []string{"1\n", strings.Repeat("2", last-5) + "\n", "3\n"} // as many bytes as last
		head := strings.Repeat("0", chunk-last-1) + "\n" + strings.Join(kept, "")
		before := texts(t, head+"a\n", head+"b\n", compare.Options{}).First.Before
		want := 3
		if last >= chunk/2 { // the first of them would exceed it
			want = 2
		}
		if len(before) != want || before[len(before)-1] != "3\n" || want == 3 && before[0] != "1\n" {
			t.Errorf("%d bytes before the difference: %d lines, want %d", last, len(before), want)
		}
	}
}
