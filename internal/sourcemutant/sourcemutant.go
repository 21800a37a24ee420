// Package sourcemutant changes the source of a program in small ways: another comparison, another number,
// another operator. A test that accepts a changed program, a mutant, may have a gap.
//
// It needs no parser. A regular expression for each family of languages splits the source into comments and
// strings, which stay unchanged, and words, numbers and operators, some of which have a replacement. A few
// mutants do not compile, and a few are equivalent to the program.
package sourcemutant

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A Mutant is a changed program.
type Mutant struct {
	Line     int    // of the change, from 1
	From, To string // the word before and after the change
	Text     []byte // the whole source
}

// replacements are the words that have a replacement.
var replacements = map[string]string{
	"<": "<=", "<=": "<", ">": ">=", ">=": ">",
	"==": "!=", "!=": "==", "===": "!==", "!==": "===",
	"+": "-", "-": "+", "*": "+", "+=": "-=", "-=": "+=", "++": "--", "--": "++",
	"&&": "||", "||": "&&", "and": "or", "or": "and",
	"true": "false", "false": "true", "True": "False", "False": "True",
	"min": "max", "max": "min", "break": "continue", "continue": "break",
}

// Parts of the regular expressions.
const (
	slashes = `//[^\n]*|/\*.*?\*/`
	texts   = `"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
	// generic matches the arguments of a generic type. The characters < and > are not comparisons there.
	generic = `\w+<[\w:, <>\[\]]*>`
	// word matches words, numbers with their signs, and operators, the longest first.
	word = `[A-Za-z_]\w*|[0-9][\w.]*|<<=?|>>=?|<-|->|=>|\*\*|===|!==|[<>=!]=|&&|\|\||\+\+|--|[-+*/]=|[-+*<>]`
)

// families returns regular expressions for the parts of a source, by the extensions of languages. The first group
// is a word. They are compiled at the first call.
var families = sync.OnceValue(func() map[string]*regexp.Regexp {
	families := map[string]*regexp.Regexp{}
	for extensions, skipped := range map[string]string{
		".c .cc .cpp .cxx .c++ .C .cs .java .kt .rs .scala .ts": `^\s*#[^\n]*|` + slashes + "|" + texts + "|" + generic,
		".go .js .mjs .cjs": slashes + "|" + texts + "|`[^`]*`",
		".py .py2 .py3":     `""".*?"""|'''.*?'''|#[^\n]*|//|` + texts,
		".rb .pl .pm .sh":   `#[^\n]*|` + texts,
		".php":              `#[^\n]*|` + slashes + "|" + texts,
		".hs":               `--[^\n]*|\{-.*?-\}|"(?:[^"\\\n]|\\.)*"`,
		".ml":               `\(\*.*?\*\)|"(?:[^"\\\n]|\\.)*"`,
		".pas":              `\{.*?\}|\(\*.*?\*\)|//[^\n]*|'[^'\n]*'`,
		".lisp .cl":         `;[^\n]*|"(?:[^"\\]|\\.)*"`,
		".pro .prolog":      `%[^\n]*|/\*.*?\*/|` + texts,
	} {
		parts := regexp.MustCompile(`(?ms)` + skipped + `|(` + word + `)`)
		for _, extension := range strings.Fields(extensions) {
			families[extension] = parts
		}
	}
	return families
})

// Supports reports whether mutants exist for the language of a file name's extension.
func Supports(name string) bool { return families()[filepath.Ext(name)] != nil }

// Mutants returns all mutants of a source, in the order of their places. The extension of the name decides
// the language. An unknown one has no mutants.
func Mutants(name string, source []byte) (all []Mutant) {
	parts := families()[filepath.Ext(name)]
	if parts == nil {
		return nil
	}
	line, counted := 1, 0
	for _, match := range parts.FindAllSubmatchIndex(source, -1) {
		if match[2] < 0 {
			continue
		}
		from := string(source[match[2]:match[3]])
		to := replacement(from)
		if to == "" {
			continue
		}
		line, counted = line+bytes.Count(source[counted:match[2]], []byte("\n")), match[2]
		text := bytes.Join([][]byte{source[:match[2]], []byte(to), source[match[3]:]}, nil)
		all = append(all, Mutant{Line: line, From: from, To: to, Text: text})
	}
	return all
}

// replacement returns the replacement of a word, or "". A number is replaced by the next number.
func replacement(word string) string {
	if n, err := strconv.ParseInt(word, 10, 32); err == nil {
		return strconv.FormatInt(n+1, 10)
	}
	return replacements[word]
}
