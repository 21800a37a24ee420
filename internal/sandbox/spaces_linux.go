//go:build !portable

package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// spaces is a set of namespaces in which a supervisor can be started.
type spaces uintptr

// oldProc means that no new /proc can be mounted, as in many containers: programs see the
// processes outside their PID namespace, but cannot reach them.
const oldProc spaces = 1 << 40

const everySpace = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWIPC | unix.CLONE_NEWNET | unix.CLONE_NEWPID

// allSpaces are tried in this order, best first.
var allSpaces = []spaces{everySpace, everySpace | oldProc, 0}

// ownPIDs reports whether processes have different PIDs inside, and end with the
// supervisor.
func (s spaces) ownPIDs() bool { return s&unix.CLONE_NEWPID != 0 }

// ownRoot reports whether programs have a private view of the files.
func (s spaces) ownRoot() bool { return s&unix.CLONE_NEWNS != 0 }

// insideUser is the UID, in the namespace, of the programs of a root worker.
const insideUser = 1000

// allowed returns an error unless this process may create the namespaces. It finds out with
// a child that creates them and exits. Package os/exec could do that too, but leaves two
// pipes open.
func (s spaces) allowed() error {
	if s == 0 {
		return nil
	}
	if err, known := tried.Load(s); known {
		return err.(outcome).err
	}
	l := new(launch)
	l.add("making namespaces", unix.SYS_UNSHARE, uintptr(s&^oldProc))
	l.add("exit", unix.SYS_EXIT_GROUP, 0)
	pid, fd, err := l.start(func() {})
	if err == nil {
		_, err = unix.Wait4(pid, nil, 0, nil)
		unix.Close(fd)
	}
	tried.Store(s, outcome{err})
	return err
}

var tried sync.Map // an outcome for each set of namespaces

type outcome struct{ err error }

// powers are the capabilities that a supervisor needs in its namespaces if it is not root.
var powers = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_PTRACE, unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER, unix.CAP_KILL}

// enter makes a supervisor start in new namespaces. The programs of root run as another
// user, who owns nothing.
func (s spaces) enter(cmd *exec.Cmd, user int) {
	if s&^oldProc == 0 {
		return
	}
	a := cmd.SysProcAttr
	a.Cloneflags = uintptr(s &^ oldProc)
	a.AmbientCaps = powers
	same := func(id int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: id, HostID: id, Size: 1}}
	}
	a.UidMappings, a.GidMappings = same(os.Getuid()), same(os.Getgid())
	if user != 0 {
		other := syscall.SysProcIDMap{ContainerID: insideUser, HostID: user, Size: 1}
		a.UidMappings, a.GidMappings = append(a.UidMappings, other), append(a.GidMappings, other)
		a.GidMappingsEnableSetgroups = true
	}
}

// inside returns a user's UID in the namespaces.
func (s spaces) inside(user int) int {
	if s&unix.CLONE_NEWUSER != 0 && user != 0 {
		return insideUser
	}
	return user
}

// userNumber counts the workers of this process.
var userNumber atomic.Int64

// otherUser chooses the user that the programs of a root worker run as, far above the UIDs
// of people and services, and a different one for each worker. Builds share one, with what
// they cache.
func otherUser(builds bool) (user int, err error) {
	if os.Getuid() != 0 {
		return 0, errors.New("only an administrator can start programs as somebody else")
	}
	const first, perProcess = 1_800_000_000, 64
	most := int64(mapped())
	n := int64(0)
	if !builds {
		n = (int64(os.Getpid())%(1<<22)+1)*perProcess + userNumber.Add(1)%perProcess
	}
	if first+n < most {
		return int(first + n), nil
	}
	const upper = 10_000 // of a container's users, above its system's
	if most > 2*upper {
		return int(most - 1 - n%upper), nil
	}
	return 0, errors.New("there are too few users in this container")
}

// mapped returns the number of UIDs, counted from 0, that exist here.
func mapped() uint64 {
	f, err := os.Open("/proc/self/uid_map")
	if err != nil {
		return 0
	}
	defer f.Close()
	var inside, outside, size uint64
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if n, _ := fmt.Sscan(lines.Text(), &inside, &outside, &size); n == 3 && inside == 0 {
			return size
		}
	}
	return 0
}

// arrange creates the programs' view of the files in the namespaces.
func (s spaces) arrange(set setup) (*view, error) {
	if !s.ownRoot() {
		return nil, nil
	}
	return newView(set.Policy, s&oldProc == 0)
}

// name records the mechanisms that the namespaces provide.
func (s spaces) name(m *Mechanisms, whyNot string) {
	for _, one := range []struct {
		flag   spaces
		name   string
		guards []string
	}{
		{unix.CLONE_NEWUSER, nameUserNS, []string{Kernel}},
		{unix.CLONE_NEWNS, nameRoot, []string{Files}},
		{unix.CLONE_NEWNS, OwnFolder, []string{Disk, State}},
		{unix.CLONE_NEWPID, namePidNS, []string{Signals, Remains}},
		{unix.CLONE_NEWIPC, nameIPCNS, []string{State}},
		{unix.CLONE_NEWNET, nameNetNS, []string{Network}},
	} {
		var err error
		if s&one.flag == 0 {
			err = errors.New(whyNot)
		}
		m.add(one.name, err, one.guards...)
	}
	var err error
	if s&unix.CLONE_NEWPID == 0 || s&oldProc != 0 {
		err = errors.New(whyNot)
	}
	m.add(OwnProc, err, Sight)
}

// giveTo makes a user the owner of a folder and of all that lies in it, but for files that may lie
// elsewhere too.
func giveTo(user int, dir string) error {
	if user == 0 || dir == "" {
		return nil
	}
	if err := os.Chown(dir, user, user); err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		var stat unix.Stat_t
		if unix.Lstat(path, &stat) == nil && (stat.Nlink == 1 || stat.Mode&unix.S_IFMT == unix.S_IFDIR) {
			_ = os.Lchown(path, user, user) // what a program put out of reach is its own already
		}
		return nil
	})
}
