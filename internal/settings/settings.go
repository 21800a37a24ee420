// Package settings reads files of settings in YAML. It is strict and reports all errors, each with file and
// line.
package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// steering is the error for text that could steer a terminal, or the page or table in which it will stand.
const steering = "want one line of text without control characters or marks of the writing direction, " +
	"found %s"

// errEmpty is the error for a text without a document.
var errEmpty = errors.New("nothing in it")

// Document parses a text that is one YAML document, without control characters that affect a terminal. of
// describes the text in errors.
func Document(name, subject string, src []byte) (*yaml.Node, error) {
	number := 0
	for line := range strings.Lines(string(src)) { // the YAML parser would report it without a line
		number++
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", " "), "\r\n")
		if !utf8.ValidString(line) {
			return nil, fmt.Errorf("%s:%d: want text in UTF-8, found %s", name, number, scan.Show(line))
		}
		if strings.ContainsFunc(line, unicode.IsControl) {
			return nil, fmt.Errorf("%s:%d: "+steering, name, number, scan.Show(line))
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(src))
	var doc yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s:1: want %s, found %w", name, subject, errEmpty)
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

// Parse reads a text that is one YAML document with a function, and returns all errors. subject describes the text
// in errors.
func Parse(name, subject string, src []byte, read func(r *Reader, root *yaml.Node)) error {
	root, err := Document(name, subject, src)
	if err != nil {
		return err
	}
	r := &Reader{Path: name}
	read(r, root)
	return r.Err()
}

// maxLenient is the maximum size of a text for ParseLenient. Its nodes take a hundred times as much memory.
const maxLenient = 2 << 20

// ParseLenient is like Parse, but an empty text has no settings, aliases are replaced by their values, and an
// unknown key that is not similar to a known key is a warning.
func ParseLenient(name, subject string, src []byte, warn func(error),
	read func(r *Reader, root *yaml.Node)) error {
	if len(src) > maxLenient {
		return fmt.Errorf("%s: want at most %d MiB for %s, found %d", name, maxLenient>>20, subject, len(src)>>20)
	}
	root, err := Document(name, subject, src)
	if errors.Is(err, errEmpty) || err == nil && root.Tag == "!!null" {
		return nil
	}
	if err != nil {
		return err
	}
	r := &Reader{Path: name, Warn: warn, lenient: true}
	if expand(r, root, map[*yaml.Node]int{}) <= maxNodes && r.ErrorCount() == 0 {
		read(r, root)
	}
	return r.Err()
}

// maxNodes is the maximum number of values in a text for ParseLenient, including values that aliases repeat.
const maxNodes = 200_000

// expand replaces the aliases below a node by their values, and the key "<<" by the keys of its value. It
// returns the number of values that a reader of the node visits. sizes holds the numbers of the nodes that
// expand has visited; 0 is the number of a node that expand is visiting.
func expand(r *Reader, n *yaml.Node, sizes map[*yaml.Node]int) int {
	if size, ok := sizes[n]; ok {
		if size == 0 {
			r.Fail(n, "want a value that does not contain itself, found one that does")
		}
		return size
	}
	sizes[n] = 0
	size := 1
	for i, below := range n.Content {
		if below.Kind == yaml.AliasNode {
			below = below.Alias
			n.Content[i] = below
		}
		size = min(size+expand(r, below, sizes), maxNodes+1)
		if r.ErrorCount() > 0 {
			return size
		}
	}
	if n.Kind == yaml.MappingNode {
		merge(n)
	}
	if sizes[n] = size; size > maxNodes {
		r.Fail(n, "want at most %d values with those that aliases repeat, found more", maxNodes)
	}
	return size
}

// merge replaces the key "<<" of a mapping by the keys of its value that the mapping lacks.
func merge(n *yaml.Node) {
	i := 0
	for i < len(n.Content) && n.Content[i].Tag != "!!merge" {
		i += 2
	}
	if i >= len(n.Content) {
		return
	}
	from, _ := Items(n.Content[i+1])
	n.Content = slices.Delete(n.Content, i, i+2)
	for _, m := range from {
		for j := 0; m.Kind == yaml.MappingNode && j+1 < len(m.Content); j += 2 {
			if Value(n, m.Content[j].Value) == nil {
				n.Content = append(n.Content, m.Content[j], m.Content[j+1])
			}
		}
	}
}

// Items returns the items of a list, or a value that is not a list as its only item.
func Items(n *yaml.Node) (items []*yaml.Node, listed bool) {
	if n.Kind == yaml.SequenceNode {
		return n.Content, true
	}
	return []*yaml.Node{n}, false
}

// Value returns the value at a path of keys in mappings, and of items in lists, or nil.
func Value(n *yaml.Node, path ...string) *yaml.Node {
	for _, name := range path {
		if n == nil {
			return nil
		}
		step := 1
		if n.Kind == yaml.MappingNode {
			step = 2
		}
		i := 0
		for i < len(n.Content) && n.Content[i].Value != name {
			i += step
		}
		if i >= len(n.Content) {
			return nil
		}
		n = n.Content[i+step-1]
	}
	return n
}

// syntax describes a YAML syntax error and its position. The end of a text is its last line.
func syntax(name string, src []byte, err error) error {
	at := (*yaml.LoadError)(nil)
	if !errors.As(err, &at) {
		return fmt.Errorf("%s: want YAML: %w", name, err)
	}
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n"), "\n")
	number := max(min(at.Mark.Line, len(lines)), 1)
	return fmt.Errorf("%s:%d: want YAML, found %s: %s", name, number, scan.Show(lines[number-1]), at.Message)
}

// A Reader reads the values of a YAML document and gathers all that is wrong with them.
type Reader struct {
	Path  string // used in errors
	wrong []nodeError
	n     int // number of errors; wrong holds the first maxErrors
	// Warn gets the warnings about unknown keys. If it is nil, every unknown key is an error.
	Warn    func(error)
	lenient bool // a whole number may end in .0
}

// maxErrors is the number of errors after which a Reader stops.
const maxErrors = 20

// isStopped reports whether a Reader has stopped.
func (r *Reader) isStopped() bool { return r.n >= maxErrors }

type nodeError struct {
	line int
	err  error
}

// Fail records an error in a node.
func (r *Reader) Fail(n *yaml.Node, format string, args ...any) {
	if r.n++; r.n <= maxErrors {
		r.wrong = append(r.wrong,
			nodeError{n.Line, fmt.Errorf("%s:%d: %s", r.Path, n.Line, fmt.Sprintf(format, args...))})
	}
}

// ErrorCount returns the number of errors so far.
func (r *Reader) ErrorCount() int { return r.n }

// Err returns all errors so far, by lines.
func (r *Reader) Err() error {
	slices.SortStableFunc(r.wrong, func(a, b nodeError) int { return cmp.Compare(a.line, b.line) })
	var all []error
	for _, f := range r.wrong {
		all = append(all, f.err)
	}
	if r.isStopped() {
		all = append(all, fmt.Errorf("%s: %d errors or more: the rest was not read", r.Path, maxErrors))
	}
	return errors.Join(all...)
}

// CheckLegible reports whether all keys and values could be names or titles, and records an error for each one
// that could not. So no setting needs a check of its own, and none can be forgotten.
func (r *Reader) CheckLegible(n *yaml.Node) bool {
	if n.Kind == yaml.ScalarNode && escape.HasControl(n.Value) {
		r.Fail(n, steering, scan.Show(n.Value))
	}
	for _, below := range n.Content {
		if !r.isStopped() {
			r.CheckLegible(below)
		}
	}
	return r.n == 0
}

// DescribeNode describes a node in a few words.
func DescribeNode(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "keys and values"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.Tag == "!!null":
		return "nothing"
	}
	return scan.Show(n.Value)
}

// A Key describes a key of a mapping: how its value is read, and how documents describe it.
type Key struct {
	Name     string
	Noun     string   // the noun for the value in errors, and in documents without Doc
	Doc      string   // a sentence for documents
	Default  string   // for documents
	To       any      // where the value goes; see Reader.value
	Words    []string // the values of a text, or nil for any
	Min, Max float64  // of a number; Max is not used for sizes
	Type     string   // name of the type in documents, for values that a function reads
	Keys     []Key    // of the value, or of each of its items
}

// NewKey returns a Key whose values are read by a function. If it is nil, the key is ignored.
func NewKey(name string, read func(*yaml.Node)) Key { return Key{Name: name, To: read} }

// Ignored returns keys that have no effect.
func Ignored(names ...string) (keys []Key) {
	for _, name := range names {
		keys = append(keys, NewKey(name, nil))
	}
	return keys
}

// value reads the value of a key, by the type of its target: a pointer or a function, which gets a value only
// if it is right; a function of the node, which is nil if nothing is read; or nil for a mapping of more keys.
func (r *Reader) value(k Key, n *yaml.Node) {
	var x any
	wrong := r.n
	switch to := k.To.(type) {
	case nil:
		r.Mapping(n, k.Noun, k.Keys...)
		return
	case func(*yaml.Node):
		if to != nil {
			to(n)
		}
		return
	case *string, func(string):
		x = r.Word(n, k.Noun, k.Words)
	case *int, func(int):
		x = r.Int(n, k.Noun, int(k.Min), int(k.Max))
	case *float64, func(float64):
		x = r.Number(n, k.Noun, k.Min, k.Max)
	case *bool:
		x = r.Bool(n, k.Noun)
	case *int64:
		x = r.Size(n, k.Noun, int64(k.Min))
	case *time.Duration:
		x = r.Duration(n, k.Noun)
	}
	if r.n > wrong {
		return
	}
	if to := reflect.ValueOf(k.To); to.Kind() == reflect.Func {
		to.Call([]reflect.Value{reflect.ValueOf(x)})
	} else {
		to.Elem().Set(reflect.ValueOf(x))
	}
}

// Mapping reads a mapping that has only some keys, each at most once, in the order of the keys. subject names
// their owner in errors.
func (r *Reader) Mapping(n *yaml.Node, subject string, keys ...Key) {
	var names, effective []string
	for _, k := range keys {
		names = append(names, k.Name)
		if read, ok := k.To.(func(*yaml.Node)); !ok || read != nil {
			effective = append(effective, k.Name)
		}
		if value := Value(n, k.Name); value != nil && n.Kind == yaml.MappingNode && !r.isStopped() {
			r.value(k, value)
		}
	}
	r.Entries(n, subject, func(name, _ *yaml.Node) {
		switch {
		case slices.Contains(names, name.Value):
		case r.Warn != nil && suggest.Of(name.Value, effective) == "":
			r.Warn(fmt.Errorf("%s:%d: ignored %s, which is no known key of %s", r.Path, name.Line,
				scan.Show(name.Value), subject))
		default:
			r.Fail(name, "want a key of %s (%s), found %s%s", subject, strings.Join(names, ", "), scan.Show(name.Value),
				suggest.Hint(name.Value, names))
		}
	})
}

// RequireKeys checks that a mapping has certain keys. subject names their owner in errors.
func (r *Reader) RequireKeys(n *yaml.Node, subject string, names ...string) {
	for _, name := range names {
		if n.Kind == yaml.MappingNode && Value(n, name) == nil {
			r.Fail(n, "want \"%s:\" in %s, found none", name, subject)
		}
	}
}

// Entries calls read with each key of a mapping and its value, in their order.
func (r *Reader) Entries(n *yaml.Node, subject string, read func(name, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.Fail(n, "want keys and values in %s, found %s", subject, DescribeNode(n))
		return
	}
	first := map[string]int{}
	for i := 0; i < len(n.Content) && !r.isStopped(); i += 2 {
		name := n.Content[i]
		if name.Kind != yaml.ScalarNode || name.Value == "" {
			r.Fail(name, "want a word as a key of %s, found %s", subject, DescribeNode(name))
			continue
		}
		if line, duplicate := first[name.Value]; duplicate {
			r.Fail(name, "want %s once in %s, found it in line %d already", scan.Show(name.Value), subject, line)
			continue
		}
		first[name.Value] = name.Line
		read(name, n.Content[i+1])
	}
}

// List calls read with each item of a list.
func (r *Reader) List(n *yaml.Node, subject string, read func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		r.Fail(n, "want a list of %s, found %s", subject, DescribeNode(n))
		return
	}
	for _, item := range n.Content {
		if r.isStopped() {
			return
		}
		read(item)
	}
}

