package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// steering is the error for text that could steer a terminal, or the page or table in which it will stand.
const steering = "want one line of text without control characters or marks of the writing direction, found %s"

// Legible is Document that reports every key and value that holds what no name or title does. So no
// setting needs to be read with care, and none can be forgotten.
func Legible(name, of string, src []byte) (*yaml.Node, error) {
	root, err := Document(name, of, src)
	if err != nil {
		return nil, err
	}
	r := Reader{Path: name}
	var look func(*yaml.Node)
	look = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode && escape.Steers(n.Value) {
			r.Fail(n, steering, scan.Show(n.Value))
		}
		for _, below := range n.Content {
			look(below)
		}
	}
	look(root)
	return root, r.Err()
}

// Document parses a text that is one YAML document, without anything that steers a terminal. of says what it is, in errors.
func Document(name, of string, src []byte) (*yaml.Node, error) {
	number := 0
	for line := range strings.Lines(string(src)) { // which the parser of YAML would tell without a line
		number++
		if line = strings.TrimRight(strings.ReplaceAll(line, "\t", " "), "\r\n"); strings.ContainsFunc(line, unicode.IsControl) || !utf8.ValidString(line) {
			return nil, fmt.Errorf("%s:%d: "+steering, name, number, scan.Show(line))
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(src))
	var doc yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s:1: want %s, found nothing in it", name, of)
	case err != nil:
		return nil, syntax(name, src, err)
	}
	var more yaml.Node
	if err := decoder.Decode(&more); err == nil {
		return nil, fmt.Errorf("%s:%d: want one document, found another", name, more.Line)
	} else if !errors.Is(err, io.EOF) {
		return nil, syntax(name, src, err)
	}
	return doc.Content[0], nil
}

// Parse reads a text that is one YAML document with a function, and returns all that is wrong. of says what it is, in errors.
func Parse(name, of string, src []byte, read func(r *Reader, root *yaml.Node)) error {
	root, err := Document(name, of, src)
	if err != nil {
		return err
	}
	r := &Reader{Path: name}
	read(r, root)
	return r.Err()
}

// Value returns the value of a key of a mapping, or nil.
func Value(n *yaml.Node, name string) *yaml.Node {
	if n != nil && n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); i += 2 {
			if n.Content[i].Value == name {
				return n.Content[i+1]
			}
		}
	}
	return nil
}

// syntax says what is no YAML, and where: in words of our own, as far as there are any. The end of a text is its last line.
func syntax(name string, src []byte, err error) error {
	at := (*yaml.LoadError)(nil)
	if !errors.As(err, &at) {
		return fmt.Errorf("%s: want YAML: %w", name, err)
	}
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n"), "\n")
	number := max(min(at.Mark.Line, len(lines)), 1)
	line := lines[number-1]
	for _, known := range mistakes {
		if known.of.MatchString(at.Message + "\n" + line) {
			return fmt.Errorf("%s:%d: want %s, found %s", name, number, known.want, scan.Show(line))
		}
	}
	return fmt.Errorf("%s:%d: want YAML, found %s: %s", name, number, scan.Show(line), at.Message)
}

// mistakes are those that people make in YAML, by what the parser says, and the line. The first that matches is told.
var mistakes = []struct {
	of   *regexp.Regexp
	want string
}{
	{regexp.MustCompile(`cannot start any token\n *\t`), "indentation by blanks"},
	{regexp.MustCompile(`cannot start any token`), "a value that begins with a sign such as @ or % between quotes"},
	{regexp.MustCompile(`mapping values are not allowed.*\n.*: .*: `), `a value with ": " in it between quotes`},
	{regexp.MustCompile(`mapping values are not allowed|expected (key|':')`), "a key with a colon in each line, indented like those beside it"},
	{regexp.MustCompile(`block sequence entries are not allowed`), "each item of a list in a line of its own"},
	{regexp.MustCompile(`expected ',' or|expected node content`), `each "[" and "{" closed`},
	{regexp.MustCompile(`unknown anchor`), "a value that begins with * between quotes"},
	{regexp.MustCompile(`unknown escape`), "a text with a backslash between single quotes"},
	{regexp.MustCompile(`unexpected end of stream`), "a second quote where a text begins with one"},
}
