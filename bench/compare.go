package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// comparing compares "touchstone diff" of two logs of a gigabyte, which differ in their last line, with
// reading one of them. Both are in the page cache.
func comparing(l *lab) ([]row, error) {
	const size = 1 << 30
	a, b := filepath.Join(l.dir, "a"), filepath.Join(l.dir, "b")
	for path, last := range map[string]string{a: "5\n", b: "6\n"} {
		if err := writeLog(path, size, last); err != nil {
			return nil, err
		}
	}
	r, err := l.race(func() (time.Duration, error) {
		return timed(l.command("sh", "-c", "'"+l.tool+"' diff a b; test $? = 1")) // they differ
	}, func() (time.Duration, error) {
		return timed(l.command("sh", "-c", "cat a >/dev/null"))
	})
	if err != nil {
		return nil, err
	}
	rate := size / r.first.Seconds() / 1e9
	memory, err := l.maxMemory("diff", a, b)
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

// writeLog writes a log of different rows.
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

// maxMemory returns the largest resident set of touchstone with some arguments, in MiB. It reads it
// while the process runs, because the figure that the system reports at the end includes the memory
// of the process that started it.
func (l *lab) maxMemory(args ...string) (mib float64, err error) {
	cmd := l.command(l.tool, args...)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait() // the status is 1: the files differ
		close(ended)
	}()
	for {
		select {
		case <-ended:
			return mib, nil
		case <-time.After(2 * time.Millisecond):
			mib = max(mib, procKiB(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid), "VmHWM:")/1024)
		}
	}
}
