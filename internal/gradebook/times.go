package gradebook

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/page/render"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Times holds the measurements of a grading. They are not part of the books, which are the same for each
// grading.
type Times struct {
	Title    string
	CPU      time.Duration // the limit of a case's CPU time; 0 if it is not known
	Memory   int64         // the limit of its resident bytes; 0 if it is not known
	Measured []Measured    // in any order
}

// A Measured is one run.
type Measured struct {
	Student, Case string
	CPU, Wall     time.Duration
	Peak          int64 // bytes: of resident memory, or of a control group
	Host          string
	When          time.Time
	Verdict       string
	Before        string // the verdict on a run beside others that did not count, or ""
}

const (
	mostRows = 20  // of a table
	near     = 0.5 // of a limit
)

// WriteTimes writes times.csv, a row for each run, and times.html: what was slow, what came near its
// limits, and what each host did.
func WriteTimes(to output.Sink, t Times) error {
	t.Measured = slices.Clone(t.Measured)
	slices.SortFunc(t.Measured, func(x, y Measured) int {
		return cmp.Or(cmp.Compare(x.Student, y.Student), cmp.Compare(x.Case, y.Case), x.When.Compare(y.When),
			cmp.Compare(x.Host, y.Host))
	})
	if err := page.WriteFile(to, "times.csv", t.writeCSV); err != nil {
		return err
	}
	return page.WriteFile(to, "times.html", t.writePage)
}

func (t Times) writeCSV(w io.Writer) error {
	rows := [][]string{{"student", "case", "cpu seconds", "wall seconds", "peak bytes", "host", "when",
		"verdict", "before"}}
	for _, m := range t.Measured {
		rows = append(rows, []string{m.Student, m.Case, inSeconds(m.CPU), inSeconds(m.Wall),
			strconv.FormatInt(m.Peak, 10), m.Host, m.When.UTC().Format(time.RFC3339), m.Verdict, m.Before})
	}
	return page.WriteCSV(w, rows)
}

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// A timesTable is a table of the page.
type timesTable struct {
	Title, About string
	Heads        []string
	Rows         []timesRow
}

// A timesRow is a row of a table, with the length of its bar.
type timesRow struct {
	Cells []string
	Bar   int // of 100
}

func (t Times) writePage(w io.Writer) error {
	title := cmp.Or(escape.Line(t.Title), "Times")
	body, err := render.Body(page.Part(parts, "times.html"), nil, struct {
		Title, Sum string
		Tables     []timesTable
	}{title, t.sum(), t.tables()})
	if err != nil {
		return err
	}
	style := page.BookStyle + page.Part(parts, "times.css")
	p := page.Page{Title: title + " - touchstone times", Style: style, Body: body}
	return p.Write(w)
}

// tables returns the tables of the page.
func (t Times) tables() (all []timesTable) {
	if once := t.once(); len(once.Rows) > 0 {
		all = append(all, once)
	}
	return append(all, t.runs(), t.nearLimit(), t.peaks(),
		t.by("Slowest cases", "case", func(m Measured) string { return m.Case }),
		t.by("Slowest students", "student", func(m Measured) string { return m.Student }),
		t.by("Hosts", "host", func(m Measured) string { return m.Host }))
}

// sum describes the measurements in one line.
func (t Times) sum() string {
	if len(t.Measured) == 0 {
		return "Nothing was measured."
	}
	var cpu time.Duration
	for _, m := range t.Measured {
		cpu += m.CPU
	}
	byTime := func(x, y Measured) int { return x.When.Compare(y.When) }
	from, to := slices.MinFunc(t.Measured, byTime).When, slices.MaxFunc(t.Measured, byTime).When
	const layout = "2006-01-02 15:04"
	return fmt.Sprintf("%d runs, %s of CPU time, from %s to %s UTC", len(t.Measured), long(cpu),
		from.UTC().Format(layout), to.UTC().Format(layout))
}

// long formats a time that may be hours.
func long(d time.Duration) string {
	if d < 10*time.Minute {
		return outcome.FormatTime(d)
	}
	return d.Round(time.Minute).String()
}

// top returns the first rows by an order.
func (t Times) top(order func(x, y Measured) int, keep func(Measured) bool) []Measured {
	all := slices.DeleteFunc(slices.Clone(t.Measured), func(m Measured) bool { return !keep(m) })
	slices.SortStableFunc(all, order)
	return all[:min(mostRows, len(all))]
}

