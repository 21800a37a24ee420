package command

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
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
	slices.Sort(names)
	switch meant := suggest.Of(word, names); {
	case meant != "":
		err += "; did you mean " + meant + "?"
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
	if meant := suggest.Of(unknown.GetSpecifiedName(), names); meant != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, meant)
	}
	return err
}

// assignmentFirst has the commands that take an assignment and something else say so if they get the assignment later. A
// first word that is nearly an assignment is misspelt.
func assignmentFirst(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		assignmentFirst(c)
	}
	if !takesAssignmentFirst.MatchString(cmd.Use) {
		return
	}
	check := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		before := args
		if dash := cmd.ArgsLenAtDash(); dash >= 0 {
			before = args[:dash]
		}
		isFirst := func(word string) bool {
			_, err := oracle.Lookup(word)
			return err == nil || cmd.Name() == "rules" && slices.Contains(pageNames(), strings.ToLower(word))
		}
		if len(before) > 1 && suggest.Of(before[0], oracle.Names()) == "" && !isFirst(before[0]) {
			if i := slices.IndexFunc(before, isFirst); i > 0 {
				words := slices.Concat(before[i:i+1], before[:i], before[i+1:])
				return fmt.Errorf("want the assignment first: %s %s", cmd.CommandPath(), strings.Join(words, " "))
			}
		}
		return check(cmd, args)
	}
}

var takesAssignmentFirst = regexp.MustCompile(`^[a-z]+ \[?ASSIGNMENT\S* \[?[A-Z]`)

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
	help := newHelp()
	help.GroupID = forMachine
	root.SetHelpCommand(help)
	root.SetHelpFunc(printHelp)
	root.SetFlagErrorFunc(unknownFlag)
	root.InitDefaultHelpCmd()
	root.SetCompletionCommandGroupID(forMachine)
	root.InitDefaultCompletionCmd()
	group(root)
	assignmentFirst(root)
	for _, c := range root.Commands() {
		if c.HasSubCommands() && c.RunE == nil {
			group(c)
		}
	}
	root.Version = version()
	root.SetVersionTemplate("touchstone {{.Version}}\n")
}
