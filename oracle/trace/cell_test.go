package trace_test

import (
	"bytes"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// The buffer that Append returns may be overwritten at once, whether the log took the buffer itself or copied
// its text: the log does not change.
func TestAppendGivesABufferBack(t *testing.T) {
	dialect := trace.Dialect{Separator: ",", FinalNewline: true} // no header: the log is empty at first
	for _, first := range []string{"\none,0,1", ""} {
		files := output.Memory{}
		log, err := trace.Begin(files, "log", output.Size{}, &dialect, label)
		must.Do(t, err)
		want := ""
		for _, text := range []string{first, "\ntwo,1,2", "\nthree,2,3"} {
			buffer := append(trace.Buffer()[:0], text...)
			spare := log.Append(buffer)
			spare = spare[:cap(spare)]
			copy(spare, bytes.Repeat([]byte{'?'}, 100))
			want += text
		}
		must.Do(t, log.Finish(nil))
		if got := string(files["log"]); got != want[1:]+"\n" {
			t.Errorf("the log is %q, want %q", got, want[1:]+"\n")
		}
	}
}
