package walk

import (
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

// A diagnosis is an explanation as a page shows it.
type diagnosis struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`         // of the right file
	At      int      `json:"at,omitempty"` // line of the program's file, if it is another
	Want    string   `json:"want"`
	Got     string   `json:"got"`
	Ended   string   `json:"ended,omitempty"` // "want" or "got", if that file has ended there
	LogOK   bool     `json:"logOK,omitempty"` // the log is right, and only the turn is not
	Says    []string `json:"says,omitempty"`
	Does    string   `json:"does,omitempty"`  // what the program does, whatever the case
	Right   string   `json:"right,omitempty"` // what it should do
	Why     []string `json:"why,omitempty"`
	Rules   []string `json:"rules,omitempty"`   // to read
	Turn    int      `json:"turn,omitempty"`    // of a battle
	Choices []choice `json:"choices,omitempty"` // at the root, where the turn is wrong
	Written []square `json:"written,omitempty"` // the program's board, one for each place

	Follows int        `json:"follows,omitempty"` // lines that differ before the next, and may follow from this
	Next    *diagnosis `json:"next,omitempty"`    // a difference that may not follow from this one
}

// A choice is a move at the root.
type choice struct {
	Move    string `json:"move"`
	Value   int32  `json:"value"`
	AtMost  bool   `json:"atMost,omitempty"`
	Best    bool   `json:"best,omitempty"`
	Written bool   `json:"written,omitempty"` // it is the program's
	Effect  string `json:"effect,omitempty"`
}

// A square is one of the program's board.
type square struct {
	piece
	Wrong bool `json:"wrong,omitempty"`
}

// diagnose prepares an explanation for a page, or returns nil if there is none.
func (p *Page) diagnose(e *decision.Explanation) *diagnosis {
	if e == nil {
		return nil
	}
	d := &diagnosis{
		Follows: e.Follows, Next: p.diagnose(e.Next),
		File: escape.Line(e.File), Line: e.Line, Want: show([]byte(e.Want)), Got: show([]byte(e.Got)), Ended: e.Ended, LogOK: e.LogOK,
		Says: lines(e.Says), Why: lines(e.Why),
	}
	if e.At != e.Line {
		d.At = e.At
	}
	titled := rules.Titled
	if p.Plain {
		titled = rules.Heading
	}
	for _, rule := range e.Rules() {
		d.Rules = append(d.Rules, escape.Line(titled(rule)))
	}
	if e.Decision != nil {
		d.Does, d.Right = escape.Line(e.Decision.Does), escape.Line(e.Decision.Right)
	}
	if e.Turn != nil {
		d.Turn = e.Turn.Number
		for _, c := range e.Turn.Moves {
			d.Choices = append(d.Choices, choice{
				escape.Line(c.Move), c.Value, c.AtMost, c.Best, e.Turn.Plays(c), escape.Line(c.Effect),
			})
		}
	}
	if e.Theirs != nil {
		for _, s := range e.Theirs.Squares {
			d.Written = append(d.Written, square{piece{escape.Line(s.Text), s.Side}, s.Wrong})
		}
	}
	return d
}

func lines(texts []string) (shown []string) {
	for _, text := range texts {
		shown = append(shown, escape.Line(text))
	}
	return shown
}
