package cases

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
)

// An Annotation is what is computed of a case and stands in its header.
type Annotation struct {
	Kills []string // names of faults
	Core  bool     // whether it belongs to the profile core
	Rules []string // numbers of rules; nil leaves those that were typed
}

// Annotate writes annotations, by the names of the cases, into an assignment's
// cases below a folder. It gives the paths of the files that changed; with check it
// only names them.
func Annotate(ctx context.Context, dir string, a *oracle.Assignment, notes map[string]Annotation, check bool) (changed []string, err error) {
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
		text := c.annotated(note)
		if string(text) == string(old) {
			return nil
		}
		if !check {
			if err := replace(p, text); err != nil {
				return err
			}
		}
		changed = append(changed, p)
		return nil
	})
	return changed, err
}

// annotated is the case's file with a note in place of the older one, at the end
// of its header.
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
	b.WriteString(wrap("# kills:", note.Kills))
	b.WriteString(strings.Join(script, "\n"))
	return txtar.Format(&txtar.Archive{Comment: []byte(b.String()), Files: c.archive.Files})
}

// lineWidth is where a header's list of words is broken.
const lineWidth = 100

// wrap writes words in lines that begin alike.
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
