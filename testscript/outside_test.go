package testscript_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A module outside this one can use everything exported, and a failure of Run is reported
// at the line that calls it.
func TestOutside(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "compiles and links another module")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := tier.TempDir(t)
	source, err := os.ReadFile("testdata/outside/outside_test.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/go.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```go\n// check returns")
	if example, _, _ = strings.Cut(example, "```"); example == "" || !strings.Contains(string(source), example) {
		t.Errorf("docs/go.md has another example than is tested:\n%s", example)
	}
	module, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, needs, _ := strings.Cut(string(module), "\ngo ") // the version of Go, and our own requirements
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := os.ReadFile("../cases/squirrel/deep-search.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"outside_test.go": string(source),
		"go.sum":          string(sums),
		"go.mod": "module example.org/outside\n\ngo " + needs +
			"\nrequire github.com/touchstone-suite/touchstone v0.0.0\nreplace github.com/touchstone-suite/touchstone => " + strconv.Quote(filepath.ToSlash(root)) + "\n",
		"cases/deep-search.txtar": string(wrong),
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	test := exec.Command("go", "test", "-mod=mod", "-short", "-v", ".")
	test.Dir = dir
	test.Env = append(os.Environ(), "EXAMPLES="+filepath.Join(root, "examples"), "GOFLAGS=", "GOWORK=off")
	out, _ := test.CombinedOutput() // some of its tests are expected to fail
	line := 1 + bytes.Count(source[:bytes.Index(source, []byte("// failures are reported here"))], []byte("\n"))
	for _, want := range []string{
		`(?m)^--- PASS: TestRight `,
		`(?m)^--- PASS: TestNames `,
		`(?m)^--- PASS: TestCheck `,
		`(?m)^--- FAIL: TestWrong `,
		`outside_test.go:` + strconv.Itoa(line) + `: wrong: alpha-beta at cut-off 4 on a half empty board\n`,
		`outside_test.go:` + strconv.Itoa(line) + `: what the program does wrong:\n +1\. window-updated-before-cut-line: the line of a cut shows the updated window\n`,
		`(?m)^ +A program with this mistake writes exactly what yours writes`,
		`(?m)^ +wrong    deep-search: `,
		`(?m)^ +traverse_log.txt:\d+$`,
		`want a profile \(core, default, graded, beyond\), found "everything"`,
		`want an edition of squirrel \(final\), found "last"`,
		`want cases of mancala in the profile core, found none among 1`,
		`no-such-program`,
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("it does not print %s", want)
		}
	}
	if regexp.MustCompile(`\n\s*\n\s*(--- |=== |PASS|FAIL)`).Match(out) {
		t.Error("what the program does wrong ends with empty lines")
	}
	if t.Failed() {
		t.Logf("it prints\n%s", out)
	}
}
