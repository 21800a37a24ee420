package command

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// results holds the fields of results.json that the platform reads.
type results struct {
	Score            *float64 `json:"score"`
	Output           string   `json:"output"`
	StdoutVisibility string   `json:"stdout_visibility"`
	Tests            []struct {
		Name, Status, Output, Visibility string
		Score                            *float64
		MaxScore                         float64 `json:"max_score"`
	} `json:"tests"`
	Leaderboard []struct {
		Name  string
		Value float64
	} `json:"leaderboard"`
	Extra struct {
		Verdicts map[string]int `json:"verdicts"`
		DaysLate int            `json:"daysLate"`
	} `json:"extra_data"`
}

// gradedCourse is the course file of the tests.
const gradedCourse = `assignment: mancala
cases: [cases]
points: {total: 40}
limits: {time: 20s}
allow-read: /usr/bin/python3
show: none
late: {free: 1, penalty: 25}
students:
  carol@example.edu: {extra: 2}
leaderboard: true
`

// releaseBuild returns the path of touchstone, built as a release is, once for all tests.
var releaseBuild = sync.OnceValues(func() (string, error) {
	path, err := besideTouchstone("release")
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "../../cmd/touchstone")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

// courseOf writes a course file and its two cases.
func courseOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must.WriteFile(t, filepath.Join(dir, "touchstone.yaml"), gradedCourse)
	for name, task := range map[string]string{"easy": "2", "hard": "3"} {
		must.WriteFile(t, filepath.Join(dir, "cases", name+".txtar"), "# mancala: a SECRET title\nsubmit input.txt\ngolden next_state.txt\n"+
			"golden traverse_log.txt\n-- input.txt --\n"+task+"\n1\n2\n3 3 3\n3 3 3\n0\n0\n")
	}
	return filepath.Join(dir, "touchstone.yaml")
}

// autograderOf packs an autograder.
func autograderOf(t *testing.T, file, binary string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "autograder.zip")
	var stdout, stderr bytes.Buffer
	args := []string{"gradescope", "--course", file, "--binary", binary, "--out", out}
	expect.Equal(t, exitPass, runCommand(args, nil, &stdout, &stderr), &stderr)
	expect.Contains(t, stdout.String(), ": 2 cases of mancala; set the autograder points of the assignment to 40\n")
	expect.Contains(t, stderr.String(), "touchstone: /usr/bin/python3 is not packed: programs may read it if the platform has it\n")
	return must.Get(os.ReadFile(out))(t)
}

// platform makes the directory that the platform gives an autograder, with its archive unpacked and
// run_autograder copied out.
func platform(t *testing.T, archive []byte, metadata string, submission map[string]string) string {
	t.Helper()
	root := t.TempDir()
	z := must.Get(zip.NewReader(bytes.NewReader(archive), int64(len(archive))))(t)
	must.Do(t, os.CopyFS(filepath.Join(root, "source"), z))
	for _, f := range z.File { // CopyFS leaves only the right to read and write
		must.Do(t, os.Chmod(filepath.Join(root, "source", f.Name), f.Mode()))
	}
	script := must.Get(os.ReadFile(filepath.Join(root, "source", "run_autograder")))(t)
	submission["../submission_metadata.json"] = metadata
	submission["../run_autograder"] = string(script)
	for _, dir := range []string{"submission", "results"} {
		must.Do(t, os.Mkdir(filepath.Join(root, dir), 0o777))
	}
	for name, text := range submission {
		must.Do(t, os.WriteFile(filepath.Join(root, "submission", name), []byte(text), 0o755))
	}
	return root
}

// graded runs run_autograder with nothing but the system's programs, and returns the results and
// the exit status.
func graded(t *testing.T, root string) (r results, text string, status int) {
	t.Helper()
	command := exec.Command("bash", filepath.Join(root, "run_autograder"))
	command.Dir = root
	command.Env = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=" + t.TempDir(), "AUTOGRADER=" + root}
	printed, err := command.CombinedOutput()
	if err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	t.Logf("%s", printed)
	src := must.Get(os.ReadFile(filepath.Join(root, "results", "results.json")))(t)
	must.Do(t, json.Unmarshal(src, &r))
	return r, string(src), command.ProcessState.ExitCode()
}