func byCPU(x, y Measured) int {
	return cmp.Or(cmp.Compare(y.CPU, x.CPU), cmp.Compare(y.Wall, x.Wall))
}

// table returns a table of runs.
func table(title, about string, runs []Measured, part func(Measured) float64) timesTable {
	made := timesTable{Title: title, About: about,
		Heads: []string{"student", "case", "CPU time", "by the clock", "memory"}}
	for _, m := range runs {
		made.Rows = append(made.Rows, timesRow{[]string{
			escape.Line(m.Student), escape.Line(m.Case), outcome.FormatTime(m.CPU), outcome.FormatTime(m.Wall),
			megabytes(m.Peak),
		}, percent(part(m))})
	}
	return made
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

func percent(part float64) int { return int(100*max(0, min(part, 1)) + .5) }

// share returns the part of a limit that is used, or 0 if there is none.
func share[T ~int64](used, limit T) float64 {
	if limit <= 0 {
		return 0
	}
	return float64(used) / float64(limit)
}

func (t Times) runs() timesTable {
	runs := t.top(byCPU, func(Measured) bool { return true })
	about := "Beside other programs a run has twice its time. One that takes even that is out of time, and is " +
		"not run again."
	return table("Slowest runs", about, runs, func(m Measured) float64 { return share(m.CPU, runs[0].CPU) })
}

// nearLimit returns the runs that used much of a limit: on a slower machine they might not end.
func (t Times) nearLimit() timesTable {
	part := func(m Measured) float64 { return max(share(m.CPU, t.CPU), share(m.Peak, t.Memory)) }
	runs := t.top(func(x, y Measured) int { return cmp.Compare(part(y), part(x)) }, func(m Measured) bool {
		return part(m) >= near && m.Verdict != string(verdict.Timeout) && m.Verdict != string(verdict.Memory)
	})
	about := "Runs that used half of their CPU time or memory, or more, and came to an end; the bar is the " +
		"larger part. Elsewhere they might be stopped."
	return table("Near the limits", about, runs, part)
}

// once returns the runs that repeat a concurrent run with another result, which did not count.
func (t Times) once() timesTable {
	made := timesTable{
		Title: "Not in every run",
		About: "What went wrong in a first run, beside other programs, and is judged by a second one, alone. A " +
			"program that is not the same in every run may fail there again.",
		Heads: []string{"student", "case", "counts", "before"},
	}
	for _, m := range t.Measured {
		if m.Before != "" {
			made.Rows = append(made.Rows, timesRow{Cells: []string{escape.Line(m.Student), escape.Line(m.Case),
				m.Verdict, m.Before}})
		}
	}
	return made
}

func (t Times) peaks() timesTable {
	runs := t.top(func(x, y Measured) int { return cmp.Compare(y.Peak, x.Peak) },
		func(m Measured) bool { return m.Peak > 0 })
	return table("Most memory", "", runs, func(m Measured) float64 { return share(m.Peak, runs[0].Peak) })
}

// by sums up the runs of each case, student or host.
func (t Times) by(title, what string, name func(Measured) string) timesTable {
	type group struct {
		name         string
		times        []time.Duration
		sum, slowest time.Duration
		peak         int64
	}
	groups := map[string]*group{}
	var all []*group
	for _, m := range t.Measured {
		g := groups[name(m)]
		if g == nil {
			g = &group{name: name(m)}
			groups[g.name], all = g, append(all, g)
		}
		g.times, g.sum, g.slowest, g.peak = append(g.times, m.CPU), g.sum+m.CPU, max(g.slowest, m.CPU),
			max(g.peak, m.Peak)
	}
	slices.SortFunc(all, func(x, y *group) int {
		return cmp.Or(cmp.Compare(y.sum, x.sum), cmp.Compare(x.name, y.name))
	})
	made := timesTable{Title: title, Heads: []string{what, "runs", "CPU time", "median", "slowest", "memory"}}
	for _, g := range all[:min(mostRows, len(all))] {
		slices.Sort(g.times)
		made.Rows = append(made.Rows, timesRow{[]string{
			cmp.Or(escape.Line(g.name), "-"), fmt.Sprint(len(g.times)), long(g.sum),
			outcome.FormatTime(g.times[len(g.times)/2]), outcome.FormatTime(g.slowest), megabytes(g.peak),
		}, percent(share(g.sum, all[0].sum))})
	}
	return made
}
