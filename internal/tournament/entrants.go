package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// An Entrant is who takes part, and with which agent.
type Entrant struct {
	Name   string `json:"name"`
	Agent  string `json:"agent"`  // as people read it
	Digest string `json:"digest"` // of all that the agent is
	// Words are the agent: the name of a built-in one, an absolute path or a command.
	Words []string `json:"-"`

	files []bool // which of the words are files or folders of the entrant's
}

// Entrants reads those of a folder, in which each visible entry is somebody's agent, or those of a list.
// Its error reports everything that is wrong.
func Entrants(path string) (entrants []Entrant, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		entrants, err = fromFolder(path)
	default:
		entrants, err = fromList(path)
	}
	if err == nil && len(entrants) < 2 {
		err = fmt.Errorf("%s: want two agents or more, found %d", path, len(entrants))
	}
	return entrants, err
}

// fromFolder returns the entrants of a folder.
func fromFolder(path string) (entrants []Entrant, err error) {
	if _, err := os.Stat(filepath.Join(path, "Makefile")); err == nil {
		return nil, fmt.Errorf(
			"%s: want a folder in which each entry is an agent, found one that is an agent itself, with a Makefile",
			path)
	}
	students, err := submissions.Roster(path)
	if err != nil {
		return nil, err
	}
	var wrong []error
	for _, s := range students {
		at, err := filepath.Abs(s.Path)
		wrong = append(wrong, err)
		e := Entrant{Name: s.Name, Agent: filepath.Base(s.Path), Words: []string{at}, files: []bool{true}}
		e.Digest, err = e.digest()
		wrong = append(wrong, err)
		entrants = append(entrants, e)
	}
	return entrants, errors.Join(wrong...)
}

// fromList reads a file of lines "name: agent". Blank lines and what follows a # at the beginning of a
// line or behind a blank say nothing.
func fromList(path string) (entrants []Entrant, err error) {
	text, err := regular.Read(path)
	if err != nil {
		return nil, err
	}
	var wrong []error
	at := map[string]int{} // lines by name
	number := 0
	for row := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		number++
		e, err := fromLine(filepath.Dir(path), row)
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Errorf("%s:%d: %w", path, number, err))
		case e.Name == "":
		case at[e.Name] > 0:
			wrong = append(
				wrong,
				fmt.Errorf("%s:%d: want each name once, found %s as in line %d", path, number, escape.Line(e.Name),
					at[e.Name]),
			)
		default:
			at[e.Name] = number
			entrants = append(entrants, e)
		}
	}
	return entrants, errors.Join(wrong...)
}

// fromLine reads a line of a list, whose paths are relative to dir. The name is "" if it says nothing.
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
	if e.Words, err = split(agent); err != nil {
		return e, err
	}
	if len(e.Words) == 0 {
		return e, fmt.Errorf("want an agent of %s behind the colon, found none", escape.Line(e.Name))
	}
	e.Agent = strings.Join(e.Words, " ")
	if agent, err := arena.Builtin(e.Words[0]); err != nil || agent != nil {
		if err == nil && len(e.Words) > 1 {
			err = fmt.Errorf("want nothing behind the built-in agent %s, found %s", e.Words[0],
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

// locate makes the words of an agent independent of the current folder: those that name something in
// dir, and the command if it is found on the PATH.
func (e *Entrant) locate(dir string) error {
	e.files = make([]bool, len(e.Words))
	for i, word := range e.Words {
		if word == "" || i == 0 && len(e.Words) > 1 && !strings.ContainsAny(word, `/\`) {
			continue // the first of several words is what is on the PATH
		}
		path := filepath.FromSlash(word)
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		real, err := filepath.EvalSymlinks(path) // whoever wrote the list may have linked to it
		if err != nil {
			continue
		}
		if e.Words[i], err = filepath.Abs(real); err != nil {
			return err
		}
		e.files[i] = true
	}
	if e.files[0] {
		return nil
	}
	if _, err := exec.LookPath(e.Words[0]); err != nil {
		return fmt.Errorf("want a built-in agent, a path from %s or a command, found %s, which is none%s",
			escape.Line(dir), escape.Line(e.Words[0]), suggest.Hint(e.Words[0], arena.Builtins))
	}
	return program.MissingFile(dir, e.Words)
}

// digest returns the digest of the agent: of its words, and in place of those that are files or folders,
// of these. It is the same wherever they are.
func (e *Entrant) digest() (string, error) {
	h := sha256.New()
	for i, word := range e.Words {
		if !e.files[i] {
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

// paths returns the files and folders of the entrant's.
func (e *Entrant) paths() (all []string) {
	for i, is := range e.files {
		if is {
			all = append(all, e.Words[i])
		}
	}
	return all
}

// builtInDigest is how the digest of a built-in agent begins; its name follows.
const builtInDigest = "built-in "

// BuiltIn reports whether the agent is a built-in one, and no program.
func (e *Entrant) BuiltIn() bool { return strings.HasPrefix(e.Digest, builtInDigest) }

// Within returns whose agent is a folder that a path is in, or "": what is written there changes the agent.
func Within(entrants []Entrant, path string) (name string) {
	for _, e := range entrants {
		if slices.ContainsFunc(e.paths(), func(own string) bool { return regular.IsWithin(path, own) }) {
			return e.Name
		}
	}
	return ""
}

// stays returns an error if an agent is another than its digest says.
func (e *Entrant) stays() error {
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

// inPlace reports whether an agent may be run where it is: all but folders, of which copies are.
func (e *Entrant) inPlace() bool {
	if e.BuiltIn() {
		return false
	}
	if len(e.Words) > 1 { // a command
		return true
	}
	info, err := os.Stat(e.Words[0])
	return err != nil || !info.IsDir()
}

// split splits a text into words at blanks, as far as a comment. What stands between quotes is a word
// or a part of one.
func split(text string) (words []string, err error) {
	var word strings.Builder
	begun := false // a word, which may be empty between quotes
	quote := rune(0)
	end := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	for _, c := range text {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, begun = c, true
		case slices.Contains([]rune{' ', '\t', '\r', '\n'}, c):
			end()
		case c == '#' && !begun:
			return words, nil
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	end()
	if quote != 0 {
		return nil, fmt.Errorf("want a %c at the end of what it begins, found none", quote)
	}
	return words, nil
}
