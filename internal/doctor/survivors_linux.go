package doctor

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// survivors lists the processes that have text in their command line, and those whose
// working folder is, or was, in folder.
func survivors(text, folder string) (pids []int) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		at, _ := os.Readlink(dir + "/cwd")
		command, _ := os.ReadFile(dir + "/cmdline")
		inside := folder != "" && (at == folder || strings.HasPrefix(at, folder+"/") || strings.HasPrefix(at, folder+" "))
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err == nil && pid != os.Getpid() && (inside || bytes.Contains(command, []byte(text))) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// end kills processes.
func end(pids []int) {
	for _, pid := range pids {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// startTime returns when a process was started, in clock ticks since boot.
func startTime(pid int) uint64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if err != nil || len(fields) < 20 {
		return 0
	}
	n, _ := strconv.ParseUint(string(fields[19]), 10, 64)
	return n
}

// unlock removes, from the files of a folder, the attributes that keep them from being
// removed.
func unlock(folder string) {
	files, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, path := range files {
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if f, err := os.Open(path); err == nil {
			_ = unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, 0)
			f.Close()
		}
	}
}
