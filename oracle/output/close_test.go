package output

import (
	"errors"
	"os"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// Some file systems report only at Close that a write failed. Such a file is not finished,
// and no file appears.
func TestFinishReportsClose(t *testing.T) {
	dir := t.TempDir()
	sink := NewDir(dir)
	file := must.Get(sink.Begin("output.txt", Size{}))(t)
	file.(*dirFile).f.Close() // so that the next Close has an error
	if err := file.Finish(nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want %v", err, os.ErrClosed)
	}
	expect.Error(t, sink.Commit(), "output.txt was not finished")
	sink.Abort()
	expect.Equal(t, nil, must.Names(t, dir), "files left behind")
}
