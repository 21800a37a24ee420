package manifest_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// manifestOf reads a text of problem.yaml, in which warnings are errors.
func manifestOf(text string) (*manifest.Manifest, error) {
	var warnings []error
	m, err := manifest.Parse("problem.yaml", []byte(text), func(err error) { warnings = append(warnings, err) })
	return m, errors.Join(append(warnings, err)...)
}

const minimalManifest = "problem_format_version: 2025-09\nname: Coins\nuuid: 123e4567-e89b-42d3-a456-426614174000\n"

// The settings of a package are read, each into its own field. The other fields have the defaults of the
// format.
func TestManifest(t *testing.T) {
	const mib = 1 << 20
	for text, want := range map[string]manifest.Manifest{
		"": {
			Title: "Coins", Custom: true, ValidationPasses: 2, ACToLimit: 2, LimitToTLE: 1.5, Resolution: time.Second,
			Programs: homework.Run{ExitCounts: true, AnyName: true, Memory: 2048 * mib, Output: 8 * mib},
			Checks:   sandbox.Limits{CPU: time.Minute, Wall: 125 * time.Second, Memory: 2048 * mib, Output: 8 * mib},
		},
		`type: [scoring, interactive, multi-pass]
license: cc0
limits:
  time_limit: 2.5004
  time_resolution: 0.1
  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 4.5}
  memory: 11.0
  output: 256
  code: 13
  compilation_time: 14
  compilation_memory: 15
  validation_time: 16.25
  validation_memory: 17
  validation_output: 18
  validation_passes: 3
`: {
			Title: "Coins", Custom: true, Scoring: true, Interactive: true, MultiPass: true, ValidationPasses: 3, ACToLimit: 3, LimitToTLE: 4.5, Resolution: 100 * time.Millisecond,
			Programs: homework.Run{
				ExitCounts: true, AnyName: true, CPU: 2500 * time.Millisecond, Memory: 11 * mib, Output: 256 * mib, Code: 13 << 10,
				BuildCPU: 14 * time.Second, BuildMemory: 15 * mib,
			},
			Checks: sandbox.Limits{CPU: 16250 * time.Millisecond, Wall: 37500 * time.Millisecond, Memory: 17 * mib, Output: 18 * mib},
		},
	} {
		expect.Equal(t, &want, must.Get(manifestOf(minimalManifest+text))(t), text)
	}
}

// The name is the English one, or else the first; a problem has one of the types that are judged.
func TestManifestWords(t *testing.T) {
	for text, want := range map[string]string{
		"name: {sv: Mynt, en: Coins, de: Geld}": "Coins", "name: {sv: Mynt, de: Geld}": "Mynt", "name: {en: Coins, et: Raha}": "Coins", "name: Geld": "Geld",
	} {
		m := must.Get(manifestOf(strings.Replace(minimalManifest, "name: Coins", text, 1)))(t)
		expect.Equal(t, want, m.Title, text)
	}
	for text, want := range map[string]string{
		"type: pass-fail": "", "type: scoring": "", "type: []": "want a type (", "type: [pass-fail, scoring]": "want pass-fail or scoring, found both",
		"type: interactive": "", "type: [pass-fail, multi-pass]": "", "limits: {validation_passes: 0}": "validation_passes",
		"type: [submit-answer, multi-pass]": "want submit-answer without interactive and multi-pass", "type: other": "want a type (pass-fail, scoring, multi-pass, interactive, submit-answer), found",
		"constants: {a: 1, b: x, c: {value: 2}}": "", "constants: {a b: 1}": "want a name of letters", "limits: {memory: 0}": "memory", "limits: {memory: 1048576}": "", "limits: {memory: 1048577}": "memory",
		"limits: {output: 257}": "problem.yaml:4: read output as 256 MiB, the maximum here, found 257", "limits: {validation_output: 0}": "validation_output", "limits: {time_limit: 86400}": "", "limits: {time_limit: 86401}": "time_limit",
		"limits: {time_limit: 0}": "time_limit", "limits: {time_multipliers: {ac_to_time_limit: 0.5}}": "a factor", "limits: {time_multipliers: {time_limit_to_tle: 1001}}": "a factor",
		"allow_file_writing: maybe": "", "colour: red": `problem.yaml:4: ignored "colour", which is no known key of a problem package`, "limits: {colour: red}": "want a key of limits", "limits:": "",
		"limit: {}": "problem.yaml:4: want a key of a problem package", "validation: costum": `problem.yaml:4: want default or custom, with score, interactive or multi_pass, found "costum"`,
		"constants: {a: [1]}": `problem.yaml:4: want a name of letters, digits and underscores with a number or a text, found "a" with a list`, "constants: {a: {b: 1}}": "with keys and values",
		"limits: {memory: 64}\nrank: 1": `problem.yaml:5: ignored "rank"`, "source: \xe9": "problem.yaml:4: want text in UTF-8, found ", "x-limit: 1": `problem.yaml:4: ignored "x-limit", which is no known key`, "constants: {a: {value: [1]}}": "with keys and values",
		"limits: {time_limit: soon}": "problem.yaml:4: want time_limit, in seconds from 0.001", "validator_flags: [[a]]": "problem.yaml:4: want an argument, found a list",
		"type: [submit-answer, interactive]": "want submit-answer without interactive", "type: submit-answer": "",
		"languages: all": "", "rights_owner: x": "", "embargo_until: 2030-01-01": "", "credits: x": "", "source: x": "", "keywords: [x]": "", "version: 1": "", "allow_file_writing: true": "",
	} {
		_, err := manifestOf(minimalManifest + text + "\n")
		expect.Contains(t, fmt.Sprint(err), cmp.Or(want, "<nil>"))
	}
}

