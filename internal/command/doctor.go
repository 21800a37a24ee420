package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-suite/touchstone/internal/doctor"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

func newDoctor() *cobra.Command {
	var mode, surroundings string
	var asJSON bool
	cmd := withHelp("doctor", &cobra.Command{
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			pattern := strings.Join(args, "")
			if err := checkSandboxMode(mode); err != nil {
				return err
			}
			if len(doctor.Probes(pattern)) == 0 {
				return usagef("no probe is called %s", pattern)
			}
			if surroundings == allTiers {
				return examineAll(cmd, args)
			}
			n := slices.Index(tiers, surroundings)
			if n < 0 {
				return usagef("want --tier 1, 2, 3 or all, found %q", surroundings)
			}
			if err := tier.Enter(n, ""); err != nil {
				return err
			}
			return examine(cmd, sandbox.Mode(mode), pattern, asJSON)
		},
	})
	flags := cmd.Flags()
	flags.StringVar(&mode, "sandbox", string(sandbox.Auto), "`HOW` to confine, auto, none or require")
	completeFlag(cmd, "sandbox", sandbox.Modes)
	flags.StringVar(&surroundings, "tier", "", "the `TIER`, 1, 2, 3, or all; all tries one after the other")
	completeFlag(cmd, "tier", append(tiers[1:], allTiers))
	addFormat(cmd, &asJSON, asDocument, "one JSON document, or one a tier")
	return cmd
}

// tiers are the environments by number; "" is the current one.
var tiers = []string{"", "1", "2", "3"}

const allTiers = "all"

// examineAll runs this command on each tier.
func examineAll(cmd *cobra.Command, patterns []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	status := exitPass
	for _, n := range tiers[1:] {
		args := []string{"doctor", "--tier", n}
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if f.Name != "tier" {
				args = append(args, "--"+f.Name+"="+f.Value.String())
			}
		})
		command := exec.CommandContext(cmd.Context(), self, append(args, patterns...)...)
		command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
		command.Stdout, command.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
		if err := command.Run(); command.ProcessState == nil {
			return err
		}
		status = max(status, command.ProcessState.ExitCode())
	}
	if status != exitPass {
		return exitStatus(status)
	}
	return nil
}

// examine runs the probes and prints the result of each as soon as it is available.
func examine(cmd *cobra.Command, mode sandbox.Mode, pattern string, asJSON bool) error {
	out, names := cmd.OutOrStdout(), doctor.Probes(pattern)
	var findings []doctor.Finding
	width := 0 // the longest name of a probe
	for _, name := range names {
		width = max(width, len(name))
	}
	row := func(probe, result, note string) { fmt.Fprintf(out, "%-*s  %-8s  %s\n", width, probe, result, note) }
	see, end := func(f doctor.Finding) {
		result, note := describe(f)
		row(f.Probe, result, escape.Line(note))
	}, func() {}
	if asJSON {
		progress := newProgress(cmd, "doctor", len(names))
		see, end = func(doctor.Finding) { progress.Step() }, progress.End
	} else {
		if n := tier.Current(); n > 0 {
			fmt.Fprintf(out, "tier %d, as %s\n\n", n, userName())
		}
		row("PROBE", "RESULT", "ACTION, AND THE MECHANISM THAT STOPS IT")
	}
	mechanisms, err := doctor.Run(cmd.Context(), mode, pattern, func(f doctor.Finding) {
		findings = append(findings, f)
		see(f)
	})
	end()
	if err != nil {
		return err
	}
	if asJSON {
		err = escape.Encode(out, struct {
			Tier       int                `json:"tier,omitempty"`
			User       string             `json:"user"`
			Mechanisms sandbox.Mechanisms `json:"mechanisms"`
			Findings   []doctor.Finding   `json:"probes"`
		}{tier.Current(), userName(), mechanisms, findings}, "  ")
	} else {
		printMechanisms(out, mechanisms, findings)
	}
	return errors.Join(err, failIf(slices.ContainsFunc(findings, doctor.Finding.Defect)))
}

// userName returns the name of the current user, or the number.
func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return strconv.Itoa(os.Getuid())
}

// describe returns the result of a probe, and a note on it.
func describe(f doctor.Finding) (result, note string) {
	result, note = "stopped", f.Title+": "+f.Mechanism
	switch {
	case f.Skipped != "":
		result, note = "skipped", f.Title+": "+f.Skipped
	case f.Right && f.Works:
		result, note = "works", f.Title
	case f.Right && f.Needs != "":
		result, note = "not here", f.Title+": it needs a "+f.Needs+", and fails without: "+f.Saw
	case f.Right:
		result, note = "FAILS", f.Title+": "+f.Saw
	case f.Defect():
		result, note = "DEFECT", f.Title+": "+f.Mechanism+" should have stopped it, but "+f.Saw
	case !f.Stopped:
		result, note = "open", f.Title+": "+f.Saw+"; nothing stops it here ("+f.Reason+")"
	case f.Mechanism == "" && f.Helps != "":
		note = f.Title + ": " + f.Helps + ", which has gaps (" + f.Reason + ")"
	case f.Mechanism == "":
		note = f.Title + ": stopped by another limit; its own limit is missing here (" + f.Reason + ")"
	}
	return result, note
}

// printMechanisms prints the mechanisms that confine programs here, and which probes got past them.
func printMechanisms(out io.Writer, mechanisms sandbox.Mechanisms, findings []doctor.Finding) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nMECHANISM\tACTIVE\tGUARDS, OR WHY NOT")
	for _, m := range mechanisms {
		state, note := "yes", strings.Join(m.Guards, ", ")
		if !m.Active {
			state, note = "no", m.Reason
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", m.Name, state, escape.Line(note))
	}
	table.Flush()
	if missing := mechanisms.Missing(); len(missing) > 0 {
		fmt.Fprintf(out, "\nnot confined: %s\n", strings.Join(missing, ", "))
	} else {
		fmt.Fprintln(out, "\nfiles, network, processes and memory are confined: --sandbox=require runs here")
	}
	if unmet := mechanisms.MissingFor(sandbox.Separate); unmet != "" {
		fmt.Fprintln(out, "grade refuses to run here:", unmet)
	} else {
		fmt.Fprintln(out, "grade runs here")
	}
	for _, f := range findings { // at the end, where it is read
		switch {
		case !f.Defect():
		case f.Right:
			printLine(out, "FAILS: %s, a right program: %s", f.Probe, f.Saw)
		default:
			printLine(out, "DEFECT: %s got past %s: %s", f.Probe, f.Mechanism, f.Saw)
		}
	}
}
