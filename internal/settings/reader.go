// Package settings reads files of settings in YAML: strictly, with all that is wrong told, each with file and line.
package settings

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A Reader reads the values of a YAML document and gathers all that is wrong with them.
type Reader struct {
	Path  string // used in errors
	wrong []fault
}

type fault struct {
	line int
	err  error
}

// Fail notes what is wrong with a node.
func (r *Reader) Fail(n *yaml.Node, format string, args ...any) {
	r.wrong = append(r.wrong, fault{n.Line, fmt.Errorf("%s:%d: %s", r.Path, n.Line, fmt.Sprintf(format, args...))})
}

// Wrong returns how much is wrong so far.
func (r *Reader) Wrong() int { return len(r.wrong) }

// Err returns all that is wrong, by lines.
func (r *Reader) Err() error {
	slices.SortStableFunc(r.wrong, func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	var all []error
	for _, f := range r.wrong {
		all = append(all, f.err)
	}
	return errors.Join(all...)
}

// Found says in a few words what a node is.
func Found(n *yaml.Node) string {
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

// A Key is one that a mapping may have, and what reads its value, or nil if nothing does.
type Key struct {
	Name string
	Read func(*yaml.Node)
}

// NewKey returns a Key.
func NewKey(name string, read func(*yaml.Node)) Key { return Key{name, read} }

// Mapping reads a mapping that has only some keys, each at most once. of says whose they are, in
// errors.
func (r *Reader) Mapping(n *yaml.Node, of string, keys ...Key) {
	var names []string
	for _, k := range keys {
		names = append(names, k.Name)
	}
	r.Entries(n, of, func(name, value *yaml.Node) {
		i := slices.Index(names, name.Value)
		if i < 0 {
			r.Fail(name, "want a key of %s (%s), found %s%s", of, strings.Join(names, ", "), scan.Show(name.Value), suggest.Hint(name.Value, names))
			return
		}
		if read := keys[i].Read; read != nil {
			read(value)
		}
	})
}

// Needs wants keys to be there in a mapping. of says whose they are, in errors.
func (r *Reader) Needs(n *yaml.Node, of string, names ...string) {
	for _, name := range names {
		if n.Kind == yaml.MappingNode && Value(n, name) == nil {
			r.Fail(n, "want \"%s:\" in %s, found none", name, of)
		}
	}
}

// Entries calls read with each key of a mapping and its value, in their order.
func (r *Reader) Entries(n *yaml.Node, of string, read func(name, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.Fail(n, "want keys and values in %s, found %s", of, Found(n))
		return
	}
	first := map[string]int{}
	for i := 0; i < len(n.Content); i += 2 {
		name := n.Content[i]
		if name.Kind != yaml.ScalarNode || name.Value == "" {
			r.Fail(name, "want a word as a key of %s, found %s", of, Found(name))
			continue
		}
		if line, twice := first[name.Value]; twice {
			r.Fail(name, "want %s once in %s, found it in line %d already", scan.Show(name.Value), of, line)
			continue
		}
		first[name.Value] = name.Line
		read(name, n.Content[i+1])
	}
}

// List calls read with each item of a list.
func (r *Reader) List(n *yaml.Node, of string, read func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		r.Fail(n, "want a list of %s, found %s", of, Found(n))
		return
	}
	for _, item := range n.Content {
		read(item)
	}
}

// Text reads text that is not empty.
func (r *Reader) Text(n *yaml.Node, of string) string {
	switch {
	case n.Kind != yaml.ScalarNode, n.Tag == "!!null", n.Tag == "!!str" && strings.TrimSpace(n.Value) == "":
		r.Fail(n, "want %s, found %s", of, Found(n))
	case n.Tag != "!!str":
		r.Fail(n, "want %s, found %s, which is not text: put it between quotes", of, Found(n))
	default:
		return n.Value
	}
	return ""
}

// Texts reads a list of different texts.
func (r *Reader) Texts(n *yaml.Node, of, each string) (all []string) {
	r.List(n, of, func(item *yaml.Node) {
		text := r.Text(item, each)
		if text != "" && slices.Contains(all, text) {
			r.Fail(item, "want %s once, found it twice", scan.Show(text))
			return
		}
		all = append(all, text)
	})
	return all
}

// Word reads one of some words.
func (r *Reader) Word(n *yaml.Node, of string, words []string) string {
	text := r.Text(n, of+" ("+strings.Join(words, ", ")+")")
	if text != "" && !slices.Contains(words, text) {
		r.Fail(n, "want %s (%s), found %s%s", of, strings.Join(words, ", "), scan.Show(text), suggest.Hint(text, words))
		return ""
	}
	return text
}

// Number reads a number of a range.
func (r *Reader) Number(n *yaml.Node, of string, least, most float64) float64 {
	x, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" && n.Tag != "!!float" || err != nil || !(x >= least && x <= most) {
		r.Fail(n, "want %s from %s to %s, found %s", of, Plain(least), Plain(most), Found(n))
		return least
	}
	return x
}

// Whole reads a whole number of a range.
func (r *Reader) Whole(n *yaml.Node, of string, least, most int) int {
	x, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || x < least || x > most {
		r.Fail(n, "want %s, a whole number from %d to %d, found %s", of, least, most, Found(n))
		return least
	}
	return x
}

// Plain formats a number without an exponent.
func Plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Yes reads true or false.
func (r *Reader) Yes(n *yaml.Node, of string) bool {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
		r.Fail(n, "want true or false for %s, found %s", of, Found(n))
	}
	return n.Value == "true"
}

// Span reads a length of time of a range.
func (r *Reader) Span(n *yaml.Node, of string) time.Duration {
	d, err := time.ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" || !times.MatchString(n.Value) || err != nil || d < leastTime || d > mostTime {
		r.Fail(n, "want %s with its unit, from %s to %s, such as 10s, 1.5s or 500ms, found %s", of, leastTime, mostTime, Found(n))
	}
	return d
}

// times matches what the schema takes for a time.
var times = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`)

// The range of time limits.
const (
	leastTime = time.Millisecond
	mostTime  = 24 * time.Hour
)

// Size reads a number of bytes.
func (r *Reader) Size(n *yaml.Node, of string, least int64) int64 {
	size, err := ParseSize(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!int" || err != nil || size < least {
		r.Fail(n, "want %s, a size of at least %d bytes such as 300000, 64MiB or 2GiB, found %s", of, least, Found(n))
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