// Text reads text that is not empty.
func (r *Reader) Text(n *yaml.Node, subject string) string {
	switch {
	case n.Kind != yaml.ScalarNode, n.Tag == "!!null", n.Tag == "!!str" && strings.TrimSpace(n.Value) == "":
		r.Fail(n, "want %s, found %s", subject, DescribeNode(n))
	case n.Tag != "!!str":
		r.Fail(n, "want %s, found %s, which is not text: put it between quotes", subject, DescribeNode(n))
	default:
		return n.Value
	}
	return ""
}

// Texts reads a list of different texts.
func (r *Reader) Texts(n *yaml.Node, subject, element string) (all []string) {
	known := map[string]bool{}
	r.List(n, subject, func(item *yaml.Node) {
		text := r.Text(item, element)
		if known[text] {
			r.Fail(item, "want %s once, found it twice", scan.Show(text))
			return
		}
		all, known[text] = append(all, text), text != ""
	})
	return all
}

// Word reads one of some words, or any text if they are nil.
func (r *Reader) Word(n *yaml.Node, subject string, words []string) string {
	if words == nil {
		return r.Text(n, subject)
	}
	subject += " (" + strings.Join(words, ", ") + ")"
	text := r.Text(n, subject)
	if text != "" && !slices.Contains(words, text) {
		r.Fail(n, "want %s, found %s%s", subject, scan.Show(text), suggest.Hint(text, words))
		return ""
	}
	return text
}

