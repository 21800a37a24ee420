package submissions

import (
	"archive/tar"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// RosterName is the name of the table that Collect writes.
const RosterName = "roster.csv"

// maxDownloaded limits an archive with all files that a class has submitted.
var maxDownloaded = unpack.Limits{Entries: 500_000, Bytes: 32 << 30, Depth: 40}

// The names under which platforms store submitted files. Moodle also creates directories for its students.
var (
	byCanvas   = regexp.MustCompile(`^([^_/]+)_(LATE_)?(\d+)_(\d+)_([^/]+)$`)
	moodleDir  = regexp.MustCompile(`^([^/]+)_(\d+)_assignsubmission_file_?/(.+)$`)
	moodleFile = regexp.MustCompile(`^([^/]+)_(\d+)_assignsubmission_file_?([^/]+)$`)
)

// numberedCopy matches the name of a file that was submitted again under the same name; Canvas adds a count
// to it.
var numberedCopy = regexp.MustCompile(`^(.+)-\d{1,3}(\.[^.]*)?$`)

// A Collection is the result of Collect.
type Collection struct {
	Students, Without, Files int      // students of the roster, students without a submission, and files
	Late                     []string // students marked as late by the platform, without a time
	// students with files who are missing from the table; without a table, all of them
	Unknown []string
	Passed  []string // files with other names, which are left out
	// files that were submitted again under the same name, which are left out
	Superseded []string
}

// A handIn is the submission of one student: files by their original names.
type handIn struct {
	student, id string
	late        bool
	canvas      bool              // which adds counts to names, and marks late students
	files       map[string]string // their paths in the download
}

// Collect writes a platform's download of a class, a directory or an archive, in the layout that Roster
// reads: a directory for each student, in which files have their original names, and a table. table is the
// platform's table of grades, which lists the students and shows who has submitted nothing; it may be "". All
// files appear, or none.
func Collect(ctx context.Context, download, table, dir string) (c *Collection, err error) {
	if isDownload(table) {
		return nil, fmt.Errorf("%s: want the platform's table of grades, a CSV file, found a download", table)
	}
	known, err := readEnrolment(table)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(download)
	if err != nil {
		return nil, err
	}
	from := download
	if !info.IsDir() {
		unpacked, err := scratch.Make("", "collect")
		if err != nil {
			return nil, err
		}
		defer unpacked.Remove() //nolint:errcheck // anything left is swept at the next start
		if err := unpack.File(ctx, download, unpacked.Path, maxDownloaded); err != nil {
			return nil, fmt.Errorf("%s: %w", download, err)
		}
		from = unpacked.Path
	}
	c = new(Collection)
	found, err := c.find(from)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: want files named as by Canvas (doejane_4821_90210_homework.py) or Moodle (Jane "+
			"Doe_4821_assignsubmission_file_homework.py), found %s", download,
			escape.Line(append(c.Passed, "none")[0]))
	}
	if err == nil && table != "" && !known.has(slices.Collect(maps.Keys(found))) {
		err = fmt.Errorf("%s: want the table of the course that handed in %s, found none of its students there",
			table, download)
	}
	if err != nil {
		return nil, err
	}
	return c, c.write(known, found, from, dir)
}

// isDownload reports whether a path is a directory or an archive.
func isDownload(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.IsDir() || unpack.IsArchive(path))
}

// find returns the files of each student, keyed by the platform's number. It reads the names of files at any
// depth.
func (c *Collection) find(dir string) (map[string]*handIn, error) {
	found := map[string]*handIn{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && path != dir && e.IsDir() && regular.IsHidden(e.Name()) {
			return fs.SkipDir
		}
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		handedIn := parseDownloaded(name)
		switch {
		case regular.IsHidden(e.Name()):
		case handedIn == nil || !e.Type().IsRegular():
			c.Passed = append(c.Passed, name)
		case found[handedIn.id] == nil:
			found[handedIn.id] = handedIn
		default:
			maps.Copy(found[handedIn.id].files, handedIn.files)
			found[handedIn.id].late = found[handedIn.id].late || handedIn.late
		}
		return nil
	})
	return found, err
}

