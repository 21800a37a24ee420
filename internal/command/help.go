package command

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
)

const (
	screenLines = 40
	maxExamples = 3              // of a summary
	commonFlags = "common flags" // annotation of a command: the names of the flags in its summary
)

//go:embed help/*.txtar
var helpTexts embed.FS

//go:embed help/usage.txt
var usageTemplate string

// withHelp sets the help of a command to the sections of help/NAME.txtar: its arguments, its line in the list of
// commands, its text and examples. It returns the command.
func withHelp(name string, cmd *cobra.Command) *cobra.Command {
	archive, err := helpTexts.ReadFile("help/" + name + ".txtar")
	if err != nil {
		panic(err) // the file is embedded
	}
	sections := map[string]*string{"use": &cmd.Use, "short": &cmd.Short, "long": &cmd.Long, "examples": &cmd.Example}
	for _, f := range txtar.Parse(archive).Files {
		*sections[f.Name] = helpTables().Replace(strings.TrimSuffix(string(f.Data), "\n"))
	}
	return cmd
}

// helpTables inserts the tables that help texts have in common.
var helpTables = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("{{programs}}", strings.TrimRight(programNameTable(), "\n"),
		"{{assignments}}", strings.Join(oracle.Names(), ", "))
})

// setCommon sets the flags in the summary of a command.
func setCommon(cmd *cobra.Command, names ...string) {
	cmd.Annotations = map[string]string{commonFlags: strings.Join(names, " ")}
}

// printHelp prints the help of a command, or a summary if the help does not fit a screen.
func printHelp(cmd *cobra.Command, _ []string) {
	_ = writeHelp(cmd.OutOrStdout(), cmd, screenLines) // standard output remembers its errors
}

// printWholeHelp prints the whole help of the command that args name.
func printWholeHelp(help *cobra.Command, args []string) error {
	cmd, rest, _ := help.Root().Find(args)
	if len(rest) > 0 {
		return unknownCommand(cmd, rest[0])
	}
	return writeHelp(help.OutOrStdout(), cmd, unlimited)
}

// writeHelp writes the help of a command, or a summary if the help has more than maxLines lines.
func writeHelp(out io.Writer, cmd *cobra.Command, maxLines int) error {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	cmd.Flags().SortFlags = false // related flags are defined together
	text := cmd.UsageString()
	if strings.Count(text, "\n") > maxLines {
		summarize(cmd)
		path := strings.TrimPrefix(cmd.CommandPath(), commandName)
		text = cmd.UsageString() + "\nAll of it: " + commandName + " help" + path + "\n"
	}
	_, err := io.WriteString(out, replaceCommandName(text))
	return err
}

// summarize reduces the help of a command to the first paragraph of its text, the first examples, and the
// first clause on each common flag.
func summarize(cmd *cobra.Command) {
	cmd.Long, _, _ = strings.Cut(cmd.Long, "\n\n")
	examples := strings.Split(cmd.Example, "\n")
	cmd.Example = strings.Join(examples[:min(maxExamples, len(examples))], "\n")
	common, chosen := cmd.Annotations[commonFlags]
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		f.Usage, _, _ = strings.Cut(f.Usage, "; ")
		f.Hidden = f.Name == "help" || chosen && !slices.Contains(strings.Fields(common), f.Name)
	})
}

// group makes a command a container of others: alone it prints its help.
func group(cmd *cobra.Command) {
	cmd.Use += " COMMAND"
	cmd.DisableFlagsInUseLine = true
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(cmd, args[0])
		}
		return cmd.Help()
	}
}

// unknownCommand returns the error for a name that no command below cmd has.
func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	slices.Sort(names)
	hint := suggest.Hint(name, names)
	if hint == "" && cmd.HasParent() && len(names) > 1 { // the root has too many for a line
		hint = "; want one of " + strings.Join(names, ", ")
	}
	return usagef("unknown command %q for %q%s", name, cmd.CommandPath(), hint)
}

