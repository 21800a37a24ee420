package course_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/docs"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
)

// schema compiles docs/course.schema.json.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := jsonschema.UnmarshalJSON(strings.NewReader(docs.CourseSchema))
	must.Do(t, err)
	c := jsonschema.NewCompiler()
	must.Do(t, c.AddResource("mem:///course.json", text))
	compiled, err := c.Compile("mem:///course.json")
	must.Do(t, err)
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
	again, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	must.Do(t, err)
	return s.Validate(again) == nil
}

// plain makes text of the keys of a value, which in JSON can be nothing else.
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

// The schema accepts what the parser does, and refuses what the parser does, but for what no
// schema can know.
func TestSchemaAgrees(t *testing.T) {
	s := schema(t)
	for _, text := range []string{
		full,
		course.Example(oracle.Assignments()[0], oracle.Names()[0]),
		"assignment: mapcolor",
		"assignment: mapcolor\npoints: {categories: {all: 10}}",
		"assignment: gangwars\ncases: one.txtar\nlimits: {time: 1m30s, memory: 8388608}",
		"assignment: mancala\ngenerated:\n- {seed: 0, count: 3, kind: beyond, max-log: 300}\n- {seed: 1, kind: graded, count: 5}",
		"assignment: gangwars\nlimits: {time: 500ms, wall: 1.5s}",
		"assignment: gangwars\nlimits: {time: 1h, wall: 1h0.5m}",
		"assignment: reversi\nstudents: {a b@c.edu: {}}\ngenerated: []",
	} {
		if _, err := course.Parse("f", []byte(text), nil); err != nil {
			t.Errorf("%v for\n%s", err, text)
		}
		if !conforms(t, s, text) {
			t.Errorf("the schema refuses\n%s", text)
		}
	}
	for _, w := range wrongs {
		if conforms(t, s, w.text) != w.fine {
			t.Errorf("the schema accepts it: %v, want %v for\n%s", !w.fine, w.fine, w.text)
		}
	}
}

// A new course file has a comment on every setting of the schema; of the tools one stands for all.
func TestExampleHasAll(t *testing.T) {
	type object struct{ Properties map[string]json.RawMessage }
	var s struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	must.Do(t, json.Unmarshal([]byte(docs.CourseSchema), &s))
	objects := slices.Collect(maps.Values(s.Defs))
	for key, text := range s.Properties {
		var of object
		must.Do(t, json.Unmarshal(text, &of))
		if key != "tools" {
			objects = append(objects, of)
		}
	}
	text := course.Example(oracle.Assignments()[0], oracle.Names()[0])
	for _, of := range append(objects, s.object) {
		for key := range of.Properties {
			if !regexp.MustCompile(`[^a-z-]` + key + `:`).MatchString(text) {
				t.Errorf("no %s in\n%s", key, text)
			}
		}
	}
}

// Words that the schema lists are those that the parser knows.
func TestSchemaWords(t *testing.T) {
	var s struct {
		Properties map[string]struct {
			Enum       []string
			Properties map[string]any
		}
		Defs map[string]struct {
			Properties map[string]struct{ Enum []string }
		} `json:"$defs"`
	}
	must.Do(t, json.Unmarshal([]byte(docs.CourseSchema), &s))
	for _, c := range []struct {
		key        string
		have, want []string
	}{
		{"compare", s.Properties["compare"].Enum, course.Comparisons},
		{"profile", s.Properties["profile"].Enum, cases.ProfileNames},
		{"show", s.Properties["show"].Enum, report.Shows},
		{"sandbox", s.Properties["sandbox"].Enum, sandbox.Modes},
		{"kind", s.Defs["set"].Properties["kind"].Enum, course.Kinds},
	} {
		if diff := cmp.Diff(c.want, c.have); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.key, diff)
		}
	}
	for key, property := range s.Properties {
		for _, word := range property.Enum { // also of those that the parser has no name for
			if _, err := course.Parse("f", []byte("assignment: reversi\n"+key+": "+word+"\n"), nil); err != nil && key != "assignment" {
				t.Errorf("%s: %s: %v", key, word, err)
			}
		}
	}
	var tools []string
	for _, tool := range program.ToolNames() {
		if tool != program.PythonFlag {
			tools = append(tools, tool)
		}
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(tools)), slices.Sorted(maps.Keys(s.Properties["tools"].Properties))); diff != "" {
		t.Errorf("tools (-want +got)\n%s", diff)
	}
}
