package problem

import (
	"embed"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// hostilePrograms has the texts of hostile programs: attack.py, with which each program of a hostile package begins, and
// the validators judge.py and greedy.py.
//
//go:embed testdata/hostile
var hostilePrograms embed.FS

func hostileProgram(t *testing.T, name string) string {
	t.Helper()
	text := must.Get(hostilePrograms.ReadFile("testdata/hostile/" + name))(t)
	return string(text)
}

// A scene holds the targets of the attacks.
type scene struct{ open, dir, text string }

// left is the name of the processes that attacks start and leave.
func left() string { return "left" + strconv.Itoa(os.Getpid()) }

// stage makes everything that attacks are after, open to all as far as modes go, and a hostile package.
func stage(t *testing.T) scene {
	t.Helper()
	useSandbox(t)
	effort.NeedsTools(t, "python3")
	s := scene{open: filepath.Join(tier.TempDir(t), "open")}
	caches := filepath.Join(t.TempDir(), "caches")
	t.Setenv("XDG_CACHE_HOME", caches)
	must.Do(t, errors.Join(os.Mkdir(s.open, 0o777), os.Chmod(s.open, 0o777)))
	put(t, s.open, "file", "secret\n")
	must.Do(t, os.Chmod(filepath.Join(s.open, "file"), 0o666))
	tcp := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { tcp.Close() })
	path := filepath.Join(s.open, "socket")
	local := must.Get(net.Listen("unix", path))(t)
	t.Cleanup(func() { local.Close() })
	must.Do(t, os.Chmod(path, 0o777))
	victim := exec.Command("sleep", "600")
	must.Do(t, victim.Start())
	t.Cleanup(func() { _, _ = victim.Process.Kill(), victim.Wait() })
	s.dir = lay(t, sum(nil))
	k, err := json.Marshal(map[string]any{
		"directory": s.open, "package": s.dir, "cache": filepath.Join(caches, "touchstone/answers"), "socket": path, "left": left(),
		"victim": victim.Process.Pid, "test": os.Getpid(), "port": tcp.Addr().(*net.TCPAddr).Port,
	})
	must.Do(t, err)
	s.text = strings.Replace(hostileProgram(t, "attack.py"), "@K@", "r'''"+string(k)+"'''", 1)
	return s
}

// survivors counts the processes that attacks have left. Processes that are about to end get a moment.
func survivors() (n int) {
	for range 50 {
		n = 0
		names, _ := filepath.Glob("/proc/[0-9]*/comm")
		for _, path := range names {
			if text, err := os.ReadFile(path); err == nil && strings.TrimSpace(string(text)) == left() {
				n++
			}
		}
		if n == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return n
}

// No program of a package gets anything: not the validators, the generator, a solution, nor what builds one.
func TestAttacks(t *testing.T) {
	s := stage(t)
	for _, f := range txtar.Parse([]byte(hostileProgram(t, "package.txtar"))).Files {
		put(t, s.dir, f.Name, strings.Replace(string(f.Data), "ATTACK\n", s.text, 1))
	}
	must.Do(t, os.Remove(filepath.Join(s.dir, "submissions/accepted/ref.py")))
	expect.Equal(t, "", verifiedIn(t, s.dir))
	expect.Equal(t, 0, survivors(), "processes left behind")
	s.untouched(t)
	s.expectAttacks(t)
}

// untouched checks that nothing has changed in the directory that is open to all.
func (s scene) untouched(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(s.open)
	text, wrong := os.ReadFile(filepath.Join(s.open, "file"))
	expect.True(t, err == nil && wrong == nil && len(entries) == 2 && string(text) == "secret\n",
		"the directory has", entries, "the file", string(text), err, wrong)
}

// expectAttacks checks that the attacks succeed without confinement. Some systems do not allow tracing at
// all.
func (s scene) expectAttacks(t *testing.T) {
	t.Helper()
	cmd := exec.Command("python3", "-c", s.text)
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "ALONE=")
	text, _ := cmd.CombinedOutput()
	for name := range strings.SplitSeq(strings.TrimSpace(hostileProgram(t, "attacks.txt")), "\n") {
		done := strings.Contains(strings.TrimSpace(string(text))+",", name+",")
		expect.True(t, done, "nothing confines what", name, string(text))
	}
}

// A link that a validator leaves in place of its feedback is not followed. Changes of its files do not last.
func TestFeedback(t *testing.T) {
	s := stage(t)
	put(t, s.dir, "output_validator/o.py", s.helped()+hostileProgram(t, "judge.py"))
	text := sum(nil)[manifest.File] + "  validation_output: 8\n"
	put(t, s.dir, manifest.File, text)
	put(t, s.open, "teammessage.txt", "secret\n")
	p := open(t, s.dir)
	of := must.Get((&input{p: p, ctx: t.Context()}).Case("secret/1"))(t)
	ask := func(how string) (compare.Report, error) {
		return p.validate(t.Context(), of.(*input), stdoutName, []byte("9\n"), []byte(how))
	}
	for _, how := range []string{"link", "way to a link", "pipe", "directory", "gone", "linked directory", "input and answer", "standard output"} {
		if report, err := ask(how); err != nil || report.First == nil || !strings.HasSuffix(report.First.Says, "without a message") {
			t.Errorf("%s: %+v, %v", how, report.First, err)
		}
	}
	report := must.Get(ask("much"))(t)
	expect.True(t, report.First != nil && len(report.First.Says) <= 2000, "a large message")
	for _, how := range []string{"too much", "hole"} {
		_, err := ask(how)
		expect.True(t, errors.As(err, new(*judgeError)), how, err)
	}
	expect.Equal(t, (*compare.Difference)(nil), must.Get(ask("right"))(t).First, "right")
	must.Do(t, os.Remove(filepath.Join(s.open, "teammessage.txt")))
	s.untouched(t)
}

