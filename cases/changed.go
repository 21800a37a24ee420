package cases

import (
	"fmt"
	"slices"
	"strings"
)

// A Changed is a case's file whose goldens UpdateFiles has changed, or would change.
type Changed struct {
	Path   string
	Line   int    // the first that differs
	Golden string // in which it lies: "golden/log.txt"
	In     int    // its number there, from 1, or 0 if the whole golden is missing
}

// String says what is not the oracle's: "reversi/start.txtar:23: golden/output.txt line 7 is not the oracle's".
func (c Changed) String() string {
	if c.In == 0 {
		return fmt.Sprintf("%s:%d: %s is missing", c.Path, c.Line, c.Golden)
	}
	return fmt.Sprintf("%s:%d: %s line %d is not the oracle's", c.Path, c.Line, c.Golden, c.In)
}

// newChanged finds the first difference of two texts of a case's file.
func newChanged(path, old, made string) Changed {
	before, after := slices.Collect(strings.Lines(old)), slices.Collect(strings.Lines(made))
	c := Changed{Path: path}
	for i := 0; ; i++ {
		was, is := lineAt(before, i), lineAt(after, i)
		name := fileBegins(is)
		c.Line = i + 1
		switch {
		case was == is:
			c.In++
			if name != "" {
				c.Golden, c.In = name, 0
			}
			continue
		case name != "" && (was == "" || fileBegins(was) != ""):
			c.Golden, c.In = name, 0
		default:
			c.In++
		}
		return c
	}
}

// lineAt returns a line, from 0, or "" behind the last.
func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// fileBegins returns the name of the file that begins below a line of an archive, or "".
func fileBegins(line string) string {
	name, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "-- ")
	name, ends := strings.CutSuffix(name, " --")
	if !ok || !ends {
		return ""
	}
	return strings.TrimSpace(name)
}
