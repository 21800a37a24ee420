//go:build !portable

package sandbox

import (
	"testing"

	"golang.org/x/sys/unix"
)

// Each call that creates a file or changes its mode is permitted without the set-id bits.
func TestSetID(t *testing.T) {
	for _, own := range []struct{ view, user bool }{{true, true}, {true, false}, {false, true}} {
		filter := newRules(own.view, own.user, !own.view).filter(false)
		for number, c := range map[uintptr]struct {
			mode int // the argument
			args [6]uint64
		}{
			unix.SYS_OPEN:      {2, [6]uint64{1: unix.O_CREAT}},
			unix.SYS_OPENAT:    {3, [6]uint64{2: unix.O_CREAT}},
			unix.SYS_CREAT:     {mode: 1},
			unix.SYS_MKDIR:     {mode: 1},
			unix.SYS_MKDIRAT:   {mode: 2},
			unix.SYS_MKNOD:     {mode: 1},
			unix.SYS_MKNODAT:   {mode: 2},
			unix.SYS_CHMOD:     {mode: 1},
			unix.SYS_FCHMOD:    {mode: 1},
			unix.SYS_FCHMODAT:  {mode: 2},
			unix.SYS_FCHMODAT2: {mode: 2},
		} {
			for mode, refused := range map[uint64]bool{0o777: false, 0o1777: false, 0o4755: true, 0o2755: true, 0o6000: true} {
				c.args[c.mode] = mode
				got := interpret(t, filter, number, &c.args)
				if want := unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM); refused != (got == want) {
					t.Errorf("%+v: call %d%v is answered %#x", own, number, c.args, got)
				}
			}
		}
	}
}
