package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// maxLines is the number of lines shown of each file.
const maxLines = 100

// showFlags are the flags of show.
type showFlags struct {
	caseFlags
	edition, file string
	lines         int
	json          bool
}

func newShow() *cobra.Command {
	var f showFlags
	cmd := withHelp("show", &cobra.Command{
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return arguments(2, 2)(cmd, args)
			}
			a, err := oracle.Lookup(args[0])
			if err != nil {
				return err
			}
			return fmt.Errorf("want a case of %s, found none (\"touchstone list %s\" lists all)", a.Name, a.Name)
		},
		ValidArgsFunction: f.complete,
		RunE:              f.run,
	})
	flags := cmd.Flags()
	flags.StringVar(&f.file, "file", "", "print this `FILE` alone")
	addFormat(cmd, &f.json, asDocument, "one JSON document")
	addCases(cmd, &f.paths)
	addEdition(cmd, &f.edition)
	return cmd
}

// A shownCase is a case with its files.
type shownCase struct {
	Assignment string      `json:"assignment"`
	Name       string      `json:"case"`
	Title      string      `json:"title"`
	Category   string      `json:"category"`
	Tags       []string    `json:"tags,omitempty"`
	Rules      []string    `json:"rules,omitempty"`
	Profiles   []string    `json:"profiles,omitempty"`
	Files      []shownFile `json:"files"`
}

// A shownFile is a file, or its beginning.
type shownFile struct {
	Name  string `json:"file"`
	Text  string `json:"text"`
	Lines int    `json:"lines"`           // of the whole file
	Shown int    `json:"shown,omitempty"` // lines in Text, if they are not all
}

func (f *showFlags) run(cmd *cobra.Command, args []string) error {
	a, edition, err := lookupEdition(args[0], f.edition)
	if err != nil {
		return err
	}
	f.lines = maxLines
	if f.file != "" {
		f.lines = math.MaxInt
	}
	c, err := findCase(a, f.paths, args[1], "")
	if err != nil {
		return err
	}
	names := append([]string{oracle.InputFile}, c.Problem.Files()...)
	if f.file != "" && !slices.Contains(names, f.file) {
		return usagef("want --file %s, found %q", strings.Join(names, ", "), f.file)
	}
	shown := shownCase{Assignment: a.Name, Name: c.Name, Title: c.Title, Category: c.Problem.Category(),
		Tags: c.Tags, Rules: c.Rules, Profiles: c.Profiles}
	if shown.Files, err = f.files(cmd.Context(), c, edition); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	switch {
	case f.json:
		return escape.Encode(out, shown, "  ")
	case f.file != "":
		_, err := io.WriteString(out, escape.Text(shown.Files[0].Text))
		return err
	}
	shown.print(out)
	return nil
}

// files returns the files that are asked for.
func (f *showFlags) files(ctx context.Context, c *cases.Case, edition string) (files []shownFile, err error) {
	answer := sync.OnceValues(func() (output.Memory, error) {
		return homework.Answer(ctx, c.Problem, homework.Options{Edition: edition})
	})
	for _, name := range append([]string{oracle.InputFile}, c.Problem.Files()...) {
		if f.file != "" && f.file != name {
			continue
		}
		text := c.Input()
		if name != oracle.InputFile {
			if text, err = rightFile(c, name, edition, answer); err != nil {
				return nil, err
			}
		}
		files = append(files, newShownFile(name, string(text), f.lines))
	}
	return files, nil
}

// rightFile returns the text of a right file: the golden, or the file of the answer.
func rightFile(c *cases.Case, name, edition string, answer func() (output.Memory, error)) ([]byte, error) {
	if g, err := c.Golden(name); err == nil && g.Text != nil && edition == c.Assignment.Editions[0].Name {
		return g.Text, nil
	}
	rightFiles, err := answer()
	if errors.Is(err, problem.ErrNotPrepared) {
		return []byte("The reference of the package makes this answer, and show runs nothing. Use solve.\n"), nil
	}
	return rightFiles[name], err
}

// newShownFile returns a file with at most limit lines of its text.
func newShownFile(name, text string, limit int) shownFile {
	lines := slices.Collect(strings.Lines(text))
	f := shownFile{Name: name, Text: text, Lines: len(lines)}
	if len(lines) > limit {
		f.Text, f.Shown = strings.Join(lines[:limit], ""), limit
	}
	return f
}

// print prints a case for people.
func (c shownCase) print(w io.Writer) {
	printLine(w, "%s: %s", c.Name, c.Title)
	for _, list := range []struct {
		name  string
		words []string
	}{{"category", []string{c.Category}}, {"tags", c.Tags}, {"rules", c.Rules}, {"profiles", c.Profiles}} {
		if len(list.words) > 0 {
			printLine(w, "%s: %s", list.name, strings.Join(list.words, " "))
		}
	}
	for _, file := range c.Files {
		fmt.Fprintf(w, "\n-- %s --\n%s", file.Name, escape.Text(file.Text))
		if !strings.HasSuffix(file.Text, "\n") {
			fmt.Fprintln(w)
		}
		if file.Shown > 0 {
			fmt.Fprintf(w, "... %s: the first %d of %d lines\n", file.Name, file.Shown, file.Lines)
		}
	}
}

// findCase returns the case with the given name. If it does not exist, the error suggests orElse.
func findCase(a *oracle.Assignment, paths []string, name, orElse string) (*cases.Case, error) {
	all, err := findCases(a, paths)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, c := range all {
		if c.IsCalled(name) {
			return c, nil
		}
		names = append(names, c.Name)
	}
	meant := suggest.Hint(name, names)
	if meant == "" && len(names) > 0 {
		meant = fmt.Sprintf(": such as %s (\"touchstone list %s\" lists all)", names[0], a.Name)
	}
	return nil, usagef("want a case of %s%s, found %q%s", a.Name, orElse, name, meant)
}

// complete completes an assignment and a case of it.
func (f *showFlags) complete(cmd *cobra.Command, args []string, word string) ([]string, directive) {
	switch len(args) {
	case 0:
		return completeAssignment(cmd, args, word)
	case 1:
		return f.completeCases(nameAndTitle)(cmd, args, word)
	}
	return nil, noFiles
}
