package diagnosis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// onlyForm fails the test unless all causes are one of form, which has a key and parts, and whose cases pass
// in the right form.
func onlyForm(t *testing.T, causes []diagnosis.Cause, key string, parts ...string) {
	t.Helper()
	if len(causes) != 1 || !causes[0].Form || causes[0].Key != key || causes[0].Formed != len(causes[0].Cases) {
		t.Errorf("got %s, want only %s", words(causes, nil), key)
		return
	}
	expect.Equal(t, len(parts), len(strings.Split(causes[0].Behaviour, "; ")), causes[0].Behaviour, parts)
	expect.Contains(t, causes[0].Behaviour, parts...)
}

func TestDebuggingText(t *testing.T) {
	for _, line := range []string{"visiting the next child", "value is 3 now", "", "DEBUG: alpha=1, beta=2"} {
		for _, assignment := range []string{"mancala", "squirrel"} {
			causes := changed(t, assignment, "", in("traverse_log.txt", replacing("root,0,", line+"\nroot,0,")))
			if t.Logf("%s, %q", assignment, line); len(causes) == 0 || causes[0].Key != "stray-line" {
				t.Errorf("got %s", words(causes, nil))
				continue
			}
			onlyForm(t, causes, "stray-line", "lines that belong to no log and no board")
		}
	}
}

// withOptional returns the files of the second solver with some faults, and adds the optional lines of the
// right log where it does not differ before.
func withOptional(t *testing.T, c *cases.Case, faults ...string) diagnosistest.Run {
	t.Helper()
	files := must.Get(homework.Answer(t.Context(), c.Problem, homework.Options{Optional: c.Assignment.Optional}))(t)
	mark, run := c.Assignment.Optional.Mark, diagnosistest.Faulty(c, faults...)
	for name, marked := range files {
		got := strings.SplitAfter(run.Files[name], "\n")
		var all []string
		for line := range strings.Lines(string(marked)) {
			if optional := strings.Contains(line, mark); optional {
				all = append(all, strings.ReplaceAll(line, mark, ""))
			} else if len(got) > 0 && got[0] == line {
				all, got = append(all, line), got[1:]
			} else {
				break
			}
		}
		if run.Files[name] != "" {
			run.Files[name] = strings.Join(append(all, got...), "")
		}
	}
	return run
}

func TestOptionalLines(t *testing.T) {
	causes := causesBy(t, "mancala", func(c *cases.Case) diagnosistest.Run { return withOptional(t, c) })
	onlyForm(t, causes, "optional-lines", "writes lines that the rules leave out")

	const fault = "capture-needs-stones-across"
	causes = causesBy(t, "mancala", func(c *cases.Case) diagnosistest.Run { return withOptional(t, c, fault) })
	expect.Equal(t, []string{"optional-lines", fault}, keys(causes), "with", fault, words(causes, nil))
}

func TestOtherName(t *testing.T) {
	for assignment, file := range map[string]string{"mancala": "traverse_log.txt", "reversi": "output.txt"} {
		causes := changed(t, assignment, "", func(c *cases.Case, name, text string) string {
			if name != file {
				return text
			}
			lines := strings.Split(text, "\n")
			for i := c.Problem.(homework.Replayer).Stage().First - 1; i < len(lines); i++ {
				node, rest, _ := strings.Cut(lines[i], ",")
				if n := len(node) - 1; n > 0 && strings.ContainsAny(node, "123456789") {
					lines[i] = fmt.Sprintf("%c-%s,%s", node[0]+12, node[1:], rest)
				}
			}
			return strings.Join(lines, "\n")
		})
		other := func(key string) bool { return key != "name" && key != "illegal-move" }
		named := len(causes) > 0 && (causes[0].Key == "name" || assignment != "mancala")
		expect.True(t, named && !slices.ContainsFunc(keys(causes), other), assignment, words(causes, nil))
	}
}

