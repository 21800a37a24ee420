//go:build !portable

package sandbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// inPython returns a job that runs a program in Python that can make system calls:
// call(NUMBER, ...) returns "ok" or the error number.
func inPython(t *testing.T, text string) sandbox.Job {
	t.Helper()
	const python = "/usr/bin/python3" // no shim
	if _, err := os.Stat(python); err != nil {
		t.Skip(err)
	}
	const prelude = `
import ctypes, os, signal, struct, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *args):
    whole = [ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    return "ok" if libc.syscall(ctypes.c_long(number), *whole) >= 0 else ctypes.get_errno()
def filter(*instructions, flags=0):
    code = b"".join(struct.pack("HBBI", *i) for i in instructions)
    held = ctypes.create_string_buffer(code)
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(instructions), ctypes.addressof(held)))
    libc.prctl(38, 1, 0, 0, 0)
    return call(317, 1, flags, program)
ALLOW = (6, 0, 0, 0x7fff0000)
`
	return sandbox.Job{Path: python, Args: []string{python, "-S", "-c", prelude + text}, Env: []string{"PATH=" + os.Getenv("PATH")},
		Limits: sandbox.Limits{CPU: time.Minute, Wall: 2 * time.Minute}}
}

// filtered returns a worker whose programs' system calls are filtered.
func filtered(t *testing.T, p sandbox.Policy) *sandbox.Worker {
	t.Helper()
	w := confined(t, p)
	if w.Mechanisms().By(sandbox.Kernel) == "" {
		t.Skip("system calls cannot be filtered here: " + w.Mechanisms().Why(sandbox.Kernel))
	}
	return w
}

// A program gets the same answers, traced or not, whatever it does to find out.
func TestTracedAnswers(t *testing.T) {
	w := filtered(t, sandbox.Policy{})
	for _, c := range []struct{ name, text string }{
		{"calls", `
NONE = b"/no/such/file"
for args in ((41, 2, 1, 0), (41, 1, 1, 0), (41, 16, 3, 0), (53, 1, 1, 0, 0), (101, 0, 0, 0, 0), (425, 1, 0), (272, 1 << 28), (308, -1, 0), (161, NONE),
             (165, 0, 0, 0, 0, 0), (321, 0, 0, 0), (298, 0, 0, -1, -1, 0), (323, 0), (435, 0, 0), (437, -100, NONE, 0, 0), (250, 0, 0, 0),
             (2, NONE, 0), (2, b"/usr/x", 0o101, 0o644), (2, b"own", 0o101, 0o4755), (85, b"made", 0o644), (85, b"bits", 0o2755), (90, b"made", 0o600), (90, b"made", 0o4755),
             (83, b"sub", 0o755), (83, b"bit", 0o2755), (133, b"node", 0o10644, 0), (133, b"device", 0o20644, 0x105), (86, b"made", b"linked"), (88, b"made", b"soft"), (82, b"linked", b"moved"),
             (87, b"moved"), (84, b"sub"), (257, -100, b"own2", 0o20200101, 0o644), (257, 99, NONE, 0), (257, 99, b"x", 0), (257, -100, 0, 0), (257, -100, 1, 0), (59, NONE, 0, 0),
             (59, b"made", 0, 0), (322, -100, NONE, 0, 0, 0), (332, -100, b".", 0, 0x7ff, 1), (21, b"/etc/shadow", 4), (269, -100, b"/etc/passwd", 4), (76, b"/etc/passwd", 0), (76, b"made", 0),
             (132, b"made", 0), (280, -100, b"made", 0, 0), (188, b"made", b"user.x", b"1", 1, 0), (254, -1, b"/tmp", 1), (141, 0, 0, 0), (141, 2, 0, 1), (141, 0, 1, 1), (302, 1, 7, 0, 0), (302, 0, 7, 0, 0),
             (203, 1, 0, 0), (135, 0xffffffff), (135, 0x40000), (29, 1, 4096, 0o1600), (240, NONE, 0, 0, 0), (1000, 0), (0x40000001, 0), (310, 1, 0, 0, 0, 0, 0), (317, 2, 0, 0), (317, 1, 8, 0), (317, 1, 1, 0), (438, 0, 0, 0)):
    print(args[0], call(*args))
`},
		{"threads", `
def work():
    for i in range(200):
        got.append((call(41, 2, 1, 0), call(2, b"/no/such/%d" % i, 0), call(425, 1, 0)))
got, all = [], [threading.Thread(target=work) for _ in range(8)]
for one in all: one.start()
for one in all: one.join()
print(len(got), set(got))
`},
		{"a child of vfork", `
import subprocess
print(subprocess.run(["/bin/sh", "-c", ": >/usr/x; cat /no/such/file; exit 7"], stderr=subprocess.DEVNULL, close_fds=False).returncode)
if os.fork() == 0:
    print(call(41, 2, 1, 0), flush=True)
    os._exit(0)
os.wait()
`},
		{"a filter that allows all", `
print(filter(ALLOW), call(41, 2, 1, 0), call(101, 0, 0, 0, 0), call(2, b"/no/such/file", 0), call(90, b"/", 0o4755))
`},
		{"a filter with other answers", `
EPERM, ENOENT = 0x50001, 0x50002
print(filter((0x20, 0, 0, 0), (0x15, 0, 1, 41), (6, 0, 0, 0x50000), (0x15, 0, 1, 21), (6, 0, 0, ENOENT), ALLOW))
print(call(41, 2, 1, 0), call(21, b"/", 0), call(101, 0, 0, 0, 0))
`},
		{"a listener", `print(filter(ALLOW, flags=8), call(2, b"/no/such/file", 0), call(41, 2, 1, 0))`},
		{"all threads under a filter", `
hold = threading.Event()
one = threading.Thread(target=hold.wait)
one.start()
print(filter(ALLOW, flags=1), call(41, 2, 1, 0))
hold.set()
`},
		{"memory that cannot be read", `libc.prctl(4, 0, 0, 0, 0); print(call(2, b"/etc/shadow", 0), call(41, 2, 1, 0), call(2, b"/no/such/file", 0))`},
	} {
		t.Run(c.name, func(t *testing.T) {
			job := inPython(t, c.text)
			plain := run(t, w, job)
			job.Trace = true
			traced := run(t, w, job)
			if string(plain.Output) != string(traced.Output) || plain.Exit != traced.Exit || plain.Exit != 0 || traced.Stopped != sandbox.NotStopped {
				t.Errorf("untraced %q %q, status %d; traced %q %q, status %d, %s", plain.Output, plain.Errors, plain.Exit, traced.Output, traced.Errors, traced.Exit, traced.Stopped)
			}
		})
	}
}

