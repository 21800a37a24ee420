//go:build unix

package command

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// A job is what of a Kubernetes Job is looked at here.
type job struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		CompletionMode string `yaml:"completionMode"`
		Completions    int
		Template       struct {
			Spec struct {
				Containers []struct {
					WorkingDir string `yaml:"workingDir"`
					Command    []string
				}
			}
		}
	}
}

// runIndexedJob runs the commands of the containers, as often as there are indices.
func runIndexedJob(t *testing.T, dir string, code map[string]string) {
	for name, want := range map[string]int{"grade.yaml": 3, "books.yaml": 0} {
		write(t, dir, name, code[name])
		var j job
		if err := yaml.Unmarshal([]byte(code[name]), &j); err != nil {
			t.Fatal(err)
		}
		of := j.Spec.Template.Spec.Containers
		if j.Kind != "Job" || j.APIVersion != "batch/v1" || j.Spec.Completions != want || (want > 0) != (j.Spec.CompletionMode == "Indexed") || len(of) != 1 {
			t.Fatalf("%s: want a Job with %d indices, found %+v", name, want, j)
		}
		if !strings.Contains(code["kubernetes.sh"], "apply -f "+name) || !strings.Contains(code["kubernetes.sh"], "job/"+j.Metadata.Name+"\n") {
			t.Errorf("%s is not used in\n%s", name, code["kubernetes.sh"])
		}
	}
	for _, name := range []string{"grade.yaml", "books.yaml"} {
		var j job
		if err := yaml.Unmarshal([]byte(code[name]), &j); err != nil {
			t.Fatal(err)
		}
		for index := range max(1, j.Spec.Completions) {
			cmd := exec.CommandContext(t.Context(), j.Spec.Template.Spec.Containers[0].Command[0], j.Spec.Template.Spec.Containers[0].Command[1:]...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), fmt.Sprint("JOB_COMPLETION_INDEX=", index))
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s, index %d: %v\n%s", name, index, err, text)
			}
		}
	}
}

// kubectl, which knows the fields of a Job, drops none of those in the document.
func TestScaleJobsAreValid(t *testing.T) {
	needs(t, "kubectl")
	code := scaleSnippets(t)
	for _, name := range []string{"grade.yaml", "books.yaml"} {
		container := strings.TrimSuffix(name, ".yaml")
		cmd := exec.CommandContext(t.Context(), "kubectl", "set", "image", "--local", "-f", "-", container+"=tested", "-o", "yaml")
		cmd.Stdin = strings.NewReader(code[name])
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		var given, kept any
		if err := yaml.Unmarshal([]byte(code[name]), &given); err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(text, &kept); err != nil {
			t.Fatal(err)
		}
		for _, path := range slices.Sorted(maps.Keys(leaves("", given))) {
			got, want := leaves("", kept)[path], leaves("", given)[path]
			if strings.HasSuffix(path, ".image") {
				want = "tested"
			}
			if got != want {
				t.Errorf("%s: %s is %q, want %q: kubectl does not know it", name, path, got, want)
			}
		}
	}
}

// leaves returns the values of a YAML document by their paths.
func leaves(path string, node any) map[string]string {
	found := map[string]string{}
	switch node := node.(type) {
	case map[string]any:
		for key, value := range node {
			maps.Copy(found, leaves(path+"."+key, value))
		}
	case []any:
		for i, value := range node {
			maps.Copy(found, leaves(fmt.Sprintf("%s[%d]", path, i), value))
		}
	default:
		found[path] = fmt.Sprint(node)
	}
	return found
}

// A workflow is what of one of GitHub Actions is run here.
type workflow struct {
	Jobs map[string]struct {
		Needs    string
		Strategy struct {
			Matrix struct{ Shard []string }
		}
		Steps []struct {
			Uses, Run string
			With      map[string]string
		}
	}
}

// runMatrix runs the jobs of the workflow, each in a folder of its own, and carries what they upload.
func runMatrix(t *testing.T, dir string, code map[string]string) {
	var w workflow
	if err := yaml.Unmarshal([]byte(code[".github/workflows/grade.yml"]), &w); err != nil {
		t.Fatal(err)
	}
	if w.Jobs["books"].Needs != "shard" || len(w.Jobs["shard"].Strategy.Matrix.Shard) != 3 {
		t.Fatalf("want the jobs shard and books, found %+v", w)
	}
	uploaded := t.TempDir()
	for _, shard := range w.Jobs["shard"].Strategy.Matrix.Shard {
		w.run(t, "shard", shard, dir, uploaded)
	}
	w.run(t, "books", "", dir, uploaded)
	if err := os.CopyFS(filepath.Join(dir, "books"), os.DirFS(filepath.Join(uploaded, "books"))); err != nil {
		t.Fatal(err)
	}
}

// run runs a job for a shard in a folder of its own.
func (w workflow) run(t *testing.T, name, shard, repository, uploaded string) {
	t.Helper()
	here := t.TempDir()
	for _, step := range w.Jobs[name].Steps {
		var from, to string
		fill := strings.NewReplacer("${{ matrix.shard }}", shard)
		path := filepath.Join(here, fill.Replace(step.With["path"]))
		switch action, _, _ := strings.Cut(step.Uses, "@"); {
		case action == "actions/checkout":
			from, to = repository, here
		case strings.HasPrefix(action, "actions/upload-"):
			from, to = path, filepath.Join(uploaded, fill.Replace(step.With["name"]))
		case strings.HasPrefix(action, "actions/download-"):
			from, to = uploaded, path
		case action == "actions/setup-go", strings.HasPrefix(step.Run, "go install "):
		case action == "" && step.Run != "":
			shell(t, here, nil, fill.Replace(step.Run))
		default:
			t.Fatalf("%s: a step that is not understood: %+v", name, step)
		}
		if from == "" {
			continue
		}
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
}
