package cli

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// floors are the packages of this module from the ground up. A package imports only
// what is below it (CONTRIBUTING.md draws the same). GAME stands for each game.
var floors = []string{
	"cli/internal/tournament/rating docs docs/rules internal/fleettest internal/near internal/regular internal/scratch internal/visible mutant oracle/random oracle/replay oracle/shrink",
	"mutant/search",
	"mutant/board",
	"mutant/GAME",
	"oracle/scan oracle/output",
	"oracle/homework",
	"oracle/trace",
	"oracle/search",
	"oracle/engine oracle/search/parallel",
	"oracle/contest oracle/engine/enginetest",
	"oracle/GAME",
	"oracle",
	"internal/compare internal/sandbox internal/tier internal/unpack",
	"gen cases internal/answers internal/answers/answerstest internal/parsetest",
	"cli/internal/player internal/gametest internal/program",
	"internal/program/programtest testscript",
	"cli/internal/explain internal/arena cli/internal/journal cli/internal/page cli/internal/page/pagetest cli/internal/workers",
	"cli/internal/audit cli/internal/diagnose cli/internal/doctor cli/internal/walk",
	"cli/internal/fuzz cli/internal/report",
	"cli/internal/books cli/internal/course cli/internal/course/coursetest cli/internal/why",
	"cli/internal/autograder cli/internal/grade",
	"cli/internal/tournament",
	"cli/internal/fleet",
	"cli",
	"bench/play",
	"bench bench/class bench/class/player bench/diagnosis bench/diagnosis/player bench/strength cmd/touchstone",
}

func TestArrowsRunOneWay(t *testing.T) {
	floor, games := map[string]int{}, gamesHere(t)
	for i, packages := range floors {
		for name := range strings.FieldsSeq(packages) {
			floor[name] = i
			if of, ok := strings.CutSuffix(name, "GAME"); ok {
				for _, game := range games {
					floor[of+game] = i
				}
			}
		}
	}
	const module = "github.com/touchstone-suite/touchstone/"
	for name, imports := range importsOf(t, module+"...") {
		name = strings.TrimPrefix(name, module)
		if strings.HasPrefix(name, "examples") {
			continue
		}
		own, known := floor[name]
		if !known {
			t.Errorf("%s is on no floor", name)
		}
		for _, path := range imports {
			below, ours := strings.CutPrefix(path, module)
			if ours && floor[below] >= own {
				t.Errorf("%s imports %s, which is not below it", name, below)
			}
		}
	}
}

// gamesHere returns the names of the games of this module, whose packages hold an
// assignment.go.
func gamesHere(t *testing.T) (games []string) {
	t.Helper()
	paths, err := filepath.Glob("../oracle/*/assignment.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if game := filepath.Base(filepath.Dir(path)); game != "homework" { // which says what an assignment is
			games = append(games, game)
		}
	}
	if len(games) < 5 {
		t.Fatalf("found the games %v, want those below oracle", games)
	}
	return games
}

// The second solver shares no code with the oracle, nor with anything here.
func TestSecondSolverStandsAlone(t *testing.T) {
	const second = "github.com/touchstone-suite/touchstone/mutant"
	for path := range importsOf(t, "-deps", second+"/...") {
		first, _, _ := strings.Cut(path, "/")
		if path != second && !strings.HasPrefix(path, second+"/") && strings.Contains(first, ".") {
			t.Errorf("it needs %s", path)
		}
	}
}

// importsOf returns what packages import, as go list names them.
func importsOf(t *testing.T, args ...string) map[string][]string {
	t.Helper()
	command := exec.Command("go", append([]string{"list", "-f", `{{.ImportPath}} {{join .Imports " "}}`}, args...)...)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		imports[words[0]] = words[1:]
	}
	if len(imports) == 0 {
		t.Fatal("go list names no package")
	}
	return imports
}
