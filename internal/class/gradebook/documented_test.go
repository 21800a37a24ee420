package gradebook_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// likeDocumented returns a class of many students on some cases, who pass all but those of which adjust says else. A name with a
// prime is another case of that name.
func likeDocumented(t *testing.T, students int, names []string, adjust func(s *gradebook.Student, score verdict.Score) verdict.Score) *gradebook.Class {
	t.Helper()
	corpus, err := cases.Embedded(&reversi.Assignment)
	if err != nil {
		t.Fatal(err)
	}
	c := &gradebook.Class{Title: "reversi", Start: report.Start{Assignment: "reversi", Edition: reversi.Assignment.Editions[0].Name, Compare: "exact", Show: report.ShowNone}}
	for i, name := range names {
		one := *corpus[i]
		if of, changed := strings.CutSuffix(name, "'"); changed {
			one = *corpus[i+len(names)]
			name = of
		}
		one.Name = name
		c.Cases = append(c.Cases, &one)
	}
	for i := range students {
		s := gradebook.Student{Name: fmt.Sprintf("s%03d", i)}
		if i == 0 {
			s.Name = "ada"
		}
		for _, of := range c.Cases {
			s.Results = append(s.Results, verdict.Result{Case: of, Verdict: verdict.Pass})
		}
		score := adjust(&s, verdict.NewScore(&reversi.Assignment, s.Results))
		s.Summary.Score = &score
		c.Students = append(c.Students, s)
	}
	return c
}

// fails has a student fail a case.
func fails(s *gradebook.Student, i int) verdict.Score {
	s.Results[i].Verdict = verdict.Wrong
	return verdict.NewScore(&reversi.Assignment, s.Results)
}

// The documents show what is told when points have moved.
func TestDocumentedRegrade(t *testing.T) {
	asIs := func(_ *gradebook.Student, score verdict.Score) verdict.Score { return score }
	ada := func(then func(s *gradebook.Student) verdict.Score) func(*gradebook.Student, verdict.Score) verdict.Score {
		return func(s *gradebook.Student, score verdict.Score) verdict.Score {
			if s.Name == "ada" {
				return then(s)
			}
			return score
		}
	}
	eight := strings.Fields("a b c d e f deep-search three-plies")
	for _, c := range []struct {
		document, first string
		before, after   *gradebook.Class
	}{
		{"grade.md", "deep-search is another case", likeDocumented(t, 300, eight, asIs),
			likeDocumented(t, 300, strings.Fields("a b c d e f deep-search' three-plies"), ada(func(s *gradebook.Student) verdict.Score { return fails(s, 6) }))},
		{"books.md", "deep-search is gone; it was worth 12.50", likeDocumented(t, 300, eight, asIs),
			likeDocumented(t, 300, strings.Fields("a b c d e f late-pass three-plies'"), ada(func(s *gradebook.Student) verdict.Score { return fails(s, 7) }))},
		{"books.md", "ada: 46.67, was 66.67 (-20.00)",
			likeDocumented(t, 1, []string{"a", "b", "c"}, ada(func(s *gradebook.Student) verdict.Score { return fails(s, 0) })),
			likeDocumented(t, 1, []string{"a", "b", "c"}, ada(func(s *gradebook.Student) verdict.Score { return fails(s, 0).Adjusted(4, 1, 10, 0) }))},
	} {
		books := output.Memory{}
		if err := gradebook.Write(t.Context(), books, c.before); err != nil {
			t.Fatal(err)
		}
		moved, err := gradebook.Moved(books[gradebook.Ledger], c.after)
		if err != nil {
			t.Fatal(err)
		}
		var told bytes.Buffer
		if err := moved.WriteText(&told); err != nil {
			t.Fatal(err)
		}
		document, err := os.ReadFile("../../../docs/" + c.document)
		if err != nil {
			t.Fatal(err)
		}
		if text := "\n```\n" + told.String() + "```\n"; !strings.HasPrefix(told.String(), c.first+"\n") || !strings.Contains(string(document), text) {
			t.Errorf("docs/%s does not have %s", c.document, text)
		}
	}
}
