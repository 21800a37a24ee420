package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/work"
)

// A stranger is a program by somebody who has read the rules and not the catalogue, with its mistakes and their mends.
type stranger struct {
	name, assignment string
	file, text       string // its source
	about            map[string]string
	mends            []diagnosistest.Mend
}

// readStrangers reads the strangers of a folder whose names begin in some way.
func readStrangers(folder, begin string) (all []stranger, err error) {
	files, err := filepath.Glob(filepath.Join(folder, begin+"*.txtar"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s: no programs %s*.txtar", folder, begin))
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return nil, err
		}
		s := stranger{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), about: map[string]string{}}
		s.assignment, _, _ = strings.Cut(s.name, "-")
		s.file, s.text = archive.Files[0].Name, string(archive.Files[0].Data)
		if s.mends, err = diagnosistest.Mends(archive.Files[1:]); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for paragraph := range strings.SplitSeq(string(archive.Comment), "\n\n") {
			if name, words, ok := strings.Cut(strings.Join(strings.Fields(paragraph), " "), ": "); ok {
				s.about[name] = words
			}
		}
		for _, mistake := range diagnosistest.Mistakes(s.mends) {
			if s.about[mistake] == "" {
				return nil, fmt.Errorf("%s: no paragraph %s", file, mistake)
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// A told is a cause that check tells of a stranger, and whether that is true.
type told struct {
	Program string   `json:"program"`
	Round   int      `json:"round"`  // of check and mend, from 1
	Rounds  int      `json:"rounds"` // after which the program passes; -1 if what is told does not lead so far
	Key     string   `json:"key"`
	Does    string   `json:"does"`
	Named   bool     `json:"named,omitempty"`
	Follows bool     `json:"follows,omitempty"` // it is said that it may follow from another one
	Cases   int      `json:"cases"`
	Mends   []string `json:"mends,omitempty"` // of these mistakes each alone removes it
	// Judged is what a reader says who knows the mistakes: true, vague, misleading or false. Of causes that nobody has
	// judged it is empty.
	Judged string `json:"judged,omitempty"`
}

// fresh reports whether a program is of those that came after the catalogue was last changed.
func (t told) fresh() bool { return strings.ContainsAny(t.Program[len(t.Program)-1:], "vwxy") }

func (t told) same(other told) bool {
	return t.Program == other.Program && t.Round == other.Round && t.Key == other.Key && t.Does == other.Does
}

// measureStranger checks a stranger and mends what its causes point at, round by round, until it passes or nothing that is
// told leads on.
func (l *lab) measureStranger(ctx context.Context, s stranger) (all []told, rounds int, err error) {
	left := diagnosistest.Mistakes(s.mends)
	for rounds = 1; rounds <= 6; rounds++ {
		causes, err := l.checkStranger(ctx, s, left)
		if err != nil || len(causes) == 0 {
			return all, rounds - 1, err
		}
		without := map[string][]told{}
		for _, mistake := range left {
			rest := slices.DeleteFunc(slices.Clone(left), func(m string) bool { return m == mistake })
			if without[mistake], err = l.checkStranger(ctx, s, rest); err != nil {
				return all, 0, err
			}
		}
		var mended []string
		for _, c := range causes {
			c.Program, c.Round = s.name, rounds
			for _, mistake := range left {
				if !slices.ContainsFunc(without[mistake], func(w told) bool { return w.Key == c.Key && w.Cases >= c.Cases }) {
					c.Mends = append(c.Mends, mistake)
					if !c.Follows {
						mended = append(mended, mistake)
					}
				}
			}
			all = append(all, c)
		}
		if len(mended) == 0 {
			return all, -1, nil
		}
		left = slices.DeleteFunc(left, func(m string) bool { return slices.Contains(mended, m) })
	}
	return all, -1, nil
}

// checkStranger returns what check tells of a stranger that has some of its mistakes left.
func (l *lab) checkStranger(ctx context.Context, s stranger, left []string) (causes []told, err error) {
	text, err := diagnosistest.Mended(s.text, s.mends, left...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	folder, err := os.MkdirTemp(l.dir, s.name+"-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, s.file), []byte(text), 0o644); err != nil {
		return nil, err
	}
	said, err := l.summary(l.run(ctx, "check", s.assignment, "--jobs", "1", "--format", "json", folder))
	if err != nil {
		return nil, err
	}
	for _, c := range said.Causes {
		causes = append(causes, told{Key: c.Key, Does: c.Does, Named: len(c.Faults) > 0, Follows: c.Follows > 0, Cases: len(c.Cases)})
	}
	if n := said.failed(); n > 0 && len(causes) == 0 {
		causes = []told{{Key: "none", Does: fmt.Sprintf("%d cases fail, of which nothing is said", n), Cases: n}}
	}
	return causes, nil
}

// measureAllStrangers measures strangers, some at a time, and returns what is told of each and of the others in a file, with the
// judgements there.
func measureAllStrangers(ctx context.Context, strangers []stranger, file string, jobs int) ([]told, error) {
	known, err := readJSONLines[told](file)
	if err != nil {
		return nil, err
	}
	l, err := newLab(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	rows := make([][]told, len(strangers))
	err = work.Each(ctx, jobs, len(strangers), func(i int) error {
		var rounds int
		var err error
		if rows[i], rounds, err = l.measureStranger(ctx, strangers[i]); err != nil {
			return err
		}
		for j := range rows[i] {
			rows[i][j].Rounds = rounds
		}
		fmt.Fprintf(os.Stderr, "%s: %d rounds, %d causes\n", strangers[i].name, rounds, len(rows[i]))
		return nil
	})
	if err != nil {
		return nil, err
	}
	measured := slices.Concat(rows...)
	for i, t := range measured {
		if j := slices.IndexFunc(known, t.same); j >= 0 {
			measured[i].Judged = known[j].Judged
		}
	}
	for _, t := range known {
		if !slices.ContainsFunc(strangers, func(s stranger) bool { return s.name == t.Program }) {
			measured = append(measured, t)
		}
	}
	slices.SortStableFunc(measured, func(x, y told) int { return strings.Compare(x.Program, y.Program) })
	return measured, nil
}
