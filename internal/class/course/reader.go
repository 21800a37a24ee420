package course

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

// A reader reads the values of a YAML document and gathers all that is wrong with them.
type reader struct {
	path  string
	wrong []fault
}

type fault struct {
	line int
	err  error
}

// fail notes what is wrong with a node.
func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	r.wrong = append(r.wrong, fault{n.Line, fmt.Errorf("%s:%d: %s", r.path, n.Line, fmt.Sprintf(format, args...))})
}

// err returns all that is wrong, by lines.
func (r *reader) err() error {
	slices.SortStableFunc(r.wrong, func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	var all []error
	for _, f := range r.wrong {
		all = append(all, f.err)
	}
	return errors.Join(all...)
}

// found says in a few words what a node is.
func found(n *yaml.Node) string {
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

// A key is one that a mapping may have, and what reads its value.
type key struct {
	name string
	read func(*yaml.Node)
}

// mapping reads a mapping that has only some keys, each at most once. of says whose they are, in
// errors.
func (r *reader) mapping(n *yaml.Node, of string, keys ...key) {
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	r.entries(n, of, func(name, value *yaml.Node) {
		i := slices.Index(names, name.Value)
		if i < 0 {
			r.fail(name, "want a key of %s (%s), found %s%s", of, strings.Join(names, ", "), scan.Show(name.Value), suggest.Hint(name.Value, names))
			return
		}
		keys[i].read(value)
	})
}

// entries calls read with each key of a mapping and its value, in their order.
func (r *reader) entries(n *yaml.Node, of string, read func(name, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "want keys and values in %s, found %s", of, found(n))
		return
	}
	first := map[string]int{}
	for i := 0; i < len(n.Content); i += 2 {
		name := n.Content[i]
		if name.Kind != yaml.ScalarNode || name.Value == "" {
			r.fail(name, "want a word as a key of %s, found %s", of, found(name))
			continue
		}
		if line, twice := first[name.Value]; twice {
			r.fail(name, "want %s once in %s, found it in line %d already", scan.Show(name.Value), of, line)
			continue
		}
		first[name.Value] = name.Line
		read(name, n.Content[i+1])
	}
}

// list calls read with each item of a list.
func (r *reader) list(n *yaml.Node, of string, read func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "want a list of %s, found %s", of, found(n))
		return
	}
	for _, item := range n.Content {
		read(item)
	}
}

// text reads text that is not empty.
func (r *reader) text(n *yaml.Node, of string) string {
	switch {
	case n.Kind != yaml.ScalarNode, n.Tag == "!!null", n.Tag == "!!str" && strings.TrimSpace(n.Value) == "":
		r.fail(n, "want %s, found %s", of, found(n))
	case n.Tag != "!!str":
		r.fail(n, "want %s, found %s, which is not text: put it between quotes", of, found(n))
	default:
		return n.Value
	}
	return ""
}

// texts reads a list of different texts.
func (r *reader) texts(n *yaml.Node, of, each string) (all []string) {
	r.list(n, of, func(item *yaml.Node) {
		text := r.text(item, each)
		if text != "" && slices.Contains(all, text) {
			r.fail(item, "want %s once, found it twice", scan.Show(text))
			return
		}
		all = append(all, text)
	})
	return all
}

// word reads one of some words.
func (r *reader) word(n *yaml.Node, of string, words []string) string {
	text := r.text(n, of+" ("+strings.Join(words, ", ")+")")
	if text != "" && !slices.Contains(words, text) {
		r.fail(n, "want %s (%s), found %s%s", of, strings.Join(words, ", "), scan.Show(text), suggest.Hint(text, words))
		return ""
	}
	return text
}

// number reads a number of a range.
func (r *reader) number(n *yaml.Node, of string, least, most float64) float64 {
	x, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" && n.Tag != "!!float" || err != nil || !(x >= least && x <= most) {
		r.fail(n, "want %s from %s to %s, found %s", of, plain(least), plain(most), found(n))
		return least
	}
	return x
}

// whole reads a whole number of a range.
func (r *reader) whole(n *yaml.Node, of string, least, most int) int {
	x, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || x < least || x > most {
		r.fail(n, "want %s, a whole number from %d to %d, found %s", of, least, most, found(n))
		return least
	}
	return x
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// yes reads true or false.
func (r *reader) yes(n *yaml.Node, of string) bool {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
		r.fail(n, "want true or false for %s, found %s", of, found(n))
	}
	return n.Value == "true"
}

// span reads a length of time of a range.
func (r *reader) span(n *yaml.Node, of string) time.Duration {
	d, err := time.ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" || !times.MatchString(n.Value) || err != nil || d < leastTime || d > mostTime {
		r.fail(n, "want %s with its unit, from %s to %s, such as 10s, 1.5s or 500ms, found %s", of, leastTime, mostTime, found(n))
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

// size reads a number of bytes.
func (r *reader) size(n *yaml.Node, of string, least int64) int64 {
	size, err := ParseSize(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!int" || err != nil || size < least {
		r.fail(n, "want %s, a size of at least %d bytes such as 300000, 64MiB or 2GiB, found %s", of, least, found(n))
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
