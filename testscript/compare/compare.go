// Package compare finds and classifies the first difference between two texts of any length, in bounded
// memory. It depends on assignments only in one way: lines of a log may be marked as optional
// (docs/rules/mancala.md rule 11).
//
// It implements "Bytes" of docs/rules/README.md: texts that differ only in line ends,
// in blanks at the ends of lines or in how the last line ends are equal in form.
package compare

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A Kind is the way in which two texts differ.
type Kind string

// The kinds. The first three leave the texts equal in form, except that Blanks also names a
// difference in the blanks within a line.
const (
	LineEnds     Kind = "line ends"
	FinalNewline Kind = "final newline"
	Blanks       Kind = "blanks"
	Content      Kind = "content"
	MissingLines Kind = "missing lines"
	ExtraLines   Kind = "extra lines"
	// OptionalLines are lines that the course's grader ignores. The texts are equal except for these.
	OptionalLines Kind = "optional lines"
)

// Describe describes the kind to a reader who does not see the lines.
func (k Kind) Describe() string {
	switch k {
	case Content:
		return "another line is wanted here"
	case MissingLines:
		return "lines are missing here"
	case ExtraLines:
		return "here are lines too many"
	case OptionalLines:
		return "the rules leave this line out; the course's grader ignores it"
	case FinalNewline:
		return "the file's last newline is missing, or is one too many"
	}
	return "other " + string(k) + " are wanted"
}

// A Grade is the degree of similarity of two texts.
type Grade int

const (
	Equal    Grade = iota // byte for byte
	SameForm              // except for line ends, blanks at line ends, the final newline and optional lines
	Different
)

// String returns the grade in words.
func (g Grade) String() string { return [...]string{"equal", "equal but for its form", "different"}[g] }

// A Report is the result of a comparison.
type Report struct {
	Grade Grade
	// First is the first difference that decides the grade: for Different, the first one
	// beyond form. It is nil if the texts are equal.
	First *Difference
	// Form is an earlier difference of form alone, if there is one.
	Form *Difference
	// Score is the score that a judge gives, or nil.
	Score *float64
}

// A Difference is a place where two texts differ.
type Difference struct {
	Kind   Kind
	Line   int // in the wanted text, from 1
	Column int // in bytes, from 1
	// GotLine is the line in the other text. It differs from Line only if optional lines were skipped.
	GotLine int
	// LinesBefore holds up to Context lines that precede the difference. Want and Got hold the line of the
	// difference and up to Context lines after it; they are shorter, or empty, where a text ends. Lines keep
	// their line ends. Only a part of a line longer than Shown bytes is kept; for the line of the difference
	// that part begins From bytes after the start of the line.
	LinesBefore, Want, Got []string
	From                   int
	// Says is the judge's comment on it, text from any source, or "".
	Says string
}

// Context is the number of lines shown before and after a difference.
const Context = 3

// Shown is the number of bytes of a line that are kept for display.
const Shown = 4096

// chunk is the size of reads; larger ones are no faster.
const chunk = 256 << 10

// Options control what counts as a difference.
type Options struct {
	// Optional describes lines of the wanted text that the other text may lack or replace. It is nil if no line
	// is optional.
	Optional *homework.OptionalLines
}

// buffers pools the buffers that two texts are read into: the kept lines and the next chunk.
var buffers = sync.Pool{New: func() any { return new([2][2 * chunk]byte) }}

// Readers compares two texts.
func Readers(want, got io.Reader, o Options) (Report, error) {
	memory := buffers.Get().(*[2][2 * chunk]byte)
	defer buffers.Put(memory)
	p := &divergence{want: memory[0][:0], got: memory[1][:0], wantRest: want, gotRest: got, line: 1}
	if equal, err := p.skipEqual(o); equal || err != nil {
		return Report{}, err
	}
	return newLockstep(p, o).run()
}

