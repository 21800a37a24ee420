package decision

import (
	"slices"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Rules that all games share, on the page of the log.
const (
	leafRule    replay.Area = "log rule 1"
	entryRule   replay.Area = "log rule 2"
	updateRule  replay.Area = "log rule 3"
	silenceRule replay.Area = "log rule 4"
	choiceRule  replay.Area = "log rule 5"
	sidesRule   replay.Area = "Evaluation"
	factsRule   replay.Area = "Two facts worth checking first"
)

// areas are what rules are about, the most likely to be broken first.
type areas []replay.Area

var shared = areas{leafRule, entryRule, updateRule, silenceRule, choiceRule, sidesRule, factsRule}

// mostRules is how many rules are told of a decision.
const mostRules = 3

// rulesOn returns where the rules on some areas stand, without those that stand there already.
func (x *explainer) rulesOn(about areas) (found []string) {
	for _, area := range about {
		stand := []string{rules.SharedPath + " " + string(area)}
		if !slices.Contains(shared, area) {
			stand = x.stage.Rules.About(area)
		}
		for _, rule := range stand {
			if !slices.Contains(found, rule) && len(found) < mostRules {
				found = append(found, rule)
			}
		}
	}
	return found
}

// Rules returns the rules to read: those that the program may break or, without one, that of the right line.
func (e *Explanation) Rules() []string {
	switch {
	case e.Decision != nil && len(e.Decision.Rules) > 0:
		return e.Decision.Rules
	case e.Rule != "":
		return []string{e.Rule}
	}
	return nil
}
