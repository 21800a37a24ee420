// Package decision explains the lines of an answer, and the first place where a program departs from it: the
// position there, the action of the search, and the rule. It has no code for particular games: package replay
// shows games.
package decision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Question selects the place to explain: the first difference of a program's files, or a line.
type Question struct {
	Problem homework.Problem
	Options homework.Options
	Files   []verdict.File // of a program, with their texts; nil without a program
	Line    int            // without a program: of the log, or of a battle; 0 for the chosen turn
}

// An Explanation explains one place of an answer.
type Explanation struct {
	File    string `json:"file"`
	Line    int    `json:"line"`            // of the right file
	GotLine int    `json:"gotLine"`         // of the program's file, or 0
	Want    string `json:"want"`            // the right line, or ""
	Got     string `json:"got"`             // the program's, or ""
	Ended   string `json:"ended,omitempty"` // "want" or "got", if that file has ended there

	Errors  []string        `json:"says,omitempty"`  // errors in the program's line or turn
	Reasons []string        `json:"why,omitempty"`   // reasons for the right line or turn
	Rule    string          `json:"rule,omitempty"`  // of the right line: "docs/rules/README.md log rule 3"
	Node    *Node           `json:"node,omitempty"`  // for a line of a log
	Turn    *Turn           `json:"turn,omitempty"`  // for a choice at the root
	LogOK   bool            `json:"logOK,omitempty"` // the log is right, and only the turn is not
	Board   *replay.Drawing `json:"board,omitempty"` // the position
	// BoardNode is the node on the path to which the position belongs, if it is not the last node.
	BoardNode string          `json:"boardOf,omitempty"`
	Written   *replay.Drawing `json:"written,omitempty"` // the program's board, where it is one of its own

	Leaf *int32 `json:"-"` // the program's value of a leaf, if it is another number
	// Misdrawn explains the program's board, if the difference is the value of a leaf, and if the board is not
	// the one after the program's own move. It may say more than the value, which comes from the position there
	// or from its evaluation.
	Misdrawn *Explanation `json:"-"`
	// Decision is the program's decision there. It is nil without a program, or if the difference shows no
	// decision.
	Decision *Decision `json:"decision,omitempty"`
}

// A Node describes the node of the search at a line of the log.
type Node struct {
	Path   []string `json:"path"` // names from the root
	Mover  string   `json:"mover"`
	Depth  int      `json:"depth"`
	Max    bool     `json:"max"`
	Kind   string   `json:"kind"` // enter, leaf or update
	Value  string   `json:"value"`
	Alpha  string   `json:"alpha,omitempty"`
	Beta   string   `json:"beta,omitempty"`
	Moves  []string `json:"moves,omitempty"` // in order, at the position shown
	Effect string   `json:"effect,omitempty"`
}

// ErrUnshown is returned for a game that cannot be shown, if the question has no program.
var ErrUnshown = errors.New("this game cannot be replayed")

// Explain answers a question. It returns nil if no file of the program differs, or if there is a
// program and the game cannot be shown.
func Explain(ctx context.Context, q Question) (*Explanation, error) {
	e, err := answered(ctx, q)
	if errors.Is(err, ErrUnshown) && q.Files != nil {
		return nil, nil
	}
	return e, err
}

func answered(ctx context.Context, q Question) (*Explanation, error) {
	right := &output.Excerpt{Pick: q.Line}
	if _, err := q.Problem.Solve(ctx, q.Options, right); err != nil {
		return nil, err
	}
	x := &explainer{Question: q, ctx: ctx, right: right}
	if battle, ok := q.Problem.(homework.Battle); ok {
		if e, err := x.battle(battle); e != nil || err != nil {
			return e, err
		}
	}
	game, ok := q.Problem.(homework.Replayer)
	if !ok {
		return nil, ErrUnshown
	}
	x.game, x.stage, x.turns = game, game.Stage(), game.Turns(q.Options)
	if q.Files == nil {
		return x.line()
	}
	return x.program()
}

// An explainer answers one question.
type explainer struct {
	Question
	ctx   context.Context
	right *output.Excerpt
	game  homework.Replayer
	stage replay.Stage
	turns replay.Turns
}

// line explains a line of the right answer.
func (x *explainer) line() (*Explanation, error) {
	if x.Line == 0 {
		return x.turn(nil, 0, &Explanation{File: x.turns.File})
	}
	if x.stage.File == "" {
		return nil, fmt.Errorf("want --line of a log or a battle, but this input has neither")
	}
	want, lines := x.right.Line(x.stage.File, x.Line)
	if x.Line > lines {
		return nil, fmt.Errorf("%s has %d lines: want --line up to there, found %d", x.stage.File, lines, x.Line)
	}
	return x.step(&Explanation{File: x.stage.File, Line: x.Line, Want: want})
}

