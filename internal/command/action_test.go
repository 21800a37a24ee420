package command

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
)

// An action holds the parts of action.yml that run.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []actionStep
	}
}

// An actionStep is a step of an action.
type actionStep struct {
	ID, If, Name, Uses, Shell, Run string
	Env, With                      map[string]string
}

// step returns the step of this name.
func (a action) step(t *testing.T, id string) actionStep {
	t.Helper()
	i := slices.IndexFunc(a.Runs.Steps, func(s actionStep) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("action.yml has no step %s", id)
	}
	return a.Runs.Steps[i]
}

// readAction reads action.yml, in which there must be no key that is not known here.
func readAction(t *testing.T) (a action) {
	t.Helper()
	text := must.Get(os.ReadFile("../../action.yml"))(t)
	must.Do(t, yaml.Unmarshal(text, &a))
	if a.Runs.Using != "composite" || len(a.Runs.Steps) < 3 || len(a.Inputs) == 0 {
		t.Fatalf("want a composite action with inputs, found %+v", a)
	}
	return a
}

// Every flag of the action is a flag of check. Every input is used, and none is put into a script. Every output
// is an output of the step that checks. If a release is installed, nothing is built, and nothing is cached by
// files outside the workspace, on which hashFiles fails.
func TestActionSteps(t *testing.T) {
	a := readAction(t)
	uses := ""
	for _, s := range a.Runs.Steps {
		for _, value := range s.Env {
			uses += value
		}
		expect.Equal(t, false, strings.Contains(s.Run, "${{") || s.Run != "" && s.Shell != "bash", s.Name, s.Shell)
		builds := strings.HasPrefix(s.Uses, "actions/setup-go@") || strings.Contains(s.Run, "go build")
		expect.Equal(t, builds, s.If == "steps.install.outputs.installed != 'true'", "the condition of", s.Name, s.Uses, s.If)
		goes := strings.HasPrefix(s.Uses, "actions/setup-go@") && s.With["cache"] != "false"
		byFiles := goes || s.With["cache-dependency-path"] != "" || strings.Contains(s.With["key"], "hashFiles")
		expect.True(t, !byFiles, "the step", s.Name+s.Uses, "does not cache by files:", s.With)
	}
	flags := regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(a.step(t, "check").Run, -1)
	for _, flag := range flags {
		expect.Equal(t, false, newCheck().Flags().Lookup(flag[1]) == nil, "check has no flag", flag[1])
	}
	expect.Equal(t, false, len(flags) < 4, "found only the flags", flags)
	for name, input := range a.Inputs {
		expect.True(t, strings.Contains(uses, "inputs."+name+" ") && input.Description != "", "used:", name)
	}
	for _, name := range []string{"points", "of", "passed", "failed"} {
		o := a.Outputs[name]
		expect.True(t, o.Description != "" && o.Value == "${{ steps.check.outputs."+name+" }}", "the output", name, o)
	}
}

// run runs the script of a step as the platform does, in directory dir and with directory temp for temporary
// files. It returns the standard output, the step's outputs and the exit status.
func (s actionStep) run(t *testing.T, dir, temp string, env ...string) (printed string, outputs map[string]string, status int) {
	t.Helper()
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	command.Dir = dir
	to := filepath.Join(t.TempDir(), "outputs")
	command.Env = slices.Concat(os.Environ(), []string{"RUNNER_TEMP=" + temp, "GITHUB_OUTPUT=" + to, "GITHUB_ACTIONS=true"}, env)
	out, err := command.Output()
	if err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	outputs = map[string]string{}
	for line := range strings.Lines(readIfThere(t, to)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		outputs[name] = value
	}
	return string(out), outputs, command.ProcessState.ExitCode()
}

// step runs the check of the action in a directory, with inputs. It returns the standard output, the step's
// summary, its outputs and the exit status.
func step(t *testing.T, dir, binary string, inputs map[string]string) (printed, summary string, outputs map[string]string, status int) {
	t.Helper()
	a, temp := readAction(t), t.TempDir()
	bin := filepath.Join(temp, "touchstone-bin")
	must.Do(t, errors.Join(os.Mkdir(bin, 0o777), os.Symlink(binary, filepath.Join(bin, "touchstone"))))
	check := a.step(t, "check")
	env := []string{"GITHUB_STEP_SUMMARY=" + filepath.Join(temp, "summary")}
	for variable, value := range check.Env {
		name := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
		given, ok := inputs[name]
		if !ok {
			given = a.Inputs[name].Default
		}
		env = append(env, variable+"="+given)
	}
	printed, outputs, status = check.run(t, dir, temp, env...)
	return printed, readIfThere(t, filepath.Join(temp, "summary")), outputs, status
}

