package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A document is a file that appears whole or not at all, or a stream. The file is begun at once,
// to know that it can be, before anything runs.
type document struct {
	io.Writer
	text   bytes.Buffer // what is held
	folder *output.Folder
	file   output.File // nil for a stream
}

// begin begins the file at a path that a flag gives.
func (d *document) begin(flag, path string) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return usagef("%s %s: want a place for a file, found something else there", flag, path)
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		return usage(fmt.Errorf("%s: %w", flag, err))
	}
	d.folder = output.NewFolder(dir)
	d.file, err = d.folder.Begin(filepath.Base(path), output.Size{})
	d.Writer = d.file
	return err
}

// hold keeps what is written in memory until the file is complete: a report tells of right
// answers, and programs under check may be able to read that folder.
func (d *document) hold() { d.Writer = &d.text }

// finish completes the file, which does not appear yet.
func (d *document) finish() error {
	if d.file == nil {
		return nil
	}
	if _, err := d.text.WriteTo(d.file); err != nil {
		return err
	}
	return d.file.Finish(nil)
}

// documents are files that appear together.
type documents []*document

// commit lets the files appear, once all of them are complete.
func (all documents) commit() error {
	for _, d := range all {
		if err := d.finish(); err != nil {
			return err
		}
	}
	for _, d := range all {
		if d.file != nil {
			if err := d.folder.Commit(); err != nil {
				return err
			}
		}
	}
	return nil
}

// abort leaves nothing of files that were not committed.
func (all documents) abort() {
	for _, d := range all {
		if d.folder != nil {
			d.folder.Abort()
		}
	}
}
