package replay

import "fmt"

// An Area is what rules of a game are about.
type Area string

// The areas of rules. Those of the log itself and of choosing a move are in docs/rules/README.md, for all games.
const (
	Input      Area = "input"      // what is asked, and of whom
	Names      Area = "names"      // how moves are called
	Moves      Area = "moves"      // which moves there are
	Order      Area = "order"      // in which order they are tried
	Change     Area = "change"     // what a move changes
	Again      Area = "again"      // which moves give another turn, and which pass it on
	End        Area = "end"        // what the end of the game does
	Leaves     Area = "leaves"     // which nodes are leaves
	Depth      Area = "depth"      // how depths are counted
	Levels     Area = "levels"     // which nodes are max nodes
	Evaluation Area = "evaluation" // what a position is worth
	Cuts       Area = "cuts"       // what is particular about windows
	Choice     Area = "choice"     // what is particular about the chosen move
	Log        Area = "log"        // how the lines of the log are written
	Answer     Area = "answer"     // how the chosen move is written
)

// Rules say where the rules of a game stand: on a page, by area, the most likely to be broken first.
type Rules struct {
	Page string // its path, such as "docs/rules/reversi.md"
	On   map[Area][]int
}

// About returns the rules of an area: "docs/rules/reversi.md rule 3".
func (r Rules) About(area Area) (rules []string) {
	for _, number := range r.On[area] {
		rules = append(rules, fmt.Sprintf("%s rule %d", r.Page, number))
	}
	return rules
}
