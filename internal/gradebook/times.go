package gradebook

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Times is the name of the file with the measurements of a grading. They are not part of the gradebook, which
// is the same for each grading.
const Times = "times.csv"

// A Run is a run of a program on a case.
type Run struct {
	Student, Case, Verdict string
	*Measured
}

// Measured is the part of a result that differs from run to run.
type Measured struct {
	CPU  time.Duration `json:"cpu"` // nanoseconds
	Wall time.Duration `json:"wall"`
	Peak int64         `json:"peak"` // bytes: of resident memory, or of a control group
	Host string        `json:"host"`
	When time.Time     `json:"when"`
	// EarlierVerdict is the verdict on an earlier run that did not count since other programs ran, or "".
	EarlierVerdict verdict.Verdict `json:"before,omitempty"`
}

// WriteTimes writes times.csv, with a row for each run.
func WriteTimes(to output.Sink, runs []Run) error {
	runs = slices.Clone(runs)
	slices.SortFunc(runs, func(x, y Run) int {
		return cmp.Or(cmp.Compare(x.Student, y.Student), cmp.Compare(x.Case, y.Case), x.When.Compare(y.When),
			cmp.Compare(x.Host, y.Host))
	})
	rows := [][]string{{"student", "case", "cpu seconds", "wall seconds", "peak bytes", "host", "when",
		"verdict", "before"}}
	for _, m := range runs {
		rows = append(rows, []string{m.Student, m.Case, formatSeconds(m.CPU), formatSeconds(m.Wall),
			strconv.FormatInt(m.Peak, 10), m.Host, m.When.UTC().Format(time.RFC3339), m.Verdict,
			string(m.EarlierVerdict)})
	}
	return page.WriteFile(to, Times, func(w io.Writer) error { return page.WriteCSV(w, rows) })
}

func formatSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
