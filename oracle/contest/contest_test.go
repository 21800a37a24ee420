package contest_test

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A game holds the facts about an assignment that these tests need in addition to its contest.
type game struct {
	*oracle.Assignment
	size int
	// suffixes are the possible ends of the name of a move, after the name of a place.
	suffixes []string
	// other names moves at no place.
	other []string
	// search matches the lines of an input that are replaced by the lines of a search for one ply, if the
	// contest's own input requests no search.
	search, ply string
	// row matches a line of the log and finds the name of a move of one ply, if there is a log.
	row string
	// worth is how many points a piece is on a place, if all points are such a sum.
	worth func(p homework.Position, place replay.Place, piece replay.Piece) int32
}

func games(t *testing.T) map[string]game {
	t.Helper()
	number := func(text string) int32 { return int32(must.Get(strconv.Atoi(text))(t)) }
	value := func(_ homework.Position, place replay.Place, _ replay.Piece) int32 { return number(place.Note) }
	one := func(homework.Position, replay.Place, replay.Piece) int32 { return 1 }
	weight := func(p homework.Position, _ replay.Place, piece replay.Piece) int32 { // of a colour, for either side
		if piece.Text == "" {
			return 0
		}
		return number(regexp.MustCompile(`\b` + piece.Text + `: (\d+)`).FindStringSubmatch(p.Input(homework.Allowance{}))[1])
	}
	stored := func(_ homework.Position, _ replay.Place, piece replay.Piece) int32 { // nothing in a pit
		return max(piece.Worth, -piece.Worth)
	}
	all := map[string]game{
		"squirrel": {suffixes: []string{""}, row: `(?m)^([A-E][1-5]),1,`, worth: value},
		"gangwars": {size: 4, suffixes: []string{" Stake", " Raid"}, search: `COMPETITION\n(.)\n.*`, ply: "MINIMAX\n$1\n1", worth: value},
		"reversi":  {suffixes: []string{""}, other: []string{"pass"}, row: `(?m)^(pass|[a-h][1-8]),1,`, worth: one},
		"mancala":  {size: 4, suffixes: []string{""}, search: `^4\n(.)\n.*`, ply: "2\n$1\n1", row: `(?m)^([AB]\d+),1,`, worth: stored},
		"mapcolor": {size: 7, suffixes: []string{", R", ", G", ", B", ", Y"}, row: `(?m)^(\w+, \w), 1,`, worth: weight},
	}
	for name, g := range all {
		a := gametest.Lookup(t, name)
		g.Assignment = a
		all[name] = g
	}
	return all
}

// turns returns the legal turns: among all moves with a name, those that Play accepts, alone or with more
// after them.
func (g *game) turns(p homework.Position, made []string) (legal [][]string) {
	names := slices.Clone(g.other)
	for _, place := range p.Stage().Places {
		for _, suffix := range g.suffixes {
			names = append(names, place.Name+suffix)
		}
	}
	for _, name := range names {
		turn := append(slices.Clone(made), name)
		_, err := p.Play(turn)
		switch {
		case err == nil:
			legal = append(legal, turn)
		case strings.Contains(err.Error(), "want a whole turn"):
			legal = append(legal, g.turns(p, turn)...)
		}
	}
	return legal
}

// ask returns the question for the best move of one ply.
func (g *game) ask(p homework.Position) string {
	input := p.Input(homework.Allowance{Depth: 1})
	if g.search != "" {
		input = regexp.MustCompile(g.search).ReplaceAllString(input, g.ply)
	}
	return input
}

// Over random games, the legal moves are the moves that the second solver logs, which shares no code with the
// contest. Its own move is judged legal, is displayed in the same way, and leads to the position that it
// prints. The display of any legal turn is judged as that turn, or as a turn that leads to the same position,
// and at the end no moves are left.
func TestAgreesWithSolver(t *testing.T) {
	for name, g := range games(t) {
		r := random.New(1)
		for n := range effort.Of(2, 6, 6) {
			p := g.Contest.Start(r, g.size, n%2)
			for !p.Over() {
				legal := g.turns(p, nil)
				g.counted(t, p)
				g.solved(t, p, legal)
				g.listed(t, p, legal)
				for _, turn := range legal {
					g.shown(t, p, turn)
				}
				g.refused(t, p, nil, []string{""}, []string{"nothing"}, append([]string{""}, legal[0]...))
				turn := random.Pick(r, legal...)
				next, err := p.Play(turn)
				if err != nil || next.Mover() == p.Mover() {
					t.Fatalf("%s: %q is played by side %d, then %d moves: %v", name, turn, p.Mover(), next.Mover(), err)
				}
				for _, more := range g.turns(next, nil) {
					if _, err := p.Play(slices.Concat(turn, more)); err == nil {
						t.Errorf("%s: %q is a turn, and so is %q behind it", name, turn, more)
					}
				}
				p = next
			}
			g.over(t, p)
		}
	}
}

