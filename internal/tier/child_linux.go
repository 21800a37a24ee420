package tier

import (
	"cmp"
	"errors"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// wait starts the program as a child, forwards all signals to it, and exits as it does.
// Before that it calls clear.
func (s state) wait(attr *os.ProcAttr, argv0 string, clear func()) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if s.user != "" {
		self = argv0
	}
	runtime.LockOSThread() // the child dies with this thread
	attr.Files = []*os.File{os.Stdin, os.Stdout, os.Stderr}
	attr.Sys.Pdeathsig = unix.SIGKILL
	attr.Sys.Setpgid = true // so that a terminal's Ctrl-C comes only once, from here
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT)
	child, err := os.StartProcess(self, append([]string{s.name(argv0)}, os.Args[1:]...), attr)
	if err != nil {
		return err
	}
	go func() {
		for sig := range signals {
			_ = child.Signal(sig)
		}
	}()
	state, err := child.Wait()
	if clear != nil {
		clear()
	}
	if err != nil {
		return err
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		os.Exit(128 + int(status.Signal()))
	}
	os.Exit(state.ExitCode())
	return nil
}

// become starts the program as another user, from a copy in a folder that everybody can
// read: that user may not be able to reach the program itself. The home folder is a new one
// beside the copy.
func become(n int, name string) (err error) {
	if os.Getuid() != 0 {
		return errors.New("only the administrator can become another user")
	}
	u, err := user.Lookup(name)
	if err != nil {
		return err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return err
	}
	made, err := scratch.Make(folder(), "tier")
	if err != nil {
		return err
	}
	dir, clear := made.Path, func() { _ = made.Remove() }
	defer func() { clear() }()
	home, program := filepath.Join(dir, "home"), filepath.Join(dir, filepath.Base(cmp.Or(os.Args[0], mark)))
	if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(home, 0o700), os.Chown(home, int(uid), int(gid)), copySelf(program)); err != nil {
		return err
	}
	next := here
	next.tier, next.user = n, name
	return next.wait(&os.ProcAttr{
		Env: environment(name, home),
		Sys: &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}},
	}, program, clear)
}

// folder returns the temporary folder, or one that all users can reach.
func folder() string {
	dir := os.TempDir()
	if info, err := os.Stat(dir); err != nil || info.Mode()&0o003 != 0o003 {
		return "/tmp"
	}
	return dir
}

// environment returns this process's environment for another user.
func environment(name, home string) (env []string) {
	for _, one := range os.Environ() {
		switch variable, _, _ := strings.Cut(one, "="); variable {
		case "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CACHE_HOME", "GOCACHE":
		default:
			env = append(env, one)
		}
	}
	return append(env, "HOME="+home, "USER="+name, "LOGNAME="+name, "TMPDIR="+folder())
}

// copySelf copies this program.
func copySelf(to string) error {
	program, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(to, program, 0o755), os.Chmod(to, 0o755))
}
