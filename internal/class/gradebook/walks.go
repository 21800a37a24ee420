package gradebook

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

const (
	mostLines = 100_000  // of a search that is walked
	mostKept  = 64 << 20 // bytes of pages that may be needed again
)

// walks writes the pages that walk searches. Many students have the same mistake, and write the same
// where it first shows: such a page is made once.
type walks struct {
	*class
	made map[[sha256.Size]byte][]byte
	kept int
}

// writeAll writes the pages of a student and remembers their names: one for the first case of each
// cause that has a log, as far as there may be some.
func (w *walks) writeAll(ctx context.Context, to output.Sink, s *student) error {
	if w.show != report.ShowDiff {
		return nil
	}
	var names []string
	for _, c := range w.Cases {
		names = append(names, c.Name)
	}
	files := page.FileNames(names)
	written := map[string]bool{}
	for k, cause := range s.Summary.Causes {
		if len(written) == w.Traces {
			return nil
		}
		if cause.Second {
			continue
		}
		i := slices.IndexFunc(cause.Cases, func(name string) bool { return Walkable(s.Results[w.caseAt[name]]) })
		if i < 0 {
			continue
		}
		name := cause.Cases[i]
		if !written[name] {
			text, err := w.page(ctx, s.Results[w.caseAt[name]])
			if err != nil {
				return err
			}
			if err := output.Whole(to, s.path(files[name]+".html"), text); err != nil {
				return err
			}
			written[name] = true
		}
		s.pages[k] = [2]string{name, files[name] + ".html"}
	}
	return nil
}

// page returns the page of a result whose log is wrong.
func (w *walks) page(ctx context.Context, r verdict.Result) ([]byte, error) {
	game, log := logged(r)
	key := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %x", r.Case.Name, r.Verdict, r.Reason, sha256.Sum256(log)))
	if text, known := w.made[key]; known {
		return text, nil
	}
	first, err := diagnosis.Explain(ctx, w.Start.Edition, r)
	if err != nil {
		return nil, err
	}
	page := walk.Page{
		Assignment: w.Start.Assignment, Name: r.Case.Name, Title: r.Case.Title, Game: game, How: homework.Options{Edition: w.Start.Edition}, Most: mostLines,
		Program: &walk.Program{Name: "the program", Verdict: string(r.Verdict), Reason: r.Reason, Log: log}, First: first,
	}
	var text bytes.Buffer
	if _, err := walk.Write(ctx, &text, page); err != nil {
		return nil, err
	}
	if w.kept += text.Len(); w.kept <= mostKept {
		w.made[key] = text.Bytes()
	}
	return text.Bytes(), nil
}

// Walkable reports whether there can be a walk of a result: its log is wrong, and was kept. Of the
// cases of a cause, the first that is walkable is walked.
func Walkable(r verdict.Result) bool {
	_, log := logged(r)
	return log != nil
}

// logged returns the search of a result and the log that the program wrote, if there are both, and the
// log is wrong.
func logged(r verdict.Result) (homework.Replayer, []byte) {
	game, ok := r.Case.Problem.(homework.Replayer)
	if !ok {
		return nil, nil
	}
	if battle, is := r.Case.Problem.(homework.Battle); is {
		if _, first := battle.Turn(1, nil); first != nil {
			return nil, nil
		}
	}
	file := game.Stage().File
	for _, f := range r.Files {
		if file != "" && f.Name == file && f.Report.Grade != compare.Equal {
			return game, f.Text
		}
	}
	return nil, nil
}
