package diagnosis_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// causesBy returns the causes of a program on an assignment.
func causesBy(t *testing.T, assignment string, program func(c *cases.Case) diagnosistest.Run) []diagnosis.Cause {
	t.Helper()
	a := gametest.Lookup(t, assignment)
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: judgedBy(t, a, program)})
	return causes
}

// changed returns the causes of a second solver with a fault, or without one for "", whose files are changed.
func changed(t *testing.T, assignment, fault string, change func(c *cases.Case, name, text string) string) []diagnosis.Cause {
	t.Helper()
	a := gametest.Lookup(t, assignment)
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: judgedChanged(t, a, fault, change)})
	return causes
}

// judgedChanged returns the results of such a solver.
func judgedChanged(t *testing.T, a *oracle.Assignment, fault string, change func(c *cases.Case, name, text string) string) []verdict.Result {
	t.Helper()
	return judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
		run := diagnosistest.Faulty(c, fault)
		for name, text := range run.Files {
			run.Files[name] = change(c, name, text)
		}
		return run
	})
}

// each returns a change of all files.
func each(change func(text string) string) func(*cases.Case, string, string) string {
	return func(_ *cases.Case, _, text string) string { return change(text) }
}

// in returns a change of the files of a name.
func in(file string, change func(text string) string) func(*cases.Case, string, string) string {
	return func(_ *cases.Case, name, text string) string {
		if name == file {
			return change(text)
		}
		return text
	}
}

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// replacing returns a change of each occurrence of a text.
func replacing(old, text string) func(string) string {
	return func(all string) string { return strings.ReplaceAll(all, old, text) }
}

// replacingFirst returns a change of the first occurrence of a text.
func replacingFirst(old, text string) func(string) string {
	return func(all string) string { return strings.Replace(all, old, text, 1) }
}

// If a course does not compare the first lines of nodes, a mistake in them is named all the same.
func TestOptionalOfCourse(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	for _, fault := range []string{"end-only-when-next-player-is-stuck", "capture-needs-stones-across"} {
		results := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(c, fault) })
		of := slices.Clone(results)
		for i, r := range of {
			of[i].Verdict, of[i].Files = verdict.Pass, nil
			text := diagnosistest.Faulty(r.Case, fault).Files
			j := judge.Judge{Case: r.Case, Course: true, Text: diagnosis.MaxOfFile,
				OtherFiles: func() []string { return nil }, Open: func(name string) (judge.File, error) {
					return inMemory{strings.NewReader(text[name])}, nil
				}}
			for _, name := range r.Case.Problem.Files() {
				f := must.Get(j.File(t.Context(), name))(t)
				if of[i].Files = append(of[i].Files, f); f.Verdict != verdict.Pass {
					of[i].Verdict = f.Verdict
				}
			}
		}
		for _, q := range []diagnosis.Question{{Assignment: a, Results: results}, {Assignment: a, Results: of, Course: true}} {
			causes, _ := causesOf(t, q)
			expect.Equal(t, []string{fault}, keys(causes), "of the course", q.Course)
			e := causes[0].First
			expect.True(t, e != nil && e.Got != e.Want, fault, "of the course", q.Course, "first", e)
		}
	}
}

// With optional lines, the first difference that a course compares is shown, by the line in the file.
func TestExplainLeniently(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	const log = "traverse_log.txt"
	shown, at := "", 0
	results := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
		run := withOptional(t, c)
		if shown == "" && run.Files[log] != diagnosistest.Faulty(c).Files[log] {
			shown = c.Name
			lines := strings.Split(strings.TrimSuffix(run.Files[log], "\n"), "\n")
			at = len(lines)
			lines[at-1] = "root,0,777"
			run.Files[log] = strings.Join(lines, "\n") + "\n"
		}
		return run
	})
	i := slices.IndexFunc(results, func(r verdict.Result) bool { return r.Case.Name == shown })
	strict, err := diagnosis.Explain(t.Context(), "", results[i])
	expect.True(t, err == nil && strict != nil && strict.GotLine != at, strict, err)
	e := must.Get(diagnosis.ExplainLeniently(t.Context(), a, "", results[i]))(t)
	expect.Equal(t, at, e.GotLine, "line of the program's file")
	expect.Equal(t, "root,0,777", e.Got)
}

