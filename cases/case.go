package cases

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

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
	For        []string         // the faults that the case is there to catch, at most five
	Kills      []string         // all faults that it catches, from KillsFile
	Profiles   []string         // in addition to the default one
	Points     float64          // what it counts beside the others of its category, 1 by default
	Time       time.Duration    // the CPU time that a program has for it, or 0 for the usual
	Problem    homework.Problem // the parsed input

	origin  string // the name of the case in a problem package, or ""
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

// IsCalled reports whether a name is the case's, in a problem package the path of its input below data without .in too.
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

// The tags of cases made without knowledge of any fault: the handout's examples and the
// cases of the recipes in package gen.
const (
	TagHandout = "handout"
	TagBreadth = "breadth"
)

// Blind reports whether the case was made without knowledge of any fault.
func (c *Case) Blind() bool {
	return slices.Contains(c.Tags, TagHandout) || slices.Contains(c.Tags, TagBreadth)
}

// Beyond says what puts the case beyond what a course would ask of a program that follows
// edition (or the default, if ""). It returns "" if the case lies inside the assignment's
// envelope.
func (c *Case) Beyond(ctx context.Context, edition string) (string, error) {
	return c.Problem.Beyond(ctx, c.Input(), edition)
}

// The commands of a case's script.
const (
	CmdCRLF   = "crlf"
	CmdChomp  = "chomp"
	CmdSubmit = "submit"
	CmdGolden = "golden"
)

// parse parses a case. path is used in errors; name is the name of the case. Goldens may be
// missing: Complete adds them.
func parse(path, name string, src []byte) (*Case, error) {
	c := &Case{Name: name, archive: txtar.Parse(src)}
	header, script := c.split()
	if len(header) == 0 {
		return nil, fmt.Errorf("%s:1: want a first line such as \"# reversi: what the case shows\", found none", path)
	}
	assignment, title, ok := strings.Cut(header[0], ":")
	a, err := oracle.Lookup(strings.TrimSpace(assignment))
	if !ok || err != nil {
		return nil, fmt.Errorf("%s:1: want a first line such as \"# reversi: what the case shows\", found %s", path, scan.Show("# "+header[0]))
	}
	c.Assignment, c.Title = a, strings.TrimSpace(title)
	if err := c.readHeader(path, header); err != nil {
		return nil, err
	}
	input := c.file(oracle.InputFile)
	if input == nil {
		return nil, fmt.Errorf("%s: want a file %s in the case, found none", path, oracle.InputFile)
	}
	if c.Problem, err = a.Parse(oracle.InputFile, input.Data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if of, ok := c.Problem.(homework.Case); c.origin != "" && ok {
		if c.Problem, err = of.Case(c.origin); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	} else if c.origin != "" {
		return nil, fmt.Errorf("%s: want no origin for a case of %s, which is no problem package, found %s", path, a.Name, scan.Show(c.origin))
	}
	if err := c.checkFiles(path); err != nil {
		return nil, err
	}
	return c, c.checkScript(path, script, len(strings.Split(string(c.archive.Comment), "\n"))-len(script))
}

// split splits the comment of the archive into the text of its leading "#" lines and the
// lines of the script.
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
		at := fmt.Sprintf("%s:%d", path, skipped+i+1)
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		commands := []string{CmdCRLF, CmdChomp, CmdSubmit, CmdGolden}
		if !slices.Contains(commands, words[0]) || len(words) != 2 {
			return fmt.Errorf("%s: want %s, each with one file, found %s", at, strings.Join(commands, ", "), scan.Show(line))
		}
		switch words[0] {
		case CmdSubmit:
			submits++
		case CmdGolden:
			if submits == 0 {
				return fmt.Errorf("%s: want %s before %s", at, CmdSubmit, CmdGolden)
			}
			goldens = append(goldens, words[1])
		}
		if words[0] != CmdGolden && words[1] != oracle.InputFile {
			return fmt.Errorf("%s: want %s %s, found %s", at, words[0], oracle.InputFile, scan.Show(line))
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
