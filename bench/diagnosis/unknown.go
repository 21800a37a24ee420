package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A hidden is a program with a mistake that the catalogue lacks. The mistake is a fault that is removed from
// the catalogue, together with its twins and with all faults that break the same rule.
type hidden struct {
	Assignment string `json:"assignment"`
	Unknown    string `json:"unknown"`
	Known      string `json:"known,omitempty"` // another mistake, which the catalogue has
	Slip       string `json:"slip,omitempty"`  // one of slips
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

// slips are mistakes of form, or a crash, that are added to a program's mistakes.
var slips = []string{"", "crlf", "newline", "crash"}

// A hiddenRow is the result of check for a hidden program.
type hiddenRow struct {
	hidden
	Seconds float64  `json:"seconds"`         // processor time of the diagnosis, if nothing else runs
	Failed  int      `json:"failed"`          // cases
	Named   bool     `json:"named,omitempty"` // the known mistake is named
	False   []string `json:"false,omitempty"` // names of mistakes that the program does not have
	// SameOutput reports whether the named mistakes reproduce the output, except for the mistake of form, in all
	// cases that they affect.
	SameOutput bool `json:"alike,omitempty"`
	Rule       bool `json:"rule,omitempty"`  // the first located decision may break the rule of a mistake
	Rules      int  `json:"rules,omitempty"` // rules that the first located decision may break
	// Key is the key of the first located decision.
	Key string `json:"key,omitempty"`
}

// chooseHidden returns the faults of a sample, each without a slip and with one of the slips in turn, and
// its pairs.
func chooseHidden(s sample) (chosen []hidden, err error) {
	subjects, err := s.choose()
	subjects = filter(subjects, func(s subject) bool { // check always names a fault of form
		fault, _ := catalog.Second(lookup(s.Assignment)).Lookup(s.Faults[0])
		return !fault.Form
	})
	for i, s := range subjects {
		slip := slips[i%len(slips)]
		if len(s.Faults) == 2 {
			chosen = append(chosen, hidden{s.Assignment, s.Faults[0], s.Faults[1], slip})
			continue
		}
		for _, slip := range slices.Compact([]string{"", slip}) {
			chosen = append(chosen, hidden{Assignment: s.Assignment, Unknown: s.Faults[0], Slip: slip})
		}
	}
	return chosen, err
}

// A catalogue holds the faults of an assignment that no case of the default profile distinguishes.
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
	corpus = filter(corpus, func(c *cases.Case) bool { return c.In(cases.ProfileDefault) })
	k := &catalogue{a, map[string][]string{}}
	byAnswer := map[string][]string{} // faults by their answers
	for _, f := range catalog.Faults(a) {
		answers := answers(corpus, f.ID)
		byAnswer[answers] = append(byAnswer[answers], f.ID)
	}
	for _, twins := range byAnswer {
		for _, f := range twins {
			k.twins[f] = twins
		}
	}
	return k, nil
}

// answers returns the answers of a fault to the cases that show it.
func answers(corpus []*cases.Case, fault string) string {
	digest := sha256.New()
	for _, c := range corpus {
		if slices.Contains(c.Kills, fault) {
			fmt.Fprintf(digest, "%s %q\n", c.Name, diagnosistest.Faulty(c, fault).Files)
		}
	}
	return string(digest.Sum(nil))
}

// run returns the run of a program on a case.
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
		run.Ended, run.CrashLine, run.Errors = verdict.Crash, "solve.py:40", "IndexError: list index out of range"
	}
	return run
}

// measure measures a program.
func (k *catalogue) measure(ctx context.Context, s hidden) (row hiddenRow, err error) {
	row.hidden = s
	results, err := diagnosistest.Judge(ctx, k.a, s.run)
	if err != nil {
		return row, err
	}
	faulty := func(c *cases.Case, faults ...string) map[string]string {
		return diagnosistest.Faulty(c, faults...).Files
	}
	row.Failed = failed(results)
	unknown, _ := catalog.Second(k.a).Lookup(s.Unknown)
	other, paired := catalog.Second(k.a).Lookup(s.Known)
	before := cpu()
	defer func() { row.Seconds = cpu() - before }()
	causes, _, err := diagnosis.Program(ctx, diagnosis.Question{
		Assignment: k.a, Results: results,
		Unknown: func(f mutant.Fault) bool {
			twin := slices.Contains(k.twins[s.Unknown], f.ID)
			return f.ID != s.Known && !f.Form && (f.Rule == unknown.Rule || twin)
		},
	})
	var named, wrong []string // mistakes
	for _, c := range causes {
		known := slices.ContainsFunc(c.Faults, func(f diagnosis.Fault) bool {
			return slices.Contains(k.twins[s.Known], f.Name)
		})
		switch {
		case len(c.Faults) == 0:
			if c.Ended == "" && c.First != nil && c.First.Decision != nil && row.Rules == 0 {
				row.Key, row.Rules = c.First.Decision.Key, len(c.First.Decision.Rules)
				row.Rule = slices.ContainsFunc(c.First.Decision.Rules, func(rule string) bool {
					return rule == unknown.Rule.String() || paired && rule == other.Rule.String()
				})
			}
		case known:
			row.Named, named = true, append(named, s.Known)
		case s.Slip == "crlf" && c.Key == "crlf-line-ends":
		case s.Slip == "newline" && strings.HasPrefix(c.Key, "final-newline"):
		default:
			row.False = append(row.False, fmt.Sprintf("%s %s (%d)", c.Brief(), c.Grade, len(c.Cases)))
			named, wrong = append(named, c.Faults[0].Name), append(wrong, c.Faults[0].Name)
		}
	}
	row.SameOutput = len(wrong) > 0 && !slices.ContainsFunc(results, func(r verdict.Result) bool {
		matters := slices.ContainsFunc(wrong, func(name string) bool { return slices.Contains(r.Case.Kills, name) })
		return matters && !maps.Equal(faulty(r.Case, named...), faulty(r.Case, s.Known, s.Unknown))
	})
	return row, err
}

// measureHidden measures the programs of a sample that a file lacks, and returns all rows.
func measureHidden(ctx context.Context, s sample, file string, jobs int) ([]hiddenRow, error) {
	programs, err := chooseHidden(s)
	if err != nil {
		return nil, err
	}
	catalogues := map[string]*catalogue{}
	for _, p := range programs {
		if catalogues[p.Assignment] == nil {
			if catalogues[p.Assignment], err = newCatalogue(lookup(p.Assignment)); err != nil {
				return nil, err
			}
		}
	}
	measure := func(h hidden) (hiddenRow, error) { return catalogues[h.Assignment].measure(ctx, h) }
	return measureMissing(ctx, programs, file, jobs, hiddenRow.String, measure)
}
