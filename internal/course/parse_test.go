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
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/docs"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// full sets everything.
const full = `assignment: squirrel
title: "CSCI 561, homework 1"
edition: final
compare: course
cases: [mine, /other/one.txtar]
profile: core
points:
  total: 50
  bonus: 5
  categories: {greedy: 30, minimax: 30, alpha-beta: 30, battle: 0}
  cases:
    cut-*: 3
    "*": 0.5
limits: {time: 2.5s, wall: 1m, memory: 2GiB}
sandbox: require
allow-read: data
tools: {python2: ../bin/python, cxx: clang++, java: /opt/java, rust: sub/rustc}
python: 3
show: summary
names: ids
late: {free: 1, penalty: 12.5, due: 2026-03-01 23:59, zone: America/Los_Angeles}
students:
  alice:
    name: Alice
    late: 3
    extra: -2.5
  9876: {late: 0, due: 2026-03-02 12:00}
leaderboard: true
`

func TestParse(t *testing.T) {
	f := must.Get(course.Parse("dir/touchstone.yaml", []byte(full), nil))(t)
	a := gametest.Lookup(t, "squirrel")
	three, none, bonus := 3, 0, 5.0
	zone := must.Get(time.LoadLocation("America/Los_Angeles"))(t)
	want := &course.File{
		Path: "dir/touchstone.yaml", Assignment: a, Title: "CSCI 561, homework 1",
		Cases: []string{"dir/mine", "/other/one.txtar"}, Profile: "core",
		Points: verdict.Rule{
			Total: 50, Bonus: &bonus,
			Shares: []homework.Share{{Category: "greedy", Points: 30}, {Category: "minimax", Points: 30}, {Category: "alpha-beta", Points: 30}, {Category: "battle"}},
			Cases:  []verdict.Weight{{Pattern: "cut-*", Points: 3}, {Pattern: "*", Points: 0.5}},
		},
		AllTimeouts: true,
		Settings: outcome.Settings{Edition: "final", Course: true, CPU: 2500 * time.Millisecond, Wall: time.Minute, Memory: 2 << 30,
			Sandbox: "require", AllowRead: []string{"dir/data"}, Tools: map[string]string{"python2": "bin/python", "cxx": "clang++", "java": "/opt/java", "rust": "dir/sub/rustc", program.PythonFlag: "3"}},
		Show: "summary", Late: course.Late{Free: 1, Penalty: 12.5, Due: time.Date(2026, 3, 1, 23, 59, 0, 0, zone), Zone: zone, Rule: true},
		Students: map[string]course.Student{
			"alice": {Name: "Alice", Late: &three, Extra: -2.5},
			"9876":  {Late: &none, Due: time.Date(2026, 3, 2, 12, 0, 0, 0, zone)},
		},
		Anonymous: true, Leaderboard: true,
	}
	same := cmp.Options{cmpopts.IgnoreUnexported(course.File{}), cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() }), cmp.Comparer(func(a, b *oracle.Assignment) bool { return a == b })}
	expect.Equal(t, "", cmp.Diff(want, f, same), "-want +got")
}

// A wrong is a course file and its error messages.
type wrong struct {
	text string
	want string // the errors
	fine bool   // the schema cannot know
}

// known are the names of all assignments.
var known = strings.Join(oracle.Names(), ", ")

// wrongs returns the course files of testdata/wrong.txtar.
func wrongs(t testing.TB) (all []wrong) {
	t.Helper()
	files := must.Get(txtar.ParseFile("testdata/wrong.txtar"))(t).Files
	for i := 0; i < len(files); i += 2 {
		want := strings.ReplaceAll(string(files[i+1].Data), "ASSIGNMENTS", known)
		all = append(all, wrong{
			strings.TrimSuffix(string(files[i].Data), "\n"), strings.TrimSuffix(want, "\n"),
			files[i+1].Name == "errors that the schema cannot know",
		})
	}
	return all
}

// Each error names the file, the line, and the values wanted and found. All are reported at once.
func TestParseReportsAll(t *testing.T) {
	for _, w := range wrongs(t) {
		f, err := course.Parse("f", []byte(w.text), nil)
		expect.Equal(t, w.want, fmt.Sprint(err), w.text)
		expect.True(t, f == nil, "no file of", w.text)
	}
}

