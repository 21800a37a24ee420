package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// comparing measures finding the first difference of two logs of a gigabyte, at their end,
// from the page cache, against just reading one of them.
func comparing(l *lab) ([]row, error) {
	const size = 1 << 30
	a, b := filepath.Join(l.dir, "a"), filepath.Join(l.dir, "b")
	for path, last := range map[string]string{a: "5\n", b: "6\n"} {
		if err := writeLog(path, size, last); err != nil {
			return nil, err
		}
	}
	defer os.Remove(a)
	defer os.Remove(b)
	compareOnce := func() (time.Duration, error) {
		x, err := os.Open(a)
		if err != nil {
			return 0, err
		}
		defer x.Close()
		y, err := os.Open(b)
		if err != nil {
			return 0, err
		}
		defer y.Close()
		begin := time.Now()
		report, err := compare.Readers(x, y, compare.Options{})
		if err == nil && (report.First == nil || report.First.Kind != compare.Content) {
			err = fmt.Errorf("the difference was not found")
		}
		return time.Since(begin), err
	}
	readOnce := func() (time.Duration, error) {
		x, err := os.Open(a)
		if err != nil {
			return 0, err
		}
		defer x.Close()
		buf := make([]byte, 256<<10)
		begin := time.Now()
		for {
			if _, err := x.Read(buf); err == io.EOF {
				return time.Since(begin), nil
			} else if err != nil {
				return 0, err
			}
		}
	}
	r, err := l.pair(compareOnce, readOnce)
	if err != nil {
		return nil, err
	}
	rate := size / r.first.Seconds() / 1e9
	memory, err := l.peak("diff", a, b)
	if err != nil {
		return nil, err
	}
	return []row{{
		Name:     "compare: two logs of 1 GB",
		Measured: fmt.Sprintf("%.1f GB/s, %.2f times reading one of them", rate, r.ratio),
		Target:   "at least 2 GB/s, of the bytes of one file",
		Ratio:    r.floor, Met: rate >= 2,
	}, {
		Name:     "compare: memory of that",
		Measured: fmt.Sprintf("%.0f MiB resident", memory),
		Target:   "at most 32 MiB",
		Met:      memory <= 32,
	}}, nil
}

// writeLog writes a log of rows that differ.
func writeLog(path string, size int, last string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	var block []byte
	for i := 0; len(block) < 1<<20; i++ {
		block = fmt.Appendf(block, "%c%d,%d,%d,-Infinity,%d\n", 'A'+i%5, 1+i%7, i%6, i%977-400, i%31)
	}
	for written := 0; written < size; written += len(block) {
		if _, err := f.Write(block); err != nil {
			return err
		}
	}
	if _, err := f.WriteString("A1,1," + last); err != nil {
		return err
	}
	return f.Close()
}

// peak returns the greatest resident set of touchstone with some arguments, in MiB. It is
// read while the process runs, because what the system reports at its end includes the
// memory of the process that started it.
func (l *lab) peak(args ...string) (mib float64, err error) {
	cmd := exec.CommandContext(l.ctx, l.tool, args...)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait() // it ends with status 1: the files differ
		close(ended)
	}()
	for {
		select {
		case <-ended:
			return mib, nil
		case <-time.After(2 * time.Millisecond):
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
			_, rest, _ := strings.Cut(string(status), "VmHWM:")
			var kib float64
			if _, err := fmt.Sscanf(rest, "%f kB", &kib); err == nil {
				mib = max(mib, kib/1024)
			}
		}
	}
}
