//go:build unix

package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A snippet of a document begins with a fence that names its language and a file.
var snippet = regexp.MustCompile("(?ms)^```[a-z]+ (\\S+)\n(.*?)^```$")

// shards is the number of shards in tests, where docs/scale.md has 32 or 8.
const shards = "3"

// scaleSnippets returns the snippets of docs/scale.md and docs/scale-cloud.md by name, with fewer shards and
// smaller searches.
func scaleSnippets(t *testing.T) map[string]string {
	t.Helper()
	found, docs := map[string]string{}, markdown(t)
	for _, m := range snippet.FindAllStringSubmatch(docs["../../docs/scale.md"]+docs["../../docs/scale-cloud.md"], -1) {
		code := regexp.MustCompile(`\b32\b`).ReplaceAllString(m[2], shards)
		code = strings.NewReplacer("[1, 2, 3, 4, 5, 6, 7, 8]", "[1, 2, 3]", "}}/8", "}}/"+shards, "parallel: 8", "parallel: 3", "--count 400", "--count 20").Replace(code)
		found[m[1]] = code
	}
	return found
}

// makeScaled creates the directory of a class as docs/scale.md describes it. It returns the directory and the
// books that one machine produces.
func makeScaled(t *testing.T) (class string, want map[string]string) {
	t.Helper()
	roster := makeClass(t)
	class = t.TempDir()
	must.Do(t, os.CopyFS(filepath.Join(class, "submissions"), os.DirFS(roster)))
	must.WriteFile(t, filepath.Join(class, "touchstone.yaml"), "assignment: mancala\nsandbox: none\ncases: [own]\nlimits: {time: 400ms}\n")
	shell(t, class, nil, "touchstone gen mancala --count 4 --seed 1 --max-log 4KiB --out own")
	alone := copyOf(t, class)
	shell(t, alone, nil, scaleSnippets(t)["one.sh"])
	return class, readBooks(t, filepath.Join(alone, "books"))
}

func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	must.Do(t, os.CopyFS(to, os.DirFS(dir)))
	return to
}

// shell runs a script in a directory.
func shell(t *testing.T, dir string, env []string, script string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, slices.Concat(os.Environ(), []string{"PWD=" + dir, "HOME=" + t.TempDir()}, env)
	succeed(t, cmd)
}

// needsParallel skips a test without GNU parallel; there is another program of that name.
func needsParallel(t *testing.T) {
	t.Helper()
	effort.NeedsTools(t, "parallel")
	if text, err := exec.Command("parallel", "--version").Output(); err != nil || !strings.Contains(string(text), "GNU parallel") {
		t.Skip("wants GNU parallel, found another program of that name")
	}
}

// The scripts of docs/scale.md for each scheduler make the books that one machine makes.
func TestScale(t *testing.T) {
	effort.NeedsAll(t, "grades a class several times")
	t.Parallel()
	effort.NeedsTools(t, "bash")
	class, want := makeScaled(t)
	code := scaleSnippets(t)
	for name, run := range map[string]func(t *testing.T, dir string, code map[string]string){
		"parallel":     runParallel,
		"slurm script": runSlurmScript,
		"slurm":        runSlurm,
		"kubernetes":   runIndexedJob,
		"matrix":       runMatrix,
		"gitlab":       runGitLab,
	} {
		t.Run(name, func(t *testing.T) {
			dir := copyOf(t, class)
			run(t, dir, code)
			compareBooks(t, readBooks(t, filepath.Join(dir, "books")), want)
		})
	}
}

func runParallel(t *testing.T, dir string, code map[string]string) {
	needsParallel(t)
	must.WriteFile(t, filepath.Join(dir, "machines"), ":\n")
	shell(t, dir, nil, code["parallel.sh"])
}

// runSlurmScript runs the script of the array and the merge after it, as Slurm would.
func runSlurmScript(t *testing.T, dir string, code map[string]string) {
	for _, shard := range []string{"1", "2", "3"} {
		shell(t, dir, []string{"SLURM_ARRAY_TASK_ID=" + shard, "SLURM_ARRAY_TASK_COUNT=3", "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_MAX=3", "SLURM_CPUS_PER_TASK=2"}, code["grade.sbatch"])
	}
	merge := regexp.MustCompile(`--wrap '([^']+)'`).FindStringSubmatch(code["slurm.sh"])
	if merge == nil {
		t.Fatalf("want sbatch --wrap, found\n%s", code["slurm.sh"])
	}
	shell(t, dir, nil, merge[1])
}

// runSlurm has a Slurm that is there run the array, as .ci/slurm starts one.
func runSlurm(t *testing.T, dir string, code map[string]string) {
	effort.NeedsTools(t, "sbatch")
	if text, err := exec.Command("scontrol", "ping").CombinedOutput(); err != nil {
		t.Skipf("wants a running Slurm: %v, %s", err, text)
	}
	must.WriteFile(t, filepath.Join(dir, "grade.sbatch"), code["grade.sbatch"])
	shell(t, dir, nil, code["slurm.sh"])
}

