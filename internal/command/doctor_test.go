package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/doctor"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// Each result of a probe has a word and a note on the mechanism, and a last line if it is a defect.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		f                  doctor.Finding
		result, note, last string
	}{
		{doctor.Finding{Stopped: true, Mechanism: "seccomp"}, "stopped", "lists: seccomp", ""},
		{doctor.Finding{Skipped: "needs cc", Mechanism: "seccomp"}, "skipped", "lists: needs cc", ""},
		{doctor.Finding{Right: true, Skipped: "needs cc"}, "skipped", "lists: needs cc", ""},
		{doctor.Finding{Right: true, Works: true}, "works", "lists", ""},
		{doctor.Finding{Right: true, Needs: "group", Saw: "exit 1"}, "not here",
			"lists: it needs a group, and fails without: exit 1", ""},
		{doctor.Finding{Right: true, Saw: "exit 1"}, "FAILS", "lists: exit 1",
			"FAILS: ls, a right program: exit 1\n"},
		{doctor.Finding{Mechanism: "seccomp", Saw: "it got x"}, "DEFECT",
			"lists: seccomp should have stopped it, but it got x", "DEFECT: ls got past seccomp: it got x\n"},
		{doctor.Finding{Saw: "it got x", Reason: "no root"}, "open",
			"lists: it got x; nothing stops it here (no root)", ""},
		{doctor.Finding{Saw: "it got x", Reason: "no root", Helps: "watching"}, "open",
			"lists: it got x; nothing stops it here (no root)", ""},
		{doctor.Finding{Stopped: true, Reason: "no root", Helps: "watching"}, "stopped",
			"lists: watching, which has gaps (no root)", ""},
		{doctor.Finding{Stopped: true, Reason: "no root"}, "stopped",
			"lists: stopped by another limit; its own limit is missing here (no root)", ""},
	} {
		c.f.Probe, c.f.Title = "ls", "lists"
		result, note := describe(c.f)
		expect.Equal(t, c.result+": "+c.note, result+": "+note)
		var out bytes.Buffer
		printMechanisms(&out, nil, []doctor.Finding{{Stopped: true}, c.f})
		_, last, _ := strings.Cut(out.String(), "grade refuses to run here: ")
		_, last, _ = strings.Cut(last, "\n")
		expect.Equal(t, c.last, last, c.result, "at the end")
	}
}

// The report lists the mechanisms, then the parts that are not confined, and then whether grade can run.
func TestMechanisms(t *testing.T) {
	all := sandbox.Mechanisms{
		{Name: "root directory of its own", Guards: []string{sandbox.Files}, Active: true},
		{Name: "seccomp", Guards: []string{sandbox.Network, sandbox.Kernel}, Active: true},
		{Name: "process limit", Guards: []string{sandbox.Processes}, Active: true},
		{Name: "memory control group", Guards: []string{sandbox.Memory}, Active: true},
		{Name: "CPU control group", Guards: []string{sandbox.Time}, Reason: "not\x1b here"},
	}
	var out bytes.Buffer
	printMechanisms(&out, all, nil)
	expect.Equal(t, `
MECHANISM                  ACTIVE  GUARDS, OR WHY NOT
root directory of its own  yes     files
seccomp                    yes     network, kernel
process limit              yes     processes
memory control group       yes     memory
CPU control group          no      not\x1b here

files, network, processes and memory are confined: --sandbox=require runs here
grade runs here
`, out.String())
	all[3].Active, all[3].Reason = false, "no cgroups"
	out.Reset()
	printMechanisms(&out, all, nil)
	expect.Contains(t, out.String(), "\nnot confined: memory (memory control group: no cgroups)\ngrade runs here\n")
}
