package cases

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A Case is one test case.
type Case struct {
	Assignment *oracle.Assignment
	Name       string // file name without its extension
	Title      string
	Tags       []string
	Rules      []string         // rule numbers of docs/rules/ASSIGNMENT.md
	MadeFor    []string         // the faults that the case is designed to catch, at most five
	Kills      []string         // all faults that it catches, from KillsFile
	Profiles   []string         // in addition to the default one
	Points     float64          // weight relative to the other cases of its category, 1 by default
	Time       time.Duration    // the CPU time that a program has for it, or 0 for the usual
	Problem    homework.Problem // the parsed input

	origin  string // the name of the case in a problem package, or ""
	quoted  bool   // the input is quoted in the archive
	archive *txtar.Archive
}

// The profiles are sets of cases: core is a small one that kills every mutant up to three
// times, default has all cases that name no profile other than core, graded is one like the
// course's own, and beyond has those outside the envelopes, which no course would ask.
const (
	ProfileCore    = "core"
	ProfileDefault = "default"
	ProfileGraded  = "graded"
	ProfileBeyond  = "beyond"
)

// ProfileNames lists all profiles.
var ProfileNames = []string{ProfileCore, ProfileDefault, ProfileGraded, ProfileBeyond}

// IsCalled reports whether a name is the case's, in a problem package the path of its input below data
// without .in too.
func (c *Case) IsCalled(name string) bool {
	return name == c.Name || c.origin != "" && name == c.origin
}

// Matches reports whether a pattern of path.Match matches a name by which the case is called.
func (c *Case) Matches(pattern string) (bool, error) {
	ok, err := path.Match(pattern, c.Name)
	if !ok && err == nil && c.origin != "" {
		ok, err = path.Match(pattern, c.origin)
	}
	return ok, err
}

// In reports whether the case belongs to a profile.
func (c *Case) In(profile string) bool {
	if profile == ProfileDefault {
		return !slices.Contains(c.Profiles, ProfileGraded) && !slices.Contains(c.Profiles, ProfileBeyond)
	}
	return slices.Contains(c.Profiles, profile)
}

// TagBreadth is the tag of the cases that were drawn at random for each task, size and situation.
const TagBreadth = "breadth"

// Beyond returns the reason why a course would not use the case for a program that follows edition (or the
// default, if ""). It returns "" if the case is inside the assignment's envelope.
func (c *Case) Beyond(ctx context.Context, edition string) (string, error) {
	return c.Problem.Beyond(ctx, c.Input(), edition)
}

// The commands of a case's script.
const (
	CmdUnquote = "unquote"
	CmdCRLF    = "crlf"
	CmdChomp   = "chomp"
	CmdSubmit  = "submit"
	CmdGolden  = "golden"
)

