package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// each runs a test at each level.
func each(t *testing.T, format string, test func(t *testing.T, show report.Show, text []byte)) {
	for _, show := range report.Shows {
		t.Run(show, func(t *testing.T) {
			text := told(t, format, report.Show(show))
			for i, c := range string(text) {
				if c != '\n' && c != '\t' && !unicode.IsPrint(c) || c == utf8.RuneError {
					t.Fatalf("byte %d is %q", i, c)
				}
			}
			test(t, report.Show(show), text)
		})
	}
}

// JUnit XML is valid whatever a program prints, its counts match its test cases, and
// escaped text survives.
func TestJUnit(t *testing.T) {
	type reason struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	type suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Class   string  `xml:"classname,attr"`
			Name    string  `xml:"name,attr"`
			Failure *reason `xml:"failure"`
			Error   *reason `xml:"error"`
			Skipped *reason `xml:"skipped"`
			Err     string  `xml:"system-err"`
		} `xml:"testcase"`
	}
	each(t, "junit", func(t *testing.T, show report.Show, text []byte) {
		var all struct {
			suite
			Suites []suite `xml:"testsuite"`
		}
		must.Do(t, xml.Unmarshal(text, &all))
		if len(all.Suites) != 1 || all.Tests != all.Suites[0].Tests || all.Failures != all.Suites[0].Failures {
			t.Fatalf("%+v", all)
		}
		counts := map[string]int{}
		for i, r := range results(t) {
			c := all.Suites[0].Cases[i]
			kind, got := "passed", &reason{Type: "pass"}
			switch {
			case c.Failure != nil:
				kind, got = "failed", c.Failure
			case c.Error != nil:
				kind, got = "error", c.Error
			case c.Skipped != nil:
				kind, got = "skipped", c.Skipped
			}
			counts[kind]++
			if c.Name != r.Case.Name || got.Type != string(r.Verdict) || c.Class != "squirrel.alpha-beta" {
				t.Errorf("%+v is the test case of %s, %s", c, r.Case.Name, r.Verdict)
			}
			if strings.HasPrefix(r.Case.Name, "odd") && show == report.ShowDiff {
				if want := "  ...\n---\tx: y\\r\n]]> \\x07\\xfe\\ufffe\\u202e # \"\n"; c.Err != want {
					t.Errorf("standard error %q, want %q", c.Err, want)
				}
			}
		}
		if s := all.Suites[0]; fmt.Sprint(counts["failed"], counts["error"], counts["skipped"]) != fmt.Sprint(s.Failures, s.Errors, s.Skipped) || s.Tests != len(s.Cases) {
			t.Errorf("%v, and the suite says %+v", counts, s)
		}
	})
}

// A line of a TAP 13 document is a test point, or one of the lines between them.
var (
	tapPoint   = regexp.MustCompile(`^(ok|not ok) (\d+) - ((?:[^\\#]|\\[\\#])*?)(?: # (TODO|SKIP)(?: .*)?)?$`)
	tapEscapes = strings.NewReplacer(`\\`, `\`, `\#`, `#`)
)

// readTAP strictly parses a TAP 13 document: points numbered from 1, followed by the plan,
// valid YAML after failures, comments. It calls point with each.
func readTAP(t *testing.T, text string, point func(n int, ok, todo bool, name string, diagnostics map[string]any)) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != "TAP version 13" {
		t.Fatalf("want a version, found %q", lines[0])
	}
	n, plan := 0, -1
	for lines = lines[1:]; len(lines) > 0; {
		line := lines[0]
		lines = lines[1:]
		if strings.HasPrefix(line, "#") {
			continue
		}
		if plan >= 0 {
			t.Fatalf("after the plan there is %q", line)
		}
		if _, err := fmt.Sscanf(line, "1..%d", &plan); err == nil {
			continue
		}
		m := tapPoint.FindStringSubmatch(line)
		if n++; m == nil || m[2] != fmt.Sprint(n) {
			t.Fatalf("want test point %d, found %q", n, line)
		}
		var diagnostics map[string]any
		if len(lines) > 0 && lines[0] == "  ---" {
			var block strings.Builder
			for lines = lines[1:]; lines[0] != "  ..."; lines = lines[1:] {
				body, ok := strings.CutPrefix(lines[0], "  ")
				if !ok {
					t.Fatalf("in a YAML block: %q", lines[0])
				}
				block.WriteString(body + "\n")
			}
			lines = lines[1:]
			if err := yaml.Unmarshal([]byte(block.String()), &diagnostics); err != nil {
				t.Fatalf("%v in\n%s", err, block.String())
			}
		}
		point(n, m[1] == "ok", m[4] == "TODO", tapEscapes.Replace(m[3]), diagnostics)
	}
	if n != plan {
		t.Errorf("%d test points, planned were %d", n, plan)
	}
}

