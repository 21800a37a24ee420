//go:build unix

package sandbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// confined returns a worker in the best tier available.
func confined(t *testing.T, p sandbox.Policy) *sandbox.Worker {
	t.Helper()
	p.Mode = sandbox.Auto
	return workerIn(t, p)
}

// confining returns a confined worker, and skips the test if no mechanism of it confines a thing.
func confining(t *testing.T, p sandbox.Policy, thing string) *sandbox.Worker {
	t.Helper()
	w := confined(t, p)
	if w.Mechanisms().By(thing) == "" {
		t.Skipf("%s cannot be confined here: %s", thing, w.Mechanisms().Why(thing))
	}
	return w
}

// inTempAndSharedMemory runs a test with its temporary directories in the usual place and then in /dev/shm:
// programs have a new one in each run, in which the readable files must be visible.
func inTempAndSharedMemory(t *testing.T, test func(t *testing.T)) {
	t.Run("temp", test)
	t.Run("shm", func(t *testing.T) {
		const shm = "/dev/shm"
		probe, err := os.MkdirTemp(shm, "touchstone-test-")
		if err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { _ = os.Remove(probe) })
		t.Setenv("TMPDIR", shm)
		test(t)
	})
}

// Several runs of one worker are equally confined, each to its own directory, which contains
// nothing of the previous one.
func TestRunsAreApart(t *testing.T) { inTempAndSharedMemory(t, testRunsAreApart) }

func testRunsAreApart(t *testing.T) {
	w := confining(t, sandbox.Policy{Root: tier.TempDir(t)}, sandbox.Files)
	for range 3 {
		o := run(t, w, shell(t, "ls -A; echo mine >mine && cat mine; ls -A ..; echo theirs >../theirs; ls /dev/shm | grep -v ^Test; echo theirs >/dev/shm/theirs"))
		expect.Equal(t, "mine\n", strings.ReplaceAll(string(o.Output), "run\n", ""), string(o.Errors))
	}
}

// A readable path can be read and executed, except for hidden paths in it, and also inside a hidden path.
func TestReadAndHide(t *testing.T) { inTempAndSharedMemory(t, testReadAndHide) }

func testReadAndHide(t *testing.T) {
	base := must.Get(filepath.EvalSymlinks(tier.TempDir(t)))(t)
	must.WriteFiles(t, base, map[string]string{
		"a/open": "open\n", "a/b/open": "deep\n", "a/b/hidden": "hidden\n", "a/hidden/x": "hidden\n", "outside": "outside\n",
	})
	w := confining(t, sandbox.Policy{
		Read: []string{filepath.Join(base, "a")},
		Hide: []string{filepath.Join(base, "a/hidden"), filepath.Join(base, "a/b/hidden")},
	}, sandbox.Files)
	o := run(t, w, shell(t, "cd '"+base+"' && cat a/open a/b/open a/b/hidden a/hidden/x outside"))
	expect.Equal(t, "open\ndeep\n", string(o.Output), string(o.Errors))
}

// If a required guard is not available, creating the worker fails, with the reason for each missing guard.
func TestRequire(t *testing.T) {
	root := tier.TempDir(t)
	w, err := sandbox.NewWorker(sandbox.Policy{Mode: sandbox.Require, Root: root, Memory: 1 << 30})
	if err == nil {
		defer w.Close()
		expect.Equal(t, nil, w.Mechanisms().Missing(), "missing mechanisms")
		t.Log("all is confined here")
		return
	}
	expect.True(t, errors.Is(err, sandbox.ErrUnconfined) && strings.Contains(err.Error(), "("), err)
	expect.Equal(t, nil, must.Names(t, root), "left by the refused worker")
}

