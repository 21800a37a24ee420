package desk

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// The limits of what is dropped: what a browser holds.
const (
	mostBytes = 256 << 20
	mostFiles = 50_000
)

// errTooMuch is the error for more.
var errTooMuch = fmt.Errorf("want at most %d MB and %d files, found more", mostBytes>>20, mostFiles)

// The file in which the runners of the bundle tell whose cases a program ran on, and those beside an answer in which they tell how the
// program ended, and what it printed on standard error.
const (
	assignmentFile = "touchstone-assignment.txt"
	endedFile      = "touchstone-ended.txt"
	errorsFile     = "touchstone-stderr.txt"
)

// An answer is what a program left for a case.
type answer struct {
	files   map[string][]byte
	outcome outcome.Outcome
}

// read returns the answers in what was dropped, by the names of their cases: of zips the folders with the name of a case, or
// files that lie so. What belongs to no case is in none.
func (q *question) read() (map[string]*answer, error) {
	known := map[string]*cases.Case{}
	for _, c := range q.cases {
		known[c.Name] = c
	}
	found := map[string]*answer{}
	size, count := 0, 0
	add := func(name string, text []byte) error {
		if size, count = size+len(text), count+1; size > mostBytes || count > mostFiles {
			return errTooMuch
		}
		of, file := path.Base(path.Dir(name)), path.Base(name)
		if whose := escape.Line(strings.TrimSpace(string(text[:min(len(text), 60)]))); file == assignmentFile && whose != q.a.Name {
			return fmt.Errorf("want answers to cases of %s, found those of %s: choose that homework", q.a.Name, whose)
		}
		if known[of] == nil {
			return nil
		}
		if found[of] == nil {
			found[of] = &answer{files: map[string][]byte{}}
		}
		return found[of].add(file, text)
	}
	for name, text := range q.Files {
		var err error
		if bytes.HasPrefix(text, []byte("PK\x03\x04")) {
			err = unzip(text, add)
		} else {
			err = add(strings.ReplaceAll(name, `\`, "/"), text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", escape.Line(name), err)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("want answers to cases of %s, in folders with the names of its cases (such as %s/%s), found none: is it the right assignment?",
			q.a.Name, q.cases[0].Name, q.cases[0].Problem.Files()[0])
	}
	return found, nil
}

// unzip hands on the files of a zip, of which no more is unpacked than a browser holds.
func unzip(text []byte, add func(name string, text []byte) error) error {
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return errors.New("want a zip that can be read, found a damaged or incomplete one")
	}
	for i, f := range z.File {
		if i > mostFiles {
			return errTooMuch
		}
		if !f.Mode().IsRegular() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return errors.New("want a zip whose files can be read, found one that cannot")
		}
		got, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
		if err != nil {
			return errors.New("want a zip whose files can be read, found a damaged one")
		}
		if err := add(strings.ReplaceAll(f.Name, `\`, "/"), got); err != nil {
			return err
		}
	}
	return nil
}

// add adds a file of the program, or what the runner tells of it.
func (a *answer) add(file string, text []byte) error {
	switch file {
	case errorsFile:
		a.outcome.Errors = text[max(0, len(text)-(16<<10)):]
	case endedFile:
		return a.ended(string(text))
	default:
		a.files[file] = text
	}
	return nil
}

// ended reads how a program ended: "exit 1", "signal SIGSEGV", "time 2.03" for one that was stopped after so many seconds.
func (a *answer) ended(text string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch word {
	case "exit":
		n, err := strconv.Atoi(rest)
		a.outcome.Exit = n
		return err
	case "signal":
		a.outcome.Exit, a.outcome.Signal = -1, escape.Line(rest)
		return nil
	case "time":
		seconds, err := strconv.ParseFloat(rest, 64)
		a.outcome.Stopped, a.outcome.Wall = outcome.StoppedWall, time.Duration(seconds*float64(time.Second))
		return err
	}
	return fmt.Errorf("want %s to say exit, signal or time, found %q", endedFile, escape.Line(text[:min(len(text), 40)]))
}

// An opened file is one in memory.
type opened struct{ *bytes.Reader }

func (opened) Close() error { return nil }

// open opens a file of the answer.
func (a *answer) open(name string) (judge.File, error) {
	text, ok := a.files[name]
	if !ok {
		return nil, regular.Absent()
	}
	return opened{bytes.NewReader(text)}, nil
}

// left lists the first few files that there are.
func (a *answer) left() (names []string) {
	const most = 5
	for name := range a.files {
		if fs.ValidPath(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[:min(len(names), most)]
}
