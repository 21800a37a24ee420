package gradebook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Likeness tells whether programs are the same, by digests, where the submissions are not. Both are "" of no source.
type Likeness struct {
	// Sources is of what the files of source hold, whatever they are called.
	Sources string `json:"sources,omitempty"`
	// Words is of that without comments, docstrings and blanks, and with all words, names and keywords alike, numbered in the order in which they are first
	// used. So programs in which names were changed have the same, but not those in which code was moved, or a text or a number was changed.
	Words string `json:"words,omitempty"`
}

// NewLikeness returns the likeness of a program from the texts of its files, by their names, which tell by their ending how comments begin.
func NewLikeness(sources map[string][]byte) (l Likeness) {
	var whole, words []string
	for name, text := range sources {
		whole = append(whole, sumOf(text))
		words = append(words, sumOf(wordsOf(text, hashComments(name))))
	}
	if len(sources) > 0 {
		l.Sources, l.Words = digestOf(whole), digestOf(words)
	}
	return l
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// digestOf is of digests in any order.
func digestOf(digests []string) string {
	slices.Sort(digests)
	return sumOf(fmt.Append(nil, digests))
}

// hashComments reports whether comments begin with # in a file, rather than with //.
func hashComments(name string) bool {
	return slices.Contains([]string{".py", ".toml", ""}, filepath.Ext(name)) // "" of a Makefile
}

// wordsOf returns a source with each word as its number, what is quoted as it is, and without comments and blanks. It knows no
// language: it takes for a comment or a text what looks like one, the same in programs that are the same.
func wordsOf(text []byte, hash bool) (out []byte) {
	numbers, all, depth := map[string]int{}, text, 0
	for len(text) > 0 {
		n := 1
		switch c, size := utf8.DecodeRune(text); {
		case hash && c == '#' || !hash && bytes.HasPrefix(text, []byte("//")):
			n = until(text, "\n")
		case !hash && bytes.HasPrefix(text, []byte("/*")):
			n = 2 + until(text[2:], "*/")
		case c == '"' || c == '\'' || c == '`':
			n = quoted(text)
			if !hash || depth > 0 || !standsAlone(all[:len(all)-len(text)], text[n:]) { // else it is a docstring
				out = append(out, text[:n]...)
			}
		case unicode.IsSpace(c):
			n = size
		case unicode.IsLetter(c) || c == '_':
			n = bytes.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' })
			if n < 0 {
				n = len(text)
			}
			word := string(text[:n])
			if numbers[word] == 0 {
				numbers[word] = len(numbers) + 1
			}
			out = fmt.Appendf(out, "w%d ", numbers[word])
		default:
			n = size
			out = append(out, text[:n]...)
			depth += strings.Count("([{", string(c)) - strings.Count(")]}", string(c))
		}
		text = text[n:]
	}
	return out
}

// standsAlone reports whether what stands between two parts of a source is all of its line, or of its lines, and a comment.
func standsAlone(before, after []byte) bool {
	before, after = bytes.TrimRight(before, " \t"), bytes.TrimLeft(after, " \t\r")
	begins := len(before) == 0 || bytes.HasSuffix(before, []byte("\n")) && !bytes.HasSuffix(before, []byte("\\\n"))
	return begins && (len(after) == 0 || after[0] == '\n' || after[0] == '#')
}

// until returns how many bytes there are to the end of the first mark, or to the end.
func until(text []byte, mark string) int {
	if i := bytes.Index(text, []byte(mark)); i >= 0 {
		return i + len(mark)
	}
	return len(text)
}

// quoted returns how long the text in quotes is at the beginning, which ends with the line unless three quotes begin it.
func quoted(text []byte) int {
	quote := text[:1]
	if three := bytes.Repeat(quote, 3); bytes.HasPrefix(text, three) {
		return 3 + until(text[3:], string(three))
	}
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
		case text[i] == quote[0]:
			return i + 1
		case text[i] == '\n' && quote[0] != '`':
			return i
		}
	}
	return len(text)
}
