package compare_test

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

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

// limitHeap fails the test if the heap grows by more than limit bytes while run reads streams, which set its peak.
func limitHeap(t *testing.T, limit uint64, run func(peak *uint64)) {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the limits are for a program's own setting
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var peak uint64
	run(&peak)
	expect.Equal(t, false, peak > before.HeapAlloc+limit, (peak-before.HeapAlloc)>>20, limit>>20)
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
			limitHeap(t, size, func(peak *uint64) {
				report, err := compare.Readers(&stream{size: size, line: c.want, peak: peak}, &stream{size: size, line: c.got, peak: peak}, compare.Options{})
				must.Do(t, err)
				expect.Equal(t, c.grade, report.Grade)
			})
		})
	}
}

// The same holds for endless blanks after the last line, or in place of it.
func TestMemoryOfBlanks(t *testing.T) {
	blanks := func(dst []byte, _ int) []byte { return append(dst, strings.Repeat(" ", 4096)...) }
	limitHeap(t, 64<<20, func(peak *uint64) {
		got := io.MultiReader(strings.NewReader("a\n"), &stream{size: 128 << 20, line: blanks, peak: peak})
		must.Get(compare.Readers(strings.NewReader("a\n"), got, compare.Options{}))(t)
	})
}

// A line of any length is a single line, and columns are counted from its start, also beyond the stored part.
func TestLongLines(t *testing.T) {
	for _, n := range []int{1000, chunk / 2, chunk - 1, chunk, chunk + 1, 3*chunk + 5} {
		long := strings.Repeat("x", n)
		for _, c := range []struct{ name, want, got, summary string }{
			{"equal", long, long, "equal"},
			{"a line end", long, long + "\n", "same form: final newline"},
			{"in the line after", long + "\na\n", long + "\nb\n", "different: content 2:1"},
			{"at the end", long + "a\n", long + "b\n", fmt.Sprintf("different: content 1:%d", n+1)},
			{"at the beginning", long + "a\n", "b" + long[1:] + "a \n", "different: content 1:1"},
			{"behind the end", long, long + "b\n", fmt.Sprintf("different: content 1:%d", n+1)},
			{"in the middle of others", "a\n" + long + "\nb\n" + long + "\nc", "a\n" + long + "\nB\n" + long + "\nc", "different: content 3:1"},
		} {
			got := summary(texts(t, c.want, c.got, compare.Options{}))
			expect.True(t, strings.HasPrefix(got, c.summary), c.name, n, got)
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
		expect.True(t, strings.HasPrefix(summary(report), c.summary), c.name, summary(report))
		for _, side := range [][]string{report.First.LinesBefore, report.First.Want, report.First.Got} {
			for _, line := range side {
				expect.True(t, len(line) <= compare.Shown+1, c.name, "bytes of a line:", len(line))
			}
		}
	}
}

// Of a long line, whether it is kept whole or in part, a report holds the part around the difference: at most
// Shown bytes and the line end. The lines after it are whole. A hundred cells around the difference are
// printed.
func TestShown(t *testing.T) {
	for _, n := range []int{3 * compare.Shown, 3 * chunk} {
		x := strings.Repeat("x", n)
		for _, c := range []struct{ name, want, got, part string }{
			{"at the start", "a" + x, "b" + x, "a" + x[:compare.Shown-1] + "\n"},
			{"in the middle", x + "a" + x, x + "b" + x, x[:compare.Shown/2-1] + "a" + x[:compare.Shown/2] + "\n"},
			{"at the end", x + "a", x + "b", x[:compare.Shown/2-1] + "a\n"},
		} {
			first := texts(t, c.want+"\nnext\n", c.got+"\nnext\n", compare.Options{}).First
			got := strings.Replace(first.Got[0], "b", "a", 1)
			expect.True(t, first.Want[0] == c.part && got == c.part &&
				first.Want[0][first.Column-1-first.From] == 'a', c.name, "of", n, "lines of", len(first.Want[0]), "and", len(got), "bytes are held, want", len(c.part))
			expect.Equal(t, []string{"next\n", "next\n"}, []string{first.Want[1], first.Got[1]}, c.name)
			var text strings.Builder
			first.Print(&text, compare.Style{})
			_, printed, _ := strings.Cut(text.String(), "\ngot ") // the line, and the mark below the difference
			if line, mark, _ := strings.Cut(printed, "\n"); len(line) > 200 || strings.Index(line, "b") != strings.Index(mark, "^")-4 {
				t.Errorf("%s of %d: printed\n%s", c.name, n, &text)
			}
		}
	}
}

// All lines before a difference are shown if they just fit into the stored text, and no line is shown in part.
func TestContextOfLongLines(t *testing.T) {
	for last := chunk/2 - 10; last < chunk/2+2; last++ {
		kept := []string{"1\n", strings.Repeat("2", last-5) + "\n", "3\n"} // as many bytes as last
		head := strings.Repeat("0", chunk-last-1) + "\n" + strings.Join(kept, "")
		before := texts(t, head+"a\n", head+"b\n", compare.Options{}).First.LinesBefore
		want := 3
		if last >= chunk/2 { // the first of them would exceed it
			want = 2
		}
		right := before[len(before)-1] == "3\n" && (want != 3 || before[0] == "1\n")
		expect.True(t, len(before) == want && right, last, "bytes before the difference:", len(before), "lines")
	}
}
