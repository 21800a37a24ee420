package command

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// The help of a command fits a screen. If all that there is to say does not, the first paragraph of
// its text is there, the first examples, the flags that people use and the first clause of what each
// does. The rest stands on pages of their own, "touchstone help check-flags" and "check-manual".

const (
	mostLines   = 40 // of a screen
	mostColumns = 80
	fewExamples = 3 // of those that come first
)

// The ends of the names of a command's pages.
const (
	flagsPage  = "flags"
	manualPage = "manual"
)

// commonFlags is the annotation of a command with the names of the flags that people use.
const commonFlags = "common flags"

//go:embed help/*.txt
var helpTexts embed.FS

// helpText returns the text of help/NAME.txt.
func helpText(name string) string {
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err) // the file is embedded
	}
	return strings.NewReplacer("{{programs}}", strings.TrimRight(programNames(), "\n"),
		"{{assignments}}", strings.Join(oracle.Names(), ", ")).Replace(string(text))
}

// setCommon says which flags of a command are on its screen, in this order, if not all fit.
func setCommon(cmd *cobra.Command, names ...string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[commonFlags] = strings.Join(names, " ")
}

// flagGroups are the headings of a page of flags, with the flags below them. What is below none comes first.
var flagGroups = []struct{ heading, names string }{
	{"Cases", "case tag profile cases input failed fail-fast all-timeouts expect"},
	{"What is right", "edition compare score course student days-late"},
	{"Limits and confinement", "time jobs sandbox allow-read tool keep"},
	{"Report", "format out show by quiet"},
	{"Several machines", "shard"},
}

// newHelp is the command that shows the help of others.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND|PAGE]",
		Short:   "Show the help of a command, or a page of it",
		Long:    helpText("help"),
		Example: "  touchstone help check\n  touchstone help check-flags\n  touchstone help cases update",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []string, _ directive) {
			at, rest := commandAt(cmd.Root(), args)
			for _, c := range at.Commands() {
				if len(rest) == 0 && c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short, c.Name()+"-"+flagsPage+"\tall flags",
						c.Name()+"-"+manualPage+"\tall else")
				}
			}
			return names, noFiles
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if at, page := pageAt(cmd.Root(), args); at != nil {
				return writePage(cmd.OutOrStdout(), at, page)
			}
			at, rest := commandAt(cmd.Root(), args)
			if len(rest) > 0 {
				return unknownCommand(at, rest[0])
			}
			return at.Help()
		},
	}
}

// pageName names a page of a command, as an argument of help.
func pageName(cmd *cobra.Command, page string) string {
	if !cmd.HasParent() {
		return page
	}
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	return path + "-" + page
}

// printHelp prints the screen of a command.
func printHelp(cmd *cobra.Command, _ []string) {
	cmd.InitDefaultHelpFlag()
	text := screen(cmd, false)
	if strings.Count(text, "\n") > mostLines {
		text = screen(cmd, true)
	}
	_, _ = io.WriteString(cmd.OutOrStdout(), asCalled(text)) // standard output remembers its errors
}

// screen returns the help of a command, all of it or in short.
func screen(cmd *cobra.Command, short bool) string {
	about, examples := aboutOf(cmd), strings.Split(cmd.Example, "\n")
	flags := cmd.LocalNonPersistentFlags()
	var more []string
	if short {
		first, _, _ := strings.Cut(about, "\n\n")
		about, flags = first, common(cmd, flags)
		examples = examples[:min(fewExamples, len(examples))]
		more = []string{"touchstone help " + pageName(cmd, flagsPage), "touchstone help " +
			pageName(cmd, manualPage)}
	}
	var b strings.Builder
	b.WriteString(about + "\n")
	if cmd.HasParent() { // of the root the list of commands says enough
		fmt.Fprintf(&b, "\nUsage:\n  %s\n", usageLine(cmd))
		if examples[0] != "" {
			fmt.Fprintf(&b, "\nExamples:\n%s\n", strings.Join(examples, "\n"))
		}
	}
	writeCommands(&b, cmd)
	if columns := mostColumns; cmd.HasParent() && flags.HasAvailableFlags() {
		if short {
			columns = 0 // a line each
		}
		fmt.Fprintf(&b, "\nFlags:\n%s", flags.FlagUsagesWrapped(columns))
	}
	if cmd.HasAvailableSubCommands() {
		more = append([]string{cmd.CommandPath() + " COMMAND --help"}, more...)
	}
	if len(more) > 0 {
		fmt.Fprintf(&b, "\nMore: %s\n", strings.Join(more, ", "))
	}
	return b.String()
}

