//go:build unix

package main

import (
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work/queue/queuetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// command returns a command of touchstone.
func (b *bench) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(b.ctx, b.touchstone, args...)
	cmd.Stderr = new(strings.Builder)
	return cmd
}

// keys makes the keys of the queues, and returns their folder.
func (b *bench) keys() (string, error) {
	dir := filepath.Join(b.dir, "keys")
	return dir, finish(b.command("queue", "keys", dir))
}

// workers starts workers of one program at a time each.
func (b *bench) workers(url, keys string, n int) (all []*exec.Cmd, err error) {
	for range n {
		cmd := b.command("worker", "--queue", url, "--key", filepath.Join(keys, "worker.key"), "--jobs", "1")
		if err := cmd.Start(); err != nil {
			return all, err
		}
		all = append(all, cmd)
	}
	return all, nil
}

func end(all []*exec.Cmd) {
	for _, cmd := range all {
		cmd.Process.Kill()
		cmd.Wait()
	}
}

// free returns an address that nobody listens on.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// queue grades by three workers, of which one is killed and one is stopped, while the leader with
// its server is killed and started again.
func (b *bench) queue(r roster) error {
	addr, err := free()
	if err != nil {
		return err
	}
	keys, err := b.keys()
	if err != nil {
		return err
	}
	out := r.books + "-queue"
	lead := b.grade(r, out, "--queue", addr, "--keys", keys, "--jobs", "0")
	if err := lead.Start(); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	workers, err := b.workers("nats://"+addr, keys, 3)
	defer func() { end(workers) }()
	if err != nil {
		return err
	}
	time.Sleep(4 * time.Second)
	workers[0].Process.Kill()
	go stopFor(workers[1].Process.Pid, b.pause)
	time.Sleep(2 * time.Second)
	lead.Process.Kill()
	lead.Wait()
	time.Sleep(time.Second)
	if err := finish(b.grade(r, out, "--queue", addr, "--keys", keys, "--jobs", "0")); err != nil {
		return err
	}
	return b.same("queue", r, out)
}

// cluster grades by workers on three servers, of which one is stopped.
func (b *bench) cluster(r roster) error {
	keys, err := b.keys()
	if err != nil {
		return err
	}
	servers, urls, err := queuetest.Cluster(r.books+"-servers", filepath.Join(keys, "nats.conf"))
	defer func() {
		for _, s := range servers {
			s.Shutdown()
		}
	}()
	if err != nil {
		return err
	}
	all := strings.Join(urls, ",")
	workers, err := b.workers(all, keys, 2)
	defer func() { end(workers) }()
	if err != nil {
		return err
	}
	stop := time.AfterFunc(5*time.Second, servers[2].Shutdown)
	defer stop.Stop()
	out := r.books + "-cluster"
	if err := finish(b.grade(r, out, "--queue", all, "--keys", keys, "--jobs", "0")); err != nil {
		return err
	}
	return b.same("cluster", r, out)
}

// overhead measures what the queue costs with programs of 50 ms of CPU time: alternately by one
// process and by a queue in that, in pairs.
func (b *bench) overhead() error {
	a := oracle.Assignments()[0]
	r := roster{assignment: a.Name, dir: filepath.Join(b.dir, "spin"), books: filepath.Join(b.dir, "spin-books")}
	for i := range 20 {
		if err := b.play(filepath.Join(r.dir, fmt.Sprintf("student%02d", i)), a.Name, fmt.Sprintf("spin 50ms %d", i)); err != nil {
			return err
		}
	}
	var ratios []float64
	for i := range 6 {
		var took [2]time.Duration
		for n := range 2 {
			which := (i + n) % 2
			out := fmt.Sprintf("%s-%d-%d", r.books, i, which)
			cmd := b.grade(r, out, "--profile", "default")
			if which == 1 {
				cmd = b.grade(r, out, "--profile", "default", "--queue", "127.0.0.1:0")
			}
			begin := time.Now()
			if err := finish(cmd); err != nil {
				return err
			}
			took[which] = time.Since(begin)
		}
		if i > 0 { // the first warms up
			ratios = append(ratios, float64(took[1])/float64(took[0]))
		}
		fmt.Printf("overhead  %-9s %.1f s by one process, %.1f s by its queue\n", a.Name, took[0].Seconds(), took[1].Seconds())
	}
	slices.Sort(ratios)
	fmt.Printf("overhead  of the queue, median of %d: %+.1f %%\n", len(ratios), 100*(ratios[len(ratios)/2]-1))
	return nil
}
