package output

import "bytes"

// Lines splits its input into lines, and calls Visit with each line, without its newline.
type Lines struct {
	Visit   func(line []byte)
	partial []byte // a line without its end
}

func (l *Lines) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if line[len(line)-1] != '\n' {
			l.partial = append(l.partial, line...)
			continue
		}
		l.Visit(append(l.partial, line[:len(line)-1]...))
		l.partial = l.partial[:0]
	}
	return len(p), nil
}

// End visits an unterminated last line.
func (l *Lines) End() {
	if len(l.partial) > 0 {
		l.Visit(l.partial)
	}
}
