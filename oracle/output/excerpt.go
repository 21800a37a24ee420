package output

import "strings"

// maxFirst is the number of lines that an Excerpt keeps from the start of a file. It covers any turn.
const maxFirst = 200

// An Excerpt is a sink that keeps a few lines of each file: the first ones, the last one, and one by its number.
type Excerpt struct {
	Pick  int // the number of a line to keep, from 1
	files map[string]*excerpt
}

// An excerpt is the part of a file that is kept.
type excerpt struct {
	pick   int
	above  int // lines of the head
	lines  int // so far, with the head
	begin  []string
	picked string
	last   string
	Lines
}

// Begin starts a file.
func (e *Excerpt) Begin(name string, head Size) (File, error) {
	if e.files == nil {
		e.files = map[string]*excerpt{}
	}
	k := &excerpt{pick: e.Pick, above: head.Lines, lines: head.Lines}
	k.Visit = func(line []byte) { k.add(string(line)) }
	e.files[name] = k
	return k, nil
}

// add adds one line.
func (k *excerpt) add(line string) {
	k.lines++
	if k.last = line; k.lines == k.pick {
		k.picked = line
	}
	if len(k.begin) < maxFirst {
		k.begin = append(k.begin, line)
	}
}

// Finish adds an unterminated last line, and inserts the head before all lines.
func (k *excerpt) Finish(head []byte) error {
	k.End()
	if k.above > 0 {
		above := strings.Split(strings.TrimSuffix(string(head), "\n"), "\n")
		k.begin = append(above, k.begin...)
	}
	return nil
}

// First returns up to n of the first lines of a file.
func (e *Excerpt) First(name string, n int) []string {
	k := e.files[name]
	return k.begin[:min(n, len(k.begin))]
}

// Line returns the picked line, or the n-th if it is among the first ones, and the number of lines.
func (e *Excerpt) Line(name string, n int) (text string, lines int) {
	k := e.files[name]
	if n >= 1 && n <= len(k.begin) {
		return k.begin[n-1], k.lines
	}
	return k.picked, k.lines
}

// Part returns up to n lines of a file from the line first on, or its last line if first is 0.
func (e *Excerpt) Part(name string, first, n int) []string {
	k := e.files[name]
	if first == 0 {
		return []string{k.last}
	}
	from := min(first-1, len(k.begin))
	return k.begin[from:min(from+n, len(k.begin))]
}