// A thing is confined by the first suitable mechanism that is active; other mechanisms only help. A mechanism
// that guards less here than elsewhere does not count for the rest.
func TestMechanismsInOrder(t *testing.T) {
	for thing, names := range map[string][]string{
		sandbox.Files: {"root directory of its own", "landlock"}, sandbox.Network: {"seccomp", "network namespace"},
		sandbox.Processes: {"pids control group", "process limit"}, sandbox.Memory: {"memory control group"},
		sandbox.Signals: {"PID namespace", "user of its own", "landlock"}, sandbox.Kernel: {"seccomp"},
		sandbox.Time: {"CPU control group", "limits"}, sandbox.Output: {"limits"},
		sandbox.Remains: {"PID namespace", "subreaper"}, sandbox.Disk: {"working directory in memory"},
		sandbox.State: {"working directory in memory"}, sandbox.Sight: {"/proc of its own"},
	} {
		m := sandbox.Mechanisms{{Name: "user namespace", Guards: []string{thing}, Active: true}}
		var why []string
		for _, name := range names {
			m = append(sandbox.Mechanisms{{Name: name, Guards: []string{"other"}, Active: true}, {Name: name,
				Guards: []string{thing}, Reason: "off"}}, m...)
			why = append(why, name+": ")
		}
		expect.Equal(t, "", m.By(thing), "the guard of", thing, "where nothing that can is active")
		expect.Equal(t, "user namespace", m.PartlyConfinedBy(thing), "the help for", thing)
		expect.Equal(t, strings.Join(why, "; "), m.Why(thing), "why nothing confines", thing)
		for i := range names { // the last in the order first
			m = append(m, sandbox.Mechanism{Name: names[len(names)-1-i], Guards: []string{"other", thing}, Active: true})
			expect.Equal(t, names[len(names)-1-i], m.By(thing), "the guard of", thing)
		}
	}
	expect.Equal(t, "", sandbox.Mechanisms{}.PartlyConfinedBy(sandbox.Files), "help where nothing is")
}

// The line about confinement names all, none, or both. Each of four things is required, and the reason for a
// missing one is reported.
func TestMechanismsInALine(t *testing.T) {
	landlock := sandbox.Mechanism{Name: "landlock", Guards: []string{sandbox.Files}, Active: true}
	old := sandbox.Mechanism{Name: "seccomp", Guards: []string{sandbox.Network}, Reason: "too old"}
	watching := sandbox.Mechanism{Name: "watching /proc", Guards: []string{sandbox.Memory}, Active: true}
	by := map[string]string{
		sandbox.Files: "landlock", sandbox.Network: "seccomp",
		sandbox.Processes: "process limit", sandbox.Memory: "memory control group",
	}
	var all sandbox.Mechanisms
	for thing, name := range by {
		all = append(all, sandbox.Mechanism{Name: name, Guards: []string{thing}, Active: true})
	}
	for line, m := range map[string]sandbox.Mechanisms{
		"not confined: files, network, processes, memory":                        {},
		"not confined: files, network, processes, memory (its limit is sampled)": {watching},
		"confined: files by landlock; not confined: network, processes, memory":  {landlock, old},
		"confined: files by landlock, network by seccomp, processes by process limit, " +
			"memory by memory control group": all,
	} {
		expect.Equal(t, line, m.String())
		expect.Equal(t, len(m) == len(all), m.Missing() == nil, line)
	}
	expect.Equal(t, []string{}, (sandbox.Mechanisms{}).Active(), "an empty list, not nil")
	m := sandbox.Mechanisms{landlock, old}
	const want = "network (seccomp: too old; network namespace: not on this system)"
	expect.Equal(t, "landlock", strings.Join(m.Active(), " "))
	expect.Equal(t, want, m.Missing()[0])
	m = append(all, watching) // is not enough
	for thing, name := range by {
		without := slices.DeleteFunc(slices.Clone(m), func(m sandbox.Mechanism) bool { return m.Name == name })
		missing := without.Missing()
		expect.True(t, len(missing) == 1 && strings.HasPrefix(missing[0], thing+" ("), name, missing)
	}
}

