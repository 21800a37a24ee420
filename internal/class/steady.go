package class

import (
	"bytes"
	"regexp"
)

// changing matches what differs from one run of the same program to the next: addresses, the number
// of its process where sanitizers and Java write it, and our folders.
var changing = regexp.MustCompile(`\b0x[0-9a-fA-F]{4,}\b|==\d+==|\bpid[ =:]*\d+\b|[^\s"':]*touchstone-scratch-[^\s"'/]*`)

// flood is how many lines at least make a text of which one line is enough.
const flood = 8

// steady returns what a program printed without what would differ if it ran again, so that the books
// do not depend on which run was kept. A line that makes up most of a long text stands for all of it:
// that is what many processes write when they fail alike, and how many do, and where they write into
// each other's lines, is never the same twice.
func steady(printed []byte) []byte {
	text := changing.ReplaceAll(printed, []byte("..."))
	if line := mostly(text); line != nil {
		return append(line, "\n(again and again)\n"...)
	}
	return text
}

// mostly returns the line that makes up more than half of a text of at least flood lines, or nil.
func mostly(text []byte) (line []byte) {
	times := map[string]int{}
	lines := bytes.Split(text, []byte("\n"))
	if len(lines) < flood {
		return nil
	}
	for _, one := range lines {
		if times[string(one)]++; times[string(one)] > len(lines)/2 {
			return bytes.Clone(one)
		}
	}
	return nil
}
