package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
)

// strict makes a schema reject all fields that it does not name.
func strict(schema any) {
	switch schema := schema.(type) {
	case map[string]any:
		if _, ok := schema["properties"]; ok && schema["type"] == "object" {
			schema["additionalProperties"] = false
		}
		for _, part := range schema {
			strict(part)
		}
	case []any:
		for _, part := range schema {
			strict(part)
		}
	}
}

// compile compiles a part of docs/report.schema.json, made strict or as it is.
func compile(t *testing.T, part string, asItIs bool) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("../../docs/report.schema.json")
	must.Do(t, err)
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	must.Do(t, err)
	if !asItIs {
		strict(schema)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	must.Do(t, c.AddResource("mem:///report.json", schema))
	compiled, err := c.Compile("mem:///report.json" + part)
	must.Do(t, err)
	return compiled
}

func validate(t *testing.T, schema *jsonschema.Schema, text []byte) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
}

// The document conforms to the schema, which names every field in it.
func TestDocumentSchema(t *testing.T) {
	for _, show := range report.Shows {
		text := told(t, "json", report.Show(show))
		validate(t, compile(t, "", false), text)
		validate(t, compile(t, "", true), text)
	}
}

// So do the events, each of which is a part of the document plus its name.
func TestEventSchema(t *testing.T) {
	open := compile(t, "#/$defs/event", true)
	for _, show := range report.Shows {
		for line := range bytes.Lines(told(t, "jsonl", report.Show(show))) {
			validate(t, open, line)
			var fields map[string]json.RawMessage
			must.Do(t, json.Unmarshal(line, &fields))
			kind := strings.Trim(string(fields["event"]), `"`)
			delete(fields, "event")
			rest, err := json.Marshal(fields)
			must.Do(t, err)
			validate(t, compile(t, "#/$defs/"+kind, false), rest)
		}
	}
}

// The schema rejects mistakes.
func TestSchemaRefuses(t *testing.T) {
	schema := compile(t, "", true)
	text := string(told(t, "json", report.ShowDiff))
	for old, new := range map[string]string{
		`"verdict":"timeout"`: `"verdict":"late"`,
		`"line":5`:            `"line":"5"`,
		`"version":1`:         `"version":0`,
		`"ok":false`:          `"well":false`,
		`"kind":"blanks"`:     `"kind":"gaps"`,
	} {
		changed := strings.Replace(text, old, new, 1)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(changed))
		if err != nil || changed == text {
			t.Fatalf("%s: %v", old, err)
		}
		if schema.Validate(value) == nil {
			t.Errorf("%s in place of %s is valid", new, old)
		}
	}
}
