package cases

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
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
	if _, err = fmt.Sscanf(text, "sha256 %s\nbytes %d\nlines %d\n", &s.SHA256, &s.Bytes, &s.Lines); err != nil ||
		len(s.SHA256) != 2*sha256.Size {
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

// lacks reports whether the case has no golden for a file.
func (c *Case) lacks(name string) bool {
	return c.file(goldenDir+name) == nil && c.file(goldenDir+name+sumEnding) == nil
}

// Complete returns the case with the oracle's goldens, in the default edition, where it has
// none. If it has them all, it returns the case itself.
func (c *Case) Complete(ctx context.Context) (*Case, error) {
	if _, judges := c.Problem.(compare.Judge); judges {
		return c, nil // there may be several right answers
	}
	if !slices.ContainsFunc(c.Problem.Files(), c.lacks) {
		return c, nil
	}
	text, err := c.updateGoldens(ctx)
	if err != nil {
		return nil, err
	}
	whole := *c
	whole.archive = &txtar.Archive{Comment: c.archive.Comment, Files: slices.Clone(c.archive.Files)}
	made := Case{archive: txtar.Parse(text)}
	for _, name := range c.Problem.Files() {
		for _, file := range []string{goldenDir + name, goldenDir + name + sumEnding} {
			if f := made.file(file); f != nil && c.lacks(name) {
				whole.archive.Files = append(whole.archive.Files, *f)
			}
		}
	}
	return &whole, nil
}

// updateGoldens returns the case's file with goldens made by the oracle in the default edition.
func (c *Case) updateGoldens(ctx context.Context) ([]byte, error) {
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

// heads returns the heads of large files, or nil if no file is large.
func (g goldenSink) heads() map[string][]byte {
	heads, large := map[string][]byte{}, false
	for name, s := range g {
		heads[name] = s.head
		large = large || len(s.head) > 0 && s.size > MaxStored
	}
	if !large {
		return nil
	}
	return heads
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

// Finish writes the head before a small text.
func (s *summer) Finish(head []byte) error {
	if len(head) == 0 || bytes.HasPrefix(s.text.Bytes(), head) { // the text began with its head
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

func (s *summer) sum() Sum {
	lines := s.ends
	if s.size > 0 && s.last != '\n' {
		lines++
	}
	return Sum{SHA256: hex.EncodeToString(s.hash.Sum(nil)), Bytes: s.size, Lines: lines}
}

// KillsFile is the name of a directory's kill matrix: which of its cases fail a program with a given fault.
// Only "touchstone audit --update" writes it. It holds the names of the cases, one per line, and then a line
// for each fault with a character for each case: x if the case kills the fault, a dot if not.
const KillsFile = "kills.txt"

const killsTitle = "# Which cases kill which mutants. Written by \"touchstone audit --update\"."

// formatKills formats the matrix of a directory's cases, given by name.
func formatKills(faults, names []string, killed func(name, fault string) bool) []byte {
	var b strings.Builder
	fmt.Fprintln(&b, killsTitle)
	width := 0
	for _, name := range names {
		fmt.Fprintln(&b, "case", name)
	}
	for _, fault := range faults {
		width = max(width, len(fault))
	}
	for _, fault := range faults {
		fmt.Fprintf(&b, "fault %-*s ", width, fault)
		for _, name := range names {
			sign := byte('.')
			if killed(name, fault) {
				sign = 'x'
			}
			b.WriteByte(sign)
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// parseKills parses a matrix and returns the faults that each case kills.
func parseKills(file string, text []byte) (kills map[string][]string, err error) {
	kills = map[string][]string{}
	var names []string
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		switch words := strings.Fields(line); {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "case" && len(words) == 2:
			names = append(names, words[1])
		case words[0] == "fault" && len(words) == 3 && len(words[2]) == len(names) &&
			strings.Trim(words[2], "x.") == "":
			for i, sign := range words[2] {
				if sign == 'x' {
					kills[names[i]] = append(kills[names[i]], words[1])
				}
			}
		default:
			return nil, fmt.Errorf("%s:%d: want a case, or a fault with a sign, x or a dot, for each of %d cases",
				file, n, len(names))
		}
	}
	return kills, nil
}

// addKills sets the kills of cases from the matrix in their directory, if there is one.
func addKills(fsys fs.FS, byDir map[string][]*Case) (err error) {
	for dir, list := range byDir {
		file := path.Join(dir, KillsFile)
		text, readErr := fs.ReadFile(fsys, file)
		if errors.Is(readErr, fs.ErrNotExist) {
			continue
		}
		kills, parseErr := parseKills(file, text)
		err = errors.Join(err, readErr, parseErr)
		for _, c := range list {
			c.Kills = slices.Clone(kills[c.Name])
		}
	}
	return err
}

// Make returns a new case, with its goldens, that is in no file.
func Make(ctx context.Context, a *oracle.Assignment, p homework.Problem, name, title string) (*Case, error) {
	text, err := Compose(ctx, a, p, title)
	if err != nil {
		return nil, err
	}
	return Parse(name, name, text)
}

// Compose returns the file of a new case, with its goldens. lines are additional header lines.
func Compose(ctx context.Context, a *oracle.Assignment, p homework.Problem, title string,
	lines ...string) ([]byte, error) {
	head := fmt.Sprintf("# %s: %s\n#\n", a.Name, title)
	for _, line := range lines {
		head += "# " + line + "\n"
	}
	c, err := Parse("new case", title, txtar.Format(newArchive(head, p, []byte(p.String()))))
	if err != nil {
		return nil, err
	}
	return c.updateGoldens(ctx)
}

// newArchive returns an archive with a head, the script that submits the input and compares the files of a
// problem, and the input.
func newArchive(head string, p homework.Problem, input []byte) *txtar.Archive {
	script := fmt.Sprintf("%s%s %s\n", head, CmdSubmit, oracle.InputFile)
	for _, file := range p.Files() {
		script += fmt.Sprintf("%s %s\n", CmdGolden, file)
	}
	return &txtar.Archive{Comment: []byte(script), Files: []txtar.File{{Name: oracle.InputFile, Data: input}}}
}

// OnInput returns a case called name on an input of any origin, without goldens; path is used in
// errors. A program gets the bytes of src.
func OnInput(a *oracle.Assignment, name, path string, src []byte) (*Case, error) {
	problem, err := a.Parse(path, src)
	if err != nil {
		return nil, err
	}
	commands, input := PackInput(src)
	archive := newArchive(fmt.Sprintf("# %s: an input of your own\n%s", a.Name, commands), problem, input.Data)
	return &Case{Assignment: a, Name: name, Title: "an input of your own", Points: 1, Problem: problem,
		quoted: strings.Contains(commands, CmdUnquote), archive: archive}, nil
}

// An Annotation holds the computed data about a case: Kills goes into KillsFile, the rest into the case's
// header.
type Annotation struct {
	Kills []string // names of faults
	Core  bool     // whether the case belongs to the profile core
}

// Annotate writes annotations, keyed by case name, into an assignment's cases below dir and into their
// KillsFile, which has a line for each fault. It returns the paths of the files that changed. If check is
// set, it writes nothing and returns the files that it would change.
func Annotate(ctx context.Context, dir string, a *oracle.Assignment, faults []string,
	notes map[string]Annotation, check bool) (changed []string, err error) {
	write := func(p string, old, text []byte) error {
		if bytes.Equal(old, text) {
			return nil
		}
		if !check {
			if err := output.WriteFile(p, text); err != nil {
				return err
			}
		}
		changed = append(changed, p)
		return nil
	}
	byDir := map[string][]string{}
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !isCase(p, d) {
			return skipDir(d, err)
		}
		c, old, err := read(p)
		if err != nil {
			return err
		}
		note, ok := notes[c.Name]
		if c.Assignment != a || !ok || ctx.Err() != nil {
			return ctx.Err()
		}
		byDir[filepath.Dir(p)] = append(byDir[filepath.Dir(p)], c.Name)
		return write(p, old, c.annotated(note))
	})
	if err != nil {
		return changed, err
	}
	for _, parent := range slices.Sorted(maps.Keys(byDir)) {
		p := filepath.Join(parent, KillsFile)
		old, err := regular.Read(p)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return changed, err
		}
		killed := func(name, fault string) bool { return slices.Contains(notes[name].Kills, fault) }
		if err := write(p, old, formatKills(faults, byDir[parent], killed)); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// annotated returns the case's file with the annotation at the end of its header, replacing an older one.
func (c *Case) annotated(note Annotation) []byte {
	var b strings.Builder
	header, script := c.split()
	for _, line := range header {
		key, _, _ := strings.Cut(line, ":")
		if key != "kills" && key != "profiles" {
			b.WriteString(strings.TrimSuffix("# "+line, " ") + "\n")
		}
	}
	profiles := slices.DeleteFunc(slices.Clone(c.Profiles), func(p string) bool { return p == ProfileCore })
	if note.Core {
		profiles = append([]string{ProfileCore}, profiles...)
	}
	if len(profiles) > 0 {
		b.WriteString("# profiles: " + strings.Join(profiles, " ") + "\n")
	}
	b.WriteString(strings.Join(script, "\n"))
	return txtar.Format(&txtar.Archive{Comment: []byte(b.String()), Files: c.archive.Files})
}
