package desk

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/prose"
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
	ran     bool // a runner tells how it ended
	some    bool // it may have left others, which nobody has handed over
}

// A pile is what was dropped, as it is sorted.
type pile struct {
	game        string
	known       map[string]bool // the names of its cases
	found       map[string]*answer
	stray       []string // files that are no zips and lie in no folder of a case
	size, count int
}

// read returns the answers in what was dropped, by the names of their cases: of zips the folders with the name of a case, or
// files that lie so. What belongs to no case is in none.
func (q *question) read() (map[string]*answer, error) {
	p := &pile{game: q.a.Name, known: map[string]bool{}, found: map[string]*answer{}}
	for _, c := range q.cases {
		p.known[c.Name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(q.Files)) {
		text, err := q.Files[name], error(nil)
		if bytes.HasPrefix(text, []byte("PK\x03\x04")) {
			err = unzip(text, p.add)
		} else {
			path := strings.ReplaceAll(name, `\`, "/")
			if err = p.add(path, text); !p.known[folderOf(path)] {
				p.stray = append(p.stray, escape.Line(path))
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", escape.Line(name), err)
		}
	}
	switch {
	case len(p.found) == 0:
		return nil, fmt.Errorf("want answers to cases of %s, in folders with the names of its cases (such as %s/%s), found none: %sis it the right assignment?",
			q.a.Name, q.cases[0].Name, q.cases[0].Problem.Files()[0], p.strays())
	case p.unanswered(q.a.Run.InputName()):
		return nil, fmt.Errorf("want answers to cases of %s, found the cases: run your program on them by run.py, which lies beside them, and drop the answers.zip that it makes", q.a.Name)
	}
	return p.found, nil
}

// folderOf returns the folder that a file lies in, without those around it.
func folderOf(file string) string { return path.Base(path.Dir(file)) }

// add adds a file.
func (p *pile) add(name string, text []byte) error {
	if p.size, p.count = p.size+len(text), p.count+1; p.size > mostBytes || p.count > mostFiles {
		return errTooMuch
	}
	of, file := folderOf(name), path.Base(name)
	if whose := escape.Line(strings.TrimSpace(string(text[:min(len(text), 60)]))); file == assignmentFile && whose != p.game {
		return fmt.Errorf("want answers to cases of %s, found those of %s: choose that homework", p.game, whose)
	}
	if !p.known[of] {
		return nil
	}
	if p.found[of] == nil {
		p.found[of] = &answer{files: map[string][]byte{}}
	}
	return p.found[of].add(file, text)
}

// strays names the first file that belongs nowhere, or returns "".
func (p *pile) strays() string {
	switch more := len(p.stray) - 1; {
	case more < 0:
		return ""
	case more == 0:
		return p.stray[0] + " is no zip and lies in no folder of a case; "
	default:
		return fmt.Sprintf("%s and %s are no zips and lie in no folder of a case; ", p.stray[0], prose.Count(more, "more file"))
	}
}

// unanswered reports whether there are inputs alone, as in the zip of the cases, on which no program has run.
func (p *pile) unanswered(input string) bool {
	for _, a := range p.found {
		if a.ran || len(a.files) != 1 || !a.has(input) {
			return false
		}
	}
	return true
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
		a.ran = true
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

// asked returns the files that a case asks for, and of an answer of which some are handed over these.
func (a *answer) asked(c *cases.Case) []string {
	return slices.DeleteFunc(slices.Clone(c.Problem.Files()), func(name string) bool { return a.some && !a.has(name) })
}

// has reports whether there is a file, which may be empty.
func (a *answer) has(name string) bool {
	_, there := a.files[name]
	return there
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
