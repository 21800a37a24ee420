package caserules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/settings"
	"go.yaml.in/yaml/v4"
)

// countNumbered returns the number of cases in lists below a rule. It stops at more than maxRuled.
func countNumbered(n *yaml.Node) (count int) {
	data := settings.Value(n, "data")
	if n.Kind != yaml.MappingNode || data == nil {
		return 0
	}
	items, listed := settings.Items(data)
	for _, item := range items {
		for i := 1; i < len(item.Content) && count <= maxRuled; i += 2 {
			rule := item.Content[i]
			if isDirectory(rule) {
				count += countNumbered(rule)
			} else if listed {
				values, _ := countsOf(settings.Value(rule, "count"))
				count += max(1, len(values))
			}
		}
	}
	return count
}

// isDirectory reports whether a rule is for a directory rather than a case.
func isDirectory(n *yaml.Node) bool {
	if n.Kind != yaml.MappingNode {
		return false
	}
	return !slices.ContainsFunc([]string{"generate", "copy", "in", "ans", "count", "out", "yaml", "interaction"},
		func(key string) bool { return settings.Value(n, key) != nil })
}

// countsOf returns the numbers that the value of the key count lists: 1 to a number, the items of a list, or
// a range.
func countsOf(n *yaml.Node) (values []string, fault string) {
	if n == nil {
		return []string{""}, ""
	}
	items, listed := settings.Items(n)
	for _, item := range items {
		first := 1
		last, err := strconv.Atoi(item.Value)
		if from, to, isRange := strings.Cut(item.Value, ".."); isRange {
			after, inclusive := strings.CutPrefix(to, "=")
			var e error
			first, err = strconv.Atoi(from)
			if last, e = strconv.Atoi(after); !inclusive {
				last--
			}
			err = cmp.Or(err, e)
		} else if listed {
			first = last
		}
		if err != nil || item.Kind != yaml.ScalarNode || first > last ||
			min(first, last) < -maxCountValue || max(first, last) > maxCountValue || last-first >= maxCount-len(values) {
			return nil, fmt.Sprintf("want a number of cases from 1 to %d, a list of numbers, or a range such as "+
				"1..=3, found %s", maxCount, settings.DescribeNode(item))
		}
		for i := first; i <= last; i++ {
			values = append(values, strconv.Itoa(i))
		}
	}
	return values, ""
}
