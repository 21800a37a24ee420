package testscript_test

import (
	"os"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// What keeps Run from cases or a program is told by its name.
func TestChoose(t *testing.T) {
	for want, dir := range map[string]string{
		"cases in nosuch: stat .: ":                                       "nosuch",
		"want cases of mapcolor in the profile graded, found none among ": "../cases/reversi",
	} {
		err := testscript.Choose(&mapcolor.Assignment, testscript.WithCases(os.DirFS(dir)), testscript.WithProfile(cases.ProfileGraded))
		if err == nil || !strings.HasPrefix(err.Error(), want) || dir != "nosuch" && !strings.HasSuffix(err.Error(), " are of reversi") {
			t.Errorf("%s: %v, want %s", dir, err, want)
		}
	}
	const want = `want a file, a folder or an archive with a program for mapcolor, found no "cmd/nosuch" (a command is a testscript.Command)`
	if err := testscript.Open(testscript.Path("cmd/nosuch"), &mapcolor.Assignment); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// As long as there is room for the two lines of a difference they are shown, with fewer lines around them.
func TestMaxLines(t *testing.T) {
	text := func(mark string) string { return "1\n2\n3\n4\n" + mark + "\n6\n7\n8\n" }
	report, err := compare.Readers(strings.NewReader(text("want")), strings.NewReader(text("got")), compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	result := testscript.Result{Verdict: testscript.Wrong, Files: []verdict.File{{Name: "output.txt", Verdict: testscript.Wrong, Report: report}}}
	for most, lines := range map[int]int{30: 13, 13: 13, 12: 10, 7: 7, 5: 4, 4: 4, 3: 4, 2: 3} {
		says := testscript.Explained(result, most)
		if n := len(strings.Split(strings.TrimSuffix(says, "\n"), "\n")); n != lines || most > 2 && !strings.Contains(says, "| got\n") {
			t.Errorf("of %d lines %d are shown, want %d:\n%s", most, n, lines, says)
		}
	}
	if says := testscript.Explained(result, 2); !strings.HasSuffix(says, "... and 2 lines more") {
		t.Errorf("of 2 lines are shown\n%s", says)
	}
	if len(report.First.Before) != compare.Context {
		t.Error("the result was changed")
	}
}
