package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/suggest"
)

// An Entrant takes part in a tournament with an agent.
type Entrant struct {
	Name   string   `json:"name"`
	Agent  string   `json:"agent"`  // as people read it
	Digest string   `json:"digest"` // of the words and files of the agent
	Words  []string `json:"-"`      // the name of a built-in agent, an absolute path or a command
	Files  []string `json:"-"`      // the words that are files or directories of the entrant
}

// Entrants reads the entrants of a directory, in which each visible entry is an agent, or of a list. The
// error reports all mistakes.
func Entrants(path string) (entrants []Entrant, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		entrants, err = fromDirectory(path)
	default:
		entrants, err = fromList(path)
	}
	if err == nil && len(entrants) < 2 {
		err = fmt.Errorf("%s: want two agents or more, found %d", path, len(entrants))
	}
	return entrants, err
}

// fromDirectory returns the entrants of a directory.
func fromDirectory(path string) (entrants []Entrant, err error) {
	if _, err := os.Stat(filepath.Join(path, "Makefile")); err == nil {
		return nil, fmt.Errorf(
			"%s: want a directory in which each entry is an agent, found one that is an agent itself, with a Makefile",
			path)
	}
	students, err := submissions.Roster(path)
	if err != nil {
		return nil, err
	}
	var wrong []error
	for _, s := range students {
		file, err := filepath.Abs(s.Path)
		wrong = append(wrong, err)
		e := Entrant{Name: s.Name, Agent: filepath.Base(s.Path), Words: []string{file}, Files: []string{file}}
		e.Digest, err = e.digest()
		wrong = append(wrong, err)
		entrants = append(entrants, e)
	}
	return entrants, errors.Join(wrong...)
}

// fromList reads a file of lines "name: agent". It ignores blank lines and comments, which begin with a # at
// the beginning of a line or after a blank.
func fromList(path string) (entrants []Entrant, err error) {
	text, err := regular.Read(path)
	if err != nil {
		return nil, err
	}
	var wrong []error
	lineOf := map[string]int{} // lines by name
	number := 0
	for row := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		number++
		e, err := fromLine(filepath.Dir(path), row)
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Errorf("%s:%d: %w", path, number, err))
		case e.Name == "":
		case lineOf[e.Name] > 0:
			wrong = append(wrong, fmt.Errorf("%s:%d: want each name once, found %s as in line %d", path, number,
				escape.Line(e.Name), lineOf[e.Name]))
		default:
			lineOf[e.Name] = number
			entrants = append(entrants, e)
		}
	}
	return entrants, errors.Join(wrong...)
}

// fromLine reads a line of a list. Its paths are relative to dir. The name of an ignored line is "".
func fromLine(dir, row string) (e Entrant, err error) {
	row = strings.TrimSpace(row)
	if row == "" || row[0] == '#' {
		return e, nil
	}
	if !utf8.ValidString(row) {
		return e, fmt.Errorf("want UTF-8, found %s", escape.Line(row))
	}
	name, agent, ok := strings.Cut(row, ":")
	if e.Name = strings.TrimSpace(name); !ok || e.Name == "" {
		return e, fmt.Errorf("want a line such as \"ann: ann/agent\" or \"strong: alphabeta:4\", found %s",
			escape.Line(row))
	}
	if e.Words, err = splitWords(agent); err != nil {
		return e, err
	}
	if len(e.Words) == 0 {
		return e, fmt.Errorf("want an agent of %s after the colon, found none", escape.Line(e.Name))
	}
	e.Agent = strings.Join(e.Words, " ")
	if agent, err := arena.Builtin(e.Words[0]); err != nil || agent != nil {
		if err == nil && len(e.Words) > 1 {
			err = fmt.Errorf("want nothing after the built-in agent %s, found %s", e.Words[0],
				escape.Line(e.Words[1]))
		}
		e.Digest = builtInDigest + e.Words[0]
		return e, err
	}
	if err := e.locate(dir); err != nil {
		return e, err
	}
	e.Digest, err = e.digest()
	return e, err
}

