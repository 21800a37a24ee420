package compare

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
)

// Of a long line a hundred cells are shown. From the 77th byte on, the difference is in the
// middle; before that, the line is shown from its start.
func TestView(t *testing.T) {
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
		expect.Equal(t, c.text, got.text, "text at column", c.column)
		expect.Equal(t, c.place, got.column, "mark of column", c.column)
	}
	for length, want := range map[int]string{99: "", 100: "", 101: "..."} {
		text := view(strings.Repeat("x", length)+"\n", 0, false).text
		expect.Equal(t, strings.Repeat("x", min(length, 100))+want, text, "a line of bytes:", length)
	}
}
