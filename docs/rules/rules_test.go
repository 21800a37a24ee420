package rules_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/expect"
)

// Parts are found by heading or number, in upper or lower case. Together they are everything below the first
// heading.
func TestParts(t *testing.T) {
	page := "# chess: a game\n\nAn introduction.\n\n## Rule 1: Input\n\nA board.\n\n## Rule 12: Moves\n\nMany.\n\n## Envelope\n\nSmall boards.\n"
	for name, want := range map[string]string{
		"1": "## Rule 1: Input\n\nA board.\n", "rule 12": "## Rule 12: Moves\n\nMany.\n", "ENVELOPE": "## Envelope\n\nSmall boards.\n", "2": "", "": "",
	} {
		if part, ok := rules.Find(page, name); part.Text != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", name, part.Text, ok)
		}
	}
	expect.Equal(t, "chess: a game", rules.Title(page))
	list := "# Coins\n\n1. Input\n   of two lines.\n2. A move.\n"
	if part, _ := rules.Find(list, "1"); part.String() != "Rule 1" || part.Text != "1. Input\n   of two lines.\n" {
		t.Errorf("in a list: %q", part)
	}
	if part, ok := rules.Find(rules.Shared, "log rule 3"); !ok || part.String() != "Log rule 3: One line after each child" || !strings.HasSuffix(part.Text, "clamped to alpha or beta.\n") {
		t.Errorf("log rule 3: %q", part)
	}
}

func TestTitled(t *testing.T) {
	for rule, want := range map[string]string{
		"docs/rules/reversi.md rule 4":               "Rule 4: Leaves (touchstone rules reversi 4)",
		"docs/rules/README.md log rule 3":            "Log rule 3: One line after each child (touchstone rules log 3)",
		"docs/rules/README.md Evaluation":            "Evaluation (touchstone rules shared evaluation)",
		"docs/rules/mancala.md invocation and files": "Invocation and files (touchstone rules mancala invocation and files)",
		"docs/rules/reversi.md rule 99":              "docs/rules/reversi.md rule 99",
		"docs/rules/of-another-game.md rule 1":       "docs/rules/of-another-game.md rule 1",
		"RULES.md rule 2":                            "RULES.md rule 2",
	} {
		expect.Equal(t, want, rules.Titled(rule), rule)
	}
}

// The rules of an external game are named as on its page, by the command that has the game.
func TestTitledOutside(t *testing.T) {
	rules.Add("OWN.md", "chess", "# chess\n\n1. Kings do not pass.\n2. Nor do queens.\n")
	for rule, want := range map[string]string{"OWN.md rule 2": "Rule 2 (touchstone rules chess 2)", "OWN.md rule 3": "OWN.md rule 3", "OTHER.md rule 2": "OTHER.md rule 2"} {
		expect.Equal(t, want, rules.Titled(rule), rule)
	}
	expect.Equal(t, "Rule 2", rules.Heading("OWN.md rule 2"), "the heading is")
}
