package oracle_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Inputs that several tests share, most of them the handouts' examples.
const (
	figure5 = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"

	squirrelInput = "2\nX\n2\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
	battleInput   = "4\nX\n1\n0\nO\n2\n2\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
	gangwarsInput = "5\nMINIMAX\nX\n1\n" + figure5 + "..XX.\n..XOX\n...O.\n..OO.\n.....\n"
	startBoard    = "********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n"
	reversiInput  = "X\n2\n" + startBoard
)

// parse reads an input that must be right.
func parse(t testing.TB, assignment, input string) homework.Problem {
	t.Helper()
	return gametest.Parse(t, gametest.Lookup(t, assignment), input)
}

func answerNoted(t *testing.T, p homework.Problem, how homework.Options) (output.Memory, homework.Notes) {
	t.Helper()
	files := output.Memory{}
	notes, err := p.Solve(context.Background(), how, files)
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	return files, notes
}

// Parsing is lenient about accidental differences in real files, and the resulting problem contains none of
// them (docs/rules/README.md "Input").
func TestLenience(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			r := random.New(10)
			for range effort.Of(100, 500, 500) {
				want := a.Generator.Small(r)
				text := want.String()
				variants := map[string]string{
					"as printed":             text,
					"CRLF":                   strings.ReplaceAll(text, "\n", "\r\n"),
					"no final newline":       strings.TrimSuffix(text, "\n"),
					"CR at the end":          strings.TrimSuffix(text, "\n") + "\r",
					"blanks at line ends":    strings.ReplaceAll(text, "\n", " \t \n"),
					"blanks before CRLF":     strings.ReplaceAll(text, "\n", " \r\n"),
					"blank lines at the end": text + "\n  \n\t\r\n\n",
					"all of it":              strings.ReplaceAll(text, "\n", "\t \r\n") + " \r\n \n  ",
				}
				switch a.Name {
				case "reversi": // reversi rule 1
					variants["blank lines between"] = strings.ReplaceAll(text, "\n", "\n \r\n\n")
				case "mapcolor": // mapcolor rule 1
					variants["blanks around tokens"] = strings.NewReplacer(",", "\t , ", ":", " :  ").Replace(text)
					variants["blanks before lines"] = " " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n\t ")
					variants["no blanks"] = strings.ReplaceAll(text, " ", "")
				default:
					variants["several blanks"] = strings.ReplaceAll(text, " ", "  \t")
				}
				for name, variant := range variants {
					got, err := a.Parse("input.txt", []byte(variant))
					if err != nil {
						t.Fatalf("%s: %v, in\n%q", name, err, variant)
					}
					if !reflect.DeepEqual(want, got) {
						t.Fatalf("%s (-want +got):\n%s", name, cmp.Diff(want, got))
					}
				}
			}
		})
	}
}

// Bounds of the rules that are still inside.
func TestAccepted(t *testing.T) {
	for _, c := range []struct{ name, assignment, input string }{
		{"squirrel values beyond the handout's", "squirrel", strings.Replace(squirrelInput, "20 16 1 32 30", "100 1 1000000 1 1", 1)},
		{"squirrel cut-off 0", "squirrel", strings.Replace(squirrelInput, "\n2\n20", "\n0\n20", 1)},
		{"squirrel cut-off 1000000", "squirrel", strings.Replace(squirrelInput, "\n2\n20", "\n1000000\n20", 1)},
		{"squirrel battle, O first", "squirrel", strings.NewReplacer("\nX\n", "\nO\n", "\nO\n", "\nX\n").Replace(battleInput)},
		{"gangwars of width 1", "gangwars", "1\nALPHABETA\nO\n1\n1000000\n.\n"},
		{"reversi depth 0", "reversi", "O\n0\n" + startBoard},
		{"reversi with a full board", "reversi", "O\n0\n" + strings.Repeat("XXXXXXXX\n", 8)},
		{"mancala, ten pits", "mancala", "3\n2\n1\n1 2 3 4 5 6 7 8 9 10\n0 0 0 0 0 0 0 0 0 0\n1000\n0\n"},
		{"mancala with a million stones", "mancala", "3\n2\n1\n0 0 999999\n0 0 0\n0\n1\n"},
		{"mancala greedy, cut-off 0", "mancala", "1\n1\n0\n3 3 3\n3 3 3\n0\n0\n"},
		{"mapcolor without a map", "mapcolor", "R\nWA: R-2\n0\nR: -1000000\nR: 1000000\n"},
		{"mapcolor state without neighbours", "mapcolor", "R\nWA: R-2\n0\nR: 0\nR: 0\nT:\n"},
		{"mapcolor colours that differ in case", "mapcolor", "R, r\nWA: R-2, wa: r-1\n0\nR: 0, r: 1\nr: 0, R: 1\nwa: WA\n"},
	} {
		if p := parse(t, c.assignment, c.input); len(p.Files()) == 0 {
			t.Errorf("%s: no files", c.name)
		}
	}
}

