package command

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The terminal and the page of a class have the causes in one order, whatever points they cost, and the points
// of each student add up to the total.
func TestLessonOrder(t *testing.T) {
	a := must.Get(oracle.Lookup("mancala"))(t)
	all := must.Get(cases.Embedded(a))(t)
	all = all[:7]
	var results []verdict.Result
	for _, c := range all {
		results = append(results, verdict.Result{Case: c, Verdict: verdict.Wrong})
	}
	rule := verdict.Rule{Cases: []verdict.Weight{{Pattern: all[0].Name, Points: 50}}}
	sum := report.Summarise(results, nil)
	score := rule.Score(a, results)
	sum.Score = &score
	sum.Causes = []diagnosis.Cause{
		{Key: "dear", Does: "costs most", Cases: []string{all[0].Name}},
		{Key: "often", Does: "shows in most cases", Cases: []string{all[1].Name, all[2].Name, all[3].Name}},
		{Key: "also", Does: "shows in as many", Cases: []string{all[4].Name, all[5].Name, all[6].Name}},
	}
	var students []gradebook.Student
	for _, name := range []string{"ann", "ben", "cyd"} {
		students = append(students, gradebook.Student{Name: name, Results: results, Summary: sum})
	}
	want := []string{"also", "often", "dear"}
	var told, shown []string
	for _, l := range findLessons(students) {
		told = append(told, l.Key)
	}
	sheet, err := gradebook.NewSheet(&gradebook.Class{Start: report.Start{Assignment: a.Name}, Cases: all, Students: students})
	must.Do(t, err)
	text := must.Get(json.Marshal(sheet))(t)
	var page struct {
		Class struct {
			Lessons []struct {
				Key   string
				Lost  []float64
				Total float64
			}
		}
	}
	must.Do(t, json.Unmarshal(text, &page))
	for _, l := range page.Class.Lessons {
		shown = append(shown, l.Key)
		total := 0.0
		for _, lost := range l.Lost {
			if lost != verdict.Cents(lost) {
				t.Errorf("%s costs %v points, want whole cents", l.Key, lost)
			}
			total += lost
		}
		if verdict.Cents(total) != l.Total {
			t.Errorf("%s costs %v points, in all %v", l.Key, l.Lost, l.Total)
		}
	}
	if !slices.Equal(told, want) || !slices.Equal(shown, want) {
		t.Errorf("the terminal tells %q, the page %q, want %q", told, shown, want)
	}
}
