package cases_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// small is a case without its last file.
const small = `# mancala: a greedy move
submit input.txt
golden next_state.txt
-- input.txt --
1
1
1
3 3 3
3 3 3
0
0
`

// A case holds its input and its goldens and nothing else: a file of any other name is
// never unpacked.
func TestFileNames(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside.txt")
	for _, name := range []string{
		outside, "../outside.txt", "../../../outside.txt", "golden/../../outside.txt", "golden/../input.txt",
		"./input.txt", "a/../input.txt", "//input.txt", `..\outside.txt`, `C:\outside.txt`, "C:outside.txt", `\\host\share`,
		"CON", "input.txt:stream", "in\x00put.txt", "\x1b[2J", "\u202etxt.tupni", "\xff", "$WORK/x", "~", "..", ".", "/",
		"notes.txt", "INPUT.TXT", "golden", "golden/", "golden/other.txt", "golden/traverse_log.txt", "golden/next_state.txt.sum.sum",
		"Golden/next_state.txt", strings.Repeat("x", 5000),
	} {
		path := filepath.Join(t.TempDir(), "case.txtar")
		if err := os.WriteFile(path, []byte(small+"-- "+name+" --\nx\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%s:12: want the files input.txt, golden/next_state.txt (or its digest, *.sum), found %s", path, scan.Show(name))
		if _, err := cases.Load(path); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", name, err, want)
		}
	}
}

// A file occurs only once in a case; otherwise it would be unclear which one counts.
func TestFilesStandOnce(t *testing.T) {
	for _, rest := range []string{
		"-- input.txt --\n1\n",
		"-- golden/next_state.txt --\n-- golden/next_state.txt --\n",
		"-- golden/next_state.txt --\n-- golden/next_state.txt.sum --\n",
	} {
		path := filepath.Join(t.TempDir(), "case.txtar")
		if err := os.WriteFile(path, []byte(small+rest), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := cases.Load(path); err == nil || !strings.Contains(err.Error(), ": want each file once, found ") {
			t.Errorf("%q: error %v", rest, err)
		}
	}
}
