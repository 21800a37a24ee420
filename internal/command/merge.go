package command

import (
	"errors"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/grading"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/tournament"
)

// newMerge returns the command merge.
func newMerge() *cobra.Command {
	var out string
	var formats []string
	cmd := withHelp("merge", &cobra.Command{
		Args: arguments(1, unlimited),
		RunE: func(cmd *cobra.Command, args []string) error { return merge(cmd, args, out, formats) },
	})
	cmd.Flags().StringVar(&out, "out", "", "`DIR` for the books; created if missing")
	addUploads(cmd, &formats)
	return cmd
}

func merge(cmd *cobra.Command, dirs []string, out string, formats []string) error {
	if err := checkUploadFormats(formats); err != nil {
		return err
	}
	dirs, err := removeDuplicates(dirs)
	switch {
	case err != nil:
		return usage(err)
	case containsFile(dirs, out):
		return usagef("want --out other than the directories that are merged, found %s", out)
	case tournament.HasJournal(dirs[0]):
		return mergeTournament(cmd, dirs, out)
	}
	return mergeClass(cmd, dirs, out, formats)
}

// mergeClass merges the shards of a class.
func mergeClass(cmd *cobra.Command, dirs []string, out string, formats []string) error {
	wholeThere := func(shards []*grading.Journal, names []string) (*grading.Plan, error) {
		plan, err := grading.Whole(shards, names)
		if err == nil {
			err = checkSameAssignment(out, plan.Name())
		}
		return plan, err
	}
	plan, whole, err := merging[*grading.Journal, *grading.Plan]{
		"a class", "want a directory that \"touchstone grade --shard\" has filled, found no journal there",
		grading.HasJournal, grading.OpenJournal, wholeThere, grading.Merge,
	}.do(cmd, dirs, out)
	if err != nil {
		return err
	}
	defer whole.Close()
	g, err := grading.NewGrader(plan, whole, nil)
	if err != nil {
		return err
	}
	if err := g.Finish(cmd.Context()); err != nil {
		return err
	}
	return writeBooks(cmd, g, out, false, formats)
}

// mergeTournament merges the shards of a tournament.
func mergeTournament(cmd *cobra.Command, dirs []string, out string) error {
	plan, whole, err := merging[*tournament.Journal, *tournament.Plan]{
		"a tournament", "want a directory that \"touchstone tournament --shard\" has filled, found no games there",
		tournament.HasJournal, tournament.OpenJournal, tournament.Whole, tournament.Merge,
	}.do(cmd, dirs, out)
	if err != nil {
		return err
	}
	defer whole.Close()
	return writeTournament(cmd, plan, whole, out, false)
}

// A journal holds results in a directory.
type journal interface {
	Damaged() int
	Close() error
}

// A merging describes how to merge shards of a kind.
type merging[J journal, P any] struct {
	kind, want string // the kind, and the error for a directory without a shard
	hasJournal func(dir string) bool
	open       func(dir string) (J, error)
	whole      func(shards []J, names []string) (P, error)
	merge      func(into J, shards []J, whole P) error
}

// do merges the shards in directories, and returns the plan and the journal of the whole.
func (m merging[J, P]) do(cmd *cobra.Command, dirs []string, out string) (plan P, whole J, err error) {
	if err := checkBookDir(out, m.hasJournal, m.kind); err != nil {
		return plan, whole, err
	}
	var shards []J
	defer func() {
		for _, j := range shards {
			j.Close()
		}
	}()
	for _, dir := range dirs {
		if !m.hasJournal(dir) {
			return plan, whole, usagef("%s: %s", dir, m.want)
		}
		j, err := openJournal(cmd, dir, m.open)
		if err != nil {
			return plan, whole, err
		}
		shards = append(shards, j)
	}
	if plan, err = m.whole(shards, dirs); err != nil {
		return plan, whole, usage(err)
	}
	if whole, err = openJournal(cmd, out, m.open); err != nil {
		return plan, whole, err
	}
	if err := m.merge(whole, shards, plan); err != nil {
		return plan, whole, errors.Join(usage(err), whole.Close())
	}
	return plan, whole, nil
}

// openJournal opens the journal in a directory, and warns about damaged lines.
func openJournal[J journal](cmd *cobra.Command, dir string, open func(dir string) (J, error)) (J, error) {
	j, err := open(dir)
	if err == nil && j.Damaged() > 0 {
		warn(cmd, "%s: %s damaged or incomplete; lost results are computed again", dir,
			prose.Count(j.Damaged(), "line"))
	}
	return j, err
}

// removeDuplicates returns the directories without duplicates.
func removeDuplicates(dirs []string) (found []string, err error) {
	var seen []os.FileInfo
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(seen, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
			seen, found = append(seen, info), append(found, dir)
		}
	}
	return found, nil
}

// containsFile reports whether a file or directory is one of dirs, under any name.
func containsFile(dirs []string, dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && slices.ContainsFunc(dirs, func(other string) bool {
		otherInfo, err := os.Stat(other)
		return err == nil && os.SameFile(info, otherInfo)
	})
}

// addShard adds the flag --shard. usage describes the work that it divides.
func addShard(cmd *cobra.Command, shard *string, usage string) {
	cmd.Flags().StringVar(shard, "shard", "", usage+": I/N or auto")
}

// parseShard parses the value of --shard. If it is auto, parseShard prints the position that it finds.
func parseShard(cmd *cobra.Command, text string) (run.Shard, error) {
	shard, found, err := run.ParseShard(text, os.LookupEnv)
	if err != nil {
		return shard, usage(err)
	}
	if found != "" {
		warn(cmd, "%s, by %s", shard, found)
		return shard, run.AcceptBazelShard()
	}
	return shard, nil
}
