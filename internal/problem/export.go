package problem

import (
	"context"
	_ "embed"
	"errors"
	"io"

	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Export writes a package as an archive with one directory called name. It adds answers of the reference for
// cases without an answer, and omits hidden files.
func Export(ctx context.Context, dir, name string, to io.Writer) error {
	return withPackage(ctx, dir, func(p *Package) error {
		e, err := newpackage.NewArchive(name, to)
		if err != nil {
			return err
		}
		for _, file := range p.files {
			info, missing := p.root.Stat(file)
			text, unread := p.text(file)
			if err = errors.Join(missing, unread); err != nil {
				return err
			}
			e.Add(file, info.Mode(), text)
		}
		outputs, err := p.missingFiles(ctx)
		for _, file := range sortedKeys(outputs) {
			e.Add(file, 0o644, outputs[file])
		}
		return errors.Join(err, e.Close())
	})
}

// Missing returns the files that a package needs and that are not there: inputs that rules make, and answers
// of the reference.
func Missing(ctx context.Context, dir string) (files map[string][]byte, err error) {
	return files, withPackage(ctx, dir, func(p *Package) (err error) {
		files, err = p.missingFiles(ctx)
		return err
	})
}

// withPackage calls use with a package whose programs may run.
func withPackage(ctx context.Context, dir string, use func(*Package) error) error {
	p, err := readPackage(ctx, dir)
	if err != nil {
		return err
	}
	p.executor = executor.Confined(outcome.Settings{})
	return errors.Join(use(p), p.Close())
}