// locate makes the command of an agent independent of the current directory: it makes the paths of files in
// dir absolute, and checks that any other command is on the PATH.
func (e *Entrant) locate(dir string) error {
	for i, word := range e.Words {
		if word == "" || i == 0 && len(e.Words) > 1 && !strings.ContainsAny(word, `/\`) {
			continue // the first of several words is a command on the PATH
		}
		path := filepath.FromSlash(word)
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		real, err := filepath.EvalSymlinks(path) // the author of the list may link to an agent
		if err != nil {
			continue
		}
		if e.Words[i], err = filepath.Abs(real); err != nil {
			return err
		}
		e.Files = append(e.Files, e.Words[i])
	}
	if slices.Contains(e.Files, e.Words[0]) {
		return nil
	}
	if _, err := exec.LookPath(e.Words[0]); err != nil {
		return fmt.Errorf("want a built-in agent, a path from %s or a command, found %s%s",
			escape.Line(dir), escape.Line(e.Words[0]), suggest.Hint(e.Words[0], arena.Builtins))
	}
	return program.MissingFile(dir, e.Words)
}

// digest returns the digest of the words of the agent, with the contents of files and directories in place
// of their paths.
func (e *Entrant) digest() (string, error) {
	h := sha256.New()
	for _, word := range e.Words {
		if !slices.Contains(e.Files, word) {
			fmt.Fprintf(h, "word %q\n", word)
			continue
		}
		sum, err := submissions.DigestOf(word)
		if err != nil {
			return "", fmt.Errorf("the agent of %s: %w", escape.Line(e.Name), err)
		}
		fmt.Fprintf(h, "files %s\n", sum)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// builtInDigest begins the digest of a built-in agent. Its name follows.
const builtInDigest = "built-in "

// BuiltIn reports whether the agent is built in, and not a program.
func (e *Entrant) BuiltIn() bool { return strings.HasPrefix(e.Digest, builtInDigest) }

// FindOwner returns the name of the entrant whose agent contains a path, or "". Writing there changes the
// agent.
func FindOwner(entrants []Entrant, path string) (name string) {
	for _, e := range entrants {
		if slices.ContainsFunc(e.Files, func(own string) bool { return regular.IsWithin(path, own) }) {
			return e.Name
		}
	}
	return ""
}

// checkUnchanged returns an error if the digest of the agent is out of date.
func (e *Entrant) checkUnchanged() error {
	if e.BuiltIn() {
		return nil
	}
	now, err := e.digest()
	if err == nil && now != e.Digest {
		err = errors.New(
			"want an agent that stays as it is, found that its files have changed since the tournament began")
	}
	return err
}

// runsInPlace reports whether the agent runs from its own files. A directory runs from a copy.
func (e *Entrant) runsInPlace() bool {
	if e.BuiltIn() {
		return false
	}
	if len(e.Words) > 1 { // a command
		return true
	}
	info, err := os.Stat(e.Words[0])
	return err != nil || !info.IsDir()
}

var (
	blanks        = " \t\r\n"
	wordPattern   = regexp.MustCompile(`^(?:[^ \t\r\n'"]|'[^']*'|"[^"]*")+`)
	quotedPattern = regexp.MustCompile(`'([^']*)'|"([^"]*)"`)
)

// splitWords splits a text into words at blanks, up to a comment. A part of a word may be quoted.
func splitWords(text string) (words []string, err error) {
	for {
		text = strings.TrimLeft(text, blanks)
		if text == "" || text[0] == '#' {
			return words, nil
		}
		found := wordPattern.FindString(text)
		if text = text[len(found):]; text != "" && !strings.ContainsRune(blanks, rune(text[0])) {
			return nil, fmt.Errorf("want a closing %c, found none", text[0])
		}
		words = append(words, quotedPattern.ReplaceAllString(found, "$1$2"))
	}
}
