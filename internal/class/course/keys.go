package course

import (
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/settings"
)

// The keys of course files are described here, and nowhere else: the schema and the table of the manual are
// made from them.

const (
	maxDays   = 1000 // that anything is late
	maxPoints = cases.MostPoints
	maxCases  = 100_000 // of a generated set
	minMemory = 1 << 20 // below which hardly any interpreter starts
)

// Keys returns the keys of course files, to describe them.
func Keys() []settings.Key { return (&parser{file: &File{}}).keys() }

// keys returns the keys of a course file. Keys that others depend on come before them.
func (p *parser) keys() []settings.Key {
	f := p.file
	return []settings.Key{
		{Name: "assignment", To: p.assignment, Type: "assignment", About: "The assignment, as touchstone list " +
			"names it, or the path of a problem package, relative to this file. In the touchstone.yaml of a " +
			"package it is what docs/any-assignment.md says."},
		{Name: "title", Of: "a title", To: &f.Title, About: "What reports are headed with."},
		{Name: "edition", To: p.edition, Type: "text",
			About: "The version of the course's solver that programs follow."},
		{Name: "compare", Of: "a comparison", To: &f.Compare, Words: Comparisons, Default: "exact",
			About: "exact: to the byte; course: as leniently as the course's grader."},
		{Name: "cases", To: p.paths(&f.Cases), Type: "paths",
			About: "Cases instead of the built-in ones: files or folders, relative to this file."},
		{Name: "profile", Of: "a profile", To: &f.Profile, Words: cases.ProfileNames,
			Default: cases.ProfileDefault, About: "The cases of which profile are taken."},
		{Name: "points", To: p.points, Keys: p.pointKeys(),
			About: "What cases are worth; the grading rule of the assignment's course if nothing is said."},
		{Name: "limits", Of: "limits", About: "What a program has for each case.", Keys: []settings.Key{
			{Name: "time", Of: "CPU time", To: &f.Time, About: "CPU time. A case with \"# time:\" has its own."},
			{Name: "wall", Of: "time by the clock", To: &f.Wall, Default: "twice the CPU time and 5s"},
			{Name: "memory", Of: "memory", To: &f.Memory, Min: minMemory, About: "Memory of all its processes."},
			{Name: "all-timeouts", Of: "whether a program that loops runs on all cases", To: &f.AllTimeouts,
				Default: "true", About: "When a class is graded, run a program that loops on all cases. With false " +
					"grade leaves out those that check leaves out, and they count as timeouts."},
		}},
		{Name: "sandbox", Of: "a sandbox mode", To: (*string)(&f.Sandbox), Words: sandbox.Modes,
			Default: "separate for grade, and auto for others", About: "How much programs are confined."},
		{Name: "allow-read", To: p.paths(&f.AllowRead), Type: "paths",
			About: "What programs may read besides their own files and the system's, relative to this file."},
		{Name: "tools", Of: "tools", Keys: p.toolKeys(), About: "Compilers and interpreters instead of those on " +
			"the PATH: names, or paths relative to this file."},
		{Name: "python", Of: "the Python that runs .py files", Min: 2, Max: 3,
			To:      func(version int) { f.Tools[program.PythonFlag] = strconv.Itoa(version) },
			About:   "Which Python runs files that end in .py, whatever their names say.",
			Default: "as their names say"},
		{Name: "show", Of: "what students see", To: &f.Show, Words: report.Shows,
			About: "What students see: verdicts alone; also the places of first differences; also the lines."},
		{Name: "names", Of: "how students are called", Words: []string{"shown", "ids"}, Default: "shown",
			To:    func(word string) { f.Anonymous = word == "ids" },
			About: "ids: students have anonymous ids wherever others see them."},
		{Name: "late", Of: "late", Keys: p.lateKeys(), About: "What days cost by which a submission is late."},
		{Name: "students", To: p.students, Type: "students", Keys: p.studentKeys(&Student{}),
			About: "What is different for some students, by their names in the roster or their addresses on " +
				"Gradescope."},
		{Name: "generated", To: p.sets, Type: "sets", Keys: p.setKeys(&Set{}),
			About: "The sets of cases that touchstone gen --course makes."},
		{Name: "leaderboard", Of: "the leaderboard", To: &f.Leaderboard, Default: "false",
			About: "On Gradescope, show the points of all students to all."},
	}
}

