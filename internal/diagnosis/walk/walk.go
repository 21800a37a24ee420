// Package walk makes a page that walks a search: one HTML file with the tree, the log, the board at each line
// and, next to it, the log of a program. The page holds no rules of any game. It gets the search from package
// replay, in the format of docs/trace.md, so that every game that can be replayed has a page.
package walk

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// MaxLines is the maximum number of lines of a search on a page. Browsers can open a page of this size.
const MaxLines = 2_000_000

// A Page holds the contents of a page.
type Page struct {
	Assignment string
	Name       string // of the case or the input
	Title      string // of the case
	Edition    string // if one was asked for
	Game       homework.Replayer
	Options    homework.Options
	MaxLines   int  // lines of the search; 0 means MaxLines
	Plain      bool // names no commands, for readers who cannot run them

	Program *Program              // nil without a program
	First   *decision.Explanation // of the program's first difference, or nil
}

// A Program is the result of a program for the input.
type Program struct {
	Name    string // the command, or the file of its log
	Verdict string
	Reason  string
	Log     []byte   // nil if it wrote none
	Known   []string // notes about known mistakes that fit
}

// Differing returns the program's log, if it is not right.
func Differing(game homework.Replayer, files []verdict.File) []byte {
	for _, f := range files {
		if f.Name == game.Stage().File && f.Report.Grade != compare.Equal {
			return f.Text
		}
	}
	return nil
}

// A Sum summarizes the contents of a page.
type Sum struct {
	Lines       int  // of the search, without headers
	More        bool // the search has more lines than the page holds
	Differences int  // rows in which the program's log differs
	First       int  // the line of the right file at the first of these rows, or 0
}

// Write writes a page. It holds the page's data in memory, compressed, but neither log.
func Write(ctx context.Context, w io.Writer, p Page) (Sum, error) {
	if p.MaxLines == 0 {
		p.MaxLines = MaxLines
	}
	shell := Shell()
	d, h := &shell.Data, p.header()
	stage := p.Game.Stage()
	right, err := p.solve(ctx, d, stage)
	if err != nil {
		return Sum{}, err
	}
	r := newRecorder(d, stage, p.MaxLines)
	if err := p.Game.Replay(ctx, p.Options, r.visit); err != nil && !errors.Is(err, errFull) {
		return Sum{}, err
	}
	if r.failed != nil {
		return Sum{}, r.failed
	}
	r.describe(h)
	h.describe(stage, right, r)
	sum := Sum{Lines: r.lines, More: h.More}
	if p.Program != nil && p.Program.Log != nil && right != nil {
		h.Program.Same = compareLogs(d, right.all(), h.More, p.Program.Log)
		sum.Differences, sum.First = h.Program.Same.Differences, h.Program.Same.First
	}
	if err := d.JSON("header", h); err != nil {
		return Sum{}, err
	}
	shell.Title = fmt.Sprintf("%s %s - touchstone trace", h.Assignment, h.Name)
	return sum, shell.Write(w)
}

// Shell returns the page without its data.
func Shell() *page.Page {
	style, body := page.BoardStyle+page.Part(parts, "page.css"), page.Part(parts, "page.html")
	return &page.Page{Style: style, Body: body, Scripts: scripts}
}

// A header is the part of a page's data that is not in a column (docs/trace.md).
type header struct {
	Version    int      `json:"version"`
	Assignment string   `json:"assignment"`
	Name       string   `json:"case"`
	Title      string   `json:"title"`
	Edition    string   `json:"edition,omitempty"`
	File       string   `json:"file"`
	First      int      `json:"first"`
	Text       int      `json:"text"` // lines of the right file in the page
	Lines      int      `json:"lines"`
	More       bool     `json:"more,omitempty"`
	Infinity   string   `json:"infinity"`
	Windows    bool     `json:"windows"`
	Places     []place  `json:"places"`
	Links      [][2]int `json:"links,omitempty"`
	Names      []string `json:"names"`
	PlaceOf    []int    `json:"at"` // for each name, the index of the place that it is made at, or -1
	Movers     []string `json:"movers"`
	Pieces     []piece  `json:"pieces"`
	Program    *program `json:"program,omitempty"`
	// Diagnosis is an explanation (package decision), with the titles of its rules in the field "rules".
	Diagnosis map[string]any `json:"diagnosis,omitempty"`
	// Game holds the notes on each line, if the lines are the moves of a game.
	Game [][]string `json:"game,omitempty"`
}

type place struct {
	Name string  `json:"name"`
	Note string  `json:"note,omitempty"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
}

type piece struct {
	Text string `json:"text"`
	Side int8   `json:"side"`
}

type program struct {
	Name    string   `json:"name"`
	Verdict string   `json:"verdict,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Known   []string `json:"known,omitempty"`
	Same    *same    `json:"log,omitempty"` // nil if it wrote no log
}

