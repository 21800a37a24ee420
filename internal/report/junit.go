package report

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// junit reports as JUnit XML, as read by Jenkins and GitLab: a test suite for the
// assignment and a test case for each case. The counts come before the cases, so it is
// written at the end, unless the check is interrupted. Known failures and cases that did not run are skipped
// tests.
type junit struct {
	format
	suite junitSuite
}

type junitSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	junitCounts
	Suite *junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	junitCounts
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
	Out        *junitText      `xml:"system-out"`
	Err        *junitText      `xml:"system-err"`
}

type junitCounts struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr,omitempty"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Time    string       `xml:"time,attr,omitempty"`
	Notes   *junitNotes  `xml:"properties"`
	Failure *junitReason `xml:"failure"`
	Error   *junitReason `xml:"error"`
	Skipped *junitReason `xml:"skipped"`
	Out     *junitText   `xml:"system-out"`
	Err     *junitText   `xml:"system-err"`

	caseName string // the case's name as it is
}

type junitNotes struct {
	Properties []junitProperty `xml:"property"`
}

type junitReason struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",cdata"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

// newJUnitText returns nil for an empty text.
func newJUnitText(text string) *junitText {
	if text == "" {
		return nil
	}
	return &junitText{escape.Text(text)}
}

func (j *junit) Start(s Start) {
	j.start = s
	j.suite.Err = newJUnitText(s.NoProgram)
	for _, p := range []junitProperty{
		{"touchstone", s.Tool},
		{"edition", s.Edition},
		{"compare", s.Compare},
		{"command", strings.Join(s.Command, " ")},
		{"cpuLimitSeconds", strconv.FormatFloat(s.CPU, 'f', -1, 64)},
		{"show", string(s.Show)},
		{"sandbox", strings.Join(s.Sandbox, ", ")},
	} {
		if p.Value != "" {
			p.Value = escape.Line(p.Value)
			j.suite.Properties = append(j.suite.Properties, p)
		}
	}
}

func (j *junit) Result(r verdict.Result) {
	c := j.newCase(r.Case)
	if r.Outcome.Wall > 0 {
		c.Time = seconds(r.Outcome.Wall.Seconds())
	}
	if r.Beyond != "" {
		c.Notes = &junitNotes{[]junitProperty{{"notAsked", escape.Line(r.Beyond)}}}
	}
	known := j.start.known(r)
	if text := Details(j.reported.Once(r)); r.Verdict != verdict.Pass || known {
		reason := &junitReason{string(r.Verdict), Headline(r, text), text}
		if note := r.NotAsked(); note != "" {
			reason.Message += " (" + note + ")"
		}
		switch {
		case r.Verdict == verdict.Pass:
			c.Failure = &junitReason{"pass", "a known failure passes", ""}
			j.suite.Failures++
		case known:
			reason.Message = "known failure: " + reason.Message
			c.Skipped = reason
			j.suite.Skipped++
		case r.Verdict == verdict.Internal, r.Verdict == verdict.Build:
			c.Error = reason
			j.suite.Errors++
		default:
			c.Failure = reason
			j.suite.Failures++
		}
	}
	c.Out, c.Err = newJUnitText(string(r.Outcome.Output)), newJUnitText(string(r.Outcome.Errors))
	j.suite.Cases = append(j.suite.Cases, c)
}

// newCase returns the element of a case without its result.
func (j *junit) newCase(from *cases.Case) junitCase {
	c := junitCase{Class: j.start.Assignment, Name: escape.Line(from.Name), caseName: from.Name}
	if category := from.Problem.Category(); category != "" {
		c.Class += "." + category // Jenkins groups by the text before the last dot
	}
	return c
}

func (j *junit) End(s Summary) {
	if s.Interrupted {
		return
	}
	j.sum(s)
	all := junitSuites{junitCounts: j.suite.junitCounts, Suite: &j.suite}
	all.Name = "touchstone"
	fmt.Fprint(j.out, xml.Header)
	e := xml.NewEncoder(j.out)
	e.Indent("", "  ")
	_ = e.Encode(all) // the writer remembers its errors
	fmt.Fprintln(j.out)
}

// sum completes the suite.
func (j *junit) sum(s Summary) {
	for _, testCase := range s.NotRunCases {
		c := j.newCase(testCase)
		c.Skipped = &junitReason{Message: "not run"}
		j.suite.Skipped++
		j.suite.Cases = append(j.suite.Cases, c)
	}
	counts := &j.suite.junitCounts
	counts.Name, counts.Tests, counts.Time = j.start.Assignment, len(j.suite.Cases), seconds(s.Seconds)
	for i := range j.suite.Cases {
		c := &j.suite.Cases[i]
		causes := s.of(c.caseName)
		for _, cause := range causes {
			if c.Notes == nil {
				c.Notes = &junitNotes{}
			}
			c.Notes.Properties = append(c.Notes.Properties, junitProperty{"why", cause.Brief()})
		}
		if c.Failure != nil && len(causes) > 0 {
			c.Failure.Message = message(causes[0], c.Failure.Message)
		}
	}
	if text := append(diagnosis.About(s.Causes, s.failed()), s.WhyNotRun...); len(text) > 0 {
		j.suite.Out = newJUnitText(strings.Join(text, "\n") + "\n")
	}
	if s.Score != nil {
		j.suite.Properties = append(j.suite.Properties, junitProperty{"score", fmt.Sprintf("%.2f", s.Score.Points)})
	}
}

// message describes a cause, and the place where it shows unless the cause names it.
func message(c diagnosis.Cause, location string) string {
	if c.Ended != "" {
		return c.Brief()
	}
	return c.Brief() + " (" + location + ")"
}

// seconds formats a time in seconds, to the millisecond.
func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }
