package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A hidden is a program with a mistake that the catalogue does not have: one of its faults, which is
// taken out together with its twins and with all that break the same rule.
type hidden struct {
	Assignment string `json:"assignment"`
	Unknown    string `json:"unknown"`
	Known      string `json:"known,omitempty"` // another mistake, which the catalogue has
	Slip       string `json:"slip,omitempty"`  // of form, or a crash: one of slips
}

func (s hidden) String() string {
	text := s.Assignment + " " + s.Unknown
	if s.Known != "" {
		text += " and known " + s.Known
	}
	if s.Slip != "" {
		text += " with " + s.Slip
	}
	return text
}

// slips are what is added to a program's mistakes.
var slips = []string{"", "crlf", "newline", "crash"}

// A hiddenRow is what check says of one.
type hiddenRow struct {
	hidden
	Seconds float64  `json:"seconds"`         // of processor time of the diagnosis, if nothing else is measured at the same time
	Failed  int      `json:"failed"`          // cases
	Shows   int      `json:"shows,omitempty"` // cases in which the program writes what the known mistake alone writes
	Named   bool     `json:"named,omitempty"` // the known mistake is
	False   []string `json:"false,omitempty"` // names that are not its
	Alike   bool     `json:"alike,omitempty"` // wherever they matter, the program writes what one with the mistakes named writes, but for its slip
	Located []string `json:"located,omitempty"`
	Rule    bool     `json:"rule,omitempty"`  // the decision located first may break the rule that the mistake breaks
	Rules   int      `json:"rules,omitempty"` // that the decision located first may break
}

// chooseHidden returns the faults of a sample, each without a slip and with one of them in turn, and its pairs.
func chooseHidden(s sample) (chosen []hidden, err error) {
	subjects, err := s.choose()
	form := func(s subject) bool { // what every log has wrong is told, whoever knows it
		fault, _ := catalog.Second(lookup(s.Assignment)).Lookup(s.Faults[0])
		return fault.Form
	}
	for i, s := range slices.DeleteFunc(subjects, form) {
		slip := slips[i%len(slips)]
		if len(s.Faults) == 1 {
			for _, slip := range slices.Compact([]string{"", slip}) {
				chosen = append(chosen, hidden{Assignment: s.Assignment, Unknown: s.Faults[0], Slip: slip})
			}
			continue
		}
		chosen = append(chosen, hidden{s.Assignment, s.Faults[0], s.Faults[1], slip})
	}
	return chosen, err
}

// lookup returns the assignment of a subject, which there is.
func lookup(name string) *oracle.Assignment {
	a, _ := oracle.Lookup(name)
	return a
}

// A catalogue tells which faults of an assignment cannot be told from each other.
type catalogue struct {
	a     *oracle.Assignment
	twins map[string][]string
}

// newCatalogue compares the answers of all faults to the default profile.
func newCatalogue(a *oracle.Assignment) (*catalogue, error) {
	corpus, err := cases.Embedded(a)
	if err != nil {
		return nil, err
	}
	k := &catalogue{a, map[string][]string{}}
	alike := map[string][]string{}
	for _, f := range catalog.Faults(a) {
		var killed []string
		for _, c := range corpus {
			if c.In(cases.ProfileDefault) && slices.Contains(c.Kills, f.ID) {
				killed = append(killed, c.Name)
			}
		}
		alike[strings.Join(killed, " ")] = append(alike[strings.Join(killed, " ")], f.ID)
	}
	for _, same := range alike {
		byAnswers := map[string][]string{}
		for _, f := range same {
			answers := ""
			if len(same) > 1 {
				answers = allAnswers(corpus, f)
			}
			byAnswers[answers] = append(byAnswers[answers], f)
		}
		for _, twins := range byAnswers {
			for _, f := range twins {
				k.twins[f] = twins
			}
		}
	}
	return k, nil
}

// allAnswers returns what a fault answers to the cases that show it.
func allAnswers(corpus []*cases.Case, fault string) string {
	var text strings.Builder
	for _, c := range corpus {
		if !c.In(cases.ProfileDefault) || !slices.Contains(c.Kills, fault) {
			continue
		}
		files := diagnosistest.Faulty(c, fault).Files
		for _, name := range slices.Sorted(maps.Keys(files)) {
			text.WriteString(files[name])
		}
	}
	return text.String()
}