// The settings of older versions become settings of the newest one. Each text is a whole problem.yaml.
func TestVersions(t *testing.T) {
	for text, want := range map[string]string{
		"": "true false false false false 5 2 []", "# none\n": "true false false false false 5 2 []",
		"validation: default": "true false false false false 5 2 []", "problem_format_version: legacy\nvalidation: {custom}": "true true false false false 5 2 []",
		"validation: {custom: false, score: true}": "true false true false false 5 2 []", "validation: {score: true, custom: interactive}": "true true true true false 5 2 []", "validation: [custom, multipass]": "true true false false true 5 2 []",
		"validation: custom interactive multi_pass": "true true false true true 5 2 []", "validation: {custom: [score, {interactive: }]}": "true true true true false 5 2 []",
		"type: scoring\nvalidation: default": "true false true false false 5 2 []", "problem_format_version: draft\nname: x\nuuid: x": "false true false false false 2 1.5 []",
		"problem_format_version: 2023-07-draft\nname: x\nuuid: x\nconstants: {b: c d, e: 3}\nvalidator_flags: a {{b}} {{e}}": `false true false false false 2 1.5 ["a" "c d" "3"]`,
		"problem_format_version: legacy-icpc\nvalidator_flags: [a b, 1]":                                                     `true false false false false 5 2 ["a b" "1"]`,
		"problem_format_version: 2025-09\nuuid: 1":                                                                           `problem.yaml:1: want "name:" in a problem package, found none`,
		"problem_format_version: 2025-09\nname: x":                                                                           `problem.yaml:1: want "uuid:" in a problem package, found none`,
		"problem_format_version: 2027-01":                                                                                    `problem.yaml:1: want a version of the format of problem packages (legacy, legacy-icpc, 2023-07, 2025-09), found "2027-01"`,
		"problem_format_version: [draft]":                                                                                    "2025-09), found a list", "name: {}": "problem.yaml:1: want a name, found none",
	} {
		m, err := manifestOf(text)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprintf("%v %v %v %v %v %v %v %q", m.Legacy, m.Custom, m.Scoring, m.Interactive, m.MultiPass, m.ACToLimit, m.LimitToTLE, m.OutputArgs)
		}
		expect.Contains(t, got, want)
	}
}

// Expand replaces each constant once, up to a size. Substitute keeps the first error.
func TestExpand(t *testing.T) {
	m := &manifest.Manifest{Constants: map[string]string{"a": "1", "b.c-d": "{{a}}", "long": strings.Repeat("x", 1<<20)}}
	const text = "{{a}} {{ b.c-d }} {{none}} {a} {{a"
	expect.Equal(t, "1 {{a}} {{none}} {a} {{a", must.Get(m.Expand(text))(t))
	expect.Equal(t, 16<<20, len(must.Get(m.Expand(strings.Repeat("{{long}}", 16)))(t)), "bytes")
	large := strings.Repeat("{{long}}", 17)
	expect.True(t, m.Substitute(large) == large && m.Expansion != nil, "an error, of what is too large")
	expect.True(t, m.Substitute(text) != text && m.Expansion != nil, "the error stays")
}

// The time limit is the one of the first file that has one.
func TestJudgeTimeLimit(t *testing.T) {
	const none = ": want a time limit from 0.001 to 86400 seconds, found none"
	for _, c := range []struct {
		ini, plain string // of domjudge-problem.ini and .timelimit, or ""
		want       time.Duration
		warnings   string
	}{
		{"", "", 0, ""}, {"short-name = H\n timelimit = '1.5'\n", "2", 1500 * time.Millisecond, ""}, {"", " 0.001\n", time.Millisecond, ""},
		{"timelimit = 1e9\n", "86400", 24 * time.Hour, "domjudge-problem.ini" + none}, {"", "86400.1", 0, ".timelimit" + none},
		{"", "0.0009", 0, ".timelimit" + none}, {"", "1.2.3", 0, ".timelimit" + none},
	} {
		warnings := ""
		got := manifest.JudgeTimeLimit(func(name string) ([]byte, error) {
			text := map[string]string{"domjudge-problem.ini": c.ini, ".timelimit": c.plain}[name]
			if text == "" {
				return nil, os.ErrNotExist
			}
			return []byte(text), nil
		}, func(name, text string) { warnings += name + ": " + text })
		expect.Equal(t, c.want, got, c)
		expect.Equal(t, c.warnings, warnings, c)
	}
}

// LimitOf rounds the product of the slowest CPU time and ACToLimit up to a multiple of the resolution.
func TestLimitOf(t *testing.T) {
	m := &manifest.Manifest{ACToLimit: 2, Resolution: 500 * time.Millisecond}
	for slowest, want := range map[time.Duration]time.Duration{
		0: 500 * time.Millisecond, time.Millisecond: 500 * time.Millisecond, 250 * time.Millisecond: 500 * time.Millisecond,
		251 * time.Millisecond: time.Second, time.Second: 2 * time.Second, 1001 * time.Millisecond: 2500 * time.Millisecond,
	} {
		expect.Equal(t, want, m.LimitOf(slowest), slowest)
	}
}