// Number reads a number of a range.
func (r *Reader) Number(n *yaml.Node, subject string, minValue, maxValue float64) float64 {
	x, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" && n.Tag != "!!float" || err != nil ||
		!(x >= minValue && x <= maxValue) {
		r.Fail(n, "want %s from %s to %s, found %s", subject, FormatNumber(minValue), FormatNumber(maxValue),
			DescribeNode(n))
		return minValue
	}
	return x
}

// Int reads a whole number of a range.
func (r *Reader) Int(n *yaml.Node, subject string, minValue, maxValue int) int {
	digits := n.Value
	whole, zeros, ok := strings.Cut(digits, ".")
	if ok && r.lenient && n.Tag == "!!float" && strings.Trim(zeros, "0") == "" {
		digits = whole
	}
	x, err := strconv.Atoi(digits)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" && n.Tag != "!!float" || err != nil || x < minValue || x > maxValue {
		r.Fail(n, "want %s, a whole number from %d to %d, found %s", subject, minValue, maxValue, DescribeNode(n))
		return minValue
	}
	return x
}

// FormatNumber formats a number without an exponent.
func FormatNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Bool reads true or false.
func (r *Reader) Bool(n *yaml.Node, subject string) bool {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
		r.Fail(n, "want true or false for %s, found %s", subject, DescribeNode(n))
	}
	return n.Value == "true"
}

