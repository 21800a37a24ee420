package diagnosis

import (
	"bytes"
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// withoutOptional returns what a program wrote into a file without the lines that a course leaves out of account, and how many
// these are.
func (d *diagnosis) withoutOptional(ctx context.Context, r verdict.Result, f verdict.File) (text []byte, dropped int, err error) {
	if !d.course || d.a.Optional == nil {
		return f.Text, 0, nil
	}
	want := beginning{name: f.Name, most: 2 * len(f.Text)}
	if _, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: d.edition, Optional: d.a.Optional}, &want); err != nil {
		return nil, 0, err
	}
	text = compare.WithoutOptional(want.text, f.Text, d.a.Optional)
	return text, bytes.Count(f.Text, []byte("\n")) - bytes.Count(text, []byte("\n")), nil
}

// A beginning is a sink that keeps so many bytes of one file, and a little more if they come at once.
type beginning struct {
	name string
	most int
	text []byte
}

func (b *beginning) Begin(name string, head output.Size) (output.File, error) {
	if name != b.name {
		return &beginning{}, nil
	}
	b.text = make([]byte, head.Bytes)
	return b, nil
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