// A program may not become another user or gain privileges.
func TestNoPrivileges(t *testing.T) {
	w := confining(t, sandbox.Policy{}, sandbox.Kernel)
	o := run(t, w, shell(t, "grep -E '^(CapEff|CapAmb|NoNewPrivs|Seccomp):' /proc/self/status"))
	left := "0000000000000000"
	if os.Getuid() == 0 && w.Mechanisms().HasAny(sandbox.OwnProc) {
		left = "0000000000000002" // DAC_OVERRIDE in a user namespace: another user reads what its administrator may
	}
	want := "CapEff:\t" + left + "\nCapAmb:\t" + left + "\nNoNewPrivs:\t1\nSeccomp:\t2\n"
	expect.Equal(t, want, string(o.Output), string(o.Errors))
}

// A program neither reads nor changes files outside its directory, except for readable ones.
func TestRefused(t *testing.T) { inTempAndSharedMemory(t, testRefused) }

func testRefused(t *testing.T) {
	outside := tier.TempDir(t)
	weights := filepath.Join(outside, "weights.txt")
	must.Do(t, os.WriteFile(weights, []byte("1\n"), 0o644))
	shown := tier.TempDir(t)
	w := confining(t, sandbox.Policy{Read: []string{shown}}, sandbox.Files)
	made := []string{outside + "/result.txt", "/usr/other.txt", shown + "/debug.log"}
	script := "cat " + weights + " /no/such/file; cat /etc/passwd >copy; mkdir sub; mv copy sub/copy; head -c 1 sub/copy"
	for _, path := range made {
		script += "; (: >" + path + ")"
	}
	o := run(t, w, shell(t, script+"; exit 3"))
	expect.True(t, o.Exit == 3 && len(o.Output) == 1, "the first letter:", o.Output, o.Errors)
	for _, path := range made {
		_, err := os.Stat(path)
		expect.True(t, err != nil, "it does not make", path)
	}
}

// Calls that the filter refuses fail in a program. A program can change the priority of its own processes, but not
// of all processes of its user, and without a private view it is not notified of events in other directories.
func TestRefusedCalls(t *testing.T) {
	w := confining(t, sandbox.Policy{}, sandbox.Kernel)
	const python = "/usr/bin/python3" // no shim
	if _, err := os.Stat(python); err != nil {
		t.Skip("needs " + python)
	}
	text := must.Get(os.ReadFile("testdata/calls.py"))(t)
	job := sandbox.Job{Path: python, Args: []string{python, "-c", string(text), tier.TempDir(t)}}
	expect.Equal(t, "1\n1\ndone\n1\ndone\n1\n1\n1\n", string(run(t, w, job).Output))
}

// A program can write to a writable directory, even beneath a hidden one. A link next to a hidden path grants
// nothing.
func TestWrite(t *testing.T) {
	base := must.Get(filepath.EvalSymlinks(tier.TempDir(t)))(t)
	must.WriteFiles(t, base, map[string]string{"caches/own/w": "", "caches/other/w": "", "a/hidden/w": "", "outside/x": "outside\n"})
	must.Do(t, os.Symlink("../outside", filepath.Join(base, "a/link")))
	w := confining(t, sandbox.Policy{
		Read:  []string{filepath.Join(base, "a")},
		Hide:  []string{filepath.Join(base, "caches"), filepath.Join(base, "a/hidden")},
		Write: []string{filepath.Join(base, "caches/own")},
	}, sandbox.Files)
	o := run(t, w, shell(t, "cd '"+base+"'; echo mine >caches/own/x && mv caches/own/x caches/own/y && cat caches/own/y; echo x >caches/other/x; cat a/link/x"))
	_, other := os.Stat(filepath.Join(base, "caches/other/x"))
	expect.True(t, string(o.Output) == "mine\n" && other != nil, o.Output, o.Errors)
}

