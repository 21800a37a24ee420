// Package walk makes a page that walks a search: one HTML file with the tree, the log, the board at
// each line and, beside it, the log of a program. The page holds no rules of any game. It gets the
// search as package replay shows it, in the format of docs/trace.md, so that a game which can be
// replayed has its page.
package walk

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// MostLines is how many lines of a search a page holds: a browser opens so many.
const MostLines = 2_000_000

// A Page is what a page shows.
type Page struct {
	Assignment string
	Name       string // of the case or the input
	Title      string // of the case
	Edition    string // if one was asked for
	Game       homework.Replayer
	How        homework.Options
	Most       int  // lines of the search; 0 means MostLines
	Plain      bool // names no commands, for readers who have none

	Program *Program              // nil if there is none
	First   *decision.Explanation // of the program's first difference; nil if there is none
}

// A Program is what a program made of the input.
type Program struct {
	Name    string // the command, or the file of its log
	Verdict string
	Reason  string
	Log     []byte   // nil if it wrote none
	Known   []string // what is to be said of known mistakes that fit
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

// A Sum says what a page holds.
type Sum struct {
	Lines       int  // of the search, without headers
	More        bool // the search has more lines than the page holds
	Differences int  // rows in which the program's log differs
	First       int  // the line of the right file at the first of them, or 0
}

// Write writes a page. It holds the page's data in memory, compressed, but neither log.
func Write(ctx context.Context, w io.Writer, p Page) (Sum, error) {
	if p.Most == 0 {
		p.Most = MostLines
	}
	whole := Shell()
	d, h := &whole.Data, p.header()
	stage := p.Game.Stage()
	right, err := p.solve(ctx, d, stage)
	if err != nil {
		return Sum{}, err
	}
	r := newRecorder(d, stage, p.Most)
	if err := p.Game.Replay(ctx, p.How, r.visit); err != nil && !errors.Is(err, errFull) {
		return Sum{}, err
	}
	if r.failed != nil {
		return Sum{}, r.failed
	}
	r.describe(h)
	h.describe(stage, right, r)
	sum := Sum{Lines: r.lines, More: h.More}
	if p.Program != nil && p.Program.Log != nil && right != nil {
		h.Program.Same = beside(d, right.all(), h.More, p.Program.Log)
		sum.Differences, sum.First = h.Program.Same.Differences, h.Program.Same.First
	}
	if err := d.JSON("header", h); err != nil {
		return Sum{}, err
	}
	whole.Title = h.pageTitle()
	return sum, whole.Write(w)
}

// Shell returns the page without its data.
func Shell() *page.Page {
	return &page.Page{Style: page.BoardStyle + style, Body: body, Scripts: scripts}
}

// A header is the part of a page's data that is no column (docs/trace.md).
type header struct {
	Version    int        `json:"version"`
	Assignment string     `json:"assignment"`
	Name       string     `json:"case"`
	Title      string     `json:"title"`
	Edition    string     `json:"edition,omitempty"`
	File       string     `json:"file"`
	First      int        `json:"first"`
	Text       int        `json:"text"` // lines of the right file in the page
	Lines      int        `json:"lines"`
	More       bool       `json:"more,omitempty"`
	Infinity   string     `json:"infinity"`
	Windows    bool       `json:"windows"`
	Places     []place    `json:"places"`
	Links      [][2]int   `json:"links,omitempty"`
	Names      []string   `json:"names"`
	At         []int      `json:"at"` // for each name, the index of the place that it is made at, or -1
	Movers     []string   `json:"movers"`
	Pieces     []piece    `json:"pieces"`
	Program    *program   `json:"program,omitempty"`
	Diagnosis  *diagnosis `json:"diagnosis,omitempty"`
	// Game says, of each line, what there is to say, where the lines are the moves of a game.
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

// header begins the header with what is known of the page.
func (p *Page) header() *header {
	h := &header{
		Version: 1, Assignment: p.Assignment, Name: escape.Line(p.Name), Title: escape.Line(p.Title), Edition: p.Edition,
		Diagnosis: p.diagnose(p.First),
	}
	if p.Program != nil {
		h.Program = &program{Name: escape.Line(p.Program.Name), Verdict: p.Program.Verdict, Reason: escape.Line(p.Program.Reason), Known: lines(p.Program.Known)}
	}
	return h
}

func (h *header) pageTitle() string {
	return fmt.Sprintf("%s %s - touchstone trace", h.Assignment, h.Name)
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

// The page's parts. The scripts are one, in this order.
var (
	//go:embed page/page.html
	body string
	//go:embed page/page.css
	style string
	//go:embed page/data.js
	dataScript string
	//go:embed page/search.js
	searchScript string
	//go:embed page/rows.js
	rowsScript string
	//go:embed page/list.js
	listScript string
	//go:embed page/log.js
	logScript string
	//go:embed page/tree.js
	treeScript string
	//go:embed page/facts.js
	factsScript string
	//go:embed page/diagnosis.js
	diagnosisScript string
	//go:embed page/main.js
	mainScript string
)

// scripts are the page's own.
var scripts = []string{dataScript, searchScript, rowsScript, listScript, logScript, treeScript, page.BoardScript, factsScript, diagnosisScript, mainScript}
