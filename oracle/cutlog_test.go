package oracle_test

import (
	"context"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Log is cut out of an answer.
type Log struct {
	Format
	Before, Text, Behind string // Before and Behind surround it in its file
}

// LogOf solves a problem and extracts its log. ok is false if the input has no log. The place of the log, its
// number of lines and the name of its root come from the replay.
func LogOf(t fataler, p homework.Problem, how homework.Options) (log Log, ok bool) {
	t.Helper()
	files, stage := answer(t, p, how), p.(homework.Replayer).Stage()
	if stage.File == "" {
		return Log{}, false
	}
	steps, root := 0, ""
	err := p.(homework.Replayer).Replay(context.Background(), how, func(s replay.Step) error {
		if steps++; steps == 1 {
			root = s.Name
		}
		log.ExtraTurns = log.ExtraTurns || s.Depth != s.Ply
		return nil
	})
	lines := strings.SplitAfter(string(files[stage.File]), "\n")
	first := stage.First - 1
	if err != nil || len(lines) < first+steps {
		t.Fatalf("%v, %d lines, want %d from line %d on, in the log of\n%s", err, len(lines), steps, stage.First, p)
	}
	log.Separator, log.Infinity = ",", "inf"
	if strings.Contains(lines[first], ", ") {
		log.Separator = ", "
	}
	log.NameColumns = strings.Count(root, log.Separator) + 1
	log.Window = strings.Count(lines[first], log.Separator)+1 == log.NameColumns+4
	log.Text = strings.Join(lines[first:first+steps], "")
	if strings.Contains(log.Text, "Infinity") {
		log.Infinity = "Infinity"
	}
	log.Behind = strings.Join(lines[first+steps:], "")
	if first > 0 {
		first--
		log.Header = strings.TrimSuffix(lines[first], "\n")
		log.Text = lines[first] + log.Text
	}
	log.Before = strings.Join(lines[:first], "")
	return log, true
}