// A program killed while its threads wait for an answer does not block, and the next one is
// traced as usual.
func TestTracedAndKilled(t *testing.T) {
	w := filtered(t, sandbox.Policy{})
	for _, script := range []string{"while True: call(2, b'/no/such/file', 0)", "os.fork(); os.fork()\nwhile True: call(41, 2, 1, 0)"} {
		job := inPython(t, `
def work():
    `+strings.ReplaceAll(script, "\n", "\n    ")+`
for _ in range(8): threading.Thread(target=work).start()
`)
		job.Trace = true
		job.Limits = sandbox.Limits{CPU: 100 * time.Millisecond, Wall: time.Second}
		if o := run(t, w, job); o.Stopped != sandbox.StoppedCPU && o.Stopped != sandbox.StoppedWall || o.Left || w.Dead() {
			t.Errorf("%+v", o)
		}
	}
	job := inPython(t, "print(call(41, 2, 1, 0))")
	job.Trace = true
	if o := run(t, w, job); string(o.Output) != "1\n" || len(o.Refused) != 1 {
		t.Errorf("%+v", o)
	}
}

// If a trace follows its maximum number of names, the last one refused is reported, and names of arbitrary
// bytes are preserved up to the report.
func TestManyNames(t *testing.T) {
	outside := tier.TempDir(t)
	weights := filepath.Join(outside, "a\x1b[2J\nthe sandbox refused to open \u202e")
	must.Do(t, os.WriteFile(weights, nil, 0o644))
	w := filtered(t, sandbox.Policy{})
	if w.Mechanisms().By(sandbox.Files) == "" {
		t.Skip("files cannot be confined here")
	}
	job := inPython(t, `
for i in range(12000):
    call(2, b"/usr/lib/%d" % i, 0)
    if i % 3 == 0: call(2, b"/usr/made/\xff\xfe\x1b%d" % i, 0o101, 0o644)
print(call(2, sys.argv[1].encode(), 0))
`)
	job.Args, job.Trace = append(job.Args, weights), true
	o := run(t, w, job)
	if want := (sandbox.Refusal{Act: sandbox.ActRead, Path: weights}); !slices.Contains(o.Refused, want) || len(o.Refused) > 20_000 {
		t.Errorf("%d refusals, without %q: %s%s", len(o.Refused), weights, o.Output, o.Errors)
	}
}

// A missing program is not traced, and nothing of the trace stays open.
func TestTracedAndNotStarted(t *testing.T) {
	w := filtered(t, sandbox.Policy{})
	job := sandbox.Job{Path: "/no/such/program", Args: []string{"x"}, Trace: true}
	bad := job
	bad.Args = []string{"a\x00b"}
	for _, j := range []sandbox.Job{job, bad} {
		if o := run(t, w, j); o.StartError == "" {
			t.Errorf("%+v", o)
		}
	}
	before := openFilesOf(t, supervisorOf(t))
	for range 5 {
		run(t, w, job)
		run(t, w, bad)
		traced := shell(t, "cat /no/such/file")
		traced.Trace = true
		run(t, w, traced)
	}
	if after := openFilesOf(t, supervisorOf(t)); after > before {
		t.Errorf("%d descriptors are open, %d were", after, before)
	}
}

// openFilesOf counts the open files of another process.
func openFilesOf(t *testing.T, pid int) int {
	t.Helper()
	n, err := countFiles(pid)
	if errors.Is(err, os.ErrPermission) {
		t.Skip("only the administrator may look: ", err)
	}
	must.Do(t, err)
	return n
}

func countFiles(pid int) (int, error) {
	list, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(pid), "fd"))
	return len(list), err
}
