package output_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// An Excerpt keeps the head, the 200 lines after it, the picked line and the last line.
func TestExcerpt(t *testing.T) {
	var all []string
	for i := range 300 {
		all = append(all, fmt.Sprintf("line %d", i+1))
	}
	for _, head := range []int{0, 1, 3} {
		for _, pick := range []int{0, 1, 3, 4, 200 + head, 201 + head, 299, 300, 301} {
			e := &output.Excerpt{Pick: pick}
			f := must.Get(e.Begin("log", output.Size{Lines: head}))(t)
			end := strings.Repeat("\n", pick%2) // of the last line, or none
			for part := range slices.Chunk([]byte(strings.Join(all[head:], "\n")+end), 7) {
				must.Get(f.Write(part))(t)
			}
			must.Do(t, f.Finish([]byte(strings.Join(all[:head], "\n")+"\n")))
			kept, picked := all[:200+head], ""
			if pick >= 1 && pick <= len(all) {
				picked = all[pick-1]
			}
			got := [][]string{e.First("log", 2), e.First("log", 300), e.Part("log", 0, 5), e.Part("log", 2, 3),
				e.Part("log", 199+head, 5), e.Part("log", 290, 5)}
			want := [][]string{kept[:2], kept, all[299:], kept[1:4], kept[198+head:], {}}
			for _, n := range []int{1, 200 + head, pick} {
				text, lines := e.Line("log", n)
				got = append(got, []string{text, fmt.Sprint(lines)})
				line := picked
				if n >= 1 && n <= len(kept) {
					line = kept[n-1]
				}
				want = append(want, []string{line, "300"})
			}
			expect.Equal(t, want, got, "with a head of", head, "lines, line", pick, "picked")
		}
	}
}