// solved compares a position with the second solver's output about it.
func (g *game) solved(t *testing.T, p homework.Position, legal [][]string) {
	t.Helper()
	input := g.ask(p)
	edition := ""
	if len(g.Editions) > 1 {
		edition = g.EditionNames()[0]
	}
	files, err := catalog.Second(g.Assignment).Solve(edition, []byte(input))
	if err != nil {
		t.Fatalf("%s: %v on the input\n%s", g.Name, err, input)
	}
	answer, log := map[string][]byte{}, ""
	for file, text := range files {
		answer[file] = []byte(text)
		log += text
	}
	if g.row != "" {
		want, found := map[string]bool{}, map[string]bool{}
		for _, m := range regexp.MustCompile(g.row).FindAllStringSubmatch(log, -1) {
			want[m[1]] = true
		}
		for _, turn := range legal {
			for _, move := range turn {
				found[move] = true
			}
		}
		expect.Equal(t, want, found, g.Name, "legal moves", "in", input)
	}
	turn, err := p.Judge(answer)
	if err != nil {
		t.Fatalf("%s: the solver's answer is %v in\n%s", g.Name, err, input)
	}
	next, err := p.Play(turn)
	if err != nil {
		t.Fatalf("%s: %q is judged legal and cannot be played: %v", g.Name, turn, err)
	}
	file := p.Files()[0]
	short := string(p.Answer(turn)[file])
	if !strings.HasPrefix(files[file], short) && !strings.HasSuffix(strings.TrimSpace(files[file]), strings.TrimSpace(short)) {
		t.Errorf("%s: the answer with %q is\n%s\nwhere the solver's is\n%s", g.Name, turn, short, files[file])
	}
	if g.Name == "mapcolor" {
		return // the next input does not show a board
	}
	board := strings.TrimSpace(strings.TrimPrefix(short, turn[0]+"\n"))
	if !strings.HasSuffix(strings.TrimSpace(next.Input(homework.Allowance{Depth: 1})), board) {
		t.Errorf("%s: after %q the next input is\n%s\nwhere the answer shows\n%s", g.Name, turn, next.Input(homework.Allowance{Depth: 1}), board)
	}
}

// listed fails the test unless the list of turns holds the legal turns, with the values of a search of the input.
func (g *game) listed(t *testing.T, p homework.Position, legal [][]string) {
	t.Helper()
	listed := p.Turns(1)
	var whole [][]string
	for _, turn := range listed.All {
		if !turn.Unfinished {
			whole = append(whole, turn.Moves)
			if p.Mover() == 0 && g.Name != "mapcolor" { // its turns do not show the player
				next := must.Get(p.Play(turn.Moves))(t)
				expect.Equal(t, turn.Board.Pieces, next.Board().Pieces, g.Name, "after", turn.Moves)
			}
		}
	}
	order := cmpopts.SortSlices(func(a, b []string) bool { return slices.Compare(a, b) < 0 })
	if diff := cmp.Diff(legal, whole, order); diff != "" {
		t.Errorf("%s: turns (-legal +listed):\n%s\n%s", g.Name, diff, g.ask(p))
	}
	problem := must.Get(g.Parse("input.txt", []byte(g.ask(p))))(t)
	want, err := problem.(homework.Replayer).Turns(homework.Options{Edition: g.EditionNames()[0]}).Values(t.Context())
	must.Do(t, err)
	expect.Equal(t, want, must.Get(listed.Values(t.Context()))(t), g.Name, "values", g.ask(p))
}

