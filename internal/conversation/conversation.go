// Package conversation records the runs of a program and a validator of a problem package, when the program
// leaves no answer that a validator can judge afterwards.
package conversation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A Record is the result of the runs of a program and the validator on a case.
type Record struct {
	Exit        int      // the exit status of the validator, or 0 if the program failed by itself
	Message     string   // of the validator
	Score       *float64 `json:",omitempty"`
	Passes      int
	Description string // a line on the text
	Text        []byte `json:"-"` // the conversation, or the output of each pass
}

// Encode returns the text of a record: a line of JSON, and the conversation.
func (r *Record) Encode() []byte {
	line, _ := json.Marshal(r) // the fields can be encoded
	return append(append(line, '\n'), r.Text...)
}

// maxRecord is the maximum size of the text of a record, which keeps the end of the conversations.
const maxRecord = 1 << 20

// Add adds a conversation.
func (r *Record) Add(text []byte) {
	r.Text = append(r.Text, text...)
	if over := len(r.Text) - maxRecord; over > 0 {
		r.Text = fmt.Appendf(nil, "... (%d bytes left out)\n%s", over, r.Text[over:])
	}
}

// Parse is the inverse of Encode.
func Parse(text []byte) (r *Record, err error) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	r = &Record{Text: rest}
	if err := json.Unmarshal(line, r); err != nil {
		return nil, fmt.Errorf("want the record of a run of a program and its validator, found %q",
			line[:min(len(line), 100)])
	}
	return r, nil
}

// maxShown is the maximum number of lines of a conversation that a report shows, up to the mistake.
const maxShown = 40

// String returns the message of the validator, and the end of the conversation.
func (r *Record) String() string {
	lines := strings.SplitAfter(strings.TrimRight(string(r.Text), "\n"), "\n")
	skipped := max(0, len(lines)-maxShown)
	lines = lines[skipped:]
	if skipped > 0 {
		lines[0] = fmt.Sprintf("... (%d lines before)\n", skipped) + lines[0]
	}
	for i, line := range lines {
		if len(line) > maxShownLine {
			lines[i] = line[:maxShownLine] + "...\n"
		}
	}
	return strings.TrimSpace(r.Message + "\n" + r.Description + strings.Join(lines, ""))
}

// maxShownLine is the maximum length of such a line.
const maxShownLine = 200