func (p *parser) pointKeys() []settings.Key {
	rule := &p.file.Points
	return []settings.Key{
		{Name: "total", To: p.total, Type: "total", Default: "the sum of the categories' points, or 100 without them",
			About: "What all is worth."},
		{Name: "bonus", Of: "the points given only if all cases pass", Max: maxPoints,
			To:    func(points float64) { rule.Bonus = &points },
			About: "How many of these points are given only if all cases pass."},
		{Name: "categories", To: p.categories, Type: "shares",
			About: "The points of each category, or of all alone, which are shared by its cases."},
		{Name: "cases", To: p.weights, Type: "weights", Default: "1, or what \"# points:\" in the case says",
			About: "What cases count within their category, by patterns of their names, of which the first that " +
				"matches counts."},
	}
}

func (p *parser) toolKeys() (keys []settings.Key) {
	for _, tool := range program.ToolNames() {
		if tool == program.PythonFlag {
			continue // a key of its own
		}
		k := settings.Key{Name: tool, Of: "a path or a name of a tool, " + tool, To: func(name string) {
			if strings.ContainsAny(name, `/\`) {
				name = p.path(name)
			}
			p.file.Tools[tool] = name
		}}
		if tool == "java" {
			k.About = "java of a JDK, beside its javac."
		}
		keys = append(keys, k)
	}
	return keys
}

func (p *parser) lateKeys() []settings.Key {
	late := &p.file.Late
	return []settings.Key{
		{Name: "zone", To: p.zone, Type: "text", About: "The time zone of times that have none."},
		{Name: "free", Of: "days that cost nothing", To: &late.Free, Max: maxDays, Default: "0"},
		{Name: "penalty", Of: "the percent of the points that each day costs", Max: 100,
			To:    func(percent float64) { late.Penalty, late.Rule = percent, true },
			About: "Percent of the points earned that each further day costs."},
		{Name: "due", To: p.moment(&late.Due), Type: "moment", About: "When submissions are due, if no platform says."},
	}
}

func (p *parser) studentKeys(s *Student) []settings.Key {
	return []settings.Key{
		{Name: "name", Of: "a name", To: &s.Name, About: "The name that is shown instead."},
		{Name: "late", Of: "days by which the submission is late", To: func(days int) { s.Late = &days },
			Max: maxDays, About: "Days by which the submission is late, whatever the platform says."},
		{Name: "due", To: p.moment(&s.Due), Type: "moment",
			About: "When this student's submission is due: an extension."},
		{Name: "extra", Of: "extra points", To: &s.Extra, Min: -maxPoints, Max: maxPoints,
			About: "Points given by hand; taken if below zero."},
		{Name: "excused", To: p.patterns(&s.Excused), Type: "texts",
			About: "Patterns of the names of cases that do not count."},
		{Name: "limits", Of: "a factor of the time limits", To: &s.Limits, Min: 0.1, Max: 100, Default: "1",
			About: "Factor of all time limits."},
	}
}

func (p *parser) setKeys(s *Set) []settings.Key {
	return []settings.Key{
		{Name: "seed", To: p.seed(s), Type: "seed", About: "The same seed makes the same cases."},
		{Name: "count", To: p.count(s), Type: "count", About: "How many cases, in all or of each category."},
		{Name: "kind", Of: "a kind of set", To: &s.Kind, Words: Kinds, About: "As the flags of touchstone gen."},
		{Name: "cover", To: p.cover(s), Type: "texts",
			About: "Situations that each case shows (touchstone list ASSIGNMENT situations)."},
		{Name: "max-log", Of: "the largest file of an answer", To: &s.MaxLog, Min: 1,
			About: "Size of the largest file of an answer."},
	}
}
