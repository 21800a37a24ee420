package course_test

import (
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/class/course"
)

// When a submission was due: the student's own date, what a platform knows, the date of all, in this order. Times
// without a zone are of that of the file, whose clocks change.
func TestDue(t *testing.T) {
	f := parse(t, `assignment: reversi
late: {penalty: 10, due: 2026-03-07 23:59, zone: America/Los_Angeles}
students:
  ann: {due: 2026-03-09 12:00}
  ben: {due: 2026-03-09T12:00:00+01:00}
`)
	platform := time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		student string
		known   time.Time
		want    string
	}{
		{"zoe", time.Time{}, "2026-03-08T07:59:00Z"},
		{"zoe", platform, "2026-03-08T00:00:00Z"},
		{"ann", platform, "2026-03-09T19:00:00Z"}, // an hour less than the day before: the clocks changed
		{"ben", platform, "2026-03-09T11:00:00Z"},
	} {
		if got := f.Due(c.student, c.known).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%s, known %v: due %s, want %s", c.student, c.known, got, c.want)
		}
	}
	if due := parse(t, "assignment: reversi\n").Due("zoe", time.Time{}); !due.IsZero() {
		t.Errorf("due %v, want never", due)
	}
	if days := course.DaysLate(time.Time{}, platform) + course.DaysLate(platform, time.Time{}); days != 0 {
		t.Errorf("%d days late without a time", days)
	}
	for text, want := range map[string]string{ // in all ways of writing it, with a zone and without, on both sides of the change
		"2026-03-07T10:00:00Z": "2026-03-07T10:00:00Z", "2026-03-08T10:00:01-07:00": "2026-03-08T17:00:01Z",
		"2026-03-08 10:00:01 -0700": "2026-03-08T17:00:01Z", "2026-03-08 10:00 -0700": "2026-03-08T17:00:00Z",
		"2026-03-08 10:00:01-07:00": "2026-03-08T17:00:01Z", "2026-03-08 10:00Z": "2026-03-08T10:00:00Z",
		"2026-03-07 10:00:01": "2026-03-07T18:00:01Z", "2026-03-08 10:00": "2026-03-08T17:00:00Z",
		"2026-03-08T10:00:01": "2026-03-08T17:00:01Z", "2026-03-07T10:00": "2026-03-07T18:00:00Z",
	} {
		if got, err := course.ParseTime(text, f.Late.Zone); err != nil || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
	}
}