// A program with one mistake in the search is never reported under two titles in the search, whether the
// mistake is known or not.
func TestOneMistake(t *testing.T) {
	for _, c := range []struct{ assignment, fault string }{
		{"squirrel", "raid-conquers-nothing"}, // is not reported once by the log and once more by the moves that follow from it
		{"mancala", "captured-stones-stay"}, {"mancala", "window-not-restored"}, {"mapcolor", "strict-cuts"},
		{"squirrel", "no-line-for-a-cut"}, {"reversi", "corner-weight-one-digit"}, {"reversi", "strict-cuts"},
		{"mapcolor", "dead-end-scores-0"}, {"gangwars", "raid-chains"}, {"squirrel", "search-for-x-always"},
	}[:effort.Of(6, 10, 10)] {
		a := gametest.Lookup(t, c.assignment)
		results := judged(t, a, c.fault)
		for _, unknown := range []func(mutant.Fault) bool{nil, func(f mutant.Fault) bool { return true }} {
			causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results, Unknown: unknown})
			causes = whole(causes)
			expect.Equal(t, 1, len(causes), c.assignment, c.fault, unknown != nil, words(causes, nil))
		}
	}
}

func TestTaskNotWritten(t *testing.T) {
	for assignment, category := range map[string]string{"mancala": "greedy", "squirrel": "minimax"} {
		var files []string
		n := 0
		causes := causesBy(t, assignment, func(c *cases.Case) diagnosistest.Run {
			if c.Problem.Category() == category {
				files, n = c.Problem.Files(), n+1
				return diagnosistest.Run{}
			}
			return diagnosistest.Faulty(c)
		})
		if len(causes) != 1 || causes[0].Key != "missing" || len(causes[0].Cases) != n {
			t.Errorf("%s: got %s, want %d cases without files", assignment, words(causes, nil), n)
			continue
		}
		text := causes[0].Brief() + " " + strings.Join(causes[0].About(), " ")
		expect.Contains(t, text, append(files, "ll of these cases are "+category)...)
	}
}

// evaluating returns the causes of a program with another evaluation of leaves, up to the first wrong value.
func evaluating(t *testing.T, a *oracle.Assignment, value func(places []replay.Place, s replay.Step) int32) []diagnosis.Cause {
	t.Helper()
	results := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
		run, stage := diagnosistest.Faulty(c), c.Problem.(homework.Replayer).Stage()
		if stage.File == "" {
			return run
		}
		lines := strings.SplitAfter(run.Files[stage.File], "\n")
		at, found := stage.First-1, false
		err := c.Problem.(homework.Replayer).Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
			if s.Kind == replay.Leaf && !found {
				if v := value(stage.Places, s); v != s.Value {
					columns := strings.Split(lines[at], ",")
					columns[2] = fmt.Sprint(v) + columns[2][len(strings.TrimRight(columns[2], "\n")):]
					lines[at], found = strings.Join(columns, ","), true
				}
			}
			at++
			return nil
		})
		must.Do(t, err)
		run.Files[stage.File] = strings.Join(lines, "")
		return run
	})
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results, Unknown: func(mutant.Fault) bool { return true }})
	return causes
}

// A wrong evaluation is named only if a simple change explains it.
func TestWrongEvaluation(t *testing.T) {
	for _, c := range []struct {
		name, assignment, want string
		value                  func(places []replay.Place, s replay.Step) int32
	}{
		{"the opponent's share", "squirrel",
			"counts at a leaf what the root player has, and does not subtract what the opponent has",
			func(_ []replay.Place, s replay.Step) (v int32) {
				for _, p := range s.Board().Pieces {
					v += max(0, p.Worth)
				}
				return v
			}},
		{"a constant", "squirrel", "", func(_ []replay.Place, s replay.Step) int32 { return s.Value - 1 }},
		{"a place", "reversi", "values g6 at 4, want -4", func(places []replay.Place, s replay.Step) (v int32) {
			for i, p := range s.Board().Pieces {
				if v += p.Worth; places[i].Name == "g6" {
					v += int32(p.Side) * 8
				}
			}
			return v
		}},
		// It is reported although its weight differs from case to case.
		{"a place that is not counted", "squirrel", "does not count C3", func(places []replay.Place, s replay.Step) (v int32) {
			for i, p := range s.Board().Pieces {
				if places[i].Name != "C3" {
					v += p.Worth
				}
			}
			return v
		}},
		{"some root players from the other side", "reversi",
			"evaluates a leaf where O moves at the root from the other side: its value has the wrong sign",
			func(_ []replay.Place, s replay.Step) int32 {
				if (s.Board().Mover == "O") == s.Max {
					return -s.Value
				}
				return s.Value
			}},
		{"noise", "reversi", "", func(_ []replay.Place, s replay.Step) int32 { return s.Value + s.Value%3 }},
	} {
		causes, got := evaluating(t, gametest.Lookup(t, c.assignment), c.value), "nothing"
		if len(causes) > 0 {
			if got = causes[0].Behaviour; strings.HasPrefix(got, "has another value") {
				got = ""
			}
		}
		expect.Equal(t, c.want, got, c.name)
	}
}