// A competition input of gangwars is valid, and printed unchanged, but has no answer (gangwars rule 1).
func TestCompetition(t *testing.T) {
	for _, clock := range []string{"300", "299.5", "0.01", ".5", "7."} {
		text := strings.Replace(gangwarsInput, "MINIMAX\nX\n1\n", "COMPETITION\nX\n"+clock+"\n", 1)
		p := parse(t, "gangwars", text)
		if got := p.(*gangwars.Input).Clock; got != clock || p.String() != text {
			t.Errorf("clock %q of\n%s, want %q of\n%s", got, p, clock, text)
		}
		files := output.Memory{}
		_, err := p.Solve(context.Background(), homework.Options{}, files)
		var refusal homework.Refusal
		expect.True(t, errors.As(err, &refusal) && len(files) == 0, "clock", clock, "error", err,
			"and files", files, "want a refusal and none")
	}
}

// The files of each assignment end as declared.
func TestFinalNewline(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for file, text := range gametest.Answer(t, gametest.Corpus(t, a)[0].Problem, homework.Options{}) { // "Bytes"
			expect.Equal(t, a.FinalNewline, strings.HasSuffix(string(text), "\n"), a.Name, file, "ends in a newline")
		}
	}
}

// Line counts that other solvers for these assignments have published; the
// figures count every line of the file.
func TestPublishedLineCounts(t *testing.T) {
	for _, c := range []struct {
		name, assignment, input, file string
		lines                         int
	}{
		{"mancala minimax", "mancala", "2\n1\n6\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", "traverse_log.txt", 2_787_438},
		{"mancala alpha-beta", "mancala", "3\n1\n8\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", "traverse_log.txt", 1_136_762},
		{"reversi", "reversi", "X\n8\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n", "output.txt", 35_574 - 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := gametest.Answer(t, parse(t, c.assignment, c.input), homework.Options{})[c.file]
			expect.Equal(t, c.lines, strings.Count(string(text), "\n"), "line ends of", c.file)
		})
	}
}

// Whenever two editions of an assignment have different answers, the search of each has
// noted it ("Editions" of reversi and mapcolor).
func TestEditionsDiffer(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			r := random.New(13)
			different, parted, n := 0, 0, effort.Of(400, 2000, 2000)
			if len(a.Editions) == 1 {
				n /= 10
			}
			for range n {
				p := a.Generator.Small(r)
				if len(a.Editions) == 1 {
					if _, notes := answerNoted(t, p, homework.Options{}); notes.EditionsDiffer {
						t.Fatalf("editions differ where there is one, on the input\n%s", p)
					}
					continue
				}
				first, firstNotes := answerNoted(t, p, homework.Options{Edition: a.Editions[0].Name})
				second, secondNotes := answerNoted(t, p, homework.Options{Edition: a.Editions[1].Name})
				if firstNotes.EditionsDiffer != secondNotes.EditionsDiffer {
					t.Fatalf("editions differ: %v and %v, on the input\n%s", firstNotes.EditionsDiffer, secondNotes.EditionsDiffer, p)
				}
				if firstNotes.EditionsDiffer {
					parted++
				}
				if !bytes.Equal(first["output.txt"], second["output.txt"]) {
					different++
					if !firstNotes.EditionsDiffer {
						t.Fatalf("the editions differ and nothing was noted, on the input\n%s", p)
					}
				}
			}
			t.Logf("of %d inputs, %d parted and %d gave different answers", n, parted, different)
			expect.True(t, len(a.Editions) <= 1 || different >= n/100 && parted <= n-n/100, "want inputs of all kinds")
		})
	}
}

// Inputs of reversi on which the editions agree: the start, and a lone piece that is a leaf in both.
func TestEditionsAgree(t *testing.T) {
	lone := "X\n%d\nX*******" + strings.Repeat("\n********", 7)
	for input, want := range map[string]bool{reversiInput: false, fmt.Sprintf(lone, 1): true, fmt.Sprintf(lone, 0): false} {
		if _, notes := answerNoted(t, parse(t, "reversi", input), homework.Options{}); notes.EditionsDiffer != want {
			t.Errorf("editions differ: %v on the input\n%s", notes.EditionsDiffer, input)
		}
	}
}

