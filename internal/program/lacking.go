package program

import (
	"context"
	"errors"

	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Tried remembers which languages lack a tool here.
type Tried map[*Language]string

// Lacks says which tool the program of a submission needs and is not here, and what would mend that, or returns "". Before it is
// unpacked, nothing is known of an archive.
func (known Tried) Lacks(ctx context.Context, a *oracle.Assignment, path string, t Tools) string {
	if path == "" || unpack.IsArchive(path) {
		return ""
	}
	s, err := Find(a, path, t)
	if err != nil {
		return ""
	}
	s.Language = s.spoken(a, t)
	text, tried := known[s.Language]
	if !tried {
		text = s.lacks(ctx, t)
		known[s.Language] = text
	}
	return text
}

// lacks returns what Lacks says of a language.
func (s Source) lacks(ctx context.Context, t Tools) string {
	_, err := s.toolWords(ctx, t)
	lacks := (*notFoundError)(nil)
	switch {
	case err == nil:
		return ""
	case s.Language == python2 && t[PythonFlag] == "" && errors.As(err, &lacks):
		return "named for Python 2.7, which is not here: --tool " + PythonFlag + `=3, or "python: 3" in the course file, runs them by Python 3`
	case errors.As(err, &lacks):
		return "written in " + s.Language.Name + ": " + lacks.want
	}
	return "written in " + s.Language.Name + ": " + err.Error()
}
