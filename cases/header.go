package cases

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// keys are the keys of a header.
var keys = []string{"tags", "for", "rules", "profiles", "points", "time", "origin"}

// keyed matches a header line that looks like a key and its value. Whether it is one, its word
// decides.
var keyed = regexp.MustCompile(`^([A-Za-z]+)( ?):(.*)$`)

// readHeader reads the keys of header lines. path is used in errors.
func (c *Case) readHeader(path string, header []string) error {
	c.Points = 1
	seen := map[string]bool{}
	for i, line := range header[1:] {
		m := keyed.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if err := c.readKey(m[1], m[2], m[3], seen); err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+2, err)
		}
	}
	return nil
}

// readKey reads what stands behind the word at the head of a line, if that word is a key.
func (c *Case) readKey(word, blank, value string, seen map[string]bool) (err error) {
	if !slices.Contains(keys, word) || blank != "" {
		return unknownKey(word)
	}
	if single := word == "points" || word == "time" || word == "origin"; single && seen[word] {
		return fmt.Errorf("want the key %s once, found it twice", word)
	}
	seen[word] = true
	words := strings.Fields(value)
	switch word {
	case "tags":
		c.Tags = append(c.Tags, words...)
	case "rules":
		c.Rules = append(c.Rules, words...)
	case "for":
		c.For = append(c.For, words...)
	case "profiles":
		c.Profiles = append(c.Profiles, words...)
	case "points":
		value = strings.TrimSpace(value)
		c.Points, err = strconv.ParseFloat(value, 64)
		if err != nil || !(c.Points >= 0 && c.Points <= MostPoints) || math.Signbit(c.Points) {
			return fmt.Errorf("want points such as 2 or 0.5, found %s", scan.Show(value))
		}
	case "origin":
		c.origin = strings.TrimSpace(value)
	case "time":
		value = strings.TrimSpace(value)
		if c.Time, err = time.ParseDuration(value); err != nil || c.Time <= 0 {
			return fmt.Errorf("want a time with its unit, such as 30s, found %s", scan.Show(value))
		}
	}
	return nil
}

// MostPoints is how many points a case may have.
const MostPoints = 1_000_000

// unknownKey returns an error for a word at the head of a line that is no key but was meant to be
// one, as far as can be told: it is a key but for its capitals or a blank behind it, or its small
// letters come near to one. Anything else is free text.
func unknownKey(word string) error {
	lower := strings.ToLower(word)
	meant := ""
	switch {
	case slices.Contains(keys, lower):
		meant = lower
	case lower == word:
		meant = suggest.Of(word, keys)
	}
	if meant == "" {
		return nil
	}
	return fmt.Errorf("want a key of a case (%s), found %q; did you mean \"# %s:\"? (free text begins with other words)", strings.Join(keys, ", "), word+":", meant)
}
