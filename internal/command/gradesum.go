package command

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/testscript"
)

// mostLessons is how many causes are told at the end, and how many groups of students with the same files.
const mostLessons = 5

// printClass says how a class did, in a few lines, and whose programs did otherwise once, in runs that do not count.
func printClass(w io.Writer, dir string, graded *gradebook.Class) error {
	printPoints(w, graded)
	printLessons(w, graded.Students)
	var once, unsteady []string
	for _, s := range graded.Students {
		if s.Summary.Score != nil && s.Summary.Score.Excused == len(graded.Cases) {
			fmt.Fprintf(w, "      %s\n", exempt(s.Name))
		}
		if len(s.Summary.Once) > 0 {
			once = append(once, s.Name)
		}
		if slices.Contains(s.Summary.Keys(), diagnosis.Unsteady) {
			unsteady = append(unsteady, s.Name)
		}
	}
	if text := byForm(graded.Students); text != "" {
		fmt.Fprintf(w, "      %s\n", text)
	}
	if slices.Sort(unsteady); len(unsteady) > 0 {
		fmt.Fprintf(w, "      answers otherwise when it is run again, so that its points are luck: %s\n", named(unsteady))
	}
	slices.Sort(once)
	if len(once) > 0 {
		fmt.Fprintf(w, "      not the same in every run, as %s says: %s\n", escape.Line(filepath.Join(dir, "times.html")), named(once))
	}
	copies := graded.Copies()
	for _, names := range copies[:min(mostLessons, len(copies))] {
		fmt.Fprintf(w, "%5d with the same files: %s\n", len(names), named(names))
	}
	if more := len(copies) - mostLessons; more > 0 {
		fmt.Fprintf(w, "      and %s more with the same files, in the report\n", prose.Count(more, "group"))
	}
	_, err := fmt.Fprintf(w, "%s\n", escape.Line(filepath.Join(dir, "report.html")))
	return err
}

// printPoints says how many students there are, and what points they have.
func printPoints(w io.Writer, graded *gradebook.Class) {
	var points []float64
	late, unbuilt, failed, of := 0, 0, 0, 0.0
	for _, s := range graded.Students {
		if s.Summary.Score != nil && s.Summary.Score.LateDays > 0 {
			late++
		}
		if s.Built != "" {
			unbuilt++
		}
		if s.Ungraded() != "" {
			failed++
		} else if s.Summary.Score != nil {
			points = append(points, s.Summary.Score.Points)
			of = s.Summary.Score.Of
		}
	}
	slices.Sort(points)
	fmt.Fprintf(w, "%s: %s on %s", escape.Line(graded.Title), prose.Count(len(graded.Students), "student"), prose.Count(len(graded.Cases), "case"))
	if n := len(points); n > 0 {
		fmt.Fprintf(w, ", %.1f to %.1f of %.0f points, median %.1f", points[0], points[n-1], of, (points[n/2]+points[(n-1)/2])/2)
	}
	if late > 0 {
		fmt.Fprintf(w, ", %d late", late)
	}
	if unbuilt > 0 {
		fmt.Fprintf(w, ", %d without a program", unbuilt)
	}
	if failed > 0 {
		fmt.Fprintf(w, ", %d not graded", failed)
	}
	fmt.Fprintln(w)
}

// A lesson is a cause as it shows in a class.
type lesson struct {
	key      string
	students int
	cases    int      // of all of them
	names    []string // of the mistakes that nothing tells apart
	ways     []string // in which it shows
}

// lessons returns the causes of a class, those that most students have first, and of these those that most cases show.
func lessons(students []gradebook.Student) (all []*lesson) {
	byKey := map[string]*lesson{}
	for _, s := range students {
		for _, key := range s.Summary.Keys() {
			if byKey[key] == nil {
				byKey[key] = &lesson{key: key, names: []string{key}}
				all = append(all, byKey[key])
			}
			byKey[key].students++
		}
		for _, c := range s.Summary.Causes {
			l := byKey[c.Key]
			if l == nil { // it follows from another one
				continue
			}
			l.cases += len(c.Cases)
			for _, f := range c.Faults {
				l.names = appendNew(l.names, f.Name)
			}
			l.ways = appendNew(l.ways, c.Does)
		}
	}
	slices.SortFunc(all, func(x, y *lesson) int {
		return cmp.Or(cmp.Compare(y.students, x.students), cmp.Compare(y.cases, x.cases), cmp.Compare(x.key, y.key))
	})
	return all
}

// appendNew appends what a list does not have yet.
func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// printLessons says what most students do wrong.
func printLessons(w io.Writer, students []gradebook.Student) {
	all := lessons(students)
	for _, l := range all[:min(mostLessons, len(all))] {
		such := ""
		if n := len(l.ways); n > 1 {
			such = fmt.Sprintf("in %d ways, such as: ", n)
		}
		fmt.Fprintf(w, "%5d %s: %s%s\n", l.students, strings.Join(l.names, " or "), such, escape.Line(slices.Min(l.ways)))
	}
	if more := len(all) - mostLessons; more > 0 {
		fmt.Fprintf(w, "      and %d more, in the report\n", more)
	}
}

// byForm says how many cases fail that the comparison of the course would accept, or returns "". With that one there are none.
func byForm(students []gradebook.Student) string {
	failed, of := 0, 0
	for _, s := range students {
		n := s.Summary.Counts[testscript.Format]
		if failed += n; n > 0 {
			of++
		}
	}
	if failed == 0 {
		return ""
	}
	verb := "fail"
	if failed == 1 {
		verb = "fails"
	}
	return fmt.Sprintf("%s of %s %s by blanks and line ends alone, which --compare course or \"compare: course\" accepts", prose.Count(failed, "case"), prose.Count(of, "student"), verb)
}
