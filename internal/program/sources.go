package program

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A SourceText is a file of the source of a program.
type SourceText struct {
	Name string // below the program's folder, with slashes
	Text []byte
}

// mostSources bounds how many files of source are read of a program.
const mostSources = 1000

// Sources returns the source of the program of a submission, sorted by name: its own file, and what lies beside and below it in
// a language that is compiled or interpreted here. Of a submission in which no program is found, such as one of another name, it is all
// that is there. Hidden folders and those that tools make are passed over. There is none, and no error, of a program that is executable
// as it is. Of a file only its first mebibyte is read.
func Sources(ctx context.Context, a *oracle.Assignment, path string) (sources []SourceText, err error) {
	if unpack.IsArchive(path) {
		dir, err := scratch.Make("", "sources")
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, dir.Remove()) }()
		if err := unpackTo(ctx, path, dir.Path); err != nil {
			return nil, unlessFault(blamed(err))
		}
		path = dir.Path
	}
	s, err := Find(a, path, nil)
	switch {
	case err != nil && unlessFault(err) == nil:
		return sourcesBelow(ctx, path)
	case err != nil:
		return nil, err
	case s.Language == executable:
		return nil, nil
	case s.file != "":
		text, err := head(s.File, mostSource)
		return []SourceText{{s.file, text}}, err
	}
	return sourcesBelow(ctx, s.dir())
}

// sourcesBelow returns all source in a folder; of a file there is none.
func sourcesBelow(ctx context.Context, dir string) (sources []SourceText, err error) {
	if !isFolder(dir) {
		return nil, nil
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name := e.Name()
		switch {
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case e.IsDir() && path != dir && (name[0] == '.' || slices.Contains(passedOver, name)):
			return fs.SkipDir
		case !e.Type().IsRegular() || !isSource(name):
			return nil
		case len(sources) == mostSources:
			return fs.SkipAll
		}
		text, err := head(path, mostSource)
		below, _ := filepath.Rel(dir, path)
		sources = append(sources, SourceText{filepath.ToSlash(below), text})
		return err
	})
	return sources, err
}

// isSource reports whether a file is one of source by its name.
func isSource(name string) bool {
	return name == "Makefile" || name == cargoFile || extensionOf(name) != nil || slices.Contains(headers, strings.ToLower(filepath.Ext(name)))
}

// unpackTo unpacks a submission into a folder.
func unpackTo(ctx context.Context, path, dir string) error {
	return unpack.File(ctx, path, dir, unpack.Limits{Entries: mostFiles, Bytes: mostBytes, Depth: mostDepth})
}

// unlessFault returns an error that is not a fault of the submission.
func unlessFault(err error) error {
	if fault := (*BuildError)(nil); errors.As(err, &fault) {
		return nil
	}
	return err
}
