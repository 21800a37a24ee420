package cases

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// An Annotation is what is computed for a case: Kills goes into KillsFile, the rest into
// the case's header.
type Annotation struct {
	Kills []string // names of faults
	Core  bool     // whether the case belongs to the profile core
	Rules []string // numbers of rules; nil keeps those that were typed
}

// Annotate writes annotations, keyed by case name, into an assignment's cases below dir and
// into their KillsFile, which has a line for each fault. It returns the paths of the files
// that changed; if check is set it writes nothing and returns those that would.
func Annotate(ctx context.Context, dir string, a *oracle.Assignment, faults []string, notes map[string]Annotation, check bool) (changed []string, err error) {
	write := func(p string, old, text []byte) error {
		if bytes.Equal(old, text) {
			return nil
		}
		if !check {
			if err := output.WriteFile(p, text); err != nil {
				return err
			}
		}
		changed = append(changed, p)
		return nil
	}
	byFolder := map[string][]string{}
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !isCase(p, d) {
			return skip(d, err)
		}
		old, err := regular.Read(p)
		if err != nil {
			return err
		}
		c, err := parse(p, nameOf(filepath.ToSlash(p)), old)
		if err != nil {
			return err
		}
		note, ok := notes[c.Name]
		if c.Assignment != a || !ok || ctx.Err() != nil {
			return ctx.Err()
		}
		byFolder[filepath.Dir(p)] = append(byFolder[filepath.Dir(p)], c.Name)
		return write(p, old, c.annotated(note))
	})
	if err != nil {
		return changed, err
	}
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		p := filepath.Join(folder, KillsFile)
		old, err := regular.Read(p)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return changed, err
		}
		killed := func(name, fault string) bool { return slices.Contains(notes[name].Kills, fault) }
		if err := write(p, old, formatKills(faults, byFolder[folder], killed)); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// annotated returns the case's file with the annotation at the end of its header, replacing
// an older one.
func (c *Case) annotated(note Annotation) []byte {
	var b strings.Builder
	header, script := c.split()
	for _, line := range header {
		key, _, _ := strings.Cut(line, ":")
		if key != "kills" && key != "profiles" && (key != "rules" || note.Rules == nil) {
			b.WriteString(strings.TrimSuffix("# "+line, " ") + "\n")
		}
	}
	b.WriteString(wrap("# rules:", note.Rules))
	profiles := slices.DeleteFunc(slices.Clone(c.Profiles), func(p string) bool { return p == ProfileCore })
	if note.Core {
		profiles = append([]string{ProfileCore}, profiles...)
	}
	if len(profiles) > 0 {
		b.WriteString("# profiles: " + strings.Join(profiles, " ") + "\n")
	}
	b.WriteString(strings.Join(script, "\n"))
	return txtar.Format(&txtar.Archive{Comment: []byte(b.String()), Files: c.archive.Files})
}

// lineWidth is the width at which a header's list of words is wrapped.
const lineWidth = 100

// wrap wraps words into lines that all begin with prefix.
func wrap(prefix string, words []string) string {
	var b strings.Builder
	for len(words) > 0 {
		line := prefix
		for len(words) > 0 && (line == prefix || len(line)+1+len(words[0]) <= lineWidth) {
			line += " " + words[0]
			words = words[1:]
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
