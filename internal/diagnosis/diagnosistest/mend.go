package diagnosistest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// A Mend is a piece of a program that is part of a mistake, and what it has to be.
type Mend struct{ Mistake, Wrong, Right string }

// Mends reads the mends of a program: for each, the sections "MISTAKE/old" and "MISTAKE/new", whole lines unless the old
// text begins without a blank.
func Mends(files []txtar.File) (mends []Mend, err error) {
	if len(files) == 0 || len(files)%2 != 0 {
		return nil, fmt.Errorf("%d sections, want pairs", len(files))
	}
	for pair := range slices.Chunk(files, 2) {
		mistake, old := strings.CutSuffix(pair[0].Name, "/old")
		if !old || pair[1].Name != mistake+"/new" {
			return nil, fmt.Errorf("%s and %s, want old and new", pair[0].Name, pair[1].Name)
		}
		m := Mend{mistake, string(pair[0].Data), string(pair[1].Data)}
		if strings.TrimLeft(m.Wrong, " \t") == m.Wrong {
			m.Wrong, m.Right = strings.TrimSuffix(m.Wrong, "\n"), strings.TrimSuffix(m.Right, "\n")
		}
		mends = append(mends, m)
	}
	return mends, nil
}

// Mistakes returns the names of the mistakes that mends are of.
func Mistakes(mends []Mend) (names []string) {
	for _, m := range mends {
		if !slices.Contains(names, m.Mistake) {
			names = append(names, m.Mistake)
		}
	}
	return names
}

// Mended returns the text of a program in which all mistakes are mended but those that are left.
func Mended(text string, mends []Mend, left ...string) (string, error) {
	for _, m := range mends {
		if slices.Contains(left, m.Mistake) {
			continue
		}
		if !strings.Contains(text, m.Wrong) {
			return "", fmt.Errorf("%s: %q is not in the program", m.Mistake, m.Wrong)
		}
		text = strings.ReplaceAll(text, m.Wrong, m.Right)
	}
	return text, nil
}
