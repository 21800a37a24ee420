//go:build !portable

package sandbox

import (
	"testing"

	"golang.org/x/sys/unix"
)

// A filter and the rules that it was compiled from agree on every call: the kernel uses the
// former, the trace the latter.
func TestFilter(t *testing.T) {
	if auditArch == 0 {
		t.Skip("no filters on this architecture")
	}
	values := []uint64{0, 1, 2, 3, 10, 0o777, 0o1777, 0o2000, 0o4755, unix.O_CREAT, unix.O_TMPFILE, unix.O_DIRECTORY, 1 << 31, 1<<32 - 1, 1 << 32, unix.CLONE_NEWUSER}
	for _, all := range []rules{newRules(true, true, false), newRules(true, false, true), newRules(false, true, true), newRules(false, false, false)} {
		plain, traced := all.filter(false), all.filter(true)
		refusals := 0
		for number := range uintptr(lastKnown + 2) {
			for _, a := range values {
				for _, b := range values {
					args := [6]uint64{a, b, b, b, a, a}
					r := all.find(number, &args)
					want, wantTraced := uint32(unix.SECCOMP_RET_ALLOW), uint32(unix.SECCOMP_RET_ALLOW)
					_, named := pathCalls[number]
					switch {
					case number > lastKnown:
						want = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
						wantTraced = want
					case r != nil:
						refusals++
						want = unix.SECCOMP_RET_ERRNO | uint32(r.answer)
						wantTraced = want
						if r.act != "" {
							wantTraced = unix.SECCOMP_RET_USER_NOTIF
						}
					case named:
						wantTraced = unix.SECCOMP_RET_USER_NOTIF
					}
					if got := interpret(t, plain, number, &args); got != want {
						t.Fatalf("call %d%v: %#x, want %#x", number, args, got, want)
					}
					if got := interpret(t, traced, number, &args); got != wantTraced {
						t.Fatalf("call %d%v, traced: %#x, want %#x", number, args, got, wantTraced)
					}
				}
			}
		}
		if refusals < 10_000 {
			t.Errorf("only %d calls were refused", refusals)
		}
	}
}

// interpret evaluates a filter as the kernel does.
func interpret(t *testing.T, filter []unix.SockFilter, number uintptr, args *[6]uint64) uint32 {
	t.Helper()
	var loaded uint32
	for at := 0; at < len(filter); at++ {
		f := filter[at]
		skip := f.Jf
		switch f.Code {
		case unix.BPF_RET | unix.BPF_K:
			return f.K
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			switch f.K {
			case dataNumber:
				loaded = uint32(number)
			case dataArch:
				loaded = auditArch
			default:
				loaded = uint32(args[(f.K-dataArgument)/8])
			}
			continue
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JEQ:
			if loaded == f.K {
				skip = f.Jt
			}
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JGT:
			if loaded > f.K {
				skip = f.Jt
			}
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JSET:
			if loaded&f.K != 0 {
				skip = f.Jt
			}
		default:
			t.Fatalf("an instruction %#x", f.Code)
		}
		at += int(skip)
	}
	t.Fatal("the filter has no end")
	return 0
}
