package cli

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/tournament"
)

// newMerge makes the command that puts shards together.
func newMerge() *cobra.Command {
	var out string
	var traces int
	cmd := &cobra.Command{
		Use:   "merge DIR... --out DIR",
		Short: "Make the books of a class or a tournament that was done in shards",
		Long: `Merge puts together what "touchstone grade --shard I/N" has left in folders, and writes the
books of the whole class, the same as if it had been graded on one machine. The
folders may come in any order, and more than once; a shard that is missing, or not
complete, is named. The submissions are not needed.

It does the same with what "touchstone tournament --shard I/N" has left.`,
		Example: `  touchstone merge shard1 shard2 shard3 --out books
  touchstone merge shards/* --out books
  touchstone merge cup1 cup2 --out cup`,
		Args: arguments(1, many),
		RunE: func(cmd *cobra.Command, args []string) error { return merge(cmd, args, out, traces) },
	}
	cmd.Flags().StringVar(&out, "out", "", "folder for the books; it is made if there is none")
	addTraces(cmd, &traces)
	return cmd
}

func merge(cmd *cobra.Command, dirs []string, out string, traces int) error {
	dirs, err := distinct(dirs)
	switch {
	case err != nil:
		return usage(err)
	case contains(dirs, out):
		return usagef("want --out other than the folders that are merged, found %s", out)
	case tournament.HasJournal(dirs[0]):
		return mergeTournament(cmd, dirs, out)
	}
	return mergeClass(cmd, dirs, out, traces)
}

// mergeClass puts the shards of a class together.
func mergeClass(cmd *cobra.Command, dirs []string, out string, traces int) error {
	if err := isForBooks(out, class.HasJournal, "a class"); err != nil {
		return err
	}
	var shards []*class.Journal
	defer func() {
		for _, j := range shards {
			j.Close()
		}
	}()
	for _, dir := range dirs {
		if !class.HasJournal(dir) {
			return usagef("%s: want a folder that \"touchstone grade --shard\" has filled, found no journal there", dir)
		}
		j, err := openJournal(cmd, dir)
		if err != nil {
			return err
		}
		shards = append(shards, j)
	}
	plan, err := class.Whole(shards, dirs)
	if err != nil {
		return usage(err)
	}
	whole, err := openJournal(cmd, out)
	if err != nil {
		return err
	}
	defer whole.Close()
	if err := class.Merge(whole, shards, plan); err != nil {
		return usage(err)
	}
	g, err := class.NewGrader(plan, whole, nil)
	if err != nil {
		return err
	}
	if err := g.Finish(cmd.Context()); err != nil {
		return err
	}
	return writeBooks(cmd, g, out, traces)
}

// distinct returns the folders that are not the same as one before.
func distinct(dirs []string) (found []string, err error) {
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

// contains reports whether a file or folder is one of these, under whatever name.
func contains(dirs []string, dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && slices.ContainsFunc(dirs, func(other string) bool {
		of, err := os.Stat(other)
		return err == nil && os.SameFile(info, of)
	})
}
