package problem

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// TestHostileYAML has files of settings that take much time or memory if they are read carelessly. Each is
// read, or refused by name, in a bounded time.
func TestHostileYAML(t *testing.T) {
	lines := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	bomb := "x0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
	for i := range 30 {
		bomb += fmt.Sprintf("x%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i+1, i+1, i, i, i, i, i, i, i, i, i)
	}
	const manifestStart = "problem_format_version: 2025-09\nname: Sum\nuuid: 1\n"
	for name, c := range map[string]struct{ file, text string }{
		"deep lists":            {manifest.File, manifestStart + "x: " + strings.Repeat("[", 500_000)},
		"deep maps":             {manifest.File, manifestStart + "x: " + strings.Repeat("{a: ", 400_000)},
		"deep blocks":           {manifest.File, manifestStart + "x:\n  " + strings.Repeat("- ", 500_000) + "1\n"},
		"closed lists":          {manifest.File, manifestStart + "x: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000)},
		"validation in lists":   {manifest.File, manifestStart + "validation: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000)},
		"bomb":                  {manifest.File, manifestStart + bomb},
		"bomb of a validation":  {manifest.File, manifestStart + bomb + "validation: *a30\n"},
		"bomb of a name":        {manifest.File, manifestStart + bomb + "constants: {a: *a30}\n"},
		"names":                 {manifest.File, manifestStart + lines(100_001, "name%d: 1\n")},
		"constant of itself":    {manifest.File, manifestStart + "constants: {a: '{{a}}{{a}}', b: '{{b}}'}\nvalidator_flags: '{{a}}'\n"},
		"long constant":         {manifest.File, manifestStart + "constants: {a: " + strings.Repeat("x", 1<<20) + "}\nvalidator_flags: '" + strings.Repeat("{{a}}", 100_000) + "'\n"},
		"group in depth":        {"data/secret/test_group.yaml", strings.Repeat("[", 500_000)},
		"bomb of a group":       {"data/secret/test_group.yaml", bomb + "args: *a30\n"},
		"legacy group":          {"data/testdata.yaml", bomb + "output_validator_flags: *a30\n"},
		"names of validators":   {"data/test_group.yaml", bomb + "input_validator_args: {v: *a30}\n"},
		"submissions":           {"submissions/submissions.yaml", bomb + "accepted: *a30\n"},
		"patterns":              {"submissions/submissions.yaml", "'" + strings.Repeat("{a,", 100_000) + strings.Repeat("}", 100_000) + "': {}\n"},
		"stars":                 {"submissions/submissions.yaml", "'" + strings.Repeat("*a", 100_000) + "': {}\n"},
		"patterns of cases":     {"submissions/submissions.yaml", "'*/*':\n" + lines(11_000, "  'secret/*{a,b}*%d*': {}\n")},
		"rules":                 {rulesFile, "data: {secret: {data:\n" + lines(100_000, "  r%d: 'x {seed}',\n") + "}}\n"},
		"counts":                {rulesFile, "data: {secret: {data: {a: {generate: x.py, count: 1000000000}}}}\n"},
		"count of a list":       {rulesFile, "data: {secret: {data: {a: {generate: x.py, count: [" + strings.Repeat("1..=900,", 20_000) + "]}}}}\n"},
		"rules in depth":        {rulesFile, strings.Repeat("data: {a: {", 100_000)},
		"closed rules in depth": {rulesFile, strings.Repeat("{data: {a: ", 2000) + "{}" + strings.Repeat("}}", 2000)},
		"include of itself":     {rulesFile, "data: {secret: {include: [secret, secret/a], data: {a: {include: [secret, secret/a], data: {b: {in: '1'}}}}}}\n"},
		"many includes":         {rulesFile, "data: {secret: {include: [" + strings.Repeat("secret,", 25_000) + "], data: {a: {in: '1'}}}}\n"},
		"bomb of rules":         {rulesFile, bomb + "data: *a30\n"},
		"bomb of a text":        {rulesFile, bomb + "data: {secret: {data: {a: {in: *a30}}}}\n"},
		"bomb of a group ":      {rulesFile, bomb + "data: {secret: {test_group.yaml: *a30, data: {a: {in: '1'}}}}\n"},
		"alias of itself":       {rulesFile, "data: &a {secret: *a}\n"},
		"generators in part":    {rulesFile, "generators:\n" + lines(11_000, "  g%d: [x.py]\n") + "data: {}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files := sum(map[string]string{c.file: c.text})
			dir := lay(t, files)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			p, err := readPackage(t.Context(), dir)
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			text := ""
			if err != nil {
				text = err.Error()
			} else {
				text = strings.Join(p.warnings, "\n")
				must.Do(t, p.Close())
			}
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 500 {
				t.Errorf("used %d MiB", used)
			}
			t.Logf("%v, %d MiB, %.200q, %d bytes", took, (after.TotalAlloc-before.TotalAlloc)>>20, text, len(text))
			if len(text) > 100_000 {
				t.Errorf("%d bytes of errors", len(text))
			}
		})
	}
}
