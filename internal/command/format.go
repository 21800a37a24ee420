package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// The formats in which machines read what a command prints: one document, or a line for each
// event as it happens.
const (
	asDocument = "json"
	asEvents   = "jsonl"
)

// addFormat adds the flag by which a command prints for machines: text, the default, or another.
// It sets machine if the other is asked for.
func addFormat(cmd *cobra.Command, machine *bool, other, about string) {
	cmd.Flags().Var(&formatFlag{machine, other}, "format", "text or "+other+"; "+about)
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", other}, cobra.ShellCompDirectiveNoFileComp))
}

// A formatFlag chooses between text and another format.
type formatFlag struct {
	machine *bool
	other   string
}

func (f *formatFlag) Type() string { return "FORMAT" }

func (f *formatFlag) String() string {
	if f.machine != nil && *f.machine {
		return f.other
	}
	return "text"
}

func (f *formatFlag) Set(text string) error {
	if all := []string{"text", f.other}; !slices.Contains(all, text) {
		return fmt.Errorf("want %s, found %q", strings.Join(all, " or "), text)
	}
	*f.machine = text == f.other
	return nil
}