// The shards of fuzz together find what one process finds.
func TestScaleFuzz(t *testing.T) {
	effort.NeedsAll(t, "searches twice")
	t.Parallel()
	needsParallel(t)
	dir := t.TempDir()
	must.Do(t, os.CopyFS(filepath.Join(dir, "submissions"), os.DirFS(makeClass(t))))
	whole := "touchstone fuzz mancala --count 20 --all --out whole submissions/ben || test $? -eq 1\n"
	shell(t, dir, nil, scaleSnippets(t)["fuzz.sh"]+whole+`for case in whole/*.txtar; do cmp "$case" "found/$(basename "$case")"; done`)
}

// runGitLab runs the jobs of the pipeline in one directory, as artifacts put them together.
func runGitLab(t *testing.T, dir string, code map[string]string) {
	type job struct {
		Stage    string
		Parallel int
		Script   []string
	}
	var p struct{ Grade, Books job }
	must.Do(t, yaml.Unmarshal([]byte(code[".gitlab-ci.yml"]), &p))
	if p.Grade.Stage != "grade" || p.Books.Stage != "books" || p.Grade.Parallel != 3 {
		t.Fatalf("want the jobs grade and books, found %+v", p)
	}
	for i := range p.Grade.Parallel {
		env := []string{fmt.Sprint("CI_NODE_INDEX=", i+1), fmt.Sprint("CI_NODE_TOTAL=", p.Grade.Parallel)}
		shell(t, dir, env, strings.Join(p.Grade.Script, "\n"))
	}
	shell(t, dir, nil, strings.Join(p.Books.Script, "\n"))
}

// An indexedJob has the fields of a Kubernetes Job that these tests check.
type indexedJob struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		CompletionMode string `yaml:"completionMode"`
		Completions    int
		Template       struct {
			Spec struct {
				Containers []struct{ Command []string }
			}
		}
	}
}

// runIndexedJob runs the commands of the containers, as often as there are indices.
func runIndexedJob(t *testing.T, dir string, code map[string]string) {
	for _, name := range []string{"grade.yaml", "books.yaml"} {
		must.WriteFile(t, filepath.Join(dir, name), code[name])
		var j indexedJob
		must.Do(t, yaml.Unmarshal([]byte(code[name]), &j))
		of, want := j.Spec.Template.Spec.Containers, map[string]int{"grade.yaml": 3}[name]
		if j.Kind != "Job" || j.Spec.Completions != want || (want > 0) != (j.Spec.CompletionMode == "Indexed") || len(of) != 1 {
			t.Fatalf("%s: want a Job with %d indices, found %+v", name, want, j)
		}
		if !strings.Contains(code["kubernetes.sh"], "apply -f "+name) || !strings.Contains(code["kubernetes.sh"], "job/"+j.Metadata.Name+"\n") {
			t.Errorf("%s is not used in\n%s", name, code["kubernetes.sh"])
		}
		for index := range max(1, want) {
			cmd := exec.CommandContext(t.Context(), of[0].Command[0], of[0].Command[1:]...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), fmt.Sprint("JOB_COMPLETION_INDEX=", index))
			succeed(t, cmd)
		}
	}
}

// kubectl validates the fields of a Job and drops none of the fields in the document.
func TestScaleJobsAreValid(t *testing.T) {
	effort.NeedsTools(t, "kubectl")
	code := scaleSnippets(t)
	for _, name := range []string{"grade.yaml", "books.yaml"} {
		container := strings.TrimSuffix(name, ".yaml")
		cmd := exec.CommandContext(t.Context(), "kubectl", "set", "image", "--local", "-f", "-", container+"=tested", "-o", "yaml")
		cmd.Stdin = strings.NewReader(code[name])
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		kept := words(normalYAML(t, text))
		for line := range strings.Lines(normalYAML(t, []byte(code[name]))) {
			if line = words(strings.TrimPrefix(strings.TrimSpace(line), "- ")); !strings.HasPrefix(line, "image: ") && !strings.Contains(kept, line) {
				t.Errorf("%s: kubectl does not know %q", name, line)
			}
		}
	}
}

// normalYAML returns a YAML document in the form of its package.
func normalYAML(t *testing.T, text []byte) string {
	t.Helper()
	var value any
	must.Do(t, yaml.Unmarshal(text, &value))
	return string(must.Get(yaml.Marshal(value))(t))
}

// A workflow holds the parts of a GitHub workflow that run here.
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

// runMatrix runs the jobs of the workflow, each in its own directory, and passes on the files that they upload.
func runMatrix(t *testing.T, dir string, code map[string]string) {
	var w workflow
	must.Do(t, yaml.Unmarshal([]byte(code[".github/workflows/grade.yml"]), &w))
	if w.Jobs["books"].Needs != "shard" || len(w.Jobs["shard"].Strategy.Matrix.Shard) != 3 {
		t.Fatalf("want the jobs shard and books, found %+v", w)
	}
	uploaded := t.TempDir()
	for _, shard := range w.Jobs["shard"].Strategy.Matrix.Shard {
		w.run(t, "shard", shard, dir, uploaded)
	}
	w.run(t, "books", "", dir, uploaded)
	must.Do(t, os.CopyFS(filepath.Join(dir, "books"), os.DirFS(filepath.Join(uploaded, "books"))))
}

// run runs a job for a shard in a directory of its own.
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
		must.Do(t, os.CopyFS(to, os.DirFS(from)))
	}
}