// inMemory holds the output files of a program.
type inMemory struct{ *strings.Reader }

func (inMemory) Close() error { return nil }

// A course ignores form: a program that is also wrong in another way gets only the other cause.
func TestFormOfCourse(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	results := judgedChanged(t, a, "no-cuts", each(func(text string) string {
		return crlf(strings.TrimSuffix(strings.ReplaceAll(text, "\n", " \n"), "\n"))
	}))
	results = slices.DeleteFunc(results, func(r verdict.Result) bool { return r.Verdict == verdict.Format })
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Course: true, Results: results})
	expect.Equal(t, []string{"no-cuts"}, keys(whole(causes)))
}

// A mistake of form is reported once, with any other mistakes, and hides none: they are named as without it.
func TestForm(t *testing.T) {
	for _, c := range []struct {
		assignment, fault string
		change            func(c *cases.Case, name, text string) string
		want              string
	}{
		{"mancala", "", each(crlf), "crlf-line-ends: lines end in CRLF"},
		{"mancala", "no-cuts", each(crlf),
			"crlf-line-ends: lines end in CRLF; no-cuts: the window is right, but no node is ever cut"},
		{"squirrel", "", func(c *cases.Case, _, text string) string { // an empty file has no form
			if c.CRLF() {
				return ""
			}
			return crlf(text)
		}, "crlf-line-ends: lines end in CRLF; ends next_state.txt too soon"},
		{"reversi", "no-cuts", each(func(text string) string { return text + "\n" }),
			"final-newline-added: the file ends in a newline; no-cuts: the window is right, but no node is ever cut"},
		{"mancala", "", in("next_state.txt", crlf), "ends lines in CRLF"},
		// One line of a small board is nearly all lines.
		{"gangwars", "", each(replacingFirst("\n", " \n")), "leaves blanks at the ends of lines"},
		{"squirrel", "", func(c *cases.Case, name, text string) string {
			if c.CRLF() && name == "next_state.txt" {
				return crlf(text)
			}
			return text
		}, "keeps the carriage returns of an input whose lines end in CRLF"},
		{"reversi", "", each(replacingFirst("\n", " \n")), "leaves blanks at the ends of lines"},
		{"reversi", "", each(func(text string) string { return text + "\n\n" }), "writes blank lines at the end of a file"},
		{"reversi", "no-cuts", each(replacing(",", ", ")),
			"no-cuts: the window is right, but no node is ever cut; sets blanks or commas otherwise"},
		// Rows of a board with commas are no stray lines.
		{"mancala", "", in("next_state.txt", replacing(" ", ",")), "sets blanks or commas otherwise"},
		{"mancala", "", in("next_state.txt", replacing(" ", "   ")), "sets blanks or commas otherwise"},
		{"mancala", "", func(_ *cases.Case, name, text string) string {
			if name == "traverse_log.txt" {
				_, text, _ = strings.Cut(text, "\n")
				text = strings.ReplaceAll(text, "Infinity", "inf")
			}
			return crlf(text)
		}, "ends lines in CRLF; writes another header of the log, or none; spells infinity otherwise"},
	} {
		var told []string
		for _, cause := range whole(changed(t, c.assignment, c.fault, c.change)) {
			told = append(told, cause.Brief())
			only := c.fault == "" && c.assignment == "mancala"
			expect.True(t, !only || cause.Formed == len(cause.Cases), cause.Brief(), cause.Formed)
		}
		slices.Sort(told)
		expect.Equal(t, c.want, strings.Join(told, "; "), c.assignment, c.fault)
	}
}

// If a program crashes and its files are right except for their form, the case is a mistake of form.
func TestFormOfCrash(t *testing.T) {
	causes := causesBy(t, "mancala", func(c *cases.Case) diagnosistest.Run {
		return diagnosistest.Run{Files: diagnosistest.Faulty(c, "blanks-after-commas").Files, Ended: verdict.Crash}
	})
	i := slices.IndexFunc(causes, func(c diagnosis.Cause) bool { return c.Form })
	expect.Equal(t, false, i < 0 || causes[i].Formed != len(causes[i].Cases), "found", words(causes, nil))
}

