package report

import "io"

// A Bar shows nothing: there is no terminal in a browser, and the library that draws on one does not
// compile for it.
type Bar struct{ screen io.Writer }

// NewBar returns a bar that shows nothing.
func NewBar(screen io.Writer, _ string, _ int, _ ...func() string) *Bar { return &Bar{screen} }

func (b *Bar) Step()            {}
func (b *Bar) SetText(string)   {}
func (b *Bar) Skip(int)         {}
func (b *Bar) Above() io.Writer { return b.screen }
func (b *Bar) End()             {}
