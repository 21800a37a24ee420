package desk_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/site/desk"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A case is worth what it is worth among all, however few are handed over: who hands over nothing else has its points, and no more.
// The report that is kept is of those that were handed over, as check writes it.
func TestWorth(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all, err := cases.Embedded(a)
		if err != nil {
			t.Fatal(err)
		}
		d, whole := stocked(t, nil, a), answers(t, a, "")
		type told struct {
			Score, Document string
			Book            struct {
				Class struct {
					Of       float64
					Cases    []struct{ Worth float64 }
					Students []struct{ Points float64 }
				}
			}
		}
		worths := ask[told](t, d, desk.Request{Do: "check", Assignment: a.Name}, whole).Book.Class.Cases
		i := 0
		for _, c := range all {
			if !c.In(cases.ProfileDefault) {
				continue
			}
			want := worths[i].Worth
			if i++; want == 0 || i > 5 {
				continue
			}
			one := map[string][]byte{}
			for name, text := range whole {
				if strings.Contains(name, "/"+c.Name+"/") {
					one[name] = text
				}
			}
			got := ask[told](t, d, desk.Request{Do: "check", Assignment: a.Name}, one)
			class := got.Book.Class
			if len(class.Cases) != 1 || math.Abs(class.Cases[0].Worth-want) > 1e-9 || class.Students[0].Points != verdict.Cents(want) || class.Of != 100 {
				t.Fatalf("%s, %s: worth %+v, want %v", a.Name, c.Name, class, want)
			}
			if begin := fmt.Sprintf("score: %.2f of 100 (", want); !strings.HasPrefix(got.Score, begin) {
				t.Errorf("%s, %s: %s, want %s", a.Name, c.Name, got.Score, begin)
			}
			var kept struct {
				Summary struct{ Score struct{ Points, Of float64 } }
			}
			if err := json.Unmarshal([]byte(got.Document), &kept); err != nil || kept.Summary.Score.Points != kept.Summary.Score.Of {
				t.Errorf("%s, %s: the report says %+v, %v", a.Name, c.Name, kept, err)
			}
		}
	}
}