// divergence is the place where two texts cease to be equal: the text of both from the start of some earlier
// line, and the rest of both.
type divergence struct {
	want, got         []byte
	wantRest, gotRest io.Reader
	line              int // the number of the first line in want and got
	optional          int // how many of the lines before are optional
	skipped           int // bytes of that line that want and got do not include
}

// skipEqual reads both texts as long as they are equal, and reports whether they are equal to the end. If
// not, p holds the texts from at most Context lines before the first difference.
func (p *divergence) skipEqual(o Options) (bool, error) {
	for {
		keep := tail(p.want, Context)
		p.leave(p.want[:len(p.want)-keep], o)
		p.want = append(p.want[:0], p.want[len(p.want)-keep:]...)
		p.got = append(p.got[:0], p.got[len(p.got)-keep:]...)
		n, errWant := io.ReadFull(p.wantRest, p.want[keep:keep+chunk])
		m, errGot := io.ReadFull(p.gotRest, p.got[keep:keep+chunk])
		p.want, p.got = p.want[:keep+n], p.got[:keep+m]
		for _, err := range []error{errWant, errGot} {
			if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return false, err
			}
		}
		if !bytes.Equal(p.want, p.got) {
			return false, nil
		}
		if n < chunk {
			return true, nil
		}
	}
}

// leave counts the lines of a text that both have and that is discarded.
func (p *divergence) leave(text []byte, o Options) {
	last := bytes.LastIndexByte(text, '\n')
	if last < 0 {
		p.skipped += len(text)
		return
	}
	p.skipped = len(text) - last - 1
	p.line += bytes.Count(text, []byte{'\n'})
	if o.Optional != nil {
		p.optional += bytes.Count(text, []byte(o.Optional.Mark+"\n"))
	}
}

// tail returns the length of the last n lines of text that is worth keeping: at most half a
// chunk, starting at the start of a line unless a line is longer.
func tail(text []byte, n int) int {
	low := max(0, len(text)-chunk/2)
	i := len(text)
	for range n + 1 {
		j := bytes.LastIndexByte(text[low:i], '\n')
		if j < 0 {
			if low == 0 {
				return len(text)
			}
			break
		}
		i = low + j
	}
	if i == len(text) { // a single line longer than half a chunk
		return len(text) - low
	}
	return len(text) - i - 1
}

// Join combines the reports on the first lines of a text and on the rest into one on the whole.
func Join(head, rest Report, lines int) Report {
	for _, d := range []*Difference{rest.First, rest.Form} {
		if d != nil {
			d.Line += lines
			d.GotLine += lines
		}
	}
	switch {
	case head.Grade == Different || rest.Grade == Equal:
		return head
	case head.Grade == Equal:
		return rest
	case rest.Grade == SameForm: // of both, the first counts
		return head
	}
	rest.Form = head.First
	return rest
}

// A Source opens the file of the given name for comparison.
type Source func(name string) (io.ReadCloser, error)

