package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/program"
)

// release reports whether the binaries of a release are built, for all systems.
var release = effort.Night()

// A releaser is what of .goreleaser.yaml says how binaries are built.
type releaser struct {
	Version int
	Builds  []struct {
		Main                              string
		Env, Goos, Goarch, Flags, Ldflags []string
	}
	Archives []struct{ Files []string }
}

// The binaries of a release can be built, as .goreleaser.yaml says, for all systems, and what is
// packed with them is there.
func TestReleaseBuilds(t *testing.T) {
	text, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var r releaser
	if err := yaml.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if r.Version != 2 || len(r.Builds) != 1 || len(r.Archives) != 1 {
		t.Fatalf("want one build and one archive of version 2, found %+v", r)
	}
	for _, pattern := range r.Archives[0].Files {
		if found, err := filepath.Glob(filepath.Join("..", "..", pattern)); err != nil || len(found) == 0 {
			t.Errorf("%s names no file: %v", pattern, err)
		}
	}
	build := r.Builds[0]
	if want := []string{"linux", "darwin", "windows"}; !slices.Equal(build.Goos, want) || !slices.Equal(build.Goarch, []string{"amd64", "arm64"}) || !slices.Contains(build.Env, "CGO_ENABLED=0") {
		t.Errorf("%+v does not name all systems, without C", build)
	}
	if !release { // .ci/run vets all of it for all systems
		return
	}
	for _, system := range build.Goos {
		for _, machine := range build.Goarch {
			args := slices.Concat([]string{"build", "-o", filepath.Join(t.TempDir(), "touchstone")}, build.Flags, []string{"-ldflags", strings.Join(build.Ldflags, " "), build.Main})
			command := exec.Command("go", args...)
			command.Dir = "../.."
			command.Env = slices.Concat(os.Environ(), build.Env, []string{"GOOS=" + system, "GOARCH=" + machine})
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%s/%s: %v\n%s", system, machine, err, out)
			}
		}
	}
}

// The image has the Go that the module needs and what docs/install.md promises of it, which tells of every
// tool; a current Node, which no package of its system is; and a user who is not root.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	needed := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(module)
	if needed == nil || !strings.Contains(string(text), "FROM golang:"+string(needed[1])+"-") {
		t.Errorf("want an image of Go %s in\n%s", needed, text)
	}
	install, err := os.ReadFile("../../docs/install.md")
	if err != nil {
		t.Fatal(err)
	}
	_, promised, _ := strings.Cut(string(install), "## The image\n")
	told := map[string]bool{"go": true}
	for _, tool := range program.ToolNames() {
		told[tool] = false
	}
	delete(told, program.PythonFlag)
	rows := 0
	for _, row := range regexp.MustCompile("(?m)^\\| ([^|`]+) \\| `([^`]+)` \\| (.*) \\|$").FindAllStringSubmatch(promised, -1) {
		rows++
		told[row[2]] = true
		for _, word := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[3], -1) {
			if !slices.Contains(strings.Fields(string(text)), word[1]) {
				t.Errorf("the image has no %s, which docs/install.md promises for %s", word[1], row[1])
			}
		}
	}
	for tool, is := range told {
		if !is && !strings.Contains(promised, "no `"+tool+"`") {
			t.Errorf("docs/install.md does not say whether the image has %s", tool)
		}
	}
	if rows < 9 {
		t.Errorf("docs/install.md promises only %d tools", rows)
	}
	if strings.Contains(string(text), "nodejs") || !strings.Contains(string(text), "FROM node:lts-") {
		t.Error("want Node of its own image")
	}
	users := regexp.MustCompile(`(?m)^USER (\S+)$`).FindAllStringSubmatch(string(text), -1)
	if n := len(users); n == 0 || !regexp.MustCompile(`^[1-9]\d*(:[1-9]\d*)?$`).MatchString(users[n-1][1]) {
		t.Errorf("want a user by number who is not root, found %q", users)
	}
}
