package sandbox

import (
	"os"
	"path/filepath"
	"regexp"

	"github.com/touchstone-suite/touchstone/internal/outcome"
)

// The acts that most programs fail by.
const (
	ActRead  = outcome.ActRead
	ActWrite = outcome.ActWrite
	// actAsOther is what is shown to root's programs, but closed to the user as whom they run.
	actAsOther = "open, as another user than root,"
)

// isRelevant reports whether a program may have failed because of a refusal: it concerns
// an existing file, other than those by which language runtimes examine the system, or the
// creation of a file, other than those that they do without.
func isRelevant(r Refusal) bool {
	switch r.Act {
	case ActRead, actAsOther:
		info, err := os.Stat(r.Path)
		return err == nil && info.Mode().IsRegular() && !systemFolder.MatchString(r.Path)
	case ActWrite:
		info, err := os.Stat(filepath.Dir(r.Path))
		return err == nil && info.IsDir() && !spareFolder.MatchString(r.Path)
	}
	return true
}

var (
	systemFolder = regexp.MustCompile(`^/(sys|proc|run|etc|dev/fd)/|^/dev/std`)
	spareFolder  = regexp.MustCompile(`/(__pycache__|hsperfdata_[^/]*)(/|$)`) // of Python and Java
)
