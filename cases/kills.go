package cases

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// KillsFile is the name of a folder's kill matrix: which of its cases fail a program with a
// given fault. Only "touchstone audit --update" writes it. It holds the names of the cases,
// one per line, and then a line for each fault with a character for each case: x if the
// case kills the fault, a dot if not.
const KillsFile = "kills.txt"

const killsTitle = "# Which cases kill which mutants. Written by \"touchstone audit --update\"."

// formatKills formats the matrix of a folder's cases, given by name.
func formatKills(faults, names []string, killed func(name, fault string) bool) []byte {
	var b strings.Builder
	fmt.Fprintln(&b, killsTitle)
	longest := 0
	for _, name := range names {
		fmt.Fprintln(&b, "case", name)
	}
	for _, fault := range faults {
		longest = max(longest, len(fault))
	}
	for _, fault := range faults {
		fmt.Fprintf(&b, "fault %-*s ", longest, fault)
		for _, name := range names {
			if killed(name, fault) {
				b.WriteByte('x')
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// parseKills parses a matrix and returns the faults that each case kills.
func parseKills(file string, text []byte) (kills map[string][]string, err error) {
	kills = map[string][]string{}
	var names []string
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		switch words := strings.Fields(line); {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "case" && len(words) == 2:
			names = append(names, words[1])
		case words[0] == "fault" && len(words) == 3 && len(words[2]) == len(names) && strings.Trim(words[2], "x.") == "":
			for i, sign := range words[2] {
				if sign == 'x' {
					kills[names[i]] = append(kills[names[i]], words[1])
				}
			}
		default:
			return nil, fmt.Errorf("%s:%d: want a case, or a fault with a sign, x or a dot, for each of %d cases", file, n, len(names))
		}
	}
	return kills, nil
}

// addKills sets the kills of cases from the matrix in their folder, if there is one.
func addKills(fsys fs.FS, byFolder map[string][]*Case) (err error) {
	for dir, list := range byFolder {
		file := path.Join(dir, KillsFile)
		text, readErr := fs.ReadFile(fsys, file)
		if errors.Is(readErr, fs.ErrNotExist) {
			continue
		}
		kills, parseErr := parseKills(file, text)
		err = errors.Join(err, readErr, parseErr)
		for _, c := range list {
			c.Kills = slices.Clone(kills[c.Name])
		}
	}
	return err
}
