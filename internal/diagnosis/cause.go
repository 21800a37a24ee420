package diagnosis

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Cause is a mistake in a program that explains some of the failing cases. It is plain data: reports print
// it and journals store it unchanged.
type Cause struct {
	Grade Grade `json:"grade"`
	// Form is set if the mistake affects only the form of the output. Other causes are found as if it were
	// fixed.
	Form   bool `json:"form,omitempty"`
	Formed int  `json:"formed,omitempty"` // if Form is set: how many of its cases pass in the right form
	// Ended is the verdict if the program did not finish. In that case CrashLine is the source line of the
	// crash, if it is known, and OutputSoFar describes the output up to then in the first of the cases.
	Ended       verdict.Verdict `json:"ended,omitempty"`
	CrashLine   string          `json:"at,omitempty"`
	OutputSoFar string          `json:"left,omitempty"`
	// wrongOutput is set if that output was wrong or empty.
	wrongOutput bool
	// withoutLog is set if the program makes another choice in a search that no log shows. Such a cause reveals
	// little about the mistake.
	withoutLog bool
	// Key distinguishes the cause from others. It is the name of the first fault, or the key of a decision.
	Key       string `json:"key"`
	Behaviour string `json:"does"`            // the program's behaviour, in one line
	Right     string `json:"right,omitempty"` // the right behaviour; for a named mistake, Faults describe it
	// Matters is the number of failing cases in which the mistake shows. Equal is the number of these cases for
	// which a program with this mistake, and with the other mistakes found, writes the same output.
	Equal   int `json:"equal,omitempty"`
	Matters int `json:"matters,omitempty"`
	// Joint is the number of its cases, the last ones, that are reproduced only together with another cause.
	Joint      int      `json:"joint,omitempty"`
	Faults     []Fault  `json:"faults"`          // several if no case distinguishes them, none if it is located
	Properties []string `json:"where,omitempty"` // properties that all places where it shows have in common
	// Category is the category of the cases, such as "greedy", if they are all cases of it and others pass.
	Category string `json:"category,omitempty"`
	// First is the first difference of the first of the cases. It is nil if that cannot be explained.
	First *decision.Explanation `json:"first,omitempty"`
	// Cases are the names of the cases that it explains, the smallest answer first. The cases that show another
	// cause first follow, in the same order. For a located cause, the first case is the one that is easiest to
	// understand: it has the shortest path to the difference, and the fewest pieces on the board there.
	Cases []string `json:"cases"`
}

// A Grade is the degree of certainty of a cause.
type Grade string

const (
	// Equals: the second solver with the causes found writes all bytes of all failing cases.
	Equals Grade = "equals"
	// Fits: it writes the first wrong line of these cases.
	Fits Grade = "fits"
	// Located: no known mistake does the same, but the program does the same in these cases.
	Located Grade = "located"
)

// A Fault is a named mistake.
type Fault struct {
	Name        string `json:"name"`
	Title       string `json:"about"`
	Explanation string `json:"explains"`
	Rule        string `json:"rule"`
}

// NewFault presents a mistake of the second solver.
func NewFault(f mutant.Fault) Fault { return Fault{f.ID, f.Title, f.Explanation, f.Rule.String()} }

// byWeight orders causes. A program with different answers in different runs comes first, then causes that
// end a program, then causes of form, then causes that show at the first difference, then other choices
// without a log, and last limits that a search may have reached because it went astray. Among causes of one
// rank, the one that explains most comes first.
func byWeight(x, y Cause) int {
	return cmp.Or(cmp.Compare(x.rank(), y.rank()), cmp.Compare(y.weight(), x.weight()))
}

// weight is the number of cases that a cause explains. The number is doubled for a known mistake, and halved if
// the position or its evaluation may be wrong.
func (c Cause) weight() int {
	if c.ofLeafValue() {
		return len(c.Cases) / 2
	}
	if len(c.Faults) > 0 {
		return 2 * len(c.Cases)
	}
	return len(c.Cases)
}

// ofLeafValue reports whether the cause is that a leaf has another value.
func (c Cause) ofLeafValue() bool { return decision.Decision{Key: c.Key}.OfLeafValue() }

func (c Cause) rank() int {
	switch {
	case c.Key == Unsteady:
		return -1
	case c.stoppedAfterError():
		return 4
	case c.Ended != "":
		return 0
	case c.Form:
		return 1
	case c.withoutLog:
		return 3
	}
	return 2
}

// stoppedAfterError reports whether a program reached a limit after its output went wrong. The mistake may be the
// reason.
func (c Cause) stoppedAfterError() bool {
	limits := []verdict.Verdict{verdict.Timeout, verdict.Memory, verdict.Output}
	return c.wrongOutput && slices.Contains(limits, c.Ended)
}

// certainty returns how certain a cause in the search is: 2 if known mistakes reproduce its cases, 1 if they
// fit, and 0 if it is only located.
func (c Cause) certainty() int { return map[Grade]int{Equals: 2, Fits: 1}[c.Grade] }