// readIfThere returns the text of a file, or none.
func readIfThere(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

// A case that touchstone could not judge is no failure, and makes the points provisional.
func TestActionOutputsOfInternal(t *testing.T) {
	effort.NeedsTools(t, "bash", "jq")
	dir := t.TempDir()
	binary := filepath.Join(dir, "fails")
	script := "#!/bin/sh\nfor word; do case $word in json=*) echo '{\"summary\":{\"verdicts\":{\"pass\":3,\"wrong\":2,\"internal\":1},\"score\":{\"points\":50,\"of\":100}}}' >\"${word#json=}\" ;; esac; done\nexit 3\n"
	must.Do(t, os.WriteFile(binary, []byte(script), 0o777))
	_, _, outputs, status := step(t, dir, binary, map[string]string{"assignment": "reversi"})
	expect.Equal(t, exitHarness, status, "status")
	expect.Equal(t, map[string]string{"points": "", "of": "", "passed": "3", "failed": "2"}, outputs, "outputs")
}

// The action reports a crash at its line, in the summary and in JUnit.
func TestAction(t *testing.T) {
	effort.NeedsTools(t, "bash", "python3", "jq")
	t.Parallel()
	binary := must.Get(exec.LookPath("touchstone"))(t)
	player := must.Get(besideTouchstone("player"))(t)
	dir := t.TempDir()
	write := func(text string) { must.WriteFile(t, filepath.Join(dir, "homework", "reversi3.py"), text) }
	inputs := map[string]string{"assignment": "reversi", "path": "homework", "arguments": "--case handout-* --sandbox none"}

	write("import sys\n\nraise KeyError('::error::A6')\n")
	printed, summary, outputs, status := step(t, dir, binary, inputs)
	if status != exitFail || !strings.HasPrefix(printed, "::error file=homework/reversi3.py,line=3,title=crashes") {
		t.Errorf("status %d, want an annotation at line 3, found\n%s", status, printed)
	}
	if !strings.HasPrefix(summary, "## reversi&#58; ") || !strings.Contains(summary, "**score&#58; 0.00 of 100") || !strings.Contains(summary, "| crash | handout-start |") {
		t.Errorf("the summary is\n%s", summary)
	}
	expect.Equal(t, map[string]string{"points": "0", "of": "100", "passed": "0", "failed": "1"}, outputs, "outputs")
	junit := must.Get(os.ReadFile(filepath.Join(dir, "touchstone.xml")))(t)
	expect.Contains(t, string(junit), `<failure type="crash"`)

	write("def f(:\n")
	printed, summary, _, status = step(t, dir, binary, inputs)
	if status != exitFail || !strings.HasPrefix(printed, "::error file=homework/reversi3.py,line=1,title=") || summary == "" {
		t.Errorf("status %d, want an annotation at line 1, found\n%s\nand\n%s", status, printed, summary)
	}

	write("import subprocess, sys\nsubprocess.run(['" + player + "', 'reversi'])\n")
	_, _, outputs, status = step(t, dir, binary, inputs)
	expect.Equal(t, exitPass, status, "status of a right program")
	expect.Equal(t, map[string]string{"points": "100", "of": "100", "passed": "1", "failed": "0"}, outputs)

	delete(inputs, "assignment")
	if printed, summary, outputs, status = step(t, dir, binary, inputs); status != exitUsage || summary != "" || len(outputs) > 0 {
		t.Errorf("without an assignment: status %d, outputs %v\n%s\n%s", status, outputs, printed, summary)
	}
	course := "assignment: reversi\nshow: none\n"
	must.WriteFile(t, filepath.Join(dir, "touchstone.yaml"), course)
	write("import sys\n\nraise KeyError('A6')\n")
	inputs["course"] = "touchstone.yaml"
	if printed, summary, _, status = step(t, dir, binary, inputs); status != exitFail || strings.Contains(printed+summary, "line=3") || !strings.Contains(printed, "title=crash%3A handout-start") {
		t.Errorf("with a course file that shows verdicts alone: status %d\n%s\n%s", status, printed, summary)
	}
}

// A release is installed once, if it exists for the version and the system and has the right checksum. For
// branches and commits no release is requested.
func TestActionInstallsRelease(t *testing.T) {
	effort.NeedsTools(t, "bash", "curl", "tar", "sha256sum")
	var archive bytes.Buffer
	packed := gzip.NewWriter(&archive)
	files := tar.NewWriter(packed)
	for _, name := range []string{"LICENSE", "touchstone"} {
		text := "#!/bin/sh\necho " + name + "\n"
		must.Do(t, files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}))
		must.Get(files.Write([]byte(text)))(t)
	}
	must.Do(t, errors.Join(files.Close(), packed.Close()))
	name := "touchstone_1.2.3_linux_arm64.tar.gz"
	sums := fmt.Sprintf("%x  %s\n", sha256.Sum256(archive.Bytes()), name)
	served := map[string]string{
		"/v1.2.3/checksums.txt": sums, "/v1.2.3/" + name: archive.String(),
		"/v1.2.4/checksums.txt": strings.Repeat("0", 64) + "  touchstone_1.2.4_linux_arm64.tar.gz\n", "/v1.2.4/touchstone_1.2.4_linux_arm64.tar.gz": archive.String(),
	}
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		if text, ok := served[r.URL.Path]; ok {
			fmt.Fprint(w, text)
			return
		}
		http.NotFound(w, r)
	}))
	defer server.Close()
	install := readAction(t).step(t, "install")
	for _, c := range []struct {
		ref, system string
		installed   bool
		asked       int
		status      int
	}{
		{"v1.2.3", "Linux-ARM64", true, 2, 0},
		{"v1.2.3", "Linux-X64", false, 2, 0},   // not of this release
		{"v1.2.3", "Plan9-MIPS", false, 0, 0},  // of none
		{"v1.2.4", "Linux-ARM64", false, 2, 3}, // not what its checksum says
		{"v9.9.9", "Linux-ARM64", false, 1, 0},
		{"v1", "Linux-ARM64", false, 0, 0},
		{"main", "Linux-ARM64", false, 0, 0},
	} {
		asked = nil
		temp := t.TempDir()
		env := []string{"TS_REF=" + c.ref, "TS_SYSTEM=" + c.system, "TS_URL=" + server.URL}
		printed, outputs, status := install.run(t, temp, temp, env...)
		if status != c.status || (outputs["installed"] == "true") != c.installed || len(asked) != c.asked {
			t.Errorf("%+v: status %d, outputs %v, asked for %v\n%s", c, status, outputs, asked, printed)
		}
		left, _ := filepath.Glob(filepath.Join(temp, "touchstone-bin", "*"))
		expect.True(t, c.installed == (len(left) == 1) && len(left) <= 1, c, "leaves", left)
		if !c.installed {
			continue
		}
		asked = nil
		if _, outputs, _ = install.run(t, temp, temp, env...); outputs["installed"] != "true" || len(asked) > 0 {
			t.Errorf("%+v, from the cache: outputs %v, asked for %v", c, outputs, asked)
		}
		if out, err := exec.Command(left[0]).Output(); err != nil || string(out) != "touchstone\n" {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// The image has the version of Go that the module needs, the tools that docs/install.md lists, a current Node
// (which no package of its system has), and a user other than root.
func TestDockerfile(t *testing.T) {
	text := must.Get(os.ReadFile("../../Dockerfile"))(t)
	module := must.Get(os.ReadFile("../../go.mod"))(t)
	needed := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(module)
	expect.True(t, needed != nil && strings.Contains(string(text), "FROM golang:"+string(needed[1])+"-"))
	install := must.Get(os.ReadFile("../../docs/install.md"))(t)
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
			has := slices.Contains(strings.Fields(string(text)), word[1])
			expect.True(t, has, "the image has", word[1], "that docs/install.md promises for", row[1])
		}
	}
	for tool, is := range told {
		expect.True(t, is || strings.Contains(promised, "no `"+tool+"`"), "docs/install.md is right on", tool)
	}
	expect.Equal(t, false, rows < 9, "docs/install.md promises only few tools:", rows)
	expect.Equal(t, false, strings.Contains(string(text), "nodejs"), "Node of the system")
	expect.Contains(t, string(text), "FROM node:lts-")
	users := regexp.MustCompile(`(?m)^USER (\S+)$`).FindAllStringSubmatch(string(text), -1)
	if n := len(users); n == 0 || !regexp.MustCompile(`^[1-9]\d*(:[1-9]\d*)?$`).MatchString(users[n-1][1]) {
		t.Errorf("want a user by number who is not root, found %q", users)
	}
}
