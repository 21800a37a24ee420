package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// Programs read neither the course file, which tells of other students, nor the cases that it names, by no command
// that runs them, even if all around them may be read.
func TestCourseIsHidden(t *testing.T) {
	dir := tier.TempDir(t)
	w, err := sandbox.NewWorker(sandbox.Policy{Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	if w.Close(); w.Mechanisms().By(sandbox.Files) == "" {
		t.Skip("files cannot be confined here: " + w.Mechanisms().Why(sandbox.Files))
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	spy := fmt.Sprintf("#!/bin/sh\nfor f in %s %s; do cat $f >/dev/null && echo READ $f >&2; done\necho OWN >&2\nexit 1\n", at("course.yaml"), at("own/greedy.txtar"))
	for name, text := range map[string]string{
		"course.yaml": "assignment: mancala\ncases: [own]\nstudents:\n  spy: {extra: 1}\n", "own/greedy.txtar": greedyCase + "-- golden/next_state.txt --\n" + greedyState,
		"class/spy/mancala": spy,
	} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	status, shown, errs := touchstone("check --allow-read "+dir+" --course "+at("course.yaml")+" "+at("class/spy"), "")
	if text := shown + errs; status != exitFail || !strings.Contains(text, "OWN") || strings.Contains(text, "READ") {
		t.Errorf("check: status %d, want a program that reads nothing\n%s", status, text)
	}
	if status, _, errs := touchstone("grade --allow-read "+dir+" --course "+at("course.yaml")+" --out "+at("books")+" "+at("class"), ""); status > exitFail {
		t.Fatalf("grade: status %d\n%s", status, errs)
	}
	results, err := os.ReadFile(at("books/students/spy/results.json"))
	if text := string(results); err != nil || !strings.Contains(text, "OWN") || strings.Contains(text, "READ") {
		t.Errorf("grade: %v, want a program that reads nothing\n%s", err, text)
	}
}