// Parse returns the case called name from the text of its file. Errors contain path. Goldens may be missing:
// Complete adds them. Kills is not set.
func Parse(path, name string, text []byte) (*Case, error) {
	c := &Case{Name: name, archive: txtar.Parse(text)}
	header, script := c.split()
	if len(header) == 0 {
		return nil, fmt.Errorf("%s:1: want a first line such as \"# reversi: what the case shows\", found none",
			path)
	}
	assignment, title, ok := strings.Cut(header[0], ":")
	a, err := oracle.Lookup(strings.TrimSpace(assignment))
	if !ok || err != nil {
		return nil, fmt.Errorf("%s:1: want a first line such as \"# reversi: what the case shows\", found %s", path,
			scan.Show("# "+header[0]))
	}
	c.Assignment, c.Title = a, strings.TrimSpace(title)
	if err := c.readHeader(path, header); err != nil {
		return nil, err
	}
	if err := c.findInput(path, script); err != nil {
		return nil, err
	}
	if c.Problem, err = a.Parse(oracle.InputFile, c.Input()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if named, ok := c.Problem.(homework.Case); c.origin != "" && ok {
		if c.Problem, err = named.Case(c.origin); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	} else if c.origin != "" {
		return nil, fmt.Errorf("%s: want no origin for a case of %s, which is no problem package, found %s", path,
			a.Name, scan.Show(c.origin))
	}
	if err := c.checkFiles(path); err != nil {
		return nil, err
	}
	return c, c.checkScript(path, script, len(strings.Split(string(c.archive.Comment), "\n"))-len(script))
}

// findInput checks that the case has an input, and that its quotes can be removed if the script requires it.
func (c *Case) findInput(path string, script []string) error {
	input := c.file(oracle.InputFile)
	if input == nil {
		return fmt.Errorf("%s: want a file %s in the case, found none", path, oracle.InputFile)
	}
	c.quoted = slices.ContainsFunc(script, func(line string) bool {
		return slices.Equal(strings.Fields(line), []string{CmdUnquote, oracle.InputFile})
	})
	if _, err := txtar.Unquote(input.Data); c.quoted && err != nil {
		return fmt.Errorf("%s: want a \">\" before each line of %s, which the script unquotes: %w", path,
			oracle.InputFile, err)
	}
	return nil
}

// split splits the comment of the archive into the text of its leading "#" lines and the lines of the script.
func (c *Case) split() (header, script []string) {
	lines := strings.Split(string(c.archive.Comment), "\n")
	for len(lines) > 0 && strings.HasPrefix(lines[0], "#") {
		header = append(header, strings.TrimSpace(strings.TrimPrefix(lines[0], "#")))
		lines = lines[1:]
	}
	return header, lines
}

// checkScript rejects a script that does anything but submit the input and compare each of
// the wanted files. skipped is the number of lines above the script.
func (c *Case) checkScript(path string, script []string, skipped int) error {
	var submits int
	var goldens []string
	for i, line := range script {
		place := fmt.Sprintf("%s:%d", path, skipped+i+1)
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		commands := []string{CmdUnquote, CmdCRLF, CmdChomp, CmdSubmit, CmdGolden}
		if !slices.Contains(commands, words[0]) || len(words) != 2 {
			return fmt.Errorf("%s: want %s, each with one file, found %s", place, strings.Join(commands, ", "),
				scan.Show(line))
		}
		switch words[0] {
		case CmdSubmit:
			submits++
		case CmdGolden:
			if submits == 0 {
				return fmt.Errorf("%s: want %s before %s", place, CmdSubmit, CmdGolden)
			}
			goldens = append(goldens, words[1])
		}
		if words[0] != CmdGolden && words[1] != oracle.InputFile {
			return fmt.Errorf("%s: want %s %s, found %s", place, words[0], oracle.InputFile, scan.Show(line))
		}
	}
	if submits != 1 {
		return fmt.Errorf("%s: want one line %q, found %d", path, CmdSubmit+" "+oracle.InputFile, submits)
	}
	want := c.Problem.Files()
	slices.Sort(goldens)
	if !slices.Equal(goldens, slices.Sorted(slices.Values(want))) {
		return fmt.Errorf("%s: want one line %s for each of %s, found %d for %s",
			path, CmdGolden, strings.Join(want, ", "), len(goldens), strings.Join(goldens, ", "))
	}
	return nil
}

// keys are the keys of a header.
var keys = []string{"tags", "for", "rules", "profiles", "points", "time", "origin"}

// headerLine matches a header line that looks like a key and its value. Whether it is one, its word decides.
var headerLine = regexp.MustCompile(`^([A-Za-z]+)( ?):(.*)$`)

// readHeader reads the keys of header lines. path is used in errors.
func (c *Case) readHeader(path string, header []string) error {
	c.Points = 1
	seen := map[string]bool{}
	for i, line := range header[1:] {
		m := headerLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if err := c.readKey(m[1], m[2], m[3], seen); err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+2, err)
		}
	}
	return nil
}

// readKey reads the value after the word at the head of a line, if that word is a key.
func (c *Case) readKey(word, blank, value string, seen map[string]bool) (err error) {
	if !slices.Contains(keys, word) || blank != "" {
		return unknownKey(word)
	}
	if single := word == "points" || word == "time" || word == "origin"; single && seen[word] {
		return fmt.Errorf("want the key %s once, found it twice", word)
	}
	seen[word] = true
	words := strings.Fields(value)
	switch word {
	case "tags":
		c.Tags = append(c.Tags, words...)
	case "rules":
		c.Rules = append(c.Rules, words...)
	case "for":
		c.MadeFor = append(c.MadeFor, words...)
	case "profiles":
		c.Profiles = append(c.Profiles, words...)
	case "points":
		value = strings.TrimSpace(value)
		c.Points, err = strconv.ParseFloat(value, 64)
		if err != nil || !(c.Points >= 0 && c.Points <= MaxPoints) || math.Signbit(c.Points) {
			return fmt.Errorf("want points such as 2 or 0.5, found %s", scan.Show(value))
		}
	case "origin":
		c.origin = strings.TrimSpace(value)
	case "time":
		value = strings.TrimSpace(value)
		if c.Time, err = time.ParseDuration(value); err != nil || c.Time <= 0 {
			return fmt.Errorf("want a time with its unit, such as 30s, found %s", scan.Show(value))
		}
	}
	return nil
}

// MaxPoints is the maximum number of points of a case.
const MaxPoints = 1_000_000

// unknownKey returns an error for a word at the head of a line that is not a key but was probably meant to be
// one: it differs from a key only by capitals or a trailing blank, or it consists of small letters and is
// similar to a key. Any other word is free text.
func unknownKey(word string) error {
	lower := strings.ToLower(word)
	meant := ""
	switch {
	case slices.Contains(keys, lower):
		meant = lower
	case lower == word:
		meant = suggest.Of(word, keys)
	}
	if meant == "" {
		return nil
	}
	return fmt.Errorf("want a key of a case (%s), found %q; did you mean \"# %s:\"? "+
		"(free text begins with other words)", strings.Join(keys, ", "), word+":", meant)
}

