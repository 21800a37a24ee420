package decision

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Decision is the first wrong decision of a program, in words that hold for any case. Cases with the same
// decision most likely have the same cause.
type Decision struct {
	Key        string   `json:"key"`   // such as "window-narrowed"
	Behaviour  string   `json:"does"`  // the program's behaviour
	Right      string   `json:"right"` // the right behaviour
	Properties []string `json:"where"` // properties of the place: "a max node", "the last child"
	Rules      []string `json:"rules"` // that it may break, the most likely first: "docs/rules/reversi.md rule 3"

	// GeneralKey is the key of the general decision if this one is a special case, or "". One case may be
	// special by chance: the special decision is reported only if all cases have it.
	GeneralKey string `json:"of,omitempty"`

	stage replay.Stage // of the game
}

// A kind is the key of a decision. Its facts are in kinds.txt.
type kind string

// kindFacts are the facts that hold for all decisions of a kind.
type kindFacts struct {
	general          kind // the general kind if this one is a special case, or ""
	silent           bool // the program's file ends there
	behaviour, right string
	areas            []string // of the rules that it may break, the most likely first
}

// kindsText has a paragraph for each kind. Its lines are "key < general kind: silent", the program's
// behaviour, the right behaviour, and the areas of rules. Causes that are no decisions have their words there,
// too; they have no areas.
//
//go:embed kinds.txt
var kindsText string

// kinds are the facts of all kinds.
var kinds = parseKinds(kindsText)

func parseKinds(text string) map[kind]*kindFacts {
	all := map[kind]*kindFacts{}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(paragraph, "#") {
			continue
		}
		lines := append(strings.Split(paragraph, "\n"), "", "") // the last lines may be missing
		head, mark, _ := strings.Cut(lines[0], ": ")
		key, general, _ := strings.Cut(head, " < ")
		all[kind(key)] = &kindFacts{
			kind(general), mark == "silent", lines[1], lines[2], strings.Split(lines[3], ", "),
		}
	}
	return all
}

// Words returns the words for a key: the program's behaviour, and the right behaviour.
func Words(key string) (does, right string) {
	facts := kinds[kind(key)]
	return facts.behaviour, facts.right
}

// decide sets the decision of an explanation.
func (x *explainer) decide(e *Explanation, k kind, properties ...string) {
	e.Decision = k.decision(x.stage, append([]string{}, properties...))
}

func (k kind) decision(stage replay.Stage, properties []string) *Decision {
	facts := kinds[k]
	return &Decision{
		Key: string(k), Behaviour: facts.behaviour, Right: facts.right, Properties: properties,
		Rules: append([]string{}, rulesOn(stage, facts.areas)...), GeneralKey: string(facts.general),
		stage: stage,
	}
}

// General returns the general decision if this one is a special case, or the decision itself.
func (d Decision) General() Decision {
	if d.GeneralKey == "" {
		return d
	}
	return *kind(d.GeneralKey).decision(d.stage, d.Properties)
}

// About returns the decision with the rules on some areas only.
func (d Decision) About(areas ...string) *Decision {
	d.Rules = rulesOn(d.stage, areas)
	return &d
}

// Because returns the decision with another key, which tells the reason for it.
func (d Decision) Because(key string) *Decision { return kind(key).decision(d.stage, d.Properties) }

// OfChoice reports whether the decision is that another move is chosen.
func (d Decision) OfChoice() bool { return d.Key == "worse-move" || d.Key == "tie" }

// OfLeafValue reports whether the decision is that a leaf has another value, because of its position or its
// evaluation.
func (d Decision) OfLeafValue() bool { return d.Key == "leaf-value" || d.Key == "leaf-value-over" }

// Silent reports whether a decision reveals less than the way in which the program ended. This is so if the
// decision is empty, or if the program's file ends there.
func (d Decision) Silent() bool {
	facts := kinds[kind(d.Key)]
	return d.Key == "" || facts != nil && facts.silent
}

// Rules that all games share are on the page of the log. Their areas are their titles, such as "Evaluation".
const (
	leafRule    = "log rule 1"
	entryRule   = "log rule 2"
	updateRule  = "log rule 3"
	silenceRule = "log rule 4"
	choiceRule  = "log rule 5"
)

// MaxRules is the number of rules of a decision that are reported.
const MaxRules = 3

// rulesOn returns the first rules on some areas, each once.
func rulesOn(stage replay.Stage, areas []string) (found []string) {
	for _, area := range areas {
		sections := stage.Rules.About(replay.Area(area))
		if title := strings.HasPrefix(area, "log rule ") || area != strings.ToLower(area); title {
			sections = []string{rules.SharedPath + " " + area}
		}
		for _, rule := range sections {
			if !slices.Contains(found, rule) && len(found) < MaxRules {
				found = append(found, rule)
			}
		}
	}
	return found
}

// Rules returns the rules to read: those that the program may break, or else the rule of the right line.
func (e *Explanation) Rules() []string {
	if e.Decision != nil && len(e.Decision.Rules) > 0 {
		return e.Decision.Rules
	}
	if e.Rule == "" {
		return nil
	}
	return []string{e.Rule}
}
