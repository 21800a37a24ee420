package cases

import "cmp"

// An Index is the entry of a case in a list.
type Index struct {
	Assignment string        `json:"assignment"`
	Name       string        `json:"case"`
	Title      string        `json:"title"`
	Category   string        `json:"category"`
	Tags       []string      `json:"tags"`
	Rules      []string      `json:"rules,omitempty"`
	Profiles   []string      `json:"profiles,omitempty"`
	For        []string      `json:"for,omitempty"`
	Kills      []string      `json:"kills,omitempty"`
	Input      int           `json:"inputBytes"`
	Goldens    []GoldenIndex `json:"goldens"`
}

// A GoldenIndex is the entry of a golden in a list.
type GoldenIndex struct {
	File   string `json:"file"`
	Bytes  int64  `json:"bytes"`
	Lines  int64  `json:"lines"`
	Stored bool   `json:"stored"` // as text, not as a sum
}

// AnswerSize returns the bytes of the case's answer, as far as it has goldens.
func (c *Case) AnswerSize() (size int64) {
	for _, name := range c.Problem.Files() {
		if golden, err := c.Golden(name); err == nil {
			size += golden.Bytes
		}
	}
	return size
}

// BySize returns an order of cases: by the size of their answers, as far as they are stored, and of
// their inputs.
func BySize() func(x, y *Case) int {
	sizes := map[*Case]int64{}
	size := func(c *Case) int64 {
		size, known := sizes[c]
		if !known {
			size = c.AnswerSize()
			sizes[c] = size
		}
		return size
	}
	return func(x, y *Case) int {
		return cmp.Or(cmp.Compare(size(x), size(y)), cmp.Compare(len(x.Input()), len(y.Input())))
	}
}

// Index returns the case's entry for a list.
func (c *Case) Index() Index {
	x := Index{
		Assignment: c.Assignment.Name,
		Name:       c.Name,
		Title:      c.Title,
		Category:   c.Problem.Category(),
		Tags:       append([]string{}, c.Tags...),
		Rules:      c.Rules,
		Profiles:   c.Profiles,
		For:        c.For,
		Kills:      c.Kills,
		Input:      len(c.Input()),
		Goldens:    []GoldenIndex{},
	}
	for _, f := range c.Problem.Files() {
		if g, err := c.Golden(f); err == nil {
			x.Goldens = append(x.Goldens, GoldenIndex{f, g.Bytes, g.Lines, g.Text != nil})
		}
	}
	return x
}
