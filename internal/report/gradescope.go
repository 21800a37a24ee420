package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// gradescope reports as the results.json of a Gradescope autograder. The total score follows the course's
// rule, and the scores of the tests add up to it. The document is written at the end, since the worth of a
// case depends on the number of cases. An interrupted check writes no document.
type gradescope struct {
	format
	all   []verdict.Result // with verdict and case, to compute their worth
	tests []gradescopeTest
}

type gradescopeResults struct {
	// Score is nil if touchstone failed on a case: the platform then gives none.
	Score            *float64         `json:"score,omitempty"`
	ExecutionTime    int              `json:"execution_time"` // whole seconds
	Output           string           `json:"output"`
	OutputFormat     string           `json:"output_format"`
	TestOutputFormat string           `json:"test_output_format"`
	TestNameFormat   string           `json:"test_name_format"`
	Visibility       string           `json:"visibility"`
	StdoutVisibility string           `json:"stdout_visibility"`
	Tests            []gradescopeTest `json:"tests"`
	Leaderboard      []gradescopeRank `json:"leaderboard,omitempty"`
	ExtraData        gradescopeExtra  `json:"extra_data"`
}

// A gradescopeRank is a column of the leaderboard.
type gradescopeRank struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// gradescopeExtra holds data that the platform keeps for the staff and passes to later runs.
type gradescopeExtra struct {
	Touchstone string                  `json:"touchstone,omitempty"`
	Assignment string                  `json:"assignment"`
	Edition    string                  `json:"edition"`
	Verdicts   map[verdict.Verdict]int `json:"verdicts"`
	Causes     []string                `json:"causes,omitempty"`
	DaysLate   int                     `json:"daysLate,omitempty"`
	Late       string                  `json:"late,omitempty"` // penalty for late days, as text
}

type gradescopeTest struct {
	Name       string   `json:"name"`
	Score      *float64 `json:"score,omitempty"` // nil if nothing is known
	MaxScore   float64  `json:"max_score"`
	Status     string   `json:"status,omitempty"`
	Output     string   `json:"output"`
	Visibility string   `json:"visibility"`
}

// seen is the visibility of all tests. The file holds nothing that students must not see.
const seen = "visible"

func (g *gradescope) Result(r verdict.Result) {
	g.all = append(g.all, verdict.Result{Case: r.Case, Verdict: r.Verdict, Beyond: r.Beyond})
	t := gradescopeTest{Name: escape.Line(r.Case.Name), Visibility: seen}
	if r.Verdict != verdict.Pass {
		t.Output = string(r.Verdict)
		if r.Case.Title != "" {
			t.Output += ": " + escape.Line(r.Case.Title)
		}
		t.Output += "\n" + Details(g.reported.Once(r))
	}
	if note := r.NotAsked(); note != "" {
		t.Output = strings.TrimSuffix(note+"\n"+t.Output, "\n") + "\n"
	}
	g.tests = append(g.tests, t)
}

// grade sets the score and status of a test. If touchstone failed on a case, nothing is
// known, so the test has neither.
func (t *gradescopeTest) grade(v verdict.Verdict, worth float64) {
	t.MaxScore = worth
	score := 0.0
	switch v {
	case verdict.Internal:
		return
	case verdict.Pass:
		score, t.Status = worth, "passed"
	default:
		t.Status = "failed"
	}
	t.Score = &score
}

func (g *gradescope) End(s Summary) {
	if s.Interrupted {
		return
	}
	score := s.Score
	if score == nil {
		rule := verdict.NewScore(g.all[0].Case.Assignment, g.all)
		score = &rule
	}
	total := &score.Points
	if s.Counts[verdict.Internal] > 0 { // nor may the tests have any, which the platform would add up
		total = nil
	}
	worst := verdict.Pass
	for i, r := range g.all {
		g.tests[i].grade(r.Verdict, score.Worth(r))
		for _, c := range slices.Backward(s.of(r.Case.Name)) {
			g.tests[i].Output = "why: " + c.Brief() + "\n" + g.tests[i].Output
		}
		switch {
		case !score.Counts(r):
		case r.Verdict == verdict.Internal && worst == verdict.Pass:
			worst = verdict.Internal // the bonus is not lost yet
		case r.Verdict != verdict.Pass && r.Verdict != verdict.Internal:
			worst = verdict.Wrong
		}
	}
	if score.Bonus > 0 {
		bonus := gradescopeTest{Name: "all cases pass", Visibility: seen}
		if score.NotAsked > 0 {
			bonus.Name = "all cases pass that the course may ask"
		}
		bonus.grade(worst, score.Bonus)
		g.tests = append(g.tests, bonus)
	}
	for i := range g.tests {
		if total == nil {
			g.tests[i].Score = nil
		}
	}
	_ = escape.Encode(g.out, gradescopeResults{ // the writer remembers its errors
		Score:            total,
		ExecutionTime:    int(math.Ceil(s.Seconds)),
		Output:           g.output(s, score),
		OutputFormat:     "text",
		TestOutputFormat: "text",
		TestNameFormat:   "text",
		Visibility:       seen,
		StdoutVisibility: "hidden", // anything else that the autograder prints is for the staff
		Tests:            g.tests,
		Leaderboard:      g.board(s, score),
		ExtraData: gradescopeExtra{
			Touchstone: g.start.Tool, Assignment: g.start.Assignment, Edition: g.start.Edition, Verdicts: s.Counts,
			Causes: s.Keys(), DaysLate: score.LateDays, Late: score.Lateness(),
		},
	}, "  ")
}

// board returns the leaderboard, or nil if the course has no leaderboard.
func (g *gradescope) board(s Summary, score *verdict.Score) []gradescopeRank {
	if !g.start.Board || s.Counts[verdict.Internal] > 0 {
		return nil
	}
	return []gradescopeRank{{"Points", score.Points}, {"Cases right", float64(s.Passed())}}
}

// GradescopeFailure returns results that report a failure of the autograder. They have no score, so the
// platform gives none.
func GradescopeFailure() any {
	return struct {
		Output           string `json:"output"`
		OutputFormat     string `json:"output_format"`
		Visibility       string `json:"visibility"`
		StdoutVisibility string `json:"stdout_visibility"`
	}{"The autograder itself failed. Your program was not graded.\n",
		"text", seen, "hidden"}
}

// output returns the text above the tests.
func (g *gradescope) output(s Summary, score *verdict.Score) string {
	var lines []string
	if g.start.NoProgram != "" {
		lines = append(lines, strings.TrimSpace(escape.Text(g.start.NoProgram)), "")
	}
	lines = append(lines, g.start.sum(s))
	if s.Counts[verdict.Internal] == 0 {
		lines = append(lines, score.String())
	}
	lines = append(lines, s.WhyNotRun...)
	if causes := diagnosis.About(s.Causes, s.failed()); len(causes) > 0 {
		lines = append(append(append(lines, ""), causes...), "")
	}
	if n := s.Counts[verdict.Internal]; n > 0 {
		lines = append(lines, fmt.Sprintf("The autograder itself failed on %d of the cases: there is no score.", n))
	}
	return strings.Join(lines, "\n") + "\n"
}
