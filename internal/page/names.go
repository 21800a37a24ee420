package page

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName is how much of a name a file name has, in bytes.
const longestName = 80

// FileNames returns names for files or folders that stand for other names, which may be anything. A
// name that every file system takes stays as it is. Of any other, what is left is followed by a part of
// its digest, so that no two are the same, not even where case does not matter.
func FileNames(names []string) map[string]string {
	folded := map[string]int{}
	for _, name := range names {
		folded[strings.ToLower(name)]++
	}
	files := map[string]string{}
	for _, name := range names {
		safe := safeName(name)
		if safe != name || folded[strings.ToLower(name)] > 1 {
			safe += fmt.Sprintf("~%.4x", sha256.Sum256([]byte(name)))
		}
		files[name] = safe
	}
	return files
}

// safeName returns what is left of a name; "~" never is.
func safeName(name string) string {
	safe := strings.Map(func(c rune) rune {
		if c == utf8.RuneError || c != '-' && c != '.' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return '_'
		}
		return c
	}, name)
	for strings.Contains(safe, "__") {
		safe = strings.ReplaceAll(safe, "__", "_")
	}
	if len(safe) > longestName {
		safe = strings.ToValidUTF8(safe[:longestName], "")
	}
	safe = strings.TrimRight(safe, ".")
	if strings.HasPrefix(safe, ".") || safe == "" || reserved[strings.ToLower(strings.SplitN(safe, ".", 2)[0])] {
		safe = "_" + safe
	}
	return safe
}

// reserved are names that Windows gives to devices, with any ending.
var reserved = func() map[string]bool {
	names := map[string]bool{"con": true, "prn": true, "aux": true, "nul": true}
	for i := range 10 {
		names[fmt.Sprint("com", i)], names[fmt.Sprint("lpt", i)] = true, true
	}
	return names
}()