// flagError adds a similar name to the error for an unknown flag, and the form to that for a duration.
func flagError(cmd *cobra.Command, err error) error {
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) &&
		invalid.GetFlag().Value.Type() == "duration" {
		return fmt.Errorf("invalid argument %q for \"--%s\" flag: want a time with its unit, such as 10s, 1.5s "+
			"or 500ms", invalid.GetValue(), invalid.GetFlag().Name)
	}
	unknown := (*pflag.NotExistError)(nil)
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := suggest.Of(unknown.GetSpecifiedName(), names); name != "" {
		err = fmt.Errorf("%w; did you mean --%s?", err, name)
	}
	return err
}

// finishCommands adds the commands that cobra provides to the tree, and the settings that all commands share.
func finishCommands(root *cobra.Command) {
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpFunc(printHelp)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommandGroupID(forMachine)
	root.SetCompletionCommandGroupID(forMachine)
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	withHelp("help", help)
	help.Run, help.RunE = nil, printWholeHelp
	for _, c := range slices.Concat(root.Commands(), []*cobra.Command{root}) {
		if c.HasSubCommands() && c.RunE == nil {
			group(c)
		}
	}
	setCommon(root) // its commands are enough
	root.Version = version()
	root.SetVersionTemplate("touchstone {{.Version}}\n")
}

type directive = cobra.ShellCompDirective

const (
	noFiles   = cobra.ShellCompDirectiveNoFileComp
	withFiles = cobra.ShellCompDirectiveDefault
)

// completeFlag completes the value of a flag from a list.
func completeFlag(cmd *cobra.Command, flag string, values []string) {
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, noFiles))
}

// completeOf completes from values of the assignment that is the first argument.
func completeOf(values func(a *oracle.Assignment, args []string) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) (found []string, _ directive) {
		if len(args) > 0 {
			if a, err := oracle.Lookup(args[0]); err == nil {
				found = values(a, args)
			}
		}
		return found, noFiles
	}
}

// completeCases completes from words of the cases in the profile, or of all cases without a profile.
func (f *caseFlags) completeCases(words func(*cases.Case) []string) cobra.CompletionFunc {
	return completeOf(func(a *oracle.Assignment, _ []string) (found []string) {
		for _, c := range casesOnCommandLine(a, f.paths) {
			if f.profile == "" || c.In(f.profile) {
				found = append(found, words(c)...)
			}
		}
		found = slices.DeleteFunc(found, func(word string) bool { // a terminal would act on control characters
			name, _, _ := strings.Cut(word, "\t")
			return escape.Line(name) != name
		})
		slices.Sort(found)
		return slices.Compact(found)
	})
}

// nameAndTitle returns the words by which the name of a case is completed.
func nameAndTitle(c *cases.Case) []string { return []string{c.Name + "\t" + escape.Line(c.Title)} }

// casesOnCommandLine returns the cases at the paths on an unfinished command line, if they can be read. Cobra reads
// flags twice for a completion.
func casesOnCommandLine(a *oracle.Assignment, paths []string) []*cases.Case {
	all, _ := findCases(a, slices.Compact(slices.Sorted(slices.Values(paths))))
	return all
}

// completeAssignment completes the first argument, and no other. It may be the path of a problem package as
// well: the shell completes files where no name fits.
func completeAssignment(_ *cobra.Command, args []string, word string) ([]string, directive) {
	if len(args) > 0 {
		return nil, noFiles
	}
	word = strings.ToLower(word)
	return slices.DeleteFunc(oracle.Names(), func(name string) bool { return !strings.HasPrefix(name, word) }),
		withFiles
}

// completeAssignmentThenFile completes the first argument, and files after it.
func completeAssignmentThenFile(cmd *cobra.Command, args []string, word string) ([]string, directive) {
	names, _ := completeAssignment(cmd, args, word)
	return names, withFiles
}