// Texts is the source of files in memory.
func Texts(files map[string]string) Source {
	return func(name string) (io.ReadCloser, error) {
		text, ok := files[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}
}

// A StreamResult is the comparison of one file, or the reason why it could not be opened.
type StreamResult struct {
	Report
	OpenError error
}

// Stream compares the files of a source with the oracle's as the oracle produces them: no
// expected file is ever entirely in memory or on disk.
func Stream(ctx context.Context, p homework.Problem, options homework.Options,
	open Source) (map[string]StreamResult, error) {
	s := &streamSink{open: open, o: Options{Optional: options.Optional}, results: map[string]StreamResult{}}
	defer s.abort()
	if _, err := p.Solve(ctx, options, s); err != nil {
		return nil, err
	}
	return s.results, nil
}

type streamSink struct {
	open    Source
	o       Options
	results map[string]StreamResult
	files   []*streamFile
}

// Begin starts comparing a file, except for its head.
func (s *streamSink) Begin(name string, head output.Size) (output.File, error) {
	f := &streamFile{sink: s, name: name, lines: head.Lines, done: make(chan struct{})}
	s.files = append(s.files, f)
	got, err := s.open(name)
	if err != nil {
		f.openError = err
		close(f.done)
		return f, nil
	}
	r := bufio.NewReader(got)
	f.head = readLines(r, head.Lines)
	var want *io.PipeReader
	want, f.pipe = io.Pipe()
	go func() {
		defer close(f.done)
		defer got.Close()
		f.report, f.err = Readers(want, r, s.o)
		want.CloseWithError(errJudged)
	}()
	return f, nil
}

// errJudged signals to the writer that the comparison needs no more.
var errJudged = errors.New("the comparison has ended")

// abort ends comparisons that wait for more data.
func (s *streamSink) abort() {
	for _, f := range s.files {
		if f.pipe != nil {
			f.pipe.CloseWithError(errJudged)
		}
		<-f.done
	}
}

// maxHead is the maximum number of bytes read of a head; a right one has a few hundred bytes.
const maxHead = 64 << 10

// readLines reads n lines, or fewer if they are too long.
func readLines(r *bufio.Reader, n int) (text []byte) {
	for n > 0 && len(text) < maxHead {
		part, err := r.ReadSlice('\n')
		text = append(text, part...)
		if err == nil {
			n--
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
	}
	return text
}

// A streamFile is a file that is being compared.
type streamFile struct {
	sink      *streamSink
	name      string
	lines     int    // of the head
	head      []byte // as found
	pipe      *io.PipeWriter
	openError error
	done      chan struct{}
	report    Report
	err       error
}

func (f *streamFile) Write(p []byte) (int, error) {
	if f.pipe == nil {
		return len(p), nil
	}
	if _, err := f.pipe.Write(p); err != nil && !errors.Is(err, errJudged) {
		return 0, err
	}
	return len(p), nil
}

// Finish compares the head and combines both parts of the comparison.
func (f *streamFile) Finish(head []byte) error {
	if f.openError != nil {
		f.sink.results[f.name] = StreamResult{OpenError: f.openError}
		return nil
	}
	f.pipe.Close()
	<-f.done
	if f.err != nil {
		return f.err
	}
	report := f.report
	if f.lines > 0 {
		above, err := Readers(bytes.NewReader(head), bytes.NewReader(f.head), Options{})
		if err != nil {
			return err
		}
		report = Join(above, report, f.lines)
	}
	f.sink.results[f.name] = StreamResult{Report: report}
	return nil
}

// WithoutOptional returns a text without the lines that take the places of optional ones, which want contains
// with their mark. Such a line is removed only if the line of the same node follows, as in want; otherwise
// the line is an error of the program. After the first other difference these lines cannot be identified:
// from there on the text stays unchanged.
func WithoutOptional(want, got []byte, o *homework.OptionalLines) []byte {
	node := func(text []byte) string { // its name and depth
		line, _, _ := bytes.Cut(text, []byte("\n"))
		columns := bytes.SplitN(line, []byte(","), 3)
		return string(bytes.Join(columns[:min(2, len(columns))], []byte(",")))
	}
	var without []byte
	for rest := want; len(rest) > 0; {
		end := cmp.Or(bytes.IndexByte(rest, '\n')+1, len(rest))
		line := rest[:end]
		rest = rest[end:]
		if end = bytes.IndexByte(got, '\n') + 1; end == 0 { // the last line may be cut off
			break
		}
		mine, optional := got[:end], bytes.HasSuffix(form(line), []byte(o.Mark))
		switch {
		case optional && canReplaceOptional(mine, line, o) && node(got[end:]) == node(rest):
		case optional:
			continue
		case !bytes.Equal(form(mine), form(line)):
			return append(without, got...)
		default:
			without = append(without, mine...)
		}
		got = got[end:]
	}
	return append(without, got...)
}

// canReplaceOptional reports whether a line may take the place of an optional one.
func canReplaceOptional(line, optional []byte, o *homework.OptionalLines) bool {
	bare := func(text []byte) string { return string(bytes.TrimSuffix(form(text), []byte(o.Mark))) }
	return o.Replaces(bare(line), bare(optional))
}