// A known mistake that fits a few cases is not named if many more cases fail for other reasons.
func TestFewExplained(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	results := judged(t, a, "depth-one-too-shallow", "entry-window-for-children")
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results,
		Unknown: func(f mutant.Fault) bool { return strings.HasPrefix(f.ID, "depth") }})
	for _, c := range causes {
		expect.Equal(t, false, c.Key == "battle-one-algorithm", "it names", c.Key, words(causes, nil))
	}
}

// A mistake that never shows without a second mistake has only joint cases. Its first case is one in which it
// shows before the second mistake. A case that both together do not reproduce is listed under neither.
func TestBesideAnother(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	const other, inner = "search-for-x-always", "entry-lines-of-inner-max-nodes-missing"
	const third = "minimax-against-no-piece" // a case with a third mistake
	results := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
		run := diagnosistest.Faulty(c, inner, other)
		if c.Name == third {
			run.Files["traverse_log.txt"] += "root,0,7\n"
		}
		return run
	})
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results})
	for _, c := range causes {
		alone := 0
		for _, r := range results {
			if slices.Contains(c.Cases, r.Case.Name) && wrote(r, c.Key) {
				alone++
			}
		}
		said := fmt.Sprintf("A program with this mistake writes exactly what yours writes in all %d cases", c.Equal)
		text := strings.Join(c.Notes(), " ")
		expect.True(t, alone >= c.Equal || !strings.Contains(text, said), c.Key, "alone writes", alone)
		expect.True(t, c.Key != inner || c.First.Decision.Key == "no-entry-line", inner)
		expect.True(t, c.Key != inner && c.Key != other || !slices.Contains(c.Cases, third), third)
	}
}

// wrote reports whether a program with a fault writes the files of a result.
func wrote(r verdict.Result, fault string) bool {
	files, right := diagnosistest.Faulty(r.Case, fault).Files, diagnosistest.Faulty(r.Case).Files
	return !slices.ContainsFunc(r.Files, func(f verdict.File) bool {
		if f.Verdict == verdict.Pass {
			return files[f.Name] != right[f.Name]
		}
		return files[f.Name] != string(f.Text)
	})
}

// An explanation has the lines of the program's own log, and their numbers, also if the log lacks its header.
func TestOwnLines(t *testing.T) {
	logs := map[string][]string{}
	causes := changed(t, "mancala", "strict-cuts", func(c *cases.Case, name, text string) string {
		if name == "traverse_log.txt" {
			_, text, _ = strings.Cut(strings.ReplaceAll(text, ",", ", "), "\n")
			logs[c.Name] = strings.Split(text, "\n")
		}
		return text
	})
	i := slices.IndexFunc(causes, func(c diagnosis.Cause) bool { return c.Key == "strict-cuts" })
	if i < 0 {
		t.Fatalf("got %s", words(causes, nil))
	}
	first, log := causes[i].First, logs[causes[i].Cases[0]]
	expect.True(t, first.File == "traverse_log.txt" && first.GotLine == first.Line-1, first.File, first.GotLine)
	expect.Equal(t, log[first.GotLine-1], first.Got, "line", first.GotLine)
}