// aboutOf returns the text of a command, in lines that fit a screen. What is indented stays as it is.
func aboutOf(cmd *cobra.Command) string {
	if cmd.Long == "" {
		return cmd.Short + "."
	}
	paragraphs := strings.Split(strings.TrimSpace(cmd.Long), "\n\n")
	for i, text := range paragraphs {
		if strings.HasPrefix(text, "  ") || strings.Contains(text, "\n  ") {
			continue
		}
		paragraphs[i] = strings.Join(prose.Fold(text, mostColumns), "\n")
	}
	return strings.Join(paragraphs, "\n\n")
}

// usageLine returns how a command is called.
func usageLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() && cmd.DisableFlagsInUseLine {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine()
}

// common returns the flags that people use, each with the first clause of what it does.
func common(cmd *cobra.Command, flags *pflag.FlagSet) *pflag.FlagSet {
	names := strings.Fields(cmd.Annotations[commonFlags])
	few := pflag.NewFlagSet("", pflag.ContinueOnError)
	few.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if len(names) == 0 && f.Name != "help" {
			few.AddFlag(inShort(f))
		}
	})
	for _, name := range names {
		few.AddFlag(inShort(flags.Lookup(name)))
	}
	return few
}

// inShort returns a flag with the first clause of what it does.
func inShort(f *pflag.Flag) *pflag.Flag {
	short := *f
	short.Usage, _, _ = strings.Cut(f.Usage, "; ")
	return &short
}

// writeCommands writes the commands below one, in their groups.
func writeCommands(b *strings.Builder, cmd *cobra.Command) {
	list := func(heading, group string) {
		for _, c := range cmd.Commands() {
			if c.GroupID != group || !c.IsAvailableCommand() && c.Name() != "help" {
				continue
			}
			if heading != "" {
				fmt.Fprintf(b, "\n%s:\n", heading)
				heading = ""
			}
			fmt.Fprintf(b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
		}
	}
	for _, group := range cmd.Groups() {
		list(group.Title, group.ID)
	}
	list("Commands", "")
}

// writePage writes a page of a command.
func writePage(out io.Writer, cmd *cobra.Command, page string) error {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	if page == flagsPage {
		return writeFlags(out, cmd)
	}
	text := aboutOf(cmd) + "\n\nUsage:\n  " + usageLine(cmd) + "\n"
	if cmd.Example != "" {
		text += "\nExamples:\n" + cmd.Example + "\n"
	}
	_, err := fmt.Fprintf(out, "%s\nAll flags: touchstone help %s\n", text, pageName(cmd, flagsPage))
	return err
}

// writeFlags writes all flags of a command, in groups.
func writeFlags(out io.Writer, cmd *cobra.Command) error {
	groups := make([]*pflag.FlagSet, len(flagGroups)+1) // the first are those below no heading
	for i := range groups {
		groups[i] = pflag.NewFlagSet("", pflag.ContinueOnError)
		groups[i].SortFlags = false
	}
	grouped := map[string]bool{"help": true} // which every command has
	for i, group := range flagGroups {
		for _, name := range strings.Fields(group.names) {
			grouped[name] = true
			if f := cmd.Flag(name); f != nil {
				groups[i+1].AddFlag(f)
			}
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !grouped[f.Name] {
			groups[0].AddFlag(f)
		}
	})
	for i, group := range groups {
		heading := "Flags of " + cmd.Name()
		if i > 0 {
			heading = flagGroups[i-1].heading
		}
		if !group.HasFlags() {
			continue
		}
		if _, err := fmt.Fprintf(out, "%s:\n%s\n", heading, group.FlagUsagesWrapped(mostColumns)); err != nil {
			return err
		}
	}
	return nil
}

// pageAt returns the command and the page that words name, such as check-flags.
func pageAt(root *cobra.Command, words []string) (*cobra.Command, string) {
	if len(words) == 0 {
		return nil, ""
	}
	for _, page := range []string{flagsPage, manualPage} {
		last := words[len(words)-1]
		name, is := strings.CutSuffix(last, "-"+page)
		path := append(slices.Clone(words[:len(words)-1]), name)
		if last == page {
			is, path = true, path[:len(path)-1]
		}
		if at, rest := commandAt(root, path); is && len(rest) == 0 {
			return at, page
		}
	}
	return nil, ""
}

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

// unknownFlag adds to the error of a flag that is not there the one that may have been meant.
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

// assignmentFirst has the commands that take an assignment and something else say so if they get the
// assignment later. A first word that is nearly an assignment is misspelt.
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

// finishCommands adds to the tree the commands that cobra makes, and what all commands have in common.
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

type directive = cobra.ShellCompDirective

const (
	noFiles   = cobra.ShellCompDirectiveNoFileComp
	withFiles = cobra.ShellCompDirectiveDefault
)

// completeFlag completes the value of a flag from a list.
func completeFlag(cmd *cobra.Command, flag string, values []string) {
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, noFiles))
}