// rules returns the rules that the program may break.
func (c Cause) rules() (all []string) {
	for _, f := range c.Faults {
		all = append(all, f.Rule)
	}
	if len(all) == 0 && !c.Form && c.First != nil {
		return c.First.Rules()
	}
	return all
}

// maxAlike is the maximum number of indistinguishable mistakes that are explained in full. If there are
// more, each has one line.
const maxAlike = 3

// Brief names a cause in one line.
func (c Cause) Brief() string {
	if len(c.Faults) == 0 {
		return escape.Line(c.Behaviour)
	}
	if len(c.Faults) > maxAlike {
		return fmt.Sprintf("one of %d known mistakes, which these cases do not tell apart", len(c.Faults))
	}
	names := c.Faults[0].Name
	for _, f := range c.Faults[1:] {
		names += " or " + f.Name
	}
	return names + ": " + c.Behaviour
}

// Notes returns further facts about a cause: the right behaviour, the places where it shows, the category of
// its cases, and its certainty.
func (c Cause) Notes() (notes []string) {
	if c.Right != "" {
		notes = append(notes, escape.Line("Right: "+c.Right+".")) // the text may come from another machine
	}
	if c.OutputSoFar != "" {
		when := "Until then"
		if len(c.Cases) > 1 {
			when += ", in " + c.Cases[0] + ","
		}
		notes = append(notes, escape.Line(when+" it had written "+c.OutputSoFar+"."))
	}
	if len(c.Properties) > 0 {
		prefix := "Each time: "
		if c.Ended != "" {
			prefix = "Where its log ends, each time: "
		}
		notes = append(notes, prefix+strings.Join(c.Properties, ", ")+".")
	}
	if c.Category != "" {
		notes = append(notes,
			escape.Line("All of these cases are "+c.Category+" cases, and no other case fails in this way."))
	}
	if note := c.describeCertainty(); note != "" {
		notes = append(notes, note)
	}
	return notes
}

// describeCertainty returns a sentence about the certainty of a cause, or "".
func (c Cause) describeCertainty() string {
	switch {
	case c.Form && c.Formed > 0:
		return fmt.Sprintf("The other causes assume that this is corrected. In the right form %d of %s would pass.",
			c.Formed, prose.Count(len(c.Cases), "case"))
	case c.Form:
		return "The other causes assume that this is corrected."
	case c.Ended != "":
		return ""
	case c.Grade == Located && c.First == nil:
		return ""
	case c.Grade == Located:
		return "No known mistake was found to do the same; this is what the first differences have in common."
	}
	return c.describeReproduced()
}

// describeReproduced returns a sentence about the cases in which a program with a known mistake writes the
// same output as this one.
func (c Cause) describeReproduced() string {
	program := "A program with this mistake"
	if c.Joint > 0 {
		program += ", and in some cases with the others reported,"
	}
	program += " writes exactly what yours writes in"
	switch {
	case c.Matters <= 1:
		return program + " the one case in which it matters."
	case c.Equal >= c.Matters:
		return fmt.Sprintf("%s all %d cases in which it matters.", program, c.Matters)
	}
	return fmt.Sprintf("%s %d of the %d cases in which it matters; in the others another mistake may show, too.",
		program, c.Equal, c.Matters)
}

// paragraphWidth is the width of paragraphs.
const paragraphWidth = 97

// Paragraphs returns the text of a cause without the difference that shows it.
func (c Cause) Paragraphs() (all []string) {
	for i, f := range c.Faults {
		if len(c.Faults) > maxAlike {
			all = append(all, f.Name+": "+f.Title)
			continue
		}
		if i > 0 {
			all = append(all, "or "+f.Name+":")
		}
		all = append(all, f.Explanation, rules.Titled(f.Rule))
	}
	if len(c.Faults) > maxAlike {
		all = append(all, "More cases may tell them apart.")
	}
	return append(all, c.Notes()...)
}

// About returns the paragraphs in lines.
func (c Cause) About() (lines []string) {
	for _, text := range c.Paragraphs() {
		lines = append(lines, prose.Fold(text, paragraphWidth)...)
	}
	return lines
}

// About returns a few lines for each cause of a program that fails some cases.
func About(causes []Cause, failed int) (lines []string) {
	for _, c := range causes {
		lines = append(lines, "why: "+c.Brief())
		for _, line := range c.About() {
			lines = append(lines, "  "+line)
		}
		lines = append(lines, fmt.Sprintf("  %d of %d that fail: %s", len(c.Cases), failed, Listed(c.Cases)))
	}
	if more := Remaining(causes, failed); more != "" {
		lines = append(lines, more)
	}
	return lines
}

// Remaining returns a line about the failing cases that no cause explains, or "" if every case has a cause.
// They may have further causes, or follow from the reported ones.
func Remaining(causes []Cause, failed int) string {
	explained := map[string]bool{}
	for _, c := range causes {
		for _, name := range c.Cases {
			explained[name] = true
		}
	}
	switch n := failed - len(explained); {
	case len(causes) == 0 || n <= 0:
		return ""
	case n == 1:
		return "1 more case fails; check again after this change."
	default:
		return fmt.Sprintf("%d more cases fail; check again after this change.", n)
	}
}