// shown judges the displayed form of a turn.
func (g *game) shown(t *testing.T, p homework.Position, turn []string) {
	t.Helper()
	judged, err := p.Judge(p.Answer(turn))
	if err != nil {
		t.Fatalf("%s: the answer with %q: %v", g.Name, turn, err)
	}
	want, _ := p.Play(turn)
	found, err := p.Play(judged)
	expect.True(t, err == nil && found.Input(homework.Allowance{}) == want.Input(homework.Allowance{}) &&
		found.Points() == want.Points(), g.Name, "the answer with", turn, "is judged as", judged, err)
}

// over checks the end of a game.
func (g *game) over(t *testing.T, p homework.Position) {
	t.Helper()
	expect.Equal(t, nil, g.turns(p, nil), g.Name, "turns at the end")
	g.refused(t, p, nil, []string{""}, []string{"A1"}, []string{"pass"})
	g.counted(t, p)
}

// refused fails the test unless turns are neither played nor answered.
func (g *game) refused(t *testing.T, p homework.Position, turns ...[]string) {
	t.Helper()
	for _, turn := range turns {
		if next, err := p.Play(turn); err == nil || p.Answer(turn) != nil {
			t.Errorf("%s: %q leads to %+v and answers %q", g.Name, turn, next, p.Answer(turn))
		}
	}
}

// counted compares the points with the pieces on the board.
func (g *game) counted(t *testing.T, p homework.Position) {
	t.Helper()
	if g.worth == nil {
		return
	}
	var want [2]int32
	for i, piece := range p.Board().Pieces {
		switch worth := g.worth(p, p.Stage().Places[i], piece); piece.Side {
		case 1:
			want[0] += worth
		case -1:
			want[1] += worth
		}
	}
	expect.Equal(t, want, p.Points(), g.Name, "in", g.ask(p))
}

// letters is a game of one turn, whose position is the letters played: the possible continuations depend on
// their order, and the display does not.
type letters struct{ contest.View[string] }

// follow has the moves after some letters. After a small letter the same side moves again, if it can.
var follow = map[string]string{"": "abc", "a": "b", "b": "aC", "ab": "D", "ba": "D"}

func (letters) Moves(dst []search.Move, s *string, _ *search.Notes) []search.Move {
	for _, letter := range follow[*s] {
		dst = append(dst, search.Move(letter))
	}
	return dst
}

func (letters) Play(dst, src *string, m search.Move) search.Turn {
	*dst = *src + string(rune(m))
	if m >= 'a' {
		return search.Again
	}
	return search.Next
}

func (letters) Eval(*string) int32 { return 0 }

func (l letters) Game() search.Game[string] {
	return search.Game[string]{Rules: l, Root: new(string), Show: search.Show[string]{
		File: "output.txt",
		Name: func(dst []byte, m search.Move) []byte { return append(dst, byte(m)) },
		Lines: func(_ []string, after *string) []string {
			return []string{strings.Join(slices.Sorted(strings.SplitSeq(*after, "")), "")}
		},
	}}
}

// Only one of several unfinished turns with the same display is followed, but their other continuations are
// not lost. The answer of a matching turn is the text itself.
func TestMatchOrders(t *testing.T) {
	same := func(lines []string) ([]string, error) { return lines, nil }
	for text, want := range map[string]string{"c": "c", "Cb": "bC", "Dab": "abD", "Da": "", "ab": ""} {
		turn, err := contest.Match[string](letters{}, []byte(text), same)
		if got := strings.Join(turn, ""); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: the turn %q, %v, want %q", text, got, err, want)
		}
		answer := contest.New[string](new(homework.Contest), letters{}).Answer(turn)["output.txt"]
		expect.True(t, string(answer) == text+"\n" || turn == nil, text, "the answer of", turn, "is", answer)
	}
}

