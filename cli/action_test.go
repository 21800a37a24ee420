package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// An action is what of action.yml is run.
type action struct {
	Inputs map[string]struct{ Description, Default string }
	Runs   struct {
		Using string
		Steps []struct {
			Name, Uses, Shell, Run string
			Env                    map[string]string
		}
	}
}

// readAction reads action.yml, in which there must be no key that is not known here.
func readAction(t *testing.T) (a action) {
	t.Helper()
	text, err := os.ReadFile("../action.yml")
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

// step runs the check of the action in a folder as the platform does, with inputs, and returns what
// it printed, the step's summary and the exit status.
func step(t *testing.T, dir, binary string, inputs map[string]string) (printed, summary string, status int) {
	t.Helper()
	a, temp := readAction(t), t.TempDir()
	last := a.Runs.Steps[len(a.Runs.Steps)-1]
	if err := os.Symlink(binary, filepath.Join(temp, "touchstone")); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", last.Run)
	command.Dir = dir
	command.Env = append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_STEP_SUMMARY="+filepath.Join(temp, "summary"), "GITHUB_ACTIONS=true")
	for variable, value := range last.Env {
		name := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
		given, ok := inputs[name]
		if !ok {
			given = a.Inputs[name].Default
		}
		command.Env = append(command.Env, variable+"="+given)
	}
	out, err := command.Output()
	if err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(temp, "summary"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(out), string(text), command.ProcessState.ExitCode()
}

// The action's check tells of a crash at its line, in the summary and in JUnit.
func TestAction(t *testing.T) {
	for _, tool := range []string{"bash", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	t.Parallel()
	binary, err := exec.LookPath("touchstone")
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
	inputs := map[string]string{"assignment": "reversi", "path": "homework", "arguments": "--case handout-* --sandbox none --score"}

	write("import sys\n\nraise KeyError('::error::A6')\n")
	printed, summary, status := step(t, dir, binary, inputs)
	if status != exitFail || !strings.HasPrefix(printed, "::error file=homework/reversi3.py,line=3,title=crashes") {
		t.Errorf("status %d, want an annotation at line 3, found\n%s", status, printed)
	}
	if !strings.HasPrefix(summary, "## reversi&#58; ") || !strings.Contains(summary, "**score&#58; 0.00 of 100") || !strings.Contains(summary, "| crash | handout-start |") {
		t.Errorf("the summary is\n%s", summary)
	}
	junit, err := os.ReadFile(filepath.Join(dir, "touchstone.xml"))
	if err != nil || !strings.Contains(string(junit), `<failure type="crash"`) {
		t.Errorf("%v, JUnit is\n%s", err, junit)
	}

	write("def f(:\n")
	printed, summary, status = step(t, dir, binary, inputs)
	if status != exitFail || !strings.HasPrefix(printed, "::error file=homework/reversi3.py,line=1,title=") || summary == "" {
		t.Errorf("status %d, want an annotation at line 1, found\n%s\nand\n%s", status, printed, summary)
	}

	delete(inputs, "assignment")
	if printed, summary, status = step(t, dir, binary, inputs); status != exitUsage || summary != "" {
		t.Errorf("without an assignment: status %d\n%s\n%s", status, printed, summary)
	}
	course := "assignment: reversi\nshow: none\n"
	if err := os.WriteFile(filepath.Join(dir, "touchstone.yaml"), []byte(course), 0o666); err != nil {
		t.Fatal(err)
	}
	write("import sys\n\nraise KeyError('A6')\n")
	inputs["course"] = "touchstone.yaml"
	if printed, summary, status = step(t, dir, binary, inputs); status != exitFail || strings.Contains(printed+summary, "line=3") || !strings.Contains(printed, "title=crash%3A handout-start") {
		t.Errorf("with a course file that shows verdicts alone: status %d\n%s\n%s", status, printed, summary)
	}
}
