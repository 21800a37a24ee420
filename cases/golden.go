package cases

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// MaxStored is the size of the largest golden that a case stores as text.
const MaxStored = 64 << 10

// A Golden is the expected contents of a file: its text, or its sum.
type Golden struct {
	Text []byte // nil if only the sum is stored
	Sum
}

// A Sum identifies a text by its digest and size.
type Sum struct {
	SHA256 string // in hex
	Bytes  int64
	Lines  int64 // an unterminated last line counts
}

const sumEnding = ".sum"

func (s Sum) String() string {
	return fmt.Sprintf("sha256 %s\nbytes %d\nlines %d\n", s.SHA256, s.Bytes, s.Lines)
}

func parseSum(text string) (s Sum, err error) {
	if _, err = fmt.Sscanf(text, "sha256 %s\nbytes %d\nlines %d\n", &s.SHA256, &s.Bytes, &s.Lines); err != nil || len(s.SHA256) != 2*sha256.Size {
		return s, fmt.Errorf("want the three lines sha256, bytes and lines, found %s", scan.Show(text))
	}
	return s, nil
}

// Golden returns the expected contents of a file.
func (c *Case) Golden(name string) (Golden, error) {
	if f := c.file(goldenDir + name); f != nil {
		text := f.Data
		if !c.Assignment.FinalNewline {
			text = bytes.TrimSuffix(text, []byte("\n"))
		}
		s := newSummer()
		s.add(text)
		return Golden{Text: text, Sum: s.sum()}, nil
	}
	if f := c.file(goldenDir + name + sumEnding); f != nil {
		sum, err := parseSum(string(f.Data))
		if err != nil {
			return Golden{}, fmt.Errorf("%s%s%s: %w", goldenDir, name, sumEnding, err)
		}
		return Golden{Sum: sum}, nil
	}
	return Golden{}, fmt.Errorf("no golden for %s: make it by \"touchstone cases update\"", name)
}

// Complete returns the case with the oracle's goldens, in the default edition, where it has
// none. If it has them all, it returns the case itself.
func (c *Case) Complete(ctx context.Context) (*Case, error) {
	if _, judges := c.Problem.(compare.Judge); judges {
		return c, nil // there may be several right answers
	}
	lacks := func(name string) bool {
		return c.file(goldenDir+name) == nil && c.file(goldenDir+name+sumEnding) == nil
	}
	if !slices.ContainsFunc(c.Problem.Files(), lacks) {
		return c, nil
	}
	text, err := c.Update(ctx)
	if err != nil {
		return nil, err
	}
	whole := *c
	whole.archive = &txtar.Archive{Comment: c.archive.Comment, Files: slices.Clone(c.archive.Files)}
	made := Case{archive: txtar.Parse(text)}
	for _, name := range c.Problem.Files() {
		for _, file := range []string{goldenDir + name, goldenDir + name + sumEnding} {
			if f := made.file(file); f != nil && lacks(name) {
				whole.archive.Files = append(whole.archive.Files, *f)
			}
		}
	}
	return &whole, nil
}

// Update returns the case's file with goldens made by the oracle in the default edition.
func (c *Case) Update(ctx context.Context) ([]byte, error) {
	made, err := c.solve(ctx, nil)
	if err != nil {
		return nil, err
	}
	if heads := made.heads(); heads != nil {
		// A sum begins with the head, which is known only now.
		if made, err = c.solve(ctx, heads); err != nil {
			return nil, err
		}
	}
	out := txtar.Parse(c.Script())
	for _, name := range c.Problem.Files() {
		sum := made[name].sum()
		f := txtar.File{Name: goldenDir + name, Data: made[name].text.Bytes()}
		if sum.Bytes > MaxStored {
			f = txtar.File{Name: goldenDir + name + sumEnding, Data: []byte(sum.String())}
		}
		out.Files = append(out.Files, f)
	}
	return txtar.Format(out), nil
}

func (c *Case) solve(ctx context.Context, heads map[string][]byte) (goldenSink, error) {
	made := goldenSink{}
	for name, head := range heads {
		made[name] = newSummer()
		made[name].add(head)
	}
	_, err := c.Problem.Solve(ctx, homework.Options{}, made)
	return made, err
}

// A goldenSink keeps the sums of an answer's files, and the texts of the small ones. A file
// that is already in it has its head.
type goldenSink map[string]*summer

func (g goldenSink) Begin(name string, head output.Size) (output.File, error) {
	if g[name] == nil {
		g[name] = newSummer()
	}
	return g[name], nil
}

// heads returns the heads of large files, or nil if there are none.
func (g goldenSink) heads() map[string][]byte {
	for _, s := range g {
		if len(s.head) > 0 && s.size > MaxStored {
			heads := map[string][]byte{}
			for name, s := range g {
				heads[name] = s.head
			}
			return heads
		}
	}
	return nil
}

// A summer computes the sum of a text.
type summer struct {
	hash hash.Hash
	text bytes.Buffer // the text, or only its beginning if it is long
	head []byte       // passed to Finish, after the text
	size int64
	ends int64 // number of newlines
	last byte
}

func newSummer() *summer { return &summer{hash: sha256.New()} }

func (s *summer) Write(p []byte) (int, error) {
	s.add(p)
	return len(p), nil
}

func (s *summer) add(p []byte) {
	s.hash.Write(p)
	if s.text.Len() <= MaxStored {
		s.text.Write(p)
	}
	s.size += int64(len(p))
	s.ends += int64(bytes.Count(p, []byte("\n")))
	if len(p) > 0 {
		s.last = p[len(p)-1]
	}
}

// Finish puts the head in front of a small text.
func (s *summer) Finish(head []byte) error {
	if len(head) == 0 || s.headKnown(head) {
		return nil
	}
	text := s.text.Bytes()
	size := s.size
	*s = *newSummer()
	s.add(head)
	s.add(text)
	s.head, s.size = head, size+int64(len(head))
	return nil
}

// headKnown reports whether the text began with its head.
func (s *summer) headKnown(head []byte) bool { return bytes.HasPrefix(s.text.Bytes(), head) }

func (s *summer) sum() Sum {
	lines := s.ends
	if s.size > 0 && s.last != '\n' {
		lines++
	}
	return Sum{SHA256: hex.EncodeToString(s.hash.Sum(nil)), Bytes: s.size, Lines: lines}
}
