package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/doctor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/visible"
)

func newDoctor() *cobra.Command {
	var mode string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Prove what the sandbox holds on this machine",
		Long: `Doctor runs a table of hostile programs the way check runs submissions, and looks
from outside at what they got away with: they fill memory and the disk, start more
and more processes, leave some behind, read the cases, the home folder and
touchstone itself, write elsewhere, use the network, kill other processes, and
leave links, pipes and devices in place of their outputs. It prints what should
stop each, by which mechanism, and whether it was stopped.

It takes some seconds, uses at most some hundred megabytes, and talks to nothing
but a listener of its own on loopback.

Exit status: 0 every mechanism that is active holds, 1 one of them let its probe
through, 3 touchstone failed.`,
		Example: `  touchstone doctor
  touchstone doctor --sandbox none     # what a program could do without confinement
  touchstone doctor --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains(sandbox.Modes, mode) {
				return usagef("want --sandbox %s, found %q", strings.Join(sandbox.Modes, ", "), mode)
			}
			return examine(cmd, sandbox.Mode(mode), asJSON)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&mode, "sandbox", string(sandbox.Auto), "auto, none or require, as for check")
	cmd.RegisterFlagCompletionFunc("sandbox", cobra.FixedCompletions(sandbox.Modes, cobra.ShellCompDirectiveNoFileComp))
	flags.BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// examine runs the probes and prints what came of them.
func examine(cmd *cobra.Command, mode sandbox.Mode, asJSON bool) error {
	out := cmd.OutOrStdout()
	var findings []doctor.Finding
	progress := newProgress(cmd, "doctor", doctor.Probes())
	mechanisms, err := doctor.Run(cmd.Context(), mode, func(f doctor.Finding) {
		findings = append(findings, f)
		progress.Step()
	})
	progress.End()
	if err != nil {
		return err
	}
	if asJSON {
		err = visible.Encode(out, struct {
			Mechanisms sandbox.Mechanisms `json:"mechanisms"`
			Findings   []doctor.Finding   `json:"probes"`
		}{mechanisms, findings}, "  ")
	} else {
		err = printFindings(out, mechanisms, findings)
	}
	if err != nil {
		return err
	}
	if slices.ContainsFunc(findings, doctor.Finding.Defect) {
		return exitStatus(exitFail)
	}
	return nil
}

func printFindings(out io.Writer, mechanisms sandbox.Mechanisms, findings []doctor.Finding) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "MECHANISM\tACTIVE\tGUARDS, OR WHY NOT")
	for _, m := range mechanisms {
		state, note := "yes", strings.Join(m.Guards, ", ")
		if !m.Active {
			state, note = "no", m.Why
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", m.Name, state, visible.Line(note))
	}
	fmt.Fprintln(table, "\t\t\nPROBE\tRESULT\tWHAT IT DOES, AND WHAT SHOULD STOP IT")
	through := 0
	for _, f := range findings {
		result, note := "stopped", f.About+": "+f.By
		switch {
		case f.Skipped != "":
			result, note = "skipped", f.About+": "+f.Skipped
		case f.Defect():
			result, note = "DEFECT", f.About+": "+f.By+" should have stopped it, but "+f.Saw
		case !f.Stopped:
			result, note = "open", f.About+": "+f.Saw+"; nothing stops it here ("+f.Reason+")"
			through++
		case f.By == "" && f.Helps != "":
			note = f.About + ": " + f.Helps + ", which has gaps (" + f.Reason + ")"
		case f.By == "":
			note = f.About + ": another limit, as it happens; none of its own here (" + f.Reason + ")"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", f.Probe, result, visible.Line(note))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	missing := mechanisms.Missing()
	switch {
	case len(missing) > 0:
		fmt.Fprintf(out, "\nnot confined: %s\n", strings.Join(missing, ", "))
	case through == 0:
		fmt.Fprintln(out, "\nfiles, network, processes and memory are confined: --sandbox=require runs here")
	}
	return nil
}