// A strict parser accepts the TAP, and known failures are TODO tests.
func TestTAP(t *testing.T) {
	all := results(t)
	each(t, "tap", func(t *testing.T, show report.Show, text []byte) {
		readTAP(t, string(text), func(n int, ok, todo bool, name string, diagnostics map[string]any) {
			r := all[n-1]
			if name != r.Case.Name || ok != (r.Verdict == verdict.Pass) || todo != expected[name] {
				t.Errorf("point %d: %q, ok %t, TODO %t", n, name, ok, todo)
			}
			if (!ok || r.Beyond != "") && diagnostics["verdict"] != string(r.Verdict) {
				t.Errorf("%s: diagnostics %v", name, diagnostics)
			}
			if title, shown := diagnostics["title"]; shown != (show != report.ShowNone && (!ok || r.Beyond != "")) || shown && title != r.Case.Title {
				t.Errorf("%s: title %q at level %s", name, title, show)
			}
		})
	})
}

// Details whose first line is indented are a block of YAML as well, without that indentation.
func TestTAPIndentedDetails(t *testing.T) {
	c := results(t)[0].Case
	for _, indent := range []string{"", " ", "    ", "\t", "\n  \n\t "} {
		var out bytes.Buffer
		to, err := report.New("tap", &out)
		must.Do(t, err)
		r := verdict.Result{Case: c, Verdict: verdict.Internal, Reason: indent + "what went wrong\nand where"}
		to.Start(report.Start{Assignment: "squirrel", Cases: 1})
		to.Result(0, r)
		to.End(report.Summarise([]verdict.Result{r}, nil))
		readTAP(t, out.String(), func(_ int, _, _ bool, _ string, diagnostics map[string]any) {
			if want := "what went wrong\nand where\n"; diagnostics["details"] != want {
				t.Errorf("behind %q: details %q, want %q", indent, diagnostics["details"], want)
			}
		})
	}
}

// The scores of Gradescope's tests add up to the total, which follows the course's rule. If touchstone failed on
// a case, there are no scores at all: the platform would add up what is left.
func TestGradescope(t *testing.T) {
	each(t, "gradescope", func(t *testing.T, _ report.Show, text []byte) {
		var got struct {
			Score *float64
			Tests []struct {
				Name       string
				Score      *float64
				MaxScore   float64 `json:"max_score"`
				Status     string
				Visibility string
			}
		}
		must.Do(t, json.Unmarshal(text, &got))
		sum, of := 0.0, 0.0
		for i, r := range results(t) {
			x := got.Tests[i]
			want := map[verdict.Verdict]string{verdict.Pass: "passed", verdict.Internal: ""}
			status, ok := want[r.Verdict]
			if !ok {
				status = "failed"
			}
			if x.Name != r.Case.Name || x.Status != status || x.Score != nil || x.Visibility != "visible" {
				t.Errorf("%+v is the test of %s, %s", x, r.Case.Name, r.Verdict)
			}
		}
		if got.Score != nil {
			t.Errorf("the score is %v, though touchstone failed", *got.Score)
		}
		judged := slices.DeleteFunc(results(t), func(r verdict.Result) bool { return r.Verdict == verdict.Internal })
		must.Do(t, json.Unmarshal([]byte(reported(t, "gradescope", judged, straight(len(judged)), nil)), &got))
		for _, x := range got.Tests {
			sum += *x.Score
			of += x.MaxScore
		}
		rule := verdict.NewScore(judged[0].Case.Assignment, judged)
		if *got.Score != rule.Points || math.Abs(sum-rule.Points) > 0.005 || math.Abs(of-rule.Of) > 1e-9 {
			t.Errorf("score %v, tests %v of %v, want %v of %v", *got.Score, sum, of, rule.Points, rule.Of)
		}
	})
}