// parseDownloaded parses the name of one file. It returns nil if the name has another form, or if it could
// belong to several students because the name of a student or of a file contains the separator. All files may
// be in a directory that belongs to no student.
func parseDownloaded(name string) *handIn {
	const separator = "_assignsubmission_"
	around, within, _ := strings.Cut(name, "/")
	if strings.Contains(around, separator) {
		within = ""
	}
	for _, path := range []string{name, within} {
		if m := moodleDir.FindStringSubmatch(path); m != nil {
			return &handIn{student: m[1], id: m[2], files: map[string]string{m[3]: name}}
		}
		canvas, moodle := byCanvas.FindStringSubmatch(path), moodleFile.FindStringSubmatch(path)
		switch {
		case moodle != nil && (canvas != nil || strings.Count(path, separator) > 1):
			return nil
		case canvas != nil:
			return &handIn{student: canvas[1], late: canvas[2] != "", id: canvas[3], canvas: true,
				files: map[string]string{canvas[5]: name}}
		case moodle != nil:
			return &handIn{student: moodle[1], id: moodle[2], files: map[string]string{moodle[3]: name}}
		}
	}
	return nil
}

// names maps original names to files. The original name of a file is its name before the platform changed it.
// Superseded lists the files that a student replaced later. A directory with two downloads has such a file next
// to the last one, which has Canvas's count in its name.
func (h *handIn) names() (names map[string]string, earlier []string) {
	names = map[string]string{}
	for _, name := range slices.SortedFunc(maps.Keys(h.files), byNumber) {
		had := name
		if h.canvas {
			had = numberedCopy.ReplaceAllString(name, "$1$2")
		}
		file, before := h.files[name], names[had]
		switch {
		case before == "":
			names[had] = file
		case attachment(before) < attachment(file):
			names[had], earlier = file, append(earlier, before)
		default: // a name that the student gave
			names[name] = file
		}
	}
	return names, earlier
}

// byNumber orders names so that a name with a number from Canvas comes after the name without a number, and
// by number.
func byNumber(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) }

// attachment returns Canvas's number of a file, or 0 if it has no number. Later files have greater numbers.
func attachment(file string) (n int) {
	if m := byCanvas.FindStringSubmatch(path.Base(file)); m != nil {
		n, _ = strconv.Atoi(m[4])
	}
	return n
}

// download returns the last submitted file's name in Canvas's form, or "".
func (h *handIn) download() string {
	if h == nil || !h.canvas {
		return ""
	}
	return path.Base(slices.MaxFunc(slices.Sorted(maps.Values(h.files)),
		func(x, y string) int { return cmp.Compare(attachment(x), attachment(y)) }))
}

