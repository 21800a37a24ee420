package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// worse is by what factor a ratio may exceed that of another commit before it counts.
const worse = 1.25

// tries is how often a group is measured before a row of it counts as worse: a busy machine
// is not a slower program.
const tries = 3

// check measures this tree and another commit alternately, on the same machine, and fails
// if a ratio is much worse every time.
func (l *lab) check(commit string, wanted func(group) bool) (err error) {
	before := *l
	before.tool = filepath.Join(l.dir, "touchstone-before")
	if err := l.buildCommit(commit, before.tool); err != nil {
		return err
	}
	var bad []string
	for _, g := range groups {
		if !g.ratios || !wanted(g) {
			continue
		}
		names, err := l.worse(&before, g)
		if err != nil {
			return err
		}
		bad = append(bad, names...)
	}
	if len(bad) > 0 {
		return fmt.Errorf("more than %.0f %% worse than %s, %d times in a row: %s", 100*(worse-1), commit, tries, strings.Join(bad, "; "))
	}
	return nil
}

// buildCommit builds touchstone from a commit in a separate work tree.
func (l *lab) buildCommit(commit, tool string) (err error) {
	tree := filepath.Join(l.dir, "before")
	git := func(args ...string) error {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	if err := git("worktree", "add", "--detach", tree, commit); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, git("worktree", "remove", "--force", tree)) }()
	return l.build(tree, tool)
}

// worse names the rows of a group that are worse than before every time.
func (l *lab) worse(before *lab, g group) (bad []string, err error) {
	for try := range tries {
		now, err := l.measureGroup(g)
		if err != nil {
			return nil, err
		}
		then, err := before.measureGroup(g)
		if err != nil {
			return nil, err
		}
		var found []string
		for i, r := range now {
			if r.Ratio == 0 {
				continue
			}
			fmt.Fprintf(os.Stderr, "  %s: %.2f, before %.2f\n", r.Name, r.Ratio, then[i].Ratio)
			if r.Ratio > worse*then[i].Ratio && (try == 0 || slices.Contains(bad, r.Name)) {
				found = append(found, r.Name)
			}
		}
		if bad = found; len(bad) == 0 {
			break
		}
	}
	return bad, nil
}