// completeOf completes from values that an assignment has, the first argument.
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

// completeCases returns the names of the cases at paths, with their titles, or nothing if they cannot be
// read.
func completeCases(assignment string, paths []string) (found []string) {
	if a, err := oracle.Lookup(assignment); err == nil {
		for _, c := range typedCases(a, paths) {
			found = append(found, c.Name+"\t"+c.Title)
		}
	}
	return found
}

// typedCases returns the cases at paths that are typed so far. Cobra reads flags twice for a completion.
func typedCases(a *oracle.Assignment, paths []string) []*cases.Case {
	all, err := findCases(a, slices.Compact(slices.Sorted(slices.Values(paths))))
	if err != nil {
		return nil
	}
	return all
}

// completeAssignment completes the first argument, and no other. It may be the path of a problem package as
// well: the shell completes files where no name fits.
func completeAssignment(_ *cobra.Command, args []string, word string) ([]string, directive) {
	if len(args) > 0 {
		return nil, noFiles
	}
	names := slices.DeleteFunc(oracle.Names(), func(name string) bool {
		return !strings.HasPrefix(name,
			strings.ToLower(word))
	})
	return names, withFiles
}

// completeAssignmentThenFile completes the first argument, and files after it.
func completeAssignmentThenFile(cmd *cobra.Command, args []string, word string) ([]string, directive) {
	if len(args) > 0 {
		return nil, withFiles
	}
	return completeAssignment(cmd, args, word)
}

// completeCaseFlag completes a flag by words of the cases that the assignment has in the profile.
func (f *caseFlags) completeCaseFlag(cmd *cobra.Command, flag string, words func(*cases.Case) []string) {
	cmd.RegisterFlagCompletionFunc(flag, completeOf(func(a *oracle.Assignment, _ []string) (found []string) {
		for _, c := range typedCases(a, f.paths) {
			if c.In(f.profile) {
				found = append(found, words(c)...)
			}
		}
		slices.Sort(found)
		return slices.Compact(found)
	}))
}

// completeTags completes the flag --tag.
func (f *caseFlags) completeTags(cmd *cobra.Command) {
	f.completeCaseFlag(cmd, "tag", func(c *cases.Case) []string { return c.Tags })
}

// completeChoice completes the flag --case.
func (f *caseFlags) completeChoice(cmd *cobra.Command) {
	f.completeCaseFlag(cmd, "case", func(c *cases.Case) []string { return []string{c.Name + "\t" + c.Title} })
}

// A span is a flag for a length of time.
type span time.Duration

func (s *span) Type() string { return "duration" }

// String returns nothing for what stands for another length.
func (s *span) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}

func (s *span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("want a time with its unit, such as 10s, 1.5s or 500ms")
	}
	*s = span(d)
	return nil
}