// goldenDir is the directory of the expected files in a case's archive.
const goldenDir = "golden/"

// checkFiles rejects an archive that holds anything but the input and the goldens of the case. A case may
// come from anywhere, and the engine would create a file for a name like "/etc/x" or "../x".
func (c *Case) checkFiles(path string) error {
	allowed := []string{oracle.InputFile}
	for _, name := range c.Problem.Files() {
		allowed = append(allowed, goldenDir+name)
	}
	var found []string
	line := 1 + bytes.Count(c.archive.Comment, []byte("\n"))
	for _, f := range c.archive.Files {
		name := f.Name
		if strings.HasPrefix(name, goldenDir) {
			name = strings.TrimSuffix(name, sumEnding)
		}
		switch {
		case !slices.Contains(allowed, name):
			return fmt.Errorf("%s:%d: want the files %s (or its digest, *%s), found %s", path, line,
				strings.Join(allowed, ", "), sumEnding, scan.Show(f.Name))
		case slices.Contains(found, name):
			return fmt.Errorf("%s:%d: want each file once, found %s twice", path, line, name)
		}
		found = append(found, name)
		line += 1 + bytes.Count(f.Data, []byte("\n"))
	}
	return nil
}

// file returns the named file of the archive, or nil.
func (c *Case) file(name string) *txtar.File {
	for i := range c.archive.Files {
		if c.archive.Files[i].Name == name {
			return &c.archive.Files[i]
		}
	}
	return nil
}

// Script returns the case without its goldens, which no submission may see.
func (c *Case) Script() []byte {
	bare := &txtar.Archive{Comment: c.archive.Comment}
	for _, f := range c.archive.Files {
		if !strings.HasPrefix(f.Name, goldenDir) {
			bare.Files = append(bare.Files, f)
		}
	}
	return txtar.Format(bare)
}

// Commands returns the script of the case alone, without its header and its files.
func (c *Case) Commands() string {
	_, script := c.split()
	return strings.Join(script, "\n")
}

// Strip returns the case with another title and only its weight: without the situations it shows, the mistakes
// it catches, and the right answer.
func (c *Case) Strip(title string) []byte {
	comment := fmt.Sprintf("# %s: %s\n# points: %v\n%s", c.Assignment.Name, title, c.Points, c.Commands())
	return txtar.Format(&txtar.Archive{Comment: []byte(comment), Files: []txtar.File{*c.file(oracle.InputFile)}})
}

// Text returns the case's file as it was read.
func (c *Case) Text() []byte { return txtar.Format(c.archive) }

// Input returns the text of the input in the archive, without quotes. Given returns the input of a program.
func (c *Case) Input() []byte {
	text := c.file(oracle.InputFile).Data
	if c.quoted {
		text, _ = txtar.Unquote(text) // findInput has checked it
	}
	return text
}

// PackInput returns the commands of a script and the file of an archive from which a program gets the input
// text. Lines that look like the header of a file are quoted. An archive ends each file with a newline; the
// commands remove it if text does not end with a newline.
func PackInput(text []byte) (commands string, file txtar.File) {
	file = txtar.File{Name: oracle.InputFile, Data: text}
	chomps := len(text) > 0 && !bytes.HasSuffix(text, []byte("\n"))
	if chomps {
		file.Data = append(bytes.Clone(text), '\n')
	}
	if txtar.NeedsQuote(file.Data) {
		file.Data, _ = txtar.Quote(file.Data) // which fails only for a text without a newline at its end
		commands += CmdUnquote + " " + oracle.InputFile + "\n"
	}
	if chomps {
		commands += CmdChomp + " " + oracle.InputFile + "\n"
	}
	return commands, file
}

// Rewrites are the commands of a script that change the text that Input returns.
var Rewrites = map[string]func([]byte) []byte{
	CmdCRLF:  func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) },
	CmdChomp: func(text []byte) []byte { return bytes.TrimSuffix(text, []byte("\n")) },
}

// Given returns the input of a program, after the changes made by the case's script.
func (c *Case) Given() []byte {
	text := slices.Clone(c.Input())
	for line := range strings.Lines(c.Commands()) {
		if words := strings.Fields(line); len(words) > 0 && Rewrites[words[0]] != nil {
			text = Rewrites[words[0]](text)
		}
	}
	return text
}

// CRLF reports whether a program gets the input with lines that end in CRLF.
func (c *Case) CRLF() bool { return bytes.Contains(c.Given(), []byte("\r\n")) }