// In reversi the editions differ only in the log: the next state and the root's last line
// are the same ("Editions" of reversi).
func TestReversiEditionsAgreeOnTheMove(t *testing.T) {
	r := random.New(14)
	for range effort.Of(400, 2000, 2000) {
		p := reversi.Assignment.Generator.Small(r)
		var moves [2]string // the board, which is before the log, and the value in the log's last line
		for i, edition := range []string{"final", "first"} {
			text := string(gametest.Answer(t, p, homework.Options{Edition: edition})["output.txt"])
			board, log, _ := strings.Cut(text, "Node,")
			moves[i] = board + strings.Split(log[strings.LastIndex(log, "\n"):], ",")[2]
		}
		if moves[0] != moves[1] {
			t.Fatalf("final has the next state and value\n%s\nfirst has\n%s\non the input\n%s", moves[0], moves[1], p)
		}
	}
}

// TestAssignmentsAreComplete reports what an assignment still lacks, one message each: the
// to-do list for a new assignment.
func TestAssignmentsAreComplete(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for what, missing := range lacks(t, a) {
			expect.True(t, !missing, a.Name, "lacks", what)
		}
	}
	for what, missing := range lacks(t, &oracle.Assignment{Name: "chess", Editions: homework.OneEdition}) {
		expect.True(t, missing, "an assignment without anything has", what)
	}
}

// lacks checks that an assignment has everything it needs and returns the missing parts.
func lacks(t *testing.T, a *oracle.Assignment) map[string]bool {
	t.Helper()
	rules, _ := os.ReadFile("../docs/rules/" + a.Name + ".md")
	in := map[string]int{}
	corpus, err := cases.Embedded(a)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // a missing directory has no cases
		t.Errorf("cases/%s: %v", a.Name, err)
	}
	for _, c := range corpus {
		for _, profile := range []string{cases.ProfileDefault, cases.ProfileCore, cases.ProfileGraded} {
			if c.In(profile) {
				in[profile]++
			}
		}
	}
	hasProperty := tests(a, "gametest.Property(") || tests(a, "gametest.Symmetry(") || tests(a, "gametest.DoubledWeights(")
	return map[string]bool{
		"a course and a title":                                  a.Course == "" || a.Title == "",
		"what every game has: " + strings.Join(a.Lacks(), "; "): len(a.Lacks()) > 0,
		"a shrinker":                                       a.Generator.Shrink == nil,
		"that page, in the field Rules":                    a.Rules == "" || a.Rules != string(rules),
		"the size of the course's graded set":              a.Generator.GradedSize == 0,
		"docs/rules/" + a.Name + ".md with numbered rules": !strings.Contains(string(rules), "\n## Rule 1: "),
		"the section \"Envelope\" on that page":            !strings.Contains(string(rules), "\n## Envelope\n"),
		"the section \"Grading\" on that page":             !strings.Contains(string(rules), "\n## Grading\n"),
		"a fuzz target for its parser (gametest.Fuzz)":     !tests(a, "func FuzzParse("),
		"cases in cases/" + a.Name:                         in[cases.ProfileDefault] == 0,
		"cases of the profile core":                        in[cases.ProfileCore] == 0,
		"as many graded cases as the course had":           a.Generator.GradedSize == 0 || in[cases.ProfileGraded] != a.Generator.GradedSize,
		"a second solver with faults":                      len(catalog.Faults(a)) == 0,
		"a replay (homework.Replayer)":                     !replays(a),
		"a test of its situations (gametest.Situations)":   !tests(a, "gametest.Situations("),
		"a test of wrong inputs (gametest.Errors)":         !tests(a, "gametest.Errors("),
		"a test of its envelope (gametest.Beyond)":         !tests(a, "gametest.Beyond("),
		"a test of whole answers (gametest.Answers)":       !tests(a, "gametest.Answers("),
		"a test of its graded sets (gametest.Graded)":      !tests(a, "gametest.Graded("),
		"a test of its seeds (gametest.Seed)":              !tests(a, "gametest.Seed("),
		"a property of random inputs (gametest.Property)":  !hasProperty,
	}
}

// tests reports whether the tests of an assignment make a call.
func tests(a *oracle.Assignment, call string) bool {
	files, _ := filepath.Glob(a.Name + "/*_test.go")
	return slices.ContainsFunc(files, func(file string) bool {
		text, _ := os.ReadFile(file)
		return strings.Contains(string(text), call)
	})
}

// replays reports whether the searches of an assignment can be shown step by step.
func replays(a *oracle.Assignment) bool {
	if a.Generator.Small == nil {
		return false
	}
	_, ok := a.Generator.Small(random.New(1)).(homework.Replayer)
	return ok
}
