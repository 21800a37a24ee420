package manifest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// manifestOf reads a text of problem.yaml.
func manifestOf(text string) (*manifest.Manifest, error) {
	return manifest.Parse("problem.yaml", []byte(text), func(error) {})
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
		got, err := manifestOf(minimalManifest + text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
}

// The name is the English one, or else the first; a problem has one of the types that are judged.
func TestManifestWords(t *testing.T) {
	for text, want := range map[string]string{
		"name: {sv: Mynt, en: Coins, de: Geld}": "Coins", "name: {sv: Mynt, de: Geld}": "Mynt", "name: {en: Coins, sv: Mynt}": "Coins", "name: Geld": "Geld",
	} {
		m, err := manifestOf(strings.Replace(minimalManifest, "name: Coins", text, 1))
		if err != nil || m.Title != want {
			t.Errorf("%s: %+v, %v, want %s", text, m, err, want)
		}
	}
	for text, want := range map[string]string{
		"type: pass-fail": "", "type: scoring": "", "type: []": "want a type (", "type: [pass-fail, scoring]": "want pass-fail or scoring, found both",
		"type: interactive": "", "type: [pass-fail, multi-pass]": "", "limits: {validation_passes: 0}": "validation_passes",
		"type: [submit-answer, multi-pass]": "want submit-answer without interactive and multi-pass", "type: other": "want a type (pass-fail, scoring, multi-pass, interactive, submit-answer), found",
		"constants: {a: 1, b: x, c: {value: 2}}": "", "constants: {a b: 1}": "want a name of letters", "limits: {memory: 0}": "memory", "limits: {memory: 1048576}": "", "limits: {memory: 1048577}": "memory",
		"limits: {output: 257}": "", "limits: {validation_output: 0}": "validation_output", "limits: {time_limit: 86400}": "", "limits: {time_limit: 86401}": "time_limit",
		"limits: {time_limit: 0}": "time_limit", "limits: {time_multipliers: {ac_to_time_limit: 0.5}}": "a factor", "limits: {time_multipliers: {time_limit_to_tle: 1001}}": "a factor",
		"allow_file_writing: maybe": "", "colour: red": "", "limits: {colour: red}": "want a key of limits",
		"languages: all": "", "rights_owner: x": "", "embargo_until: 2030-01-01": "", "credits: x": "", "source: x": "", "keywords: [x]": "", "version: 1": "", "allow_file_writing: true": "",
	} {
		if _, err := manifestOf(minimalManifest + text + "\n"); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// LimitOf rounds the product of the slowest CPU time and ACToLimit up to a multiple of the resolution.
func TestLimitOf(t *testing.T) {
	m := &manifest.Manifest{ACToLimit: 2, Resolution: 500 * time.Millisecond}
	for slowest, want := range map[time.Duration]time.Duration{
		0: 500 * time.Millisecond, time.Millisecond: 500 * time.Millisecond, 250 * time.Millisecond: 500 * time.Millisecond,
		251 * time.Millisecond: time.Second, time.Second: 2 * time.Second, 1001 * time.Millisecond: 2500 * time.Millisecond,
	} {
		if got := m.LimitOf(slowest); got != want {
			t.Errorf("%v: %v, want %v", slowest, got, want)
		}
	}
}
