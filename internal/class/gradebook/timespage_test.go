package gradebook_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/page"
)

// busy returns the times of a class in which all that the page tells apart is there: ties, runs at and below half of each
// limit, runs that were stopped, a host without a name, a middle of an even and an odd number, and more rows than are shown.
func busy() gradebook.Times {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	t := gradebook.Times{
		CPU: 10 * time.Second, Memory: 1000e6,
	}
	add := func(student, of string, cpu, wall time.Duration, peak int64, host, verdict, before string) {
		// Neither the first nor the last of them is the earliest or the latest.
		when := at.Add(time.Duration((len(t.Measured)*7+3)%23) * time.Hour)
		t.Measured = append(t.Measured, gradebook.Measured{Student: student, Case: of, CPU: cpu, Wall: wall, Peak: peak, Host: host, When: when, Verdict: verdict, Before: before})
	}
	add("ann", "<deep>", 5*time.Second, 6*time.Second, 1e6, "h1", "pass", "")                 // half of the CPU time
	add("ann", "flat", 4999*time.Millisecond, 5*time.Second, 499e6, "h1", "wrong", "timeout") // just below half
	add("ann", "wide", 5*time.Second, 7*time.Second, 500e6, "", "pass", "crash")              // a tie but by the clock
	add("b<en>", "<deep>", time.Second, time.Second, 900e6, "h2", "pass", "")
	add("b<en>", "flat", 10*time.Second, 11*time.Second, 2e6, "h2", "timeout", "")
	add("b<en>", "wide", 2*time.Second, 2*time.Second, 1000e6, "h2", "memory", "")
	add("b<en>", "wide", 600*time.Second, 2*time.Second, 0, "h<3>", "wrong", "pass") // beyond its limit, and of no known memory
	for i := range 21 {
		add(fmt.Sprintf("s%02d", i%20), fmt.Sprintf("c%02d", i), 100*time.Millisecond, time.Duration(i)*time.Millisecond, int64(i)*1e5, "h1", "pass", "")
	}
	return t
}

// The page tells what was slow, what came near a limit, and what each host did, in this order and no more than fits.
func TestTimesPage(t *testing.T) {
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>\n|<meta http-equiv[^\n]*\n`)
	times := busy()
	text := string(writeTimes(t, times)["times.html"])
	goldie.New(t).Assert(t, "times.html", []byte(style.ReplaceAllString(text, "")))
	own, err := os.ReadFile("page/times.css")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, page.BookStyle+string(own)) {
		t.Error("the page lacks the style of books or its own")
	}
	slices.Reverse(times.Measured)
	if again := string(writeTimes(t, times)["times.html"]); again != text {
		t.Error("the page depends on the order in which runs come")
	}
	times.Title, times.CPU, times.Memory = "Fall <b>", 0, 0
	text = string(writeTimes(t, times)["times.html"])
	for _, want := range []string{"<title>Fall &lt;b&gt; - touchstone times</title>", "<h1>Fall &lt;b&gt;</h1>", "stopped.</p>\n<p class=\"none\">None.</p>"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q on the page without limits", want)
		}
	}
}
