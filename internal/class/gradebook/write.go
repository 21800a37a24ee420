package gradebook

import (
	"context"
	"crypto/sha256"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// Write writes the books: grades.csv, the tables of Class.Formats, books.json, junit.xml and report.html, and for each student a
// folder with feedback.html, feedback.txt, results.json, gradescope.json and the pages that walk searches.
func Write(ctx context.Context, to output.Sink, from *Class) error {
	c, err := newClass(from)
	if err != nil {
		return err
	}
	pages := &walks{class: c, made: map[[sha256.Size]byte][]byte{}}
	for _, s := range c.students {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.writeStudent(to, s); err != nil {
			return err
		}
		if err := pages.writeAll(ctx, to, s); err != nil {
			return err
		}
		write := func(name string, write func(io.Writer) error) error { return page.WriteFile(to, s.path(name), write) }
		if err := c.writeFeedback(s, write); err != nil { // which links to the pages
			return err
		}
	}
	for _, book := range []struct {
		name  string
		write func(io.Writer) error
	}{{"grades.csv", c.writeGrades}, {"canvas.csv", c.writeCanvas}, {"moodle.csv", c.writeMoodle}, {Ledger, c.ledger().write}, {"junit.xml", c.writeJUnit}, {"report.html", c.writeReport}} {
		if format, ok := strings.CutSuffix(book.name, ".csv"); ok && book.name != "grades.csv" && !slices.Contains(from.Formats, format) {
			continue
		}
		if err := page.WriteFile(to, book.name, book.write); err != nil {
			return err
		}
	}
	return nil
}

// path returns the name of a student's file.
func (s *student) path(file string) string { return "students/" + s.folder + "/" + file }

// writeStudent writes the reports on a student, which tell no more than students see.
func (c *class) writeStudent(to output.Sink, s *student) error {
	for _, format := range []struct{ name, file string }{{"json", "results.json"}, {"gradescope", "gradescope.json"}} {
		err := page.WriteFile(to, s.path(format.file), func(w io.Writer) error {
			reporter, err := report.New(format.name, w)
			if err == nil {
				c.report(s, reporter)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// report reports a student.
func (c *class) report(s *student, to report.Reporter) {
	to = report.Limit(to, c.show)
	start := c.Start
	start.Build = s.Built
	to.Start(start)
	for i, r := range s.Results {
		r.Excused = s.score.Excuses(r)
		to.Result(i, r)
	}
	to.End(s.Summary)
}

// writeJUnit writes one document of all students, each as it comes.
func (c *class) writeJUnit(w io.Writer) error {
	all := report.NewSuites(w, "touchstone "+escape.Line(c.Title))
	for _, s := range c.students {
		c.report(s, all.Suite(s.Name))
	}
	all.End()
	return nil
}