// Without namespaces, root's programs run as another user. They can write to a writable directory that root owns,
// and open files by the full path of their working directory.
func TestOtherUserWrites(t *testing.T) {
	base := must.Get(filepath.EvalSymlinks(tier.TempDir(t)))(t)
	own, work, root := filepath.Join(base, "own"), filepath.Join(base, "work"), filepath.Join(base, "root")
	must.Do(t, errors.Join(os.Mkdir(own, 0o755), os.Mkdir(work, 0o755), os.Mkdir(root, 0o700)))
	for _, p := range []sandbox.Policy{{Root: root}, {Work: work}} {
		p.Mode, p.Write = withoutSpaces, []string{own}
		o := run(t, workerIn(t, p), shell(t, `dir=$PWD; cd '`+own+`' && echo mine >x && cp x "$dir" && cat x "$dir/x"`))
		expect.Equal(t, "mine\nmine\n", string(o.Output), p, string(o.Errors))
	}
}

// A path that leads through links to directories is found under that name too, below /tmp and elsewhere.
func TestLinks(t *testing.T) {
	for _, base := range []string{tier.TempDir(t), "/var/tmp"} {
		base, err := os.MkdirTemp(base, "links")
		if err != nil {
			t.Skip(err)
		}
		defer os.RemoveAll(base)
		real, link := filepath.Join(base, "real"), filepath.Join(base, "link")
		file := filepath.Join(real, "file")
		must.Do(t, errors.Join(os.Chmod(base, 0o755), os.Mkdir(real, 0o755), os.WriteFile(file, []byte("text\n"), 0o644), os.Symlink("real", link)))
		w := confined(t, sandbox.Policy{Read: []string{real}, Links: []string{filepath.Join(link, "file")}})
		for range 2 {
			expect.Equal(t, "text\nfile\n", string(run(t, w, shell(t, "cat '"+filepath.Join(link, "file")+"'; ls '"+real+"'")).Output), base)
		}
	}
}

// A program that may read the temporary directory, or one around it, cannot read the data of checks in it:
// other submissions and cases, including those of checks that begin later.
func TestOthersScratch(t *testing.T) {
	for _, around := range []string{"temp", "."} {
		base := must.Get(filepath.EvalSymlinks(tier.TempDir(t)))(t)
		temp := filepath.Join(base, "temp")
		lay := func(path, text string) string {
			t.Helper()
			must.WriteFiles(t, filepath.Dir(path), map[string]string{filepath.Base(path): text + "\n"})
			return path
		}
		inScratch := func(text string) string {
			t.Helper()
			dir := must.Get(scratch.Make("", "build"))(t)
			t.Cleanup(func() { _ = dir.Remove() })
			must.Do(t, os.Chmod(dir.Path, 0o755))
			return lay(filepath.Join(dir.Path, "built/file"), text)
		}
		seen := lay(filepath.Join(temp, "directory/file"), "seen")
		must.Do(t, os.Symlink("directory", filepath.Join(temp, "link")))
		t.Setenv("TMPDIR", temp)
		other, own := inScratch("other"), inScratch("own")
		w := confining(t, sandbox.Policy{Read: []string{filepath.Join(base, around), filepath.Dir(own)}}, sandbox.Files)
		later := inScratch("later")
		o := run(t, w, shell(t, "cat '"+strings.Join([]string{seen, filepath.Join(temp, "link/file"), other, own, later}, "' '")+"'"))
		expect.Equal(t, "seen\nseen\nown\n", string(o.Output), around, string(o.Errors))
	}
}

// A readable path may disappear while programs run, as files in a temporary directory do. It is then missing.
func TestReadGone(t *testing.T) {
	inTempAndSharedMemory(t, func(t *testing.T) {
		base := tier.TempDir(t)
		stays, goes := filepath.Join(base, "stays"), filepath.Join(base, "goes")
		must.WriteFiles(t, base, map[string]string{"stays": "x\n", "goes": "x\n"})
		w := confined(t, sandbox.Policy{Read: []string{stays, goes}})
		must.Do(t, os.Remove(goes))
		expect.Equal(t, "x\n", string(run(t, w, shell(t, "cat '"+stays+"'")).Output))
	})
}
