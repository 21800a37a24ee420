package oracle_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A replay has the lines of the log, in every edition, with a board of the right size at each.
func TestReplaysAreLogs(t *testing.T) {
	for _, a := range oracle.Assignments() {
		r := random.New(5)
		compared := 0
		for range 300 {
			p, ok := a.Generator.Small(r).(homework.Replayer)
			if !ok {
				t.Errorf("%s: want Stage and Replay (homework.Replayer) on its inputs, found neither or one", a.Name)
				break
			}
			stage := p.Stage()
			for _, edition := range a.EditionNames() {
				how := homework.Options{Edition: edition}
				files := output.Memory{}
				if _, err := p.Solve(t.Context(), how, files); err != nil {
					t.Fatal(err)
				}
				got := replayed(t, p, how, len(stage.Places))
				if stage.File == "" {
					continue
				}
				text := strings.Split(strings.TrimSuffix(string(files[stage.File]), "\n"), "\n")[stage.First-1:]
				for i, line := range got {
					if want := strings.NewReplacer(" ", "", "Infinity", "inf").Replace(text[i]); !strings.HasPrefix(line+",", want+",") {
						t.Fatalf("%s: line %d is %s, want %s, on the input\n%s", a.Name, i, line, want, p)
					}
				}
				if rest := len(text) - len(got); rest != 0 && !(rest == 1 && stage.First == 1) { // mapcolor's last line
					t.Fatalf("%s: %d lines, want %d, on the input\n%s", a.Name, len(got), len(text), p)
				}
				compared += len(got)
			}
		}
		t.Logf("%s: %d lines", a.Name, compared)
	}
}

// replayed returns the lines of a replay, without blanks and with their windows.
func replayed(t *testing.T, p homework.Replayer, how homework.Options, places int) (lines []string) {
	t.Helper()
	number := strings.NewReplacer(fmt.Sprint(replay.Inf), "inf")
	err := p.Replay(context.Background(), how, func(s replay.Step) error {
		if b := s.Board(); len(b.Pieces) != places || b.Mover == "" {
			return fmt.Errorf("%d pieces on %d places, %q moves", len(b.Pieces), places, b.Mover)
		}
		line := fmt.Sprintf("%s,%d,%d,%d,%d", s.Name, s.Depth, s.Value, s.Alpha, s.Beta)
		lines = append(lines, number.Replace(strings.ReplaceAll(line, " ", "")))
		return nil
	})
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	return lines
}
