package gradebook

import "strings"

// texts are those of a page, each once.
type texts struct {
	all []string
	ids map[string]int
}

// newTexts returns texts of which the first is empty.
func newTexts() *texts { return &texts{[]string{""}, map[string]int{"": 0}} }

// id returns the number of a text.
func (t *texts) id(text string) int {
	id, known := t.ids[text]
	if !known {
		id = len(t.all)
		t.ids[text], t.all = id, append(t.all, text)
	}
	return id
}

// shorten cuts a text that is too long.
func shorten(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + " ..."
}
