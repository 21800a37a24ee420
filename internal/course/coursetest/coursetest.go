// Package coursetest makes course files with any text at any place, for tests of how the text is handled. It
// derives the places from the schema, so that no setting can be forgotten.
package coursetest

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/docs"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

// A Place is a place for a text in a course file: the keys that lead there, "-" for an item of a list, and
// whether the text is the last key rather than its value.
type Place struct {
	Keys  []string
	IsKey bool
}

func (p Place) String() string {
	text := strings.Join(p.Keys, ".")
	if p.IsKey {
		return "a key of " + text
	}
	return text
}

// Places returns all places that docs/course.schema.json has.
func Places(t testing.TB) (all []Place) {
	t.Helper()
	var root map[string]any
	if err := json.Unmarshal([]byte(docs.CourseSchema), &root); err != nil {
		t.Fatal(err)
	}
	var walk func(s map[string]any, keys []string)
	walk = func(s map[string]any, keys []string) {
		if ref, ok := s["$ref"].(string); ok {
			walk(root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any), keys)
			return
		}
		for _, value := range list(s["anyOf"]) {
			walk(value.(map[string]any), keys)
		}
		switch {
		case s["anyOf"] != nil:
		case s["type"] == "object":
			properties, _ := s["properties"].(map[string]any)
			for name, item := range properties {
				walk(item.(map[string]any), append(slices.Clone(keys), name))
			}
			if one, ok := s["additionalProperties"].(map[string]any); ok {
				all = append(all, Place{keys, true})
				walk(one, append(slices.Clone(keys), "any"))
			}
		case s["type"] == "array":
			walk(s["items"].(map[string]any), append(slices.Clone(keys), "-"))
		default:
			all = append(all, Place{keys, false})
		}
	}
	walk(root, nil)
	slices.SortFunc(all, func(a, b Place) int { return strings.Compare(a.String(), b.String()) })
	return slices.CompactFunc(all, func(a, b Place) bool { return a.String() == b.String() })
}

func list(value any) []any {
	all, _ := value.([]any)
	return all
}

// File returns a course file that has the text at this place, together with its required context, and the
// line of the text.
func (p Place) File(t testing.TB, text string) (src string, line int) {
	t.Helper()
	var value any = text
	if p.IsKey {
		value = map[string]any{text: 1}
	}
	for i := len(p.Keys) - 1; i >= 0; i-- {
		if p.Keys[i] == "-" {
			value = []any{value}
			continue
		}
		value = map[string]any{p.Keys[i]: value}
	}
	whole := value.(map[string]any)
	if whole["assignment"] == nil {
		whole["assignment"] = "mancala"
	}
	var all, quoted strings.Builder // with escapes, which YAML has as well
	if err := errors.Join(escape.Encode(&all, whole, " "), escape.Encode(&quoted, text, "")); err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(all.String(), strings.TrimSpace(quoted.String()))
	if !ok {
		t.Fatalf("%s is not in %s", &quoted, &all)
	}
	return all.String(), 1 + strings.Count(before, "\n")
}