// program explains the first difference of a program. A difference in the log comes before one in the turn,
// because the turn follows from the log.
func (x *explainer) program() (*Explanation, error) {
	d, err := x.logDifference()
	if err != nil {
		return nil, err
	}
	if d != nil {
		e, err := x.step(x.at(x.stage.File, d))
		if err == nil && e.Decision != nil && e.Decision.OfLeafValue() {
			e.Misdrawn, err = x.misdrawnTurn()
		}
		return e, err
	}
	if f := x.differing(x.turns.File); f != nil {
		e := x.at(f.Name, f.Report.First)
		e.LogOK = x.stage.File != "" && x.differs(x.stage.File) == (x.stage.File == f.Name)
		return x.turn(f.Text, 0, e)
	}
	return nil, nil
}

// misdrawnTurn explains the program's board if it is certainly not the one after the program's own move, or
// returns nil.
func (x *explainer) misdrawnTurn() (*Explanation, error) {
	f := x.differing(x.turns.File)
	if f == nil || x.turns.First == 0 {
		return nil, nil
	}
	e, err := x.turn(f.Text, 0, x.at(f.Name, f.Report.First))
	if err != nil || e.Decision == nil || e.Decision.General().Key != "change-other" || e.Turn.Written == nil {
		return nil, err
	}
	return e, nil
}

// differing returns the program's file of a name if its contents are wrong, or nil.
func (x *explainer) differing(name string) *verdict.File {
	i := slices.IndexFunc(x.Files, func(f verdict.File) bool { return f.Name == name })
	if i < 0 || x.Files[i].Report.Grade != compare.Different || x.Files[i].Report.First == nil {
		return nil
	}
	return &x.Files[i]
}

// differs reports whether the program's file of a name is missing or wrong, or not known.
func (x *explainer) differs(name string) bool {
	return !slices.ContainsFunc(x.Files, func(f verdict.File) bool {
		return f.Name == name && (f.Verdict == verdict.Pass || f.Verdict == verdict.Format)
	})
}

// logDifference returns the first difference of the log, or nil.
func (x *explainer) logDifference() (*compare.Difference, error) {
	f := x.differing(x.stage.File)
	if f == nil || x.stage.File == "" {
		return nil, nil
	}
	if x.turns.File != f.Name || x.turns.First == 0 {
		return f.Report.First, nil
	}
	// The turn precedes the log: compare once more, with the right turn there.
	turn := x.turns.First - 1 + len(x.rightLines())
	if f.Report.First.Line > turn {
		return f.Report.First, nil
	}
	above := strings.Split(string(f.Text), "\n")
	if _, texts := x.turns.Read(span(above, x.turns.First, turn+1-x.turns.First)); texts == nil {
		return nil, nil // the start of the log in the program's file is unknown
	}
	head := strings.Join(x.right.First(f.Name, turn), "\n") + "\n"
	rest := f.Text
	for range turn {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
	}
	results, err := compare.Stream(x.ctx, x.Problem, x.Options,
		compare.Texts(map[string]string{f.Name: head + string(rest)}))
	if err != nil || results[f.Name].Grade != compare.Different {
		return nil, err
	}
	return results[f.Name].First, nil
}

// maxFollowing is the maximum number of lines read after a wrong one.
const maxFollowing = 5000

// followingLines returns the program's lines after the wrong one.
func (x *explainer) followingLines(e *Explanation) (lines []string) {
	f := x.differing(e.File)
	if f == nil {
		return nil
	}
	rest := f.Text
	for range e.GotLine {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
	}
	for line := range bytes.Lines(rest) {
		if lines = append(lines, strings.TrimRight(string(line), "\r\n")); len(lines) == maxFollowing {
			break
		}
	}
	return lines
}

// cut reports whether the program's file ends without a newline.
func (x *explainer) cut(e *Explanation) bool {
	f := x.differing(e.File)
	return f != nil && !bytes.HasSuffix(f.Text, []byte("\n"))
}

// at starts an explanation at a difference.
func (x *explainer) at(file string, d *compare.Difference) *Explanation {
	e := &Explanation{File: file, Line: d.Line, GotLine: d.GotLine}
	if len(d.Want) > 0 {
		e.Want = strings.TrimRight(d.Want[0], "\r\n")
	} else {
		e.Ended = "want"
	}
	if len(d.Got) > 0 {
		e.Got = strings.TrimRight(d.Got[0], "\r\n")
	} else {
		e.Ended = "got"
	}
	return e
}

// span returns n lines from the line first on, or fewer if the lines end before.
func span(lines []string, first, n int) []string {
	from := min(first-1, len(lines))
	return lines[from:min(from+n, len(lines))]
}
