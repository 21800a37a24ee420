package diagnosis

import (
	"context"
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A search without a log shows only its choices. One wrong choice may come from anything in the search, but
// all of a program's choices together say more: the cases that are right, and the places of the chosen moves.

// maxPlaceChance is the maximum probability that the chosen moves have their place among all moves by chance.
const maxPlaceChance = 0.05

// commonPlace returns "first" or "last" if nearly all moves chosen in some cases are the first or the last of
// all moves, and if wrong moves chosen at random would hardly be. Otherwise it returns "".
func commonPlace(cases []string, explained map[string]*decision.Explanation) string {
	for _, place := range []string{"first", "last"} {
		found, chance := 0, 1.0
		for _, name := range cases {
			t, i := explained[name].Turn, 0
			if place == "last" {
				i = len(t.Moves) - 1
			}
			if len(t.Moves) > 1 && t.Plays(t.Moves[i]) {
				found++
				chance /= float64(len(t.Moves) - 1)
			}
		}
		if isNearlyAll(found, len(cases)) && chance <= maxPlaceChance {
			return place
		}
	}
	return ""
}

// decided returns the explanations of failing cases that show a decision.
func decided(failed []verdict.Result, explained map[string]*decision.Explanation) (all []*decision.Explanation) {
	for _, r := range failed {
		if e := explained[r.Case.Name]; e != nil && e.Decision != nil {
			all = append(all, e)
		}
	}
	return all
}

// joinTies makes choices among equal values choices of less value, unless all wrong choices are among equal
// values: a search with other values also chooses an equal move now and then.
func joinTies(decided []*decision.Explanation) {
	if !slices.ContainsFunc(decided, func(e *decision.Explanation) bool { return e.Decision.Key == "worse-move" }) {
		return
	}
	for _, e := range decided {
		if e.Decision.Key == "tie" {
			e.Decision = e.Decision.Because("worse-move")
		}
	}
}

// compareChoices narrows down the rules of a cause whose cases show wrong choices and no log. Right logs of
// other cases show that moves and values are right. So do right cases of minimax, if no case has a log.
// Otherwise compareChoices looks at the places of the chosen moves, and then at the searches of one ply.
func (r *reading) compareChoices(c *Cause, explained map[string]*decision.Explanation) {
	place := commonPlace(c.Cases, explained)
	logs, wrongLogs := r.count(explained, func(game homework.Replayer) bool { return game.Stage().File != "" })
	minimax, others := r.count(explained, func(game homework.Replayer) bool { return game.Category() != "alpha-beta" })
	shallow, wrong := r.count(explained, r.onePly)
	switch {
	case wrongLogs == 0 && logs > 0:
		c.narrow("all logs are right, so look at what is peculiar to these cases", "choice", "log rule 5")
	case c.Category == "alpha-beta" && others == 0 && minimax > 0:
		c.narrow("all cases of minimax are right, so look at the windows and the cuts", "log rule 3", "log rule 2", "cuts")
	case place != "":
		c.narrow(fmt.Sprintf("the chosen move is the %s of all moves, so look at how the best move is kept", place),
			"log rule 5", "choice", "log rule 2")
	case wrong == 0 && shallow >= minCases:
		c.narrow(fmt.Sprintf("all %d searches of one ply are right, so look at what a deeper search does", shallow),
			"change", "evaluation", "Evaluation")
	default:
		c.narrow("look at the root, its moves and their evaluation", "change", "evaluation", "Evaluation")
	}
}

// narrow adds advice to a cause, and gives it the rules on some areas.
func (c *Cause) narrow(advice string, areas ...string) {
	c.Right += "; " + advice
	first := *c.First
	first.Decision = first.Decision.About(areas...)
	c.First = &first
}

// count counts the searches of a kind that are right, and those that show a wrong decision.
func (r *reading) count(explained map[string]*decision.Explanation, belongs func(homework.Replayer) bool) (
	right, wrong int) {
	for _, result := range r.results {
		game, ok := result.Case.Problem.(homework.Replayer)
		if !ok || !belongs(game) {
			continue
		}
		e := explained[result.Case.Name]
		if v := r.byName[result.Case.Name]; v == nil || formed(v.read) {
			right++
		} else if e != nil && e.Decision != nil && !e.Decision.Silent() {
			wrong++
		}
	}
	return right, wrong
}

// onePly reports whether a search without a log looks one ply ahead.
func (r *reading) onePly(game homework.Replayer) bool {
	if game.Stage().File != "" {
		return false
	}
	return game.Replay(context.Background(), homework.Options{Edition: r.edition}, func(s replay.Step) error {
		if s.Ply > 1 {
			return errEnough
		}
		return nil
	}) == nil
}