// Neither of two differences of format hides the other, for all pairs. They are one cause that names both, and
// with both removed all cases pass.
func TestTwoFormats(t *testing.T) {
	faults := [][2]string{
		{"header-missing", "header of the log"}, {"root-named-differently", "names of nodes"},
		{"depth-counted-from-one", "counts depths"}, {"depth-before-node", "columns in another order"},
		{"window-columns-swapped", "columns in another order"}, {"blanks-after-commas", "blanks"},
		{"infinity-spelt-inf", "infinity"}, {"infinity-as-number", "infinity"}, {"decimal-values", "spells numbers"},
		{"negative-zero", "spells numbers"},
	}
	assignments := []string{"mancala", "squirrel", "reversi"}
	for _, assignment := range assignments[:effort.Of(1, 3, 3)] {
		a := gametest.Lookup(t, assignment)
		for i, one := range faults {
			for _, other := range faults[:i] {
				if one[1] == other[1] || !effort.All() && one[0] != "blanks-after-commas" && other[0] != "depth-before-node" {
					continue
				}
				results := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
					return diagnosistest.Faulty(c, one[0], other[0])
				})
				causes, unexplained := causesOf(t, diagnosis.Question{Assignment: a, Results: results})
				causes = whole(causes)
				if len(causes) != 1 || len(unexplained) > 0 || !causes[0].Form || causes[0].First == nil ||
					causes[0].Formed != len(causes[0].Cases) || strings.Count(causes[0].Behaviour, "; ") != 1 ||
					!strings.Contains(causes[0].Behaviour, one[1]) || !strings.Contains(causes[0].Behaviour, other[1]) {
					t.Errorf("%s, %s and %s: %s", assignment, one[0], other[0], words(causes, unexplained))
				}
			}
		}
	}
}

// Nothing is named from a program that is cut off before its first difference, or that echoes the input's board.
func TestNothingNamed(t *testing.T) {
	all := oracle.Assignments()
	for _, a := range all[:effort.Of(2, len(all), len(all))] {
		for what, program := range map[string]func(c *cases.Case) diagnosistest.Run{
			"crashes at once": func(*cases.Case) diagnosistest.Run {
				return diagnosistest.Run{Ended: verdict.Crash, Errors: "KeyError: 4"}
			},
			"leaves empty files": func(c *cases.Case) diagnosistest.Run {
				run := diagnosistest.Run{Files: map[string]string{}}
				for _, name := range c.Problem.Files() {
					run.Files[name] = ""
				}
				return run
			},
			"crashes in the midst": func(c *cases.Case) diagnosistest.Run {
				run := diagnosistest.Faulty(c)
				run.Ended, run.CrashLine, run.Errors = verdict.Crash, "solve.py:7", "KeyError: 4"
				for name, text := range run.Files {
					run.Files[name] = text[:len(text)/2]
				}
				return run
			},
			"runs out of time": func(c *cases.Case) diagnosistest.Run {
				run := diagnosistest.Faulty(c)
				run.Ended = verdict.Timeout
				for name, text := range run.Files {
					run.Files[name] = text[:len(text)/3]
				}
				return run
			},
		} {
			causes := causesBy(t, a.Name, program)
			for _, c := range causes {
				expect.Equal(t, false, len(c.Faults) > 0, a.Name, "a program that", what, c.Brief())
			}
			expect.Equal(t, false, len(causes) == 0, a.Name, "a program that", what, "nothing is told")
		}
	}
}

