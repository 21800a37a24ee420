package course_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/docs"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle"
)

// schema compiles docs/course.schema.json.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text := must.Get(jsonschema.UnmarshalJSON(strings.NewReader(docs.CourseSchema)))(t)
	c := jsonschema.NewCompiler()
	must.Do(t, c.AddResource("mem:///course.json", text))
	compiled := must.Get(c.Compile("mem:///course.json"))(t)
	return compiled
}

// conforms reports whether the schema accepts a text in YAML.
func conforms(t *testing.T, s *jsonschema.Schema, text string) bool {
	t.Helper()
	var value map[string]any
	if yaml.Unmarshal([]byte(text), &value) != nil { // also if it has a key twice
		return false
	}
	asJSON, err := json.Marshal(plain(value))
	if err != nil {
		return false // there is no NaN in JSON
	}
	again := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(asJSON)))(t)
	return s.Validate(again) == nil
}

// plain returns a text of the keys of a value, which in JSON can only be strings.
func plain(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, v := range value {
			value[key] = plain(v)
		}
	case map[any]any:
		texts := map[string]any{}
		for key, v := range value {
			asText, _ := yaml.Marshal(key)
			texts[strings.TrimSpace(string(asText))] = plain(v)
		}
		return texts
	case []any:
		for i := range value {
			value[i] = plain(value[i])
		}
	}
	return value
}

// The schema and the parser accept and reject the same files, except for rules that a schema cannot express.
func TestSchemaAgrees(t *testing.T) {
	s := schema(t)
	for _, text := range []string{
		full,
		course.Example(oracle.Assignments()[0], oracle.Names()[0]),
		"assignment: mapcolor",
		"assignment: mapcolor\npoints: {categories: {all: 10}}",
		"assignment: gangwars\ncases: one.txtar\nlimits: {time: 1m30s, memory: 8388608}",
		"assignment: gangwars\nlimits: {time: 500ms, wall: 1.5s}",
		"assignment: gangwars\nlimits: {time: 1h, wall: 1h0.5m}",
		"assignment: reversi\nstudents: {a b@c.edu: {}}",
	} {
		if _, err := course.Parse("f", []byte(text), nil); err != nil {
			t.Errorf("%v for\n%s", err, text)
		}
		if !conforms(t, s, text) {
			t.Errorf("the schema refuses\n%s", text)
		}
	}
	for _, w := range wrongs(t) {
		if conforms(t, s, w.text) != w.fine {
			t.Errorf("the schema accepts it: %v, want %v for\n%s", !w.fine, w.fine, w.text)
		}
	}
}

// describe returns a sentence about a key.
func describe(k settings.Key) string {
	text := k.About
	if text == "" && k.Keys == nil && k.Default+k.Of != "" {
		text = strings.ToUpper(k.Of[:1]) + k.Of[1:] + "."
	}
	if k.Default != "" {
		text = strings.TrimSuffix(text, ".") + " (default: " + k.Default + ")."
	}
	return text
}

// values returns the JSON Schema of the values of a key, and a short description of them.
func values(k settings.Key, indent string) (schema, words string) {
	object := func() string {
		return `"type": "object", "additionalProperties": false, "properties": {` + "\n" + properties(k.Keys, indent+"  ") + indent + "}"
	}
	bounds := fmt.Sprintf(`"minimum": %s, "maximum": %s`, settings.FormatNumber(k.Min), settings.FormatNumber(k.Max))
	ref := func(name string) string { return `"$ref": "#/$defs/` + name + `"` }
	from := "from " + settings.FormatNumber(k.Min) + " to " + settings.FormatNumber(k.Max)
	switch k.To.(type) {
	case nil:
		return object(), "keys"
	case *string, func(string):
		if k.Words == nil {
			return ref("text"), "text"
		}
		return `"enum": ["` + strings.Join(k.Words, `", "`) + `"]`, "`" + strings.Join(k.Words, "`, `") + "`"
	case *int, func(int):
		return `"type": "integer", ` + bounds, "a whole number " + from
	case *float64, func(float64):
		return `"type": "number", ` + bounds, "a number " + from
	case *bool:
		return `"type": "boolean"`, "`true`, `false`"
	case *int64:
		return ref("size"), "a size, such as `64MiB`"
	case *time.Duration:
		return ref("time"), "a time, such as `1m30s`"
	}
	switch k.Type {
	case "points":
		return object(), "keys"
	case "students":
		return `"type": "object", "propertyNames": {"$ref": "#/$defs/line"}, "additionalProperties": {` + object() + "}", "keys for each"
	}
	return ref(k.Type), map[string]string{
		"assignment": "a name or a path", "text": "text", "paths": "a path, or a list", "total": "a number above 0", "shares": "numbers",
		"weights": "numbers", "moment": "`2026-03-01 23:59`", "texts": "a list",
	}[k.Type]
}

// properties returns a line of JSON Schema for each key.
func properties(keys []settings.Key, indent string) string {
	var lines []string
	for _, k := range keys {
		schema, _ := values(k, indent)
		if about := describe(k); about != "" {
			schema = `"description": ` + strconv.Quote(about) + ", " + schema
		}
		lines = append(lines, indent+strconv.Quote(k.Name)+": {"+schema+"}")
	}
	return strings.Join(lines, ",\n") + "\n"
}

// rows returns a line of the manual's table for each key.
func rows(keys []settings.Key, above string) (text string) {
	for _, k := range keys {
		_, words := values(k, "")
		text += "| `" + above + k.Name + "` | " + words + " | " + describe(k) + " |\n"
		if k.Name != "tools" {
			text += rows(k.Keys, above+k.Name+map[string]string{"students": ".NAME"}[k.Name]+".")
		}
	}
	return text
}

var update = flag.Bool("update", false, "write the schema and the table of the manual again")

// The schema and the table of the manual describe each key as the parser does.
func TestDescriptions(t *testing.T) {
	for _, c := range []struct{ file, before, after, want string }{
		{"course.schema.json", "\"properties\": {\n", "  },\n  \"$defs\"", properties(course.Keys(), "    ")},
		{"course.md", "| key | values | meaning |\n| --- | --- | --- |\n", "\n", rows(course.Keys(), "")},
	} {
		path := filepath.Join("../../docs", c.file)
		text := must.Get(os.ReadFile(path))(t)
		before, rest, _ := strings.Cut(string(text), c.before)
		got, after, _ := strings.Cut(rest, "\n"+c.after)
		if *update {
			must.Write(t, path, before+c.before+c.want+c.after+after)
		} else if diff := cmp.Diff(c.want, got+"\n"); diff != "" {
			t.Errorf("%s: go test ./internal/course -update makes it again (-want +got)\n%s", c.file, diff)
		}
	}
}

// A new course file has a comment on every key. One tool represents all tools.
func TestExampleHasAll(t *testing.T) {
	text := course.Example(oracle.Assignments()[0], oracle.Names()[0])
	for _, row := range regexp.MustCompile("(?m)^\\| `(.*\\.)?(.*?)`").FindAllStringSubmatch(rows(course.Keys(), ""), -1) {
		if !regexp.MustCompile(`[^a-z-]` + row[2] + `:`).MatchString(text) {
			t.Errorf("no %s in\n%s", row[2], text)
		}
	}
}
