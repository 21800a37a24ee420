//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A roster is the class of one assignment.
type roster struct {
	assignment string
	dir        string
	native     string // those of its submissions that are programs with a known mistake
	books      string // of one process
}

// hostile are programs that want to harm or to confuse, and submissions without a program. NAME is
// the assignment.
var hostile = []struct{ file, text string }{
	{"loop/NAME", "#!/bin/sh\nwhile :; do :; done\n"},
	{"sleep/NAME", "#!/bin/sh\nsleep 1000\n"},
	// Without exec, it is chance whether sleep can be started; and what many processes print at a time,
	// mixes by chance.
	{"fork/NAME", "#!/bin/sh\nexec 2>/dev/null\nb() { b | b & }; b\nexec sleep 1\n"},
	{"flood/NAME", "#!/bin/sh\nyes\n"},
	{"disk/NAME", "#!/bin/sh\nyes >output.txt\n"},
	{"link/NAME", "#!/bin/sh\nln -s /etc/passwd output.txt\nln -s /etc/passwd next_state.txt\n"},
	{"daemon/NAME", "#!/bin/sh\n(setsid sleep 1000 &)\necho 1 >output.txt\n"},
	{"gone/NAME", "#!/bin/sh\nrm -rf \"$PWD\"\n"},
	{"kill/NAME", "#!/bin/sh\nkill -9 -1\n"},
	{"silent/NAME", "#!/bin/sh\n"},
	{"status/NAME", "#!/bin/sh\nexit 3\n"},
	{"names/NAME", "#!/bin/sh\ntouch 'a\nb' '<b>'\nprintf '\\033[2J' >&2\nexit 1\n"},
	{"empty/notes.txt", "I will hand it in tomorrow.\n"},
	{"two/a/NAME.py", "print(1)\n"}, {"two/b/NAME.py", "print(2)\n"},
	{"broken/NAME.cpp", "int main( {\n"},
	{"deep/a/b/c/NAME3.py", "open('output.txt', 'w').write('1')\n"},
	{"archive.zip", "PK\x03\x04 and no more"},
	{"archive2.tar.gz", "\x1f\x8b\x08 and no more"},
	{"crash.py", "print(1 / 0)\n"},
}

// rosters makes the rosters of all assignments.
func (b *bench) rosters() (made []roster, err error) {
	all := oracle.Assignments()
	if b.assignment != "" {
		a, err := oracle.Lookup(b.assignment)
		if err != nil {
			return nil, err
		}
		all = []*oracle.Assignment{a}
	}
	for _, a := range all {
		at := func(what string) string { return filepath.Join(b.dir, what, a.Name) }
		r := roster{a.Name, at("rosters"), at("native"), at("books")}
		for _, h := range hostile {
			path := filepath.Join(r.dir, filepath.FromSlash(named(h.file, a.Name)))
			if err := put(path, h.text, 0o755); err != nil {
				return nil, err
			}
		}
		random := rand.New(rand.NewPCG(b.seed, 0))
		for i := range b.students/len(all) - len(hostile) {
			mistakes := a.Name
			if i%5 > 0 { // a fifth is right
				fault := catalog.Faults(a)[random.IntN(len(catalog.Faults(a)))]
				mistakes += " " + fault.ID
			}
			for _, dir := range []string{r.dir, r.native} {
				if err := b.play(filepath.Join(dir, fmt.Sprintf("student%03d", i)), a.Name, mistakes); err != nil {
					return nil, err
				}
			}
		}
		made = append(made, r)
	}
	return made, nil
}

// play makes a submission of the player.
func (b *bench) play(dir, name, mistakes string) error {
	if err := put(filepath.Join(dir, "mistakes"), mistakes+"\n", 0o644); err != nil {
		return err
	}
	return os.Link(b.player, filepath.Join(dir, name))
}

func put(path, text string, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), mode)
}

// named puts the assignment into the name of a file.
func named(file, assignment string) string { return strings.ReplaceAll(file, "NAME", assignment) }
