package command

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/docs/rules"
)

// called is what this command is called: touchstone, or the name of a program with games of its own, which has all its commands.
var called = "touchstone"

// ownCommand matches what users are told to type.
var ownCommand *regexp.Regexp

// callAs has users told to type commands by the name of the program that runs.
func callAs(program string) {
	called = strings.TrimSuffix(filepath.Base(program), ".exe")
	rules.Command = called
}

// asCalled returns a text with the commands in it as they are called here.
func asCalled(text string) string {
	if ownCommand == nil {
		return text
	}
	return ownCommand.ReplaceAllString(text, called+" $1")
}

// rename gives the commands the name by which they are called.
func rename(root *cobra.Command) {
	if called == root.Use {
		return
	}
	names := []string{"--version", "help", "completion"}
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	ownCommand = regexp.MustCompile(`\btouchstone (` + strings.Join(names, "|") + `)\b`)
	root.Use = called
}
