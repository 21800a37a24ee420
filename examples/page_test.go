package examples_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/site/desk"
)

// A checkReport is the part of a report that a check and the page have in common.
type checkReport struct {
	Cases   []reportedCase
	Summary struct {
		Verdicts map[string]int
		Causes   []any
		OK       bool
	}
}

type reportedCase struct {
	Case, Title, Verdict, At, Folder, Stderr string
	Exit                                     int
}

// What the page says of answers is what check says of the program that made them.
func TestMistakesOnPage(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	eachMistaken(t, false, func(t *testing.T, e example) {
		var told, shown checkReport
		read(t, checked(t, e.assignment, filepath.Join("mistakes", e.folder), "--keep"), &told)
		files := map[string][]byte{}
		for i := range told.Cases {
			c := &told.Cases[i]
			collect(t, files, c)
			c.Folder, c.Stderr = "", ""
		}
		reply, err := deskOf(t, e.assignment).Ask(t.Context(), desk.Request{Do: "check", Assignment: e.assignment, Files: files})
		if err != nil {
			t.Fatal(err)
		}
		read(t, documentOf(t, reply), &shown)
		for i := range shown.Cases {
			shown.Cases[i].Stderr = ""
		}
		if diff := cmp.Diff(told, shown); diff != "" {
			t.Errorf("(-check +page)\n%s", diff)
		}
	})
}

// documentOf returns the report in JSON of what the page says of a check.
func documentOf(t *testing.T, reply desk.Reply) []byte {
	t.Helper()
	value, err := json.Marshal(reply.Value)
	if err != nil {
		t.Fatal(err)
	}
	var page struct{ Document string }
	read(t, value, &page)
	return []byte(page.Document)
}

func read(t *testing.T, text []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// collect adds what a program left for a case, and how it ended, as the page's runners pack it.
func collect(t *testing.T, files map[string][]byte, c *reportedCase) {
	t.Helper()
	entries, err := os.ReadDir(c.Folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(c.Folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[c.Case+"/"+entry.Name()] = text
	}
	ended := fmt.Sprintf("exit %d", c.Exit)
	files[c.Case+"/touchstone-ended.txt"], files[c.Case+"/touchstone-stderr.txt"] = []byte(ended), []byte(c.Stderr)
	folder := filepath.Dir(c.Folder)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
}

// deskOf returns the desk of a page with one assignment.
func deskOf(t *testing.T, assignment string) *desk.Desk {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	var stock desk.Stock
	stock.Add(a, all)
	d, err := desk.Open(stock)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