// maxNames is the maximum number of cases that are named for a cause.
const maxNames = 6

// Listed names the first few of some cases.
func Listed(names []string) string {
	text := strings.Join(names[:min(maxNames, len(names))], ", ")
	if more := len(names) - maxNames; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return escape.Line(text)
}

// A CausePrinter prints causes, each with the smallest case that shows it and the first difference there.
type CausePrinter struct {
	Out      io.Writer
	Colour   bool
	Failed   []verdict.Result        // known results of the failing cases
	Reported *verdict.ReportedErrors // failure messages already printed, each with its first case

	printed int
}

// Print prints the next cause.
func (p *CausePrinter) Print(c Cause) {
	p.printed++
	head := fmt.Sprintf("%d. %s", p.printed, c.Brief())
	p.printf("%s\n", replay.Painter(p.Colour).Paint(replay.Bold, head))
	for _, line := range c.About() {
		p.printf("   %s\n", line)
	}
	shown := slices.IndexFunc(p.Failed, func(r verdict.Result) bool { return r.Case.Name == c.Cases[0] })
	head, title := "", ""
	if shown >= 0 {
		head = p.Failed[shown].Verdict.Head(p.Colour)
		if text := p.Failed[shown].Case.Title; text != "" {
			title = ": " + escape.Line(text)
		}
	}
	p.printf("\n   %s %s%s\n", head, escape.Line(c.Cases[0]), title)
	if shown >= 0 {
		p.difference(c, p.Failed[shown])
	}
	p.listOtherCases(c)
	p.printf("\n")
}

// listOtherCases names the other cases.
func (p *CausePrinter) listOtherCases(c Cause) {
	switch more := len(c.Cases) - 1; more {
	case 0:
	case 1:
		p.printf("   1 more case first fails in this way: %s\n", Listed(c.Cases[1:]))
	default:
		p.printf("   %d more cases first fail in this way: %s\n", more, Listed(c.Cases[1:]))
	}
}

func (p *CausePrinter) printf(format string, args ...any) { fmt.Fprintf(p.Out, format, args...) }

// difference shows where a case goes wrong: as a player sees it, or as lines.
func (p *CausePrinter) difference(c Cause, r verdict.Result) {
	for line := range strings.Lines(c.difference(p.Reported.Once(r), p.Colour)) {
		if line = strings.TrimRight(line, "\n"); len(line) > 0 {
			line = "     " + line
		}
		p.printf("%s\n", line)
	}
	if note := r.NotAsked(); note != "" {
		p.printf("     %s\n", note)
	}
}

// Difference returns where the first of a cause's cases goes wrong, as a CausePrinter prints it.
func (c Cause) Difference(r verdict.Result) string {
	return escape.Text(c.difference(r, false))
}

func (c Cause) difference(r verdict.Result, colour bool) string {
	var text bytes.Buffer
	if c.First != nil {
		r.Files = slices.DeleteFunc(slices.Clone(r.Files),
			func(f verdict.File) bool { return f.Report.First != nil })
		r.Explain(&text, compare.Style{Colour: colour})
		_ = c.First.Print(&text, colour) // writes to a buffer do not fail
	} else {
		r.Explain(&text, compare.Style{Colour: colour})
	}
	return text.String()
}

// A Known holds the known mistakes that fit one failing case.
type Known struct {
	Grade  Grade   `json:"grade"`
	Faults []Fault `json:"faults"`
}

// maxKnown is the maximum number of mistakes that may fit one case. If more fit, the case is little evidence
// for any of them.
const maxKnown = 3

// NewKnown returns a Known with the faults that fit, or nil if there are no faults or more than maxKnown.
func NewKnown(faults []Fault, grade Grade) *Known {
	if len(faults) == 0 || len(faults) > maxKnown {
		return nil
	}
	return &Known{grade, faults}
}

// Caution warns that one case proves little, and names the commands that show more.
func (k *Known) Caution() []string {
	effect := "writes just the same"
	if k.Grade != Equals {
		effect = "has the same first wrong line"
	}
	return []string{
		"one case alone shows no more than that it fits: a program with this mistake " + effect,
		"touchstone explain --fault NAME tells more of it, touchstone check whether all cases fit",
	}
}

// Paragraphs returns the text for a page: one paragraph for each mistake, and the caution.
func (k *Known) Paragraphs() []string {
	if k == nil {
		return nil
	}
	return append(k.Fits(), k.Caution()...)
}

// Fits returns one paragraph for each mistake.
func (k *Known) Fits() (all []string) {
	for _, f := range k.Faults {
		all = append(all, fmt.Sprintf("fits this case: %s: %s. %s", f.Name, f.Title, rules.Titled(f.Rule)))
	}
	return all
}
