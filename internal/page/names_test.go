package page_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/page"
)

// A name that every file system takes stays as it is. Of any other a part of its digest is told behind what is left of it.
func TestFileNames(t *testing.T) {
	long := strings.Repeat("x", 80)
	for name, want := range map[string]string{
		"ada": "ada", "a-b.c9": "a-b.c9", "Ünal": "Ünal", "console": "console", "com": "com", "lpt10": "lpt10", "a.con": "a.con", long: long,
		"a_b": "a_b", "_": "_", "a b": "a_b~c8687a08", "a  /b": "a_b~2c3fdac6", "a__b": "a_b~63e5c1c4", "a.": "a~5ab640fa", "...": "_~ab5df625",
		"": "_~e3b0c442", ".ssh": "_.ssh~9a964bc3", "a~b": "a_b~941528e5", "\xff": "_~a8100ae6",
		"con": "_con~1143da2b", "PRN": "_PRN~5c31b1c1", "aux.txt": "_aux.txt~0857d0cb", "Nul.": "_Nul~b19002db",
		"com0": "_com0~21c4ae06", "COM9.a.b": "_COM9.a.b~5d4218f7", "lpt0": "_lpt0~b81610e3", "lpt9": "_lpt9~06f4d3cd",
		long + "y": long + "~031bfe44", long[1:] + "üb": long[1:] + "~163172c6",
	} {
		if got := page.FileNames([]string{name})[name]; got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
	// Where case does not matter, neither of two names stays.
	files := page.FileNames([]string{"Bob", "bob", "Bobby"})
	if !strings.HasPrefix(files["Bob"], "Bob~") || !strings.HasPrefix(files["bob"], "bob~") || files["Bobby"] != "Bobby" {
		t.Errorf("Bob, bob and Bobby become %q", files)
	}
}
