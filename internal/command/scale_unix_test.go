//go:build unix

package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// everyScheduler reports whether all of docs/scale.md is run, which grades a class six times.
var everyScheduler = effort.Night()

// A snippet of a document begins with a fence that names its language and a file.
var snippet = regexp.MustCompile("(?ms)^```[a-z]+ (\\S+)\n(.*?)^```$")

// shards is how many a test makes, where docs/scale.md makes 32, and its matrix 8.
const shards = "3"

// scaleSnippets returns the snippets of docs/scale.md by name, with fewer shards and smaller searches.
func scaleSnippets(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, m := range snippet.FindAllStringSubmatch(string(text), -1) {
		code := regexp.MustCompile(`\b32\b`).ReplaceAllString(m[2], shards)
		code = strings.NewReplacer("[1, 2, 3, 4, 5, 6, 7, 8]", "[1, 2, 3]", "}}/8", "}}/"+shards, "--runs 400", "--runs 20", "audit mancala", "audit mapcolor").Replace(code)
		found[m[1]] = code
	}
	return found
}

// makeScaled makes the folder of a class as docs/scale.md describes it, and returns it with the books
// that one machine makes.
func makeScaled(t *testing.T) (class string, want map[string]string) {
	t.Helper()
	roster := makeClass(t)
	class = t.TempDir()
	if err := os.CopyFS(filepath.Join(class, "submissions"), os.DirFS(roster)); err != nil {
		t.Fatal(err)
	}
	write(t, class, "touchstone.yaml", "assignment: mancala\nsandbox: none\ncases: [own]\nlimits: {time: 400ms}\n")
	shell(t, class, nil, "touchstone gen mancala --count 4 --seed 1 --max-log 4KiB --out own")
	alone := copyOf(t, class)
	shell(t, alone, nil, scaleSnippets(t)["one.sh"])
	return class, readBooks(t, filepath.Join(alone, "books"))
}

func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// shell runs a script in a folder.
func shell(t *testing.T, dir string, env []string, script string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, slices.Concat(os.Environ(), []string{"PWD=" + dir, "HOME=" + t.TempDir()}, env)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, script, text)
	}
}

// needs skips a test without a tool.
func needs(t *testing.T, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skip("wants "+tool+": ", err)
	}
}

// needsParallel skips a test without GNU parallel; there is another program of that name.
func needsParallel(t *testing.T) {
	t.Helper()
	needs(t, "parallel")
	if text, err := exec.Command("parallel", "--version").Output(); err != nil || !strings.Contains(string(text), "GNU parallel") {
		t.Skip("wants GNU parallel, found another program of that name")
	}
}

// What docs/scale.md says of each scheduler makes the books that one machine makes.
func TestScale(t *testing.T) {
	effort.NeedsAll(t, "grades a class several times")
	t.Parallel()
	needs(t, "bash")
	class, want := makeScaled(t)
	code := scaleSnippets(t)
	for name, run := range map[string]func(t *testing.T, dir string, code map[string]string){
		"parallel":     runParallel,
		"slurm script": runSlurmScript,
		"slurm":        runSlurm,
		"kubernetes":   runIndexedJob,
		"matrix":       runMatrix,
	} {
		t.Run(name, func(t *testing.T) {
			if name != "kubernetes" && !everyScheduler {
				t.Skip("one stands for all, but at night")
			}
			dir := copyOf(t, class)
			run(t, dir, code)
			compareBooks(t, readBooks(t, filepath.Join(dir, "books")), want)
		})
	}
}

func runParallel(t *testing.T, dir string, code map[string]string) {
	needsParallel(t)
	write(t, dir, "machines", ":\n")
	shell(t, dir, nil, code["parallel.sh"])
}

// runSlurmScript runs the script of the array as Slurm would, and what comes after it.
func runSlurmScript(t *testing.T, dir string, code map[string]string) {
	for _, shard := range []string{"1", "2", "3"} {
		shell(t, dir, []string{"SLURM_ARRAY_TASK_ID=" + shard, "SLURM_CPUS_PER_TASK=2"}, code["grade.sbatch"])
	}
	merge := regexp.MustCompile(`--wrap '([^']+)'`).FindStringSubmatch(code["slurm.sh"])
	if merge == nil {
		t.Fatalf("want sbatch --wrap, found\n%s", code["slurm.sh"])
	}
	shell(t, dir, nil, merge[1])
}

// runSlurm has a Slurm that is there run the array.
func runSlurm(t *testing.T, dir string, code map[string]string) {
	needs(t, "sbatch")
	if text, err := exec.Command("scontrol", "ping").CombinedOutput(); err != nil {
		t.Skipf("wants a running Slurm: %v, %s", err, text)
	}
	write(t, dir, "grade.sbatch", code["grade.sbatch"])
	begin := time.Now()
	shell(t, dir, nil, code["slurm.sh"])
	t.Logf("%s shards and the books in %s", shards, time.Since(begin))
}

// The parts of fuzz and audit together are what one process finds.
func TestScaleOfFuzzAndAudit(t *testing.T) {
	effort.NeedsAll(t, "searches and audits twice")
	t.Parallel()
	needsParallel(t)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "submissions"), os.DirFS(makeClass(t))); err != nil {
		t.Fatal(err)
	}
	code := scaleSnippets(t)
	shell(t, dir, nil, code["fuzz.sh"]+"touchstone fuzz mancala --runs 20 --all --save whole submissions/ben || test $? -eq 1")
	shell(t, dir, nil, `for case in whole/*.txtar; do cmp "$case" "found/$(basename "$case")"; done`)
	if !everyScheduler {
		return // an audit is seven seconds' work, and audit.txtar merges parts of one
	}
	shell(t, dir, nil, code["audit.sh"]+"touchstone audit mapcolor --matrix whole.html")
	merged, err := os.ReadFile(filepath.Join(dir, "kills.html"))
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := os.ReadFile(filepath.Join(dir, "whole.html")); err != nil || string(whole) != string(merged) {
		t.Errorf("%v: the parts of the audit are not the whole: %s", err, firstDifference(string(merged), string(whole)))
	}
}
