package compare

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

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
func Stream(ctx context.Context, p homework.Problem, how homework.Options, open Source) (map[string]StreamResult, error) {
	s := &streamSink{open: open, o: Options{Optional: how.Optional}, results: map[string]StreamResult{}}
	defer s.abort()
	if _, err := p.Solve(ctx, how, s); err != nil {
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

// errJudged tells the writer that the comparison needs no more.
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

// longestHead limits what is read of a head; a right one has a few hundred bytes.
const longestHead = 64 << 10

// readLines reads n lines, or fewer if they are too long.
func readLines(r *bufio.Reader, n int) (text []byte) {
	for n > 0 && len(text) < longestHead {
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
