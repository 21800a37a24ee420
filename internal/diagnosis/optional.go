package diagnosis

import (
	"bytes"
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// optional returns how the right files begin, as far as it matters for what a program wrote, with the mark of the lines that a course
// leaves out of account. There are none of a comparison by bytes.
func (d *diagnosis) optional(ctx context.Context, r verdict.Result) (beginnings, error) {
	if !d.course || d.a.Optional == nil {
		return nil, nil
	}
	want := beginnings{}
	for _, f := range r.Files {
		want[f.Name] = &beginning{most: 2 * len(f.Text)}
	}
	_, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: d.edition, Optional: d.a.Optional}, want)
	return want, err
}

// withoutOptional returns what a program wrote into a file without such lines, and how many these are.
func (d *diagnosis) withoutOptional(want beginnings, f verdict.File) (text []byte, dropped int) {
	if want == nil {
		return f.Text, 0
	}
	text = compare.WithoutOptional(want[f.Name].text, f.Text, d.a.Optional)
	return text, bytes.Count(f.Text, []byte("\n")) - bytes.Count(text, []byte("\n"))
}

// Beginnings are a sink of files by their names.
type beginnings map[string]*beginning

// A beginning keeps so many bytes of a file, and a little more if they come at once.
type beginning struct {
	most int
	text []byte
}

func (b beginnings) Begin(name string, head output.Size) (output.File, error) {
	f := b[name]
	if f == nil {
		return &beginning{}, nil
	}
	f.text = make([]byte, head.Bytes)
	return f, nil
}

func (b *beginning) Write(p []byte) (int, error) {
	if len(b.text) < b.most {
		b.text = append(b.text, p...)
	}
	return len(p), nil
}

func (b *beginning) Finish(head []byte) error {
	copy(b.text, head)
	return nil
}