// write writes the students' files and the roster.
func (c *Collection) write(known *enrolment, found map[string]*handIn, from, dir string) error {
	if entries, err := os.ReadDir(dir); len(entries) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s: want a directory that is new or empty, found files in it", dir))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	to := output.NewDir(dir)
	defer func() {
		to.Abort()
		_ = os.Remove(dir) // if it is empty
	}()
	for _, id := range slices.Sorted(maps.Keys(found)) {
		if !known.has([]string{id}) {
			c.Unknown = append(c.Unknown, known.addUnknown(found[id]).name)
		}
	}
	dirs := page.FileNames(known.students, func(s *enrollee) string { return s.name })
	isCanvas := false
	for _, h := range found {
		isCanvas = isCanvas || h.canvas
	}
	rows := [][]string{append([]string{"name", "path", Submitted, Marked}, known.columns...)}
	for _, s := range known.students {
		row, err := c.row(s, found[s.id], from, dirs[s.name], to)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if isCanvas {
		rows[0] = append(rows[0], Download)
		for i, s := range known.students {
			rows[i+1] = append(rows[i+1], found[s.id].download())
		}
	}
	c.Students = len(known.students)
	roster, err := to.Begin(RosterName, output.Size{})
	if err != nil {
		return err
	}
	if err := errors.Join(page.WriteCSV(roster, rows), roster.Finish(nil)); err != nil {
		return err
	}
	return to.Commit()
}

// row copies a student's submission into a directory, and returns the row of the roster. Its path is the path
// of an archive, if the only other files are documents.
func (c *Collection) row(s *enrollee, h *handIn, from, dir string, to output.Sink) ([]string, error) {
	if h == nil { // a time would be misleading
		c.Without++
		return append([]string{s.name, "", "", ""}, s.values...), nil
	}
	mark := ""
	switch {
	case h.late:
		mark = Late
	case h.canvas:
		mark = OnTime
	}
	if h.late && s.submitted == "" {
		c.Late = append(c.Late, s.name)
	}
	full := dir
	names, earlier := h.names()
	c.Superseded = append(c.Superseded, earlier...)
	programs := slices.DeleteFunc(slices.Sorted(maps.Keys(names)), isDocument)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		file, kept := filepath.Join(from, filepath.FromSlash(names[name])), path.Join(dir, name)
		if len(programs) == 1 && programs[0] == name && unpack.IsArchive(file) {
			if page.Cell(kept) != kept { // which the roster could not represent
				kept = path.Join(dir, page.FileNames([]string{name}, func(s string) string { return s })[name])
			}
			full = kept
		}
		if err := copyTo(to, kept, file); err != nil {
			return nil, err
		}
		c.Files++
	}
	return append([]string{s.name, full, s.submitted, mark}, s.values...), nil
}

// isDocument reports whether a file's name is the name of a text or image for people.
func isDocument(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".pdf", ".txt", ".md", ".doc", ".docx", ".odt", ".rtf", ".png", ".jpg", ".jpeg":
		return true
	}
	return false
}

// copyTo copies a file.
func copyTo(to output.Sink, name, from string) error {
	f, err := regular.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	w, err := to.Begin(name, output.Size{})
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, f); err != nil {
		return err
	}
	return w.Finish(nil)
}

// The limits of a submission. DigestOf ignores the part beyond them, since such a submission is rejected.
const (
	maxEntries = 30_000
	MaxBytes   = 1 << 30
)

// DigestOf returns a digest of a submission: the SHA-256 of a tar archive with its files, directories and
// links. It ignores times, and permissions except to execute. Changing it makes every journal start over.
func DigestOf(path string) (string, error) {
	top, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	w := tar.NewWriter(h)
	entries, size := 0, int64(0)
	err = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // the program may not read it either
		}
		if entries++; entries > maxEntries || size > MaxBytes {
			return filepath.SkipAll
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		size += info.Size()
		name := filepath.Join("submission", strings.TrimPrefix(file, path))
		if !top.IsDir() {
			name = filepath.Base(path)
		}
		return digestOne(w, file, filepath.ToSlash(name), info)
	})
	err = errors.Join(err, w.Close())
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}

// digestOne writes a file, directory or link to the archive. It skips everything else.
func digestOne(w *tar.Writer, path, name string, info fs.FileInfo) (err error) {
	target := ""
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		if target, err = os.Readlink(path); err != nil {
			return err
		}
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil
	}
	var f *os.File
	if info.Mode().IsRegular() {
		if f, err = regular.Open(path); err != nil {
			return nil //nolint:nilerr // the program may not read it either
		}
		defer f.Close()
	}
	head, err := tar.FileInfoHeader(info, target)
	if err != nil {
		return err
	}
	head.Name, head.Uid, head.Gid, head.Uname, head.Gname = name, 0, 0, "", ""
	if info.IsDir() {
		head.Name += "/"
	}
	head.Size, head.ModTime, head.Mode = min(head.Size, MaxBytes+1), time.Time{}, head.Mode&0o111
	if err := w.WriteHeader(head); err != nil || f == nil {
		return err
	}
	_, err = io.CopyN(w, f, head.Size)
	return err
}