// Duration reads a length of time of a range.
func (r *Reader) Duration(n *yaml.Node, subject string) time.Duration {
	d, err := time.ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" || !times.MatchString(n.Value) || err != nil ||
		d < minTime || d > maxTime {
		r.Fail(n, "want %s with its unit, from %s to %s, such as 10s, 1.5s or 500ms, found %s", subject, minTime,
			maxTime, DescribeNode(n))
	}
	return d
}

// times matches the schema's format of a time.
var times = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`)

// The range of time limits.
const (
	minTime = time.Millisecond
	maxTime = 24 * time.Hour
)

// Size reads a number of bytes.
func (r *Reader) Size(n *yaml.Node, subject string, minSize int64) int64 {
	size, err := ParseSize(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!int" || err != nil || size < minSize {
		r.Fail(n, "want %s, a size of at least %d bytes such as 300000, 64MiB or 2GiB, found %s", subject, minSize,
			DescribeNode(n))
		return 0
	}
	return size
}

// ParseSize reads a number of bytes such as 300, 64KiB or 2MiB.
func ParseSize(text string) (int64, error) {
	number, factor := text, int64(1)
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if before, ok := strings.CutSuffix(text, unit); ok {
			number, factor = before, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || number[0] < '1' || number[0] > '9' || n > math.MaxInt64/4/factor {
		return 0, fmt.Errorf("want a size such as 300, 64KiB or 2MiB, found %q", text)
	}
	return n * factor, nil
}