// A validator that takes too much is stopped, with all that it has started, and the next run has everything
// again.
func TestGreed(t *testing.T) {
	s := stage(t)
	put(t, s.dir, "input_validators/v.py", s.helped()+hostileProgram(t, "greedy.py"))
	put(t, s.dir, manifest.File, sum(nil)[manifest.File]+"  validation_time: 1\n  validation_memory: 128\n  validation_output: 8\n")
	p := open(t, s.dir)
	for _, c := range []struct{ how, want string }{
		{"memory", "memory"}, {"disk", ""}, {"time", "stopped after"}, {"processes", ""}, {"4 5", "-"},
	} {
		_, fault, err := p.valid(t.Context(), p.newInput(t.Context(), []byte(c.how)).testCase)
		expect.True(t, (c.how == "processes" || (fault == "") == (c.want == "-")) &&
			(c.want == "-" || strings.Contains(fault, c.want)) && err == nil, c.how, fault, err)
	}
	expect.Equal(t, 0, survivors(), "processes left behind")
}

// helped is the beginning of the attacks' text, without the attacks.
func (s scene) helped() string {
	text, _, _ := strings.Cut(s.text, "def trace")
	return text
}

// hostile matches the tests of hostile programs in packages.
const hostile = "^Test(Attacks|Feedback|Greed|RuleMakesMarkers|FilesLink)$"

// The programs of a package are confined on every tier that can be had here, for root and for others. The tests
// of the sandbox try its mechanisms on all tiers, so one attack on the poorest tier is enough for each change.
func TestOnTiers(t *testing.T) {
	if tier.Current() != 0 {
		t.Skip("this is one of them")
	}
	places := []string{"-tier 3", "-tier 2"}
	if os.Getuid() == 0 {
		places = append([]string{"-tier 3 -as-nobody", "-tier 1 -as-nobody", "-tier 2 -as-nobody"}, places...)
	}
	tests := hostile
	if !effort.All() {
		places, tests = places[:1], "^TestAttacks$"
	}
	self := must.Get(os.Executable())(t)
	for _, place := range places {
		t.Run(place, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), self, append(strings.Fields(place), "-test.run", tests)...)
			// The interpreters of the system come first: those below root's home are out of others' reach.
			cmd.Env = append(os.Environ(), "PATH=/usr/bin:/bin:"+os.Getenv("PATH"))
			text, err := cmd.CombinedOutput()
			ended := (*exec.ExitError)(nil)
			switch {
			case errors.As(err, &ended) && ended.ExitCode() == 2 && strings.HasPrefix(string(text), "tier: "):
				t.Skipf("%s cannot be had here: %s", place, text)
			case err != nil:
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}

// TestDiskFills fills the disk for some seconds while a reference runs that ignores write errors. Its short
// output is not an answer, and the short output of a generator is not an input.
func TestDiskFills(t *testing.T) {
	effort.NeedsAll(t, "mounts a file system and fills it")
	dir := filepath.Join(tier.TempDir(t), "small")
	must.Do(t, os.Mkdir(dir, 0o777))
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=200m,mode=1777"); err != nil {
		t.Skip("cannot mount a small file system: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const careless = "import os, time\ntime.sleep(0.3)\nfor i in range(2000):\n    try: os.write(1, b'%07d\\n' % i)\n    except OSError: pass\n"
	package1 := lay(t, sum(map[string]string{
		"data/secret/1.ans": "-", "submissions/accepted/ref.py": careless, "generators/g.py": careless,
		"touchstone.yaml":            "assignment: {reference: submissions/accepted/ref.py}\n",
		"generators/generators.yaml": "data: {secret: {data: {g: g.py}}}\n",
	}))
	t.Setenv("TMPDIR", dir)
	full := filepath.Join(dir, "full")
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for n := 0; ; n++ {
			f, err := os.Create(full)
			if err == nil {
				for size := int64(200 << 20); size >= 4096; size /= 2 {
					for at := int64(0); unix.Fallocate(int(f.Fd()), 0, at, size) == nil && at < 200<<20; at += size {
					}
				}
				_, _ = f.Write(make([]byte, 1<<20))
				f.Close()
			}
			for _, wait := range []time.Duration{300 * time.Millisecond, time.Duration(1+n%4) * time.Second} {
				select {
				case <-stop:
					return
				case <-time.After(wait):
				}
				_ = os.Remove(full)
			}
		}
	}()
	defer func() { close(stop); <-stopped; _ = os.Remove(full) }()
	for range 4 {
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		p, _, err := openPrepared(t, package1)
		if err != nil {
			t.Log(err)
			continue
		}
		for _, c := range p.cases {
			expect.Equal(t, false, c.name == "secret/g" && len(c.input) != 16000, "bytes of the input", len(c.input))
			a, err := p.runOnInput(t.Context(), p.extra.reference, p.of(t.Context(), c))
			n := len(a.Files[stdoutName])
			expect.Equal(t, false, err == nil && n != 16000, c.name, "bytes of the answer", n)
		}
		if err := p.Close(); err != nil && !strings.Contains(err.Error(), "no space") {
			t.Error(err)
		}
	}
}