// The settings in the comments of the example are valid as well.
func TestExample(t *testing.T) {
	commented := regexp.MustCompile(`(?m)^( *)# ( *([a-z0-9-]+|[a-z]+@[a-z.]+|"[^"\n]+"):.*| +- .*)$`)
	for _, a := range oracle.Assignments() {
		text := strings.Replace(course.Example(a, a.Name), "# yaml-language-server", "#", 1)
		expect.Equal(t, "", parse(t, text).Settings.Sandbox, "sandbox of a new course file")
		whole := commented.ReplaceAllString(text, "$1$2")
		f := parse(t, whole)
		expect.Equal(t, a.Editions[0].Name, f.Settings.Edition, "edition of the example of", a.Name)
		isDefault := a.Run.CPU == 0 && f.Settings.CPU == testscript.DefaultCPU
		expect.True(t, isDefault || f.Settings.CPU == a.Run.CPU, "the default limit of", a.Name)
		expect.True(t, f.Leaderboard && len(f.Points.Cases) == 1 && f.Late.Free == 2, "all of", whole)
		expect.Equal(t, 5, f.Students["alice@example.edu"].Extra, "all of", whole)
	}
}

// The example of a problem package has no editions, profiles and situations in it, and its own limit.
func TestExampleOfPackage(t *testing.T) {
	text := course.Example(&oracle.Assignment{Name: "own", Path: "hw/own", Editions: []homework.Edition{{Name: "only"}}, Run: homework.Run{CPU: 3 * time.Second}}, "./own")
	for _, want := range []string{"\nassignment: ./own\n", "How own is checked", "those of a profile (default)", "\"sample-*\": 3", "time: 3s  "} {
		expect.True(t, strings.Contains(text, want), want, "in", text)
	}
	expect.Equal(t, false, strings.Contains(text, "edition:"), "an edition in", text)
}

// No text makes the parser panic, and each has either a file or errors.
func FuzzParse(f *testing.F) {
	f.Add(full)
	for _, w := range wrongs(f) {
		f.Add(w.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := course.Parse("f", []byte(text), nil)
		expect.Equal(t, err == nil, file != nil, "a file with the error", err)
		expect.Equal(t, false, err != nil && !strings.HasPrefix(err.Error(), "f:"), "error without a place", err)
	})
}

// schema compiles docs/course.schema.json.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text := must.Get(jsonschema.UnmarshalJSON(strings.NewReader(docs.CourseSchema)))(t)
	c := jsonschema.NewCompiler()
	must.Do(t, c.AddResource("mem:///course.json", text))
	return must.Get(c.Compile("mem:///course.json"))(t)
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
		parse(t, text)
		expect.True(t, conforms(t, s, text), "the schema accepts", text)
	}
	for _, w := range wrongs(t) {
		expect.Equal(t, w.fine, conforms(t, s, w.text), "the schema accepts", w.text)
	}
}

// describe returns a sentence about a key.
func describe(k settings.Key) string {
	text := k.Doc
	if text == "" && k.Keys == nil && k.Default+k.Noun != "" {
		text = strings.ToUpper(k.Noun[:1]) + k.Noun[1:] + "."
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
			must.WriteFile(t, path, before+c.before+c.want+c.after+after)
		} else if diff := cmp.Diff(c.want, got+"\n"); diff != "" {
			t.Errorf("%s: go test ./internal/course -update makes it again (-want +got)\n%s", c.file, diff)
		}
	}
}

// A new course file has a comment on every key. One tool represents all tools.
func TestExampleHasAll(t *testing.T) {
	text := course.Example(oracle.Assignments()[0], oracle.Names()[0])
	for _, row := range regexp.MustCompile("(?m)^\\| `(.*\\.)?(.*?)`").FindAllStringSubmatch(rows(course.Keys(), ""), -1) {
		key := regexp.MustCompile(`[^a-z-]` + row[2] + `:`)
		expect.True(t, key.MatchString(text), row[2], "in", text)
	}
}
