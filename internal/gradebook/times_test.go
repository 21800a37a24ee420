package gradebook_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// docs/grade.md names the only file of the grade books that holds times.
func TestGuideNamesFilesWithTimes(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/grade.md"))(t)
	if files := writeTimes(t, measured()); len(files) != 1 {
		t.Errorf("times are in %d files, want one", len(files))
	}
	if want := "Except for `" + gradebook.Times + "`, the books hold no times"; !strings.Contains(strings.ReplaceAll(string(text), "\r\n", "\n"), want) {
		t.Errorf("docs/grade.md: want %q", want)
	}
}

// measured returns the times of a few runs.
func measured() (runs []gradebook.Run) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for i, m := range []gradebook.Run{
		{"ada", "deep", "", &gradebook.Measured{CPU: 400 * time.Millisecond, Wall: 410 * time.Millisecond, Peak: 9e6, Host: "a"}},
		{"ada", "flat", "pass", &gradebook.Measured{CPU: 20 * time.Millisecond, Wall: 30 * time.Millisecond, Peak: 8e6, Host: "b", Before: "crash"}},
		{hostile, "deep", "", &gradebook.Measured{CPU: 9500 * time.Millisecond, Wall: 11 * time.Second, Peak: 700 << 20, Host: "b"}},
		{hostile, "flat", "", &gradebook.Measured{CPU: 6 * time.Millisecond, Wall: 11 * time.Second, Peak: 4e6, Host: hostile}},
	} {
		m.When = at.Add(time.Duration(i) * time.Minute)
		runs = append(runs, m)
	}
	return runs
}

func writeTimes(t *testing.T, runs []gradebook.Run) output.Memory {
	t.Helper()
	files := output.Memory{}
	must.Do(t, gradebook.WriteTimes(files, runs))
	return files
}

// Measured times are in a separate table, in an order that does not depend on the input.
func TestTimes(t *testing.T) {
	runs := measured()
	files := writeTimes(t, runs)
	goldie.New(t).Assert(t, "times.csv", files["times.csv"])
	slices.Reverse(runs)
	if diff := cmp.Diff(files, writeTimes(t, runs)); diff != "" {
		t.Errorf("(-one +other)\n%s", diff)
	}
}
