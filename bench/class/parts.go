//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// local grades by one process, and says how busy the processors were.
func (b *bench) local(r *roster) error {
	for _, of := range []struct{ what, dir, out string }{{"native", r.native, r.books + "-native"}, {"one", r.dir, r.books}} {
		entries, err := os.ReadDir(of.dir)
		if err != nil {
			return err
		}
		before, begin := processors(), time.Now()
		if err := finish(b.grade(roster{assignment: r.assignment, dir: of.dir}, of.out)); err != nil {
			return err
		}
		fmt.Printf("%-9s %-9s %d submissions in %.0f s, %.0f %% busy\n", of.what, r.assignment, len(entries), time.Since(begin).Seconds(), 100*processors().busySince(before))
	}
	return nil
}

// killed grades by a process that is killed at random moments.
func (b *bench) killed(r roster) error {
	out := r.books + "-killed"
	for range b.kills {
		cmd := b.grade(r, out)
		if err := cmd.Start(); err != nil {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(8 * time.Second))))
		cmd.Process.Kill()
		cmd.Wait()
	}
	if err := finish(b.grade(r, out)); err != nil {
		return err
	}
	return b.same("killed", r, out)
}

// shards grades in three parts.
func (b *bench) shards(r roster) error {
	merge := []string{"merge"}
	for _, n := range []string{"3", "1", "2"} {
		out := r.books + "-shard" + n
		if err := finish(b.grade(r, out, "--shard", n+"/3")); err != nil {
			return err
		}
		merge = append(merge, out)
	}
	out := r.books + "-merged"
	cmd := b.command(append(merge, merge[1], "--out", out, "--traces", "1")...)
	if err := finish(cmd); err != nil {
		return err
	}
	return b.same("shards", r, out)
}

// differences returns the names of files that two folders of books do not have alike.
func differences(want, got string) (differs []string, err error) {
	texts := map[string][2][]byte{}
	for i, dir := range []string{want, got} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if e != nil && e.IsDir() && e.Name() == "queue" {
				return filepath.SkipDir
			}
			name := strings.TrimPrefix(path, dir+"/")
			if err != nil || e.IsDir() || name == "journal.jsonl" || strings.HasPrefix(name, "times.") || name == "moved.csv" {
				return err
			}
			text, err := os.ReadFile(path)
			both := texts[name]
			both[i] = append([]byte{}, text...)
			texts[name] = both
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for name, both := range texts {
		if both[0] == nil || both[1] == nil || !bytes.Equal(both[0], both[1]) {
			differs = append(differs, name)
		}
	}
	slices.Sort(differs)
	return differs, nil
}

// firstDifference is the first line that differs in a file of both folders, for people.
func firstDifference(want, got, name string) string {
	var lines [2][]string
	for i, dir := range []string{want, got} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err.Error()
		}
		lines[i] = append(strings.Split(string(text), "\n"), "the end")
	}
	n := 0
	for n < min(len(lines[0]), len(lines[1]))-1 && lines[0][n] == lines[1][n] {
		n++
	}
	return fmt.Sprintf("%s:%d: found %.300s\n  want %.300s", name, n+1, lines[1][n], lines[0][n])
}

// A usage is the time that all processors have spent, in ticks.
type usage struct{ busy, all float64 }

// processors reads /proc/stat; elsewhere it returns nothing.
func processors() (u usage) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return u
	}
	line, _, _ := strings.Cut(string(text), "\n")
	for i, word := range strings.Fields(line)[1:] {
		var ticks float64
		if _, err := fmt.Sscan(word, &ticks); err != nil || i > 7 {
			break
		}
		u.all += ticks
		if i != 3 && i != 4 { // idle, and waiting for a disk
			u.busy += ticks
		}
	}
	return u
}

func (u usage) busySince(before usage) float64 { return (u.busy - before.busy) / (u.all - before.all) }

// stopFor stops a process for a while.
func stopFor(pid int, pause time.Duration) {
	syscall.Kill(pid, syscall.SIGSTOP)
	time.Sleep(pause)
	syscall.Kill(pid, syscall.SIGCONT)
}