// header starts the header with the known properties of the page.
func (p *Page) header() *header {
	h := &header{
		Version: 1, Assignment: p.Assignment, Name: escape.Line(p.Name), Title: escape.Line(p.Title),
		Edition:   p.Edition,
		Diagnosis: p.diagnose(p.First),
	}
	if p.Program != nil {
		h.Program = &program{Name: escape.Line(p.Program.Name), Verdict: p.Program.Verdict,
			Reason: escape.Line(p.Program.Reason), Known: lines(p.Program.Known)}
	}
	return h
}

// describe adds the stage, and how the log shows a search.
func (h *header) describe(stage replay.Stage, right *rightLog, r *recorder) {
	h.File, h.First, h.Links = escape.Line(stage.File), stage.First, stage.Links
	for _, p := range stage.Places {
		h.Places = append(h.Places, place{escape.Line(p.Name), escape.Line(p.Note), p.X, p.Y})
	}
	h.Infinity, h.Windows, h.More = "Infinity", r.windows, r.full
	if right == nil {
		return
	}
	h.Text = len(right.all())
	if line := right.firstStep; line != "" && len(r.names.all) > 0 {
		h.Windows = strings.Count(line, ",") > strings.Count(r.names.all[0], ",")+2
		if strings.Contains(line[strings.IndexByte(line, ','):], "inf") {
			h.Infinity = "inf"
		}
	}
}

// parts holds the parts of the page.
//
//go:embed page
var parts embed.FS

// scripts are one script, in this order.
var scripts = slices.Concat(page.Scripts(parts, "data", "search", "rows", "list", "log", "tree"),
	[]string{page.BoardScript}, page.Scripts(parts, "facts", "diagnosis", "main"))

// A Game is the record of a game, to be shown board by board.
type Game struct {
	Assignment, Name, Title string
	Stage                   replay.Stage
	Positions               []Position // from the start
}

// A Position is a position in a game.
type Position struct {
	Move  string // that led to it, or "start"
	Line  string // that represents it
	Text  []string
	Board replay.Board
	First bool  // the first side is to move
	Value int32 // to the first side
}

// WriteGame writes a page that walks a game: each position is a line, below the one before it as a
// move is in a search.
func WriteGame(w io.Writer, g Game) error {
	shell := Shell()
	d := &shell.Data
	h := &header{Version: 1, Assignment: escape.Line(g.Assignment), Name: g.Name, Title: g.Title}
	stage := g.Stage
	stage.File, stage.First = "game", 1 // which has the lines of the column "right"
	r, right := newRecorder(d, stage, MaxLines), d.Column("right")
	for i, p := range g.Positions {
		if err := r.visit(g.step(i)); err != nil {
			return err
		}
		right.Put([]byte(show([]byte(p.Line)) + "\n"))
		h.Game = append(h.Game, p.Text)
	}
	r.describe(h)
	h.describe(stage, nil, r)
	h.Text = h.Lines
	if err := d.JSON("header", h); err != nil {
		return err
	}
	shell.Title = h.Assignment + " " + h.Name + " - touchstone replay"
	return shell.Write(w)
}

// step returns a position as a step of a search.
func (g Game) step(i int) replay.Step {
	p := &g.Positions[i]
	s := replay.Step{
		Kind: replay.Enter, Name: p.Move, Ply: i, Depth: i, Max: p.First,
		Value: p.Value, Alpha: -replay.Inf, Beta: replay.Inf,
		Board: func() replay.Board { return p.Board }, Over: func() bool { return true },
	}
	if i == len(g.Positions)-1 {
		s.Kind = replay.Leaf
	}
	return s
}

// diagnose returns an explanation as a page shows it: its JSON, with visible texts, and with the titles of
// its rules. It returns nil if e is nil.
func (p *Page) diagnose(e *decision.Explanation) map[string]any {
	if e == nil {
		return nil
	}
	titles, titled := []any{}, rules.Titled
	if p.Plain {
		titled = rules.Heading
	}
	for _, rule := range e.Rules() {
		titles = append(titles, titled(rule))
	}
	var d map[string]any
	other := *e
	other.Node, other.Board = nil, nil // the page has them
	text, _ := json.Marshal(other)     // an explanation has only texts, numbers and lists
	_ = json.Unmarshal(text, &d)
	d["rules"] = titles
	return escapeTexts(d).(map[string]any)
}

// escapeTexts returns decoded JSON with texts as a page shows them.
func escapeTexts(v any) any {
	switch v := v.(type) {
	case string:
		return show([]byte(v))
	case []any:
		for i := range v {
			v[i] = escapeTexts(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = escapeTexts(v[key])
		}
	}
	return v
}

func lines(texts []string) (shown []string) {
	for _, text := range texts {
		shown = append(shown, escape.Line(text))
	}
	return shown
}
