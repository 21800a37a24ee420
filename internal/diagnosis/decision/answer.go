package decision

import (
	"bytes"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// mostKept is how many of the first lines of a file an answer keeps: those of any turn.
const mostKept = 200

// An answer is a sink that keeps a few lines of the right files.
type answer struct {
	pick  int // the number of a line to keep, from 1
	files map[string]*kept
}

// A kept file is what an answer keeps of a file.
type kept struct {
	pick    int
	above   int // lines of the head
	lines   int // so far, with the head
	begin   []string
	picked  string
	last    string
	partial []byte // a line without its end
}

func (a *answer) Begin(name string, head output.Size) (output.File, error) {
	if a.files == nil {
		a.files = map[string]*kept{}
	}
	k := &kept{pick: a.pick, above: head.Lines, lines: head.Lines}
	a.files[name] = k
	return k, nil
}

func (k *kept) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if line[len(line)-1] != '\n' {
			k.partial = append(k.partial, line...)
			continue
		}
		k.add(string(append(k.partial, line[:len(line)-1]...)))
		k.partial = k.partial[:0]
	}
	return len(p), nil
}

// add takes one more line.
func (k *kept) add(line string) {
	k.lines++
	if k.last = line; k.lines == k.pick {
		k.picked = line
	}
	if len(k.begin) < mostKept {
		k.begin = append(k.begin, line)
	}
}

// Finish takes an open last line, and puts the head in front.
func (k *kept) Finish(head []byte) error {
	if len(k.partial) > 0 {
		k.add(string(k.partial))
	}
	if k.above > 0 {
		above := strings.Split(strings.TrimSuffix(string(head), "\n"), "\n")
		k.begin = append(above, k.begin...)
	}
	if k.pick > 0 && k.pick <= k.above {
		k.picked = k.begin[k.pick-1]
	}
	return nil
}

// first returns up to n of the first lines of a file.
func (a *answer) first(name string, n int) []string {
	k := a.files[name]
	return k.begin[:min(n, len(k.begin))]
}

// line returns the picked line, or the n-th if it is among the first, and how many lines there are.
func (a *answer) line(name string, n int) (text string, lines int) {
	k := a.files[name]
	if n >= 1 && n <= len(k.begin) {
		return k.begin[n-1], k.lines
	}
	return k.picked, k.lines
}

// turn returns n lines of a file from the line first on, or its last line if first is 0.
func (a *answer) turn(name string, first, n int) []string {
	k := a.files[name]
	if first == 0 {
		return []string{k.last}
	}
	return span(k.begin, first, n)
}

// span returns n lines from the line first on, or those that there are.
func span(lines []string, first, n int) []string {
	from := min(first-1, len(lines))
	return lines[from:min(from+n, len(lines))]
}
