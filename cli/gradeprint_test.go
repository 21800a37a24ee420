package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/report"
)

// Of many causes of a class the first few are told, and how many more there are.
func TestClassCauses(t *testing.T) {
	for n, more := range map[int]string{5: "", 7: "      and 2 more, in the report\n"} {
		var causes []diagnosis.Cause
		for i := range n {
			causes = append(causes, diagnosis.Cause{Key: fmt.Sprintf("cause-%d", i), Does: "does"})
		}
		c := &gradebook.Class{Students: []gradebook.Student{{Name: "ada", Summary: report.Summary{Causes: causes}}}}
		var text strings.Builder
		if err := printClass(&text, "books", c); err != nil {
			t.Fatal(err)
		}
		if want := "    1 cause-4: does\n" + more + "books/report.html\n"; !strings.HasSuffix(text.String(), want) {
			t.Errorf("of %d causes it tells\n%s\nwant at its end\n%s", n, &text, want)
		}
	}
}
