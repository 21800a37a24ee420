package problem

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

const leastManifest = "problem_format_version: 2025-09\nname: Coins\nuuid: 123e4567-e89b-42d3-a456-426614174000\n"

// The settings of a package are read, each into its own place, and have the format's defaults otherwise.
func TestManifest(t *testing.T) {
	const mib = 1 << 20
	for text, want := range map[string]manifest{
		"": {
			title: "Coins", acToLimit: 2, limitToTLE: 1.5, resolution: time.Second,
			programs: homework.Run{ExitCounts: true, AnyName: true, Memory: 2048 * mib, Output: 8 * mib},
			checks:   sandbox.Limits{CPU: time.Minute, Wall: 125 * time.Second, Memory: 2048 * mib, Output: 8 * mib},
		},
		`type: [scoring]
license: cc0
limits:
  time_limit: 2.5004
  time_resolution: 0.1
  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 4.5}
  memory: 11
  output: 256
  code: 13
  compilation_time: 14
  compilation_memory: 15
  validation_time: 16.25
  validation_memory: 17
  validation_output: 18
  validation_passes: 2
`: {
			title: "Coins", scoring: true, acToLimit: 3, limitToTLE: 4.5, resolution: 100 * time.Millisecond,
			programs: homework.Run{
				ExitCounts: true, AnyName: true, CPU: 2500 * time.Millisecond, Memory: 11 * mib, Output: 256 * mib, Code: 13 << 10,
				BuildCPU: 14 * time.Second, BuildMemory: 15 * mib,
			},
			checks: sandbox.Limits{CPU: 16250 * time.Millisecond, Wall: 37500 * time.Millisecond, Memory: 17 * mib, Output: 18 * mib},
		},
	} {
		got, err := readManifest("problem.yaml", []byte(leastManifest+text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(&want, got, cmp.AllowUnexported(manifest{})); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
}

// The name is the English one, or else the first; a problem has one of the types that are judged.
func TestManifestWords(t *testing.T) {
	for text, want := range map[string]string{
		"name: {sv: Mynt, en: Coins, de: Geld}": "Coins", "name: {sv: Mynt, de: Geld}": "Mynt", "name: {en: Coins, sv: Mynt}": "Coins", "name: Geld": "Geld",
	} {
		m, err := readManifest("p", []byte(strings.Replace(leastManifest, "name: Coins", text, 1)))
		if err != nil || m.title != want {
			t.Errorf("%s: %+v, %v, want %s", text, m, err, want)
		}
	}
	for text, want := range map[string]string{
		"type: pass-fail": "", "type: scoring": "", "type: []": "want a type (", "type: [pass-fail, scoring]": "want pass-fail or scoring, found both",
		"type: interactive": "found interactive, which cannot be judged here", "type: [pass-fail, multi-pass]": "found multi-pass, which cannot be judged here",
		"type: submit-answer": "found submit-answer, which cannot be judged here", "type: other": "want a type (pass-fail, scoring, multi-pass, interactive, submit-answer), found",
		"constants: {a: 1}": "want no constants", "limits: {memory: 0}": "memory", "limits: {memory: 1048576}": "", "limits: {memory: 1048577}": "memory",
		"limits: {output: 257}": "output", "limits: {validation_output: 257}": "validation_output", "limits: {time_limit: 86400}": "", "limits: {time_limit: 86401}": "time_limit",
		"limits: {time_limit: 0}": "time_limit", "limits: {time_multipliers: {ac_to_time_limit: 0.5}}": "a factor", "limits: {time_multipliers: {time_limit_to_tle: 1001}}": "a factor",
		"allow_file_writing: maybe": "whether programs may write files", "colour: red": "colour",
		"languages: all": "", "rights_owner: x": "", "embargo_until: 2030-01-01": "", "credits: x": "", "source: x": "", "keywords: [x]": "", "version: 1": "", "allow_file_writing: true": "",
	} {
		if _, err := readManifest("p", []byte(leastManifest+text+"\n")); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for _, id := range []string{"123e4567-e89b-42d3-a456-42661417400", "123e4567-e89b-42d3-a456-4266141740000", "123e4567e89b42d3a456426614174000", "x23e4567-e89b-42d3-a456-426614174000"} {
		if _, err := readManifest("p", []byte(strings.Replace(leastManifest, "123e4567-e89b-42d3-a456-426614174000", id, 1))); err == nil || !strings.Contains(err.Error(), "uuid of its own") {
			t.Errorf("%s: %v", id, err)
		}
	}
	for _, line := range strings.SplitAfter(strings.TrimSpace(leastManifest), "\n") {
		key, _, _ := strings.Cut(line, ":")
		if _, err := readManifest("p", []byte(strings.Replace(leastManifest, line, "", 1))); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("without %s: %v", key, err)
		}
	}
}

// The limit of time is the smallest multiple of the resolution that is at least so many times the slowest right program's.
func TestLimitOf(t *testing.T) {
	m := &manifest{acToLimit: 2, resolution: 500 * time.Millisecond}
	for slowest, want := range map[time.Duration]time.Duration{
		0: 500 * time.Millisecond, time.Millisecond: 500 * time.Millisecond, 250 * time.Millisecond: 500 * time.Millisecond,
		251 * time.Millisecond: time.Second, time.Second: 2 * time.Second, 1001 * time.Millisecond: 2500 * time.Millisecond,
	} {
		if got := m.limitOf(slowest); got != want {
			t.Errorf("%v: %v, want %v", slowest, got, want)
		}
	}
}

// The arguments of a rule have its seed, which follows from its text and the salt, and the name of its case.
func TestArgs(t *testing.T) {
	p := &Package{rules: map[string]rule{
		"secret/a/one": {text: "gen.py 5 {seed} {name}"}, "secret/two": {text: "gen.py 5 {seed} {name}"}, "secret/three": {text: "gen.py {seed:2} x{seed}"},
	}}
	one, two, three := p.args("secret/a/one"), p.args("secret/two"), p.args("secret/three")
	if !slices.Equal(one, []string{"5", one[1], "one"}) || !slices.Equal(two, []string{"5", one[1], "two"}) || len(three) != 2 || three[1] != "x"+three[0] || three[0] == one[1] {
		t.Errorf("%q, %q and %q", one, two, three)
	}
	const seed = "2098467411" // as ever: a package's cases depend on it
	if one[1] != seed {
		t.Errorf("seed %s, want %s", one[1], seed)
	}
	p.salt = "salt"
	if salted := p.args("secret/a/one"); salted[1] == one[1] {
		t.Errorf("with a salt the seed is %s again", salted[1])
	}
}