// handedIn is metadata of a submission of an hour after the 1st of March, and of days more.
func handedIn(day, email string) string {
	return `{"id": 7, "created_at": "2026-03-` + day + `T00:59:00.365935-08:00",
"assignment": {"due_date": "2026-03-01T00:00:00.000000-08:00", "total_points": "40.0"},
"users": [{"email": "` + email + `", "id": 1, "name": "Somebody", "assignment": {"due_date": null}}], "previous_submissions": []}`
}

// An autograder is unpacked and run as the platform does it.
func TestAutograder(t *testing.T) {
	effort.NeedsAll(t, "packs and runs autograders")
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the platform is linux/amd64")
	}
	effort.NeedsTools(t, "bash", "/usr/bin/python3", "g++")
	t.Parallel()
	solver := must.Get(os.ReadFile("../../examples/mancala-python3/mancala3.py"))(t)
	right := string(solver)
	binary := must.Get(releaseBuild())(t)
	archive := autograderOf(t, courseOf(t), binary)

	wrong := strings.Replace(right, "if task == 3 else", "if task == 4 else", 1) + "\nSECRET = 1\n"
	for name, c := range map[string]struct {
		day, email, file, text string
		score                  float64
		verdicts               map[string]int
		output                 string
	}{
		"right, on the first free day, with points by hand":  {"01", "carol@example.edu", "mancala3.py", right, 42, map[string]int{"pass": 2}, ""},
		"wrong, and two days late of which one is free":      {"02", "dave@example.edu", "mancala3.py", wrong, 15, map[string]int{"pass": 1, "wrong": 1}, ""},
		"it does not compile":                                {"01", "dave@example.edu", "mancala.cpp", "int main( {\n", 0, map[string]int{"build": 2}, "mancala.cpp:1"},
		"nothing was handed in, and the names are asked for": {"01", "dave@example.edu", "readme.txt", "sorry\n", 0, map[string]int{"build": 2}, "mancala.py"},
	} {
		t.Run(name, func(t *testing.T) {
			root := platform(t, archive, handedIn(c.day, c.email), map[string]string{c.file: c.text})
			r, text, status := graded(t, root)
			expect.Equal(t, 0, status, "status")
			expect.Equal(t, &c.score, r.Score, "points")
			expect.Equal(t, c.verdicts, r.Extra.Verdicts, "verdicts")
			expect.Contains(t, r.Output, c.output)
			expect.Equal(t, 2, len(r.Tests), "tests")
			expect.Equal(t, "hidden", r.StdoutVisibility)
			board := []float64{r.Leaderboard[0].Value, r.Leaderboard[1].Value}
			expect.Equal(t, []float64{c.score, float64(c.verdicts["pass"])}, board, "points and cases on the board")
			expect.Equal(t, false, strings.Contains(text, "SECRET") || strings.Contains(text, "traverse_log"), text)
		})
	}
	for name, spoil := range map[string]func(root string) error{
		"the binary is broken": func(root string) error {
			return os.WriteFile(filepath.Join(root, "source", "touchstone"), []byte("#!/bin/sh\nkill -9 $$\n"), 0o755)
		},
		"there are no cases": func(root string) error { return os.RemoveAll(filepath.Join(root, "source", "cases")) },
		"the course file is broken": func(root string) error {
			return os.WriteFile(filepath.Join(root, "source", "touchstone.yaml"), []byte("assignment: chess\n"), 0o666)
		},
		"nobody knows when it came": func(root string) error { return os.Remove(filepath.Join(root, "submission_metadata.json")) },
		"what was there is no grade": func(root string) error {
			return os.WriteFile(filepath.Join(root, "source", "touchstone"), nil, 0o755)
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := platform(t, archive, handedIn("01", "carol@example.edu"), map[string]string{"mancala3.py": right})
			must.WriteFile(t, filepath.Join(root, "results", "results.json"), `{"score": 100}`)
			must.Do(t, spoil(root))
			r, text, status := graded(t, root)
			if status < exitUsage || r.Score != nil || len(r.Tests) > 0 || !strings.Contains(r.Output, "The autograder itself failed") || r.StdoutVisibility != "hidden" {
				t.Errorf("status %d, want a failure and no score, found\n%s", status, text)
			}
		})
	}
}
