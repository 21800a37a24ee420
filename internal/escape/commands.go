package escape

import (
	"fmt"
	"io"
	"sync"
)

// GitHub Actions reads what the steps of a workflow print, on both streams. A line that begins
// with "::" behind white space of any kind is a command to it, such as ::stop-commands::, and so
// is, anywhere in a line, what begins with "##[" (ActionCommand.TryParseV2 and TryParse of
// github.com/actions/runner). To everybody else that is text, so it is escaped only in streams that
// the platform reads, but there in all of it: the second colon becomes \u003a and the bracket
// \u005b. In JSON these are escapes, and its readers get the same text. What cannot be a command
// stays as it is, to the byte.

// Guard returns writers to the streams of a process that together write no command of GitHub
// Actions, not even across writes or if the streams share a pipe. They may be used concurrently.
func Guard(streams ...io.Writer) []*Guarded {
	shared := &pipe{line: lineStart}
	all := make([]*Guarded, len(streams))
	for i, to := range streams {
		all[i] = &Guarded{to: to, line: lineStart, pipe: shared}
	}
	return all
}

// A Guarded is a stream of text that holds no command of GitHub Actions.
type Guarded struct {
	to   io.Writer
	line line // as the platform sees this stream alone
	pipe *pipe
}

// A pipe is what streams become that somebody redirects into one.
type pipe struct {
	mu   sync.Mutex // held while any of them writes
	line line
}

// Write writes a text, with its commands escaped.
func (g *Guarded) Write(text []byte) (int, error) {
	g.pipe.mu.Lock()
	defer g.pipe.mu.Unlock()
	out := make([]byte, 0, len(text)+8)
	for _, c := range text {
		own, shared := g.line.opens(c), g.pipe.line.opens(c)
		if !own && !shared {
			out = append(out, c)
			g.line, g.pipe.line = g.line.next(c), g.pipe.line.next(c)
			continue
		}
		out = fmt.Appendf(out, `\u%04x`, c)
		g.line, g.pipe.line = lineInside, lineInside
	}
	n, err := g.to.Write(out)
	if err == nil && n < len(out) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return 0, err
	}
	return len(text), nil
}

// Commands returns a way past the guard, for whole lines that are meant to be commands.
// If w is not guarded, it returns w.
func Commands(w io.Writer) io.Writer {
	if g, ok := w.(*Guarded); ok {
		return commands{g}
	}
	return w
}

type commands struct{ *Guarded }

func (c commands) Write(lines []byte) (int, error) {
	c.pipe.mu.Lock()
	defer c.pipe.mu.Unlock()
	c.line, c.pipe.line = lineStart, lineStart
	return c.to.Write(lines)
}

// A line is how far a line may have got towards a command.
type line uint8

const (
	lineStart  line = iota // nothing in it that is surely seen
	lineColon              // and then a colon
	lineInside             // something else, and no number sign at its end
	lineSign               // a number sign at its end
	lineSigns              // two or more
)

// opens reports whether a byte completes what begins a command.
func (l line) opens(c byte) bool { return l == lineColon && c == ':' || l == lineSigns && c == '[' }

// next returns the state behind a byte that opens nothing. What counts as white space, and in
// which encoding, is the platform's affair: any byte counts here that ASCII has no picture for.
// Control characters may all end a line.
func (l line) next(c byte) line {
	switch {
	case c < ' ' && c != '\t':
		return lineStart
	case l == lineStart && (c <= ' ' || c > '~'):
		return lineStart
	case l == lineStart && c == ':':
		return lineColon
	case c == '#' && (l == lineSign || l == lineSigns):
		return lineSigns
	case c == '#':
		return lineSign
	}
	return lineInside
}
