package command

import (
	"os/exec"
	"strings"
	"testing"
)

// A checkout has the bytes of the repository, whatever the settings of git are: embedded files and the files that tests
// compare must not get other line ends.
func TestLineEnds(t *testing.T) {
	files, err := exec.Command("git", "-C", "../..", "ls-files", "--eol").Output()
	if err != nil {
		t.Skip(err)
	}
	for row := range strings.Lines(string(files)) {
		about, name, _ := strings.Cut(row, "\t")
		if strings.HasPrefix(about, "i/-text") || strings.Contains(about, "attr/-text") || strings.Contains(about, "eol=lf") {
			continue
		}
		t.Errorf(".gitattributes lets git change the line ends of %s", name)
	}
}