// run returns how a program ran on a case.
func (s hidden) run(c *cases.Case) diagnosistest.Run {
	run := diagnosistest.Faulty(c, s.Unknown, s.Known)
	if run.Ended != "" {
		return run
	}
	switch s.Slip {
	case "crlf":
		for name, text := range run.Files {
			run.Files[name] = strings.ReplaceAll(text, "\n", "\r\n")
		}
	case "newline":
		for name, text := range run.Files {
			if cut, had := strings.CutSuffix(text, "\n"); had {
				run.Files[name] = cut
			} else {
				run.Files[name] = text + "\n"
			}
		}
	case "crash":
		r := random.New(uint64(len(c.Input())) + 7*uint64(len(c.Name)))
		if r.Intn(2) == 0 {
			break
		}
		for _, name := range slices.Sorted(maps.Keys(run.Files)) {
			run.Files[name] = run.Files[name][:r.Intn(len(run.Files[name])+1)]
			if r.Intn(3) == 0 {
				delete(run.Files, name)
			}
		}
		run.Ended, run.At, run.Errors = verdict.Crash, "solve.py:40", "IndexError: list index out of range"
	}
	return run
}

// measure asks what check says.
func (k *catalogue) measure(ctx context.Context, s hidden) (row hiddenRow, err error) {
	row.hidden = s
	results, err := diagnosistest.Judge(ctx, k.a, s.run)
	if err != nil {
		return row, err
	}
	for _, r := range results {
		if r.Verdict == verdict.Pass {
			continue
		}
		row.Failed++
		if s.Known != "" && maps.Equal(diagnosistest.Faulty(r.Case, s.Known).Files, diagnosistest.Faulty(r.Case, s.Known, s.Unknown).Files) &&
			s.run(r.Case).Ended == "" && slices.Contains(r.Case.Kills, s.Known) {
			row.Shows++
		}
	}
	unknown, _ := catalog.Second(k.a).Lookup(s.Unknown)
	before := cpu()
	defer func() { row.Seconds = cpu() - before }()
	causes, _, err := diagnosis.Program(ctx, diagnosis.Question{Assignment: k.a, Results: results, Unknown: func(f mutant.Fault) bool {
		return f.ID != s.Known && !f.Form && (f.Rule == unknown.Rule || slices.Contains(k.twins[s.Unknown], f.ID))
	}})
	var named, wrong []string // mistakes
	for _, c := range causes {
		known := slices.ContainsFunc(c.Faults, func(f diagnosis.Fault) bool { return slices.Contains(k.twins[s.Known], f.Name) })
		switch {
		case len(c.Faults) == 0:
			if c.Ended == "" && c.First != nil && c.First.Decision != nil && row.Rules == 0 {
				row.Rules = len(c.First.Decision.Rules)
				row.Rule = slices.Contains(c.First.Decision.Rules, unknown.Rule.String())
			}
			row.Located = append(row.Located, c.Key)
		case known:
			row.Named, named = true, append(named, s.Known)
		case s.Slip == "crlf" && c.Key == "crlf-line-ends", s.Slip == "newline" && strings.HasPrefix(c.Key, "final-newline"):
		default:
			row.False = append(row.False, fmt.Sprintf("%s %s (%d)", c.Brief(), c.Grade, len(c.Cases)))
			named, wrong = append(named, c.Faults[0].Name), append(wrong, c.Faults[0].Name)
		}
	}
	row.Alike = len(row.False) > 0 && !slices.ContainsFunc(results, func(r verdict.Result) bool {
		return slices.ContainsFunc(wrong, func(name string) bool { return slices.Contains(r.Case.Kills, name) }) &&
			!maps.Equal(diagnosistest.Faulty(r.Case, named...).Files, diagnosistest.Faulty(r.Case, s.Known, s.Unknown).Files)
	})
	return row, err
}

// measureHidden measures programs that are not known yet, some at a time, and returns the rows of all, which it adds to a
// file as they come.
func measureHidden(ctx context.Context, programs []hidden, file string, jobs int) ([]hiddenRow, error) {
	rows, err := readJSONLines[hiddenRow](file)
	if err != nil {
		return nil, err
	}
	catalogues := map[string]*catalogue{}
	for _, s := range programs {
		if catalogues[s.Assignment] == nil {
			a, err := oracle.Lookup(s.Assignment)
			if err != nil {
				return nil, err
			}
			if catalogues[s.Assignment], err = newCatalogue(a); err != nil {
				return nil, err
			}
		}
	}
	programs = slices.DeleteFunc(programs, func(h hidden) bool {
		return slices.ContainsFunc(rows, func(r hiddenRow) bool { return r.hidden == h })
	})
	var mu sync.Mutex // of rows and the file
	err = work.Each(ctx, jobs, len(programs), func(i int) error {
		row, err := catalogues[programs[i].Assignment].measure(ctx, programs[i])
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		rows = append(rows, row)
		fmt.Fprintf(os.Stderr, "%d of %d: %s\n", len(rows), len(programs), row.hidden)
		return add(file, row)
	})
	slices.SortFunc(rows, func(x, y hiddenRow) int { return strings.Compare(x.String(), y.String()) })
	return rows, err
}

// cpu returns the processor time of this process in seconds.
func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
