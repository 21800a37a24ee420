package sandbox

import (
	"os"
	"path/filepath"
	"regexp"
)

// A Refusal is an access that a program attempted and the sandbox refused.
type Refusal struct {
	// Act completes "the sandbox refused to": ActRead, ActWrite or one of a fixed set of
	// others.
	Act string `json:"act"`
	// Path is the absolute path that the act was attempted on, or "".
	Path string `json:"path,omitempty"`
}

// The acts that most programs fail by.
const (
	ActRead  = "open"
	ActWrite = "write to"
	// actAsOther is what is shown to root's programs, but closed to the user as whom they run.
	actAsOther = "open, as another user than root,"
)

// worthTelling reports whether a program may have failed because of a refusal: it concerns
// an existing file, other than those by which language runtimes examine the system, or the
// creation of a file, other than those that they do without.
func (r Refusal) worthTelling() bool {
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
