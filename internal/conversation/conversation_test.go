package conversation_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/conversation"
	"github.com/touchstone-suite/touchstone/internal/expect"
)

// Parse returns the record that Encode has encoded. It returns an error for any other text.
func TestParse(t *testing.T) {
	score := 0.5
	r := conversation.Record{Exit: 43, Message: "wrong\nnumber", Score: &score, Passes: 2, Description: "a line\n"}
	r.Add([]byte("< 1\n"))
	r.Add([]byte("> 2\n"))
	got, err := conversation.Parse(r.Encode())
	expect.True(t, err == nil && got.Exit == 43 && got.Message == r.Message && *got.Score == score &&
		got.Passes == 2 && string(got.Text) == "< 1\n> 2\n", "found", got, err)
	expect.Equal(t, "wrong\nnumber\na line\n< 1\n> 2", got.String())
	if _, err := conversation.Parse([]byte("no record\n")); err == nil || !strings.Contains(err.Error(), `found "no record"`) {
		t.Errorf("found the error %v", err)
	}
}

// A record keeps the end of a long conversation, and shows the end of that with shortened lines.
func TestAdd(t *testing.T) {
	var r conversation.Record
	for i := range 3 {
		r.Add([]byte(strings.Repeat("x", 1<<20-1) + "\n"))
		expect.Equal(t, i == 0, r.Text[0] == 'x', "round", i, "is whole")
	}
	r.Add([]byte("last\n"))
	expect.True(t, len(r.Text) <= 1<<20+100 && strings.HasPrefix(string(r.Text), "... (") &&
		strings.HasSuffix(string(r.Text), "x\nlast\n"), "kept", len(r.Text), "bytes")
	r.Text = []byte(strings.Repeat("line\n", 50))
	if shown := r.String(); !strings.HasPrefix(shown, "... (10 lines before)\nline\n") || strings.Count(shown, "\n") != 40 {
		t.Errorf("shown %q", shown)
	}
	whole := strings.Repeat("z", 199) + "\n"
	r.Text = []byte(strings.Repeat("y", 300) + "\n" + whole + "> 1\n")
	expect.Equal(t, strings.Repeat("y", 200)+"...\n"+whole+"> 1", r.String())
}