// In a right answer, as in an input, line ends and trailing blanks are free; any other change to its bytes is
// a foul, and no change ends the referee.
func TestJudgeBytes(t *testing.T) {
	replace := func(from, to string) func(string) string {
		return func(text string) string { return strings.ReplaceAll(text, from, to) }
	}
	log := []string{"reversi", "mapcolor"} // whose answers have a log, which is free
	numbers := []string{"mancala"}         // whose answer is of numbers, between any blanks, as its input is
	for what, c := range map[string]struct {
		change func(text string) string
		right  []string // for these; nil for none
		all    bool     // right for all
	}{
		"nothing":          {change: strings.Clone, all: true},
		"returns":          {change: replace("\n", "\r\n"), all: true},
		"blanks":           {change: replace("\n", " \t\n"), all: true},
		"no last line end": {change: strings.TrimSpace, all: true},
		"more lines":       {change: func(text string) string { return text + "\n\n\n" }, all: true},
		"a million lines":  {change: func(text string) string { return text + strings.Repeat("\n", 1_000_000) }, all: true},
		"a mark in front":  {change: func(text string) string { return "\ufeff" + text }},
		"a blank in front": {change: func(text string) string { return " " + text }, right: numbers},
		"a line in front":  {change: func(text string) string { return "\n" + text }, right: []string{"mapcolor"}},
		"zeros behind":     {change: func(text string) string { return text + "\x00" }, right: []string{"reversi"}},
		"zeros within":     {change: func(text string) string { return text[:1] + "\x00" + text[1:] }},
		"UTF-16":           {change: func(text string) string { return strings.Join(strings.Split(text, ""), "\x00") }},
		"not UTF-8":        {change: func(text string) string { return "\xff" + text[1:] }},
		"wide letters": {change: func(text string) string {
			return strings.NewReplacer("X", "Ｘ", "O", "Ｏ", "0", "０", ",", "，").Replace(text)
		}},
		"other blanks":  {change: replace("\n", "\u00a0\n"), right: numbers},
		"returns alone": {change: replace("\n", "\r"), right: []string{"mapcolor"}}, // which answers in one line
		// of pits, for example, when the next line has one pit fewer
		"a longer first line": {change: func(text string) string {
			first, rest, _ := strings.Cut(text, "\n")
			word, rest, found := strings.Cut(rest, " ")
			if !found {
				return ""
			}
			return first + " " + word + "\n" + rest
		}},
		"twice":                 {change: func(text string) string { return text + text }, right: log},
		"half":                  {change: func(text string) string { return text[:len(text)/2] }},
		"nothing at all":        {change: func(string) string { return "" }},
		"empty lines":           {change: func(string) string { return "\n\n\n\n\n\n\n\n\n" }},
		"a long line":           {change: func(string) string { return strings.Repeat("X", 1<<20) }},
		"a million commas":      {change: func(string) string { return strings.Repeat(", ", 1<<19) }},
		"a large number":        {change: func(string) string { return strings.Repeat("9", 1<<20) + "\n9\n9\n9" }},
		"numbers that overflow": {change: func(string) string { return "2147483648 -1 99999999999999999999\n1 1 1\n4294967296\n-2147483649" }},
		"signs":                 {change: func(string) string { return "+1 +1 +1\n-0 -0 -0\n+0\n-0" }},
	} {
		for name, g := range games(t) {
			r := random.New(4)
			p := g.Contest.Start(r, g.size, 0)
			turn, _, err := p.Choose(t.Context(), homework.Agent{Kind: homework.Greedy}, homework.Allowance{})
			must.Do(t, err)
			file := p.Files()[0]
			text := c.change(string(p.Answer(turn)[file]))
			found, err := p.Judge(map[string][]byte{file: []byte(text)})
			foul := (*homework.Foul)(nil)
			isFoul := errors.As(err, &foul) && strings.HasPrefix(foul.Text, file+":") && len(foul.Text) <= 300
			if right := c.all || slices.Contains(c.right, name); right != (err == nil) || !right && !isFoul {
				t.Errorf("%s, %s: %q, %.300v", name, what, found, err)
			}
		}
	}
}

// The unchanged board is not an answer, nor is the answer to the opponent's turn: only answers to legal turns
// are judged right, and these are all different.
func TestJudgeOthers(t *testing.T) {
	for name, g := range games(t) {
		p := g.Contest.Start(random.New(6), g.size, 0)
		file, right := p.Files()[0], map[string]bool{}
		for _, turn := range g.turns(p, nil) {
			right[string(p.Answer(turn)[file])] = true
		}
		for _, turn := range g.turns(p, nil) {
			text := p.Answer(turn)[file]
			for i, b := range text { // each byte in turn is another that it might have been
				for _, other := range []byte("XO.*+0123") {
					changed := bytes.Clone(text)
					changed[i] = other
					_, err := p.Judge(map[string][]byte{file: changed})
					same := b == other || right[string(changed)]
					if name == "mapcolor" && i > bytes.LastIndexByte(text, ' ') {
						continue // the value is free
					}
					if same != (err == nil) {
						t.Fatalf("%s: %q is judged %v", name, changed, err)
					}
				}
			}
		}
	}
}
