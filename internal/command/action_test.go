package command

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// An action is what of action.yml is run.
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
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	if a.Runs.Using != "composite" || len(a.Runs.Steps) < 3 || len(a.Inputs) == 0 {
		t.Fatalf("want a composite action with inputs, found %+v", a)
	}
	return a
}

// Every flag of the action is one of check, every input is used, and none is put into a script.
func TestActionFlags(t *testing.T) {
	a := readAction(t)
	check := newCheck()
	flags, uses := 0, ""
	for _, step := range a.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %s: a value stands in the script", step.Name)
		}
		if step.Run != "" && step.Shell != "bash" {
			t.Errorf("step %s: want the shell bash, found %q", step.Name, step.Shell)
		}
		for _, value := range step.Env {
			uses += value
		}
		if step.ID != "check" {
			continue
		}
		for _, flag := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(step.Run, -1) {
			flags++
			if check.Flags().Lookup(flag[1]) == nil {
				t.Errorf("step %s: check has no flag --%s", step.Name, flag[1])
			}
		}
	}
	if flags < 4 {
		t.Errorf("found only %d flags", flags)
	}
	for name, input := range a.Inputs {
		if !strings.Contains(uses, "inputs."+name+" ") || input.Description == "" {
			t.Errorf("the input %s is not used or not described", name)
		}
	}
}

// run runs the script of a step as the platform does, in a folder and with a folder for temporary files,
// and returns what it printed, its outputs and its exit status.
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
	text, err := os.ReadFile(to)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	outputs = map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		outputs[name] = value
	}
	return string(out), outputs, command.ProcessState.ExitCode()
}

// step runs the check of the action in a folder, with inputs, and returns what it printed, the step's
// summary, its outputs and the exit status.
func step(t *testing.T, dir, binary string, inputs map[string]string) (printed, summary string, outputs map[string]string, status int) {
	t.Helper()
	a, temp := readAction(t), t.TempDir()
	bin := filepath.Join(temp, "touchstone-bin")
	if err := errors.Join(os.Mkdir(bin, 0o777), os.Symlink(binary, filepath.Join(bin, "touchstone"))); err != nil {
		t.Fatal(err)
	}
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
	text, err := os.ReadFile(filepath.Join(temp, "summary"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return printed, string(text), outputs, status
}

// The action has as outputs what its check says, and builds nothing where a release is installed.
func TestActionOutputs(t *testing.T) {
	a := readAction(t)
	for _, name := range []string{"points", "of", "passed", "failed"} {
		if o := a.Outputs[name]; o.Description == "" || o.Value != "${{ steps.check.outputs."+name+" }}" {
			t.Errorf("the output %s is %+v", name, o)
		}
	}
	for _, s := range a.Runs.Steps {
		builds := strings.HasPrefix(s.Uses, "actions/setup-go@") || strings.Contains(s.Run, "go build")
		if builds != (s.If == "steps.install.outputs.installed != 'true'") {
			t.Errorf("the step %s%s has the condition %q", s.Name, s.Uses, s.If)
		}
	}
}

// What touchstone could not judge is no failure, and makes points that are not final.
func TestActionOutputsOfInternal(t *testing.T) {
	for _, tool := range []string{"bash", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "fails")
	script := "#!/bin/sh\nfor word; do case $word in json=*) echo '{\"summary\":{\"verdicts\":{\"pass\":3,\"wrong\":2,\"internal\":1},\"score\":{\"points\":50,\"of\":100}}}' >\"${word#json=}\" ;; esac; done\nexit 3\n"
	if err := os.WriteFile(binary, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	_, _, outputs, status := step(t, dir, binary, map[string]string{"assignment": "reversi"})
	if want := map[string]string{"points": "", "of": "", "passed": "3", "failed": "2"}; status != exitHarness || !maps.Equal(outputs, want) {
		t.Errorf("status %d, outputs %v, want %v", status, outputs, want)
	}
}

// The action's check tells of a crash at its line, in the summary and in JUnit.
func TestAction(t *testing.T) {
	for _, tool := range []string{"bash", "python3", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	t.Parallel()
	binary, err := exec.LookPath("touchstone")
	if err != nil {
		t.Fatal(err)
	}
	player, err := besideTouchstone("player")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "homework"), 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "homework", "reversi3.py"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	inputs := map[string]string{"assignment": "reversi", "path": "homework", "arguments": "--case handout-* --sandbox none"}

	write("import sys\n\nraise KeyError('::error::A6')\n")
	printed, summary, outputs, status := step(t, dir, binary, inputs)
	if status != exitFail || !strings.HasPrefix(printed, "::error file=homework/reversi3.py,line=3,title=crashes") {
		t.Errorf("status %d, want an annotation at line 3, found\n%s", status, printed)
	}
	if !strings.HasPrefix(summary, "## reversi&#58; ") || !strings.Contains(summary, "**score&#58; 0.00 of 100") || !strings.Contains(summary, "| crash | handout-start |") {
		t.Errorf("the summary is\n%s", summary)
	}
	if want := map[string]string{"points": "0", "of": "100", "passed": "0", "failed": "1"}; !maps.Equal(outputs, want) {
		t.Errorf("outputs %v, want %v", outputs, want)
	}
	junit, err := os.ReadFile(filepath.Join(dir, "touchstone.xml"))
	if err != nil || !strings.Contains(string(junit), `<failure type="crash"`) {
		t.Errorf("%v, JUnit is\n%s", err, junit)
	}

	write("def f(:\n")
	printed, summary, _, status = step(t, dir, binary, inputs)
	if status != exitFail || !strings.HasPrefix(printed, "::error file=homework/reversi3.py,line=1,title=") || summary == "" {
		t.Errorf("status %d, want an annotation at line 1, found\n%s\nand\n%s", status, printed, summary)
	}

	write("import subprocess, sys\nsubprocess.run(['" + player + "', 'reversi'])\n")
	if _, _, outputs, status = step(t, dir, binary, inputs); status != exitPass || outputs["points"] != "100" || outputs["passed"] != "1" || outputs["failed"] != "0" {
		t.Errorf("a right program: status %d, outputs %v", status, outputs)
	}

	delete(inputs, "assignment")
	if printed, summary, outputs, status = step(t, dir, binary, inputs); status != exitUsage || summary != "" || len(outputs) > 0 {
		t.Errorf("without an assignment: status %d, outputs %v\n%s\n%s", status, outputs, printed, summary)
	}
	course := "assignment: reversi\nshow: none\n"
	if err := os.WriteFile(filepath.Join(dir, "touchstone.yaml"), []byte(course), 0o666); err != nil {
		t.Fatal(err)
	}
	write("import sys\n\nraise KeyError('A6')\n")
	inputs["course"] = "touchstone.yaml"
	if printed, summary, _, status = step(t, dir, binary, inputs); status != exitFail || strings.Contains(printed+summary, "line=3") || !strings.Contains(printed, "title=crash%3A handout-start") {
		t.Errorf("with a course file that shows verdicts alone: status %d\n%s\n%s", status, printed, summary)
	}
}
