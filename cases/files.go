package cases

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// goldenDir is the directory of the expected files in a case's archive.
const goldenDir = "golden/"

// checkFiles rejects an archive that holds anything but the input and the goldens of the
// case. A case may come from anywhere, and the engine would create a file for a name like
// "/etc/x" or "../x".
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
			return fmt.Errorf("%s:%d: want the files %s (or its digest, *%s), found %s", path, line, strings.Join(allowed, ", "), sumEnding, scan.Show(f.Name))
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

// Bare returns the case as one with another title of which no more is told than what it is worth: not what it shows and catches,
// and not what is right.
func (c *Case) Bare(title string) []byte {
	_, script := c.split()
	comment := fmt.Sprintf("# %s: %s\n# points: %v\n%s", c.Assignment.Name, title, c.Points, strings.Join(script, "\n"))
	return txtar.Format(&txtar.Archive{Comment: []byte(comment), Files: []txtar.File{*c.file(oracle.InputFile)}})
}

// Text returns the case's file as it was read.
func (c *Case) Text() []byte { return txtar.Format(c.archive) }

// Input returns the text of the input as it is in the archive. Given is what a program gets.
func (c *Case) Input() []byte { return c.file(oracle.InputFile).Data }

// Rewrites are the commands of a script that change the input, with what each makes of a text.
var Rewrites = map[string]func([]byte) []byte{
	CmdCRLF:  func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) },
	CmdChomp: func(text []byte) []byte { return bytes.TrimSuffix(text, []byte("\n")) },
}

// Given returns the input as a program gets it: changed as the case's script says.
func (c *Case) Given() []byte {
	text := slices.Clone(c.Input())
	_, script := c.split()
	for _, line := range script {
		if words := strings.Fields(line); len(words) > 0 && Rewrites[words[0]] != nil {
			text = Rewrites[words[0]](text)
		}
	}
	return text
}

// CRLF reports whether a program gets the input with lines that end in CRLF.
func (c *Case) CRLF() bool { return bytes.Contains(c.Given(), []byte("\r\n")) }
