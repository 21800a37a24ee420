package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
)

// Suites writes the checks of several programs as one JUnit document: a test suite for each, written
// when it ends.
type Suites struct{ out io.Writer }

// NewSuites begins a document.
func NewSuites(out io.Writer, name string) *Suites {
	fmt.Fprintf(out, "%s<testsuites name=\"", xml.Header)
	_ = xml.EscapeText(out, []byte(escape.Line(name))) // the writer remembers its errors
	fmt.Fprint(out, "\">\n")
	return &Suites{out}
}

// Suite returns a Reporter for one program. Its name is that of the suite, and the first part of the
// classes of its cases.
func (s *Suites) Suite(name string) Reporter { return &suite{junit{out: s.out}, escape.Line(name)} }

// End ends the document.
func (s *Suites) End() { fmt.Fprintln(s.out, "</testsuites>") }

// A suite reports as one element of a document.
type suite struct {
	junit
	name string
}

func (s *suite) End(all Summary) {
	s.sum(all)
	s.suite.Name, s.suite.Time = s.name, "" // suites are compared, and times are not the same
	for i := range s.suite.Cases {
		class := &s.suite.Cases[i].Class
		*class = s.name + strings.TrimPrefix(*class, s.start.Assignment)
	}
	encodeXML(s.out, "  ", struct {
		XMLName xml.Name `xml:"testsuite"`
		*junitSuite
	}{junitSuite: &s.suite})
}
