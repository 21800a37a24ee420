package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A word that is no command or no flag is a mistake, never a question: it ends with
// exitUsage, and with the word that may have been meant.

// group makes a command one that only holds others: alone it shows its help, and
// refuses words that name none of them.
func group(cmd *cobra.Command) {
	cmd.Args = cobra.ArbitraryArgs
	cmd.DisableFlagsInUseLine = true
	cmd.Run = nil
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(cmd, args[0])
		}
		return cmd.Help()
	}
}

// unknownCommand says that a command has none of that name below it.
func unknownCommand(cmd *cobra.Command, word string) error {
	err := fmt.Sprintf("unknown command %q for %q", word, cmd.CommandPath())
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	switch near := nearest(word, names); {
	case near != "":
		err += "; did you mean " + near + "?"
	case cmd.HasParent(): // else they are too many for a line
		if len(names) > 1 {
			err += "; want one of " + strings.Join(names, ", ")
		}
	}
	return usageError{errors.New(err)}
}

// unknownFlag adds to the error of a flag that is not there the one that may have
// been meant.
func unknownFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := nearest(unknown.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return err
}

// nearest finds the name that a word may have been meant for, or "": one that begins
// with it, or the one that fewest changes of a letter make of it.
func nearest(word string, names []string) (best string) {
	word = strings.ToLower(word)
	fewest := 3 // from there on anything can be made of anything
	if len(word) < 5 {
		fewest = 2
	}
	for _, name := range names {
		changes := distance(word, name)
		if len(word) > 1 && strings.HasPrefix(name, word) {
			changes = 0
		}
		if changes < fewest {
			best, fewest = name, changes
		}
	}
	return best
}

// distance is the number of letters to be added, removed or replaced, or of neighbours
// to be exchanged, to make one word of another.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := range len(a) {
		for j := range len(b) {
			replaced := rows[i][j]
			if a[i] != b[j] {
				replaced++
			}
			rows[i+1][j+1] = min(replaced, rows[i][j+1]+1, rows[i+1][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				rows[i+1][j+1] = min(rows[i+1][j+1], rows[i-1][j-1]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// newHelp is the command that shows the help of others.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show the manual, or the help of a command",
		Long:    "Help shows the manual, or the help of a command, as its flag --help does.",
		Example: "  touchstone help check\n  touchstone help cases update",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			at, rest := commandAt(cmd.Root(), args)
			for _, c := range at.Commands() {
				if len(rest) == 0 && c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			at, rest := commandAt(cmd.Root(), args)
			if len(rest) > 0 {
				return unknownCommand(at, rest[0])
			}
			at.InitDefaultHelpFlag()
			at.InitDefaultVersionFlag()
			return at.Help()
		},
	}
}

// commandAt follows words from command to command, as far as they lead.
func commandAt(at *cobra.Command, words []string) (*cobra.Command, []string) {
	for len(words) > 0 {
		i := slices.IndexFunc(at.Commands(), func(c *cobra.Command) bool { return c.Name() == words[0] })
		if i < 0 {
			break
		}
		at, words = at.Commands()[i], words[1:]
	}
	return at, words
}

// finishCommands adds to the tree the commands that cobra makes, and what all
// commands have in common.
func finishCommands(root *cobra.Command) {
	root.SetHelpCommand(newHelp())
	root.SetFlagErrorFunc(unknownFlag)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	group(root)
	for _, c := range root.Commands() {
		if c.HasSubCommands() {
			group(c)
		}
	}
	root.Version = version()
	root.SetVersionTemplate("touchstone {{.Version}}\n")
}
