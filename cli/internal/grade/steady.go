package grade

import (
	"bytes"
	"regexp"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// changing matches what differs from one run of the same program to the next: addresses, the number
// of its process where sanitizers and Java write it, and our folders.
var changing = regexp.MustCompile(`\b0x[0-9a-fA-F]{4,}\b|==\d+==|\bpid[ =:]*\d+\b|[^\s"':]*touchstone-scratch-[^\s"'/]*`)

// steady returns what a program printed without what would differ if it ran again, so that the books
// do not depend on which run was kept. Of a text whose beginning is lost, the line stands for all that
// makes up most of it: what many processes write at the same time is never the same twice.
func steady(printed []byte) []byte {
	if len(printed) >= sandbox.TailSize {
		if line := mostly(printed); line != nil {
			printed = append(line, "\n(again and again)\n"...)
		}
	}
	return changing.ReplaceAll(printed, []byte("..."))
}

// mostly returns the line that makes up more than half of a text, or nil.
func mostly(text []byte) (line []byte) {
	times := map[string]int{}
	lines := bytes.Split(text, []byte("\n"))
	for _, one := range lines {
		if times[string(one)]++; times[string(one)] > len(lines)/2 {
			return bytes.Clone(one)
		}
	}
	return nil
}