// Crashes are one cause for each line of the source, before all other causes, with the output up to then.
func TestCrashes(t *testing.T) {
	n := 0
	causes := causesBy(t, "reversi", func(c *cases.Case) diagnosistest.Run {
		run := diagnosistest.Faulty(c, "strict-cuts")
		if n++; n%3 == 0 {
			run.Ended, run.CrashLine, run.Errors = verdict.Crash, fmt.Sprintf("solve.py:%d", 10+n%2), fmt.Sprintf("IndexError: %d is out of range", n)
			run.Files["output.txt"] = run.Files["output.txt"][:100]
		}
		return run
	})
	var told []string
	for _, c := range causes {
		told = append(told, c.CrashLine+" "+c.Key)
		expect.True(t, c.Ended != verdict.Crash || strings.Contains(c.OutputSoFar, "as is right"), c)
	}
	want := []string{"solve.py:10 crash", "solve.py:11 crash", " strict-cuts"}
	expect.True(t, slices.Equal(slices.Sorted(slices.Values(told)), slices.Sorted(slices.Values(want))) && told[2] == " strict-cuts", told, "want", want)
}

// A program that does not write its last buffer leaves files that break off, and nothing else is wrong with it. One that
// writes nothing at all, or breaks off elsewhere, is not taken for it.
func TestUnflushed(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	for size, want := range map[int]string{4096: "unflushed", 1000: ""} {
		results := judgedChanged(t, a, "", in("traverse_log.txt", func(log string) string { return log[:len(log)-len(log)%size] }))
		causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results})
		passes := func(r verdict.Result) bool { return r.Verdict == verdict.Pass }
		failed := len(slices.DeleteFunc(results, passes))
		found := slices.IndexFunc(causes, func(c diagnosis.Cause) bool { return c.Key == "unflushed" })
		all := found < 0 || len(causes) == 1 && len(causes[0].Cases) == failed
		expect.True(t, all && (found >= 0) == (want != ""), size, failed, "cases fail", words(causes, nil))
	}
}

// If a program first goes wrong and then takes too long, the first mistake comes first, since it may be the
// reason. If the program was right until then, there is another reason.
func TestStopped(t *testing.T) {
	for astray, want := range map[bool][]string{true: {"strict-cuts", "timeout"}, false: {"timeout", "strict-cuts"}} {
		n := 0
		causes := causesBy(t, "reversi", func(c *cases.Case) diagnosistest.Run {
			run := diagnosistest.Faulty(c, "strict-cuts")
			if n++; n%3 == 0 {
				run.Ended = verdict.Timeout
				if !astray {
					run.Files["output.txt"] = run.Files["output.txt"][:100]
				}
			}
			return run
		})
		expect.Equal(t, want, keys(causes), "astray", astray)
	}
}

// Nothing that a program may write for a log is too strange to be read: lines without columns, columns left out or doubled,
// numbers of any size.
func TestStrangeLogs(t *testing.T) {
	for _, assignment := range []string{"squirrel", "mancala", "reversi", "mapcolor"}[:effort.Of(2, 4, 4)] {
		a := gametest.Lookup(t, assignment)
		for _, fault := range []string{"", "infinity-as-number"} {
			r := random.New(1)
			results := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
				run := diagnosistest.Faulty(c, fault)
				for _, name := range slices.Sorted(maps.Keys(run.Files)) {
					run.Files[name] = strangely(r, run.Files[name])
				}
				return run
			})
			results = slices.DeleteFunc(results, func(verdict.Result) bool { return r.Intn(3) > 0 })
			causesOf(t, diagnosis.Question{Assignment: a, Results: results})
		}
	}
}

// strangely changes a line of a text, near its beginning.
func strangely(r *random.Rand, text string) string {
	strange := []string{"", ",", "-", "-0", "--1", "+", "-99999999999999999999", "9223372036854775808", "∞", "-inf", " ", "\x00", "root"}
	word, lines := strange[r.Intn(len(strange))], strings.Split(text, "\n")
	i := r.Intn(min(len(lines), 20))
	columns := strings.Split(lines[i], ",")
	j := r.Intn(len(columns))
	switch r.Intn(4) {
	case 0:
		columns[j] = word
	case 1:
		columns = slices.Delete(columns, j, j+1)
	case 2:
		columns = slices.Insert(columns, j, word)
	case 3:
		columns = []string{word}
	}
	lines[i] = strings.Join(columns, ",")
	return strings.Join(lines, "\n")
}
