// Package filtertest evaluates filters of system calls.
package filtertest

import (
	"encoding/binary"
	"testing"

	"golang.org/x/sys/unix"
)

// Answer evaluates a filter as the kernel does, and returns its answer to a call on a machine of an architecture.
func Answer(t testing.TB, filter []unix.SockFilter, arch, number uint32, args ...uint64) uint32 {
	t.Helper()
	var data [64]byte // struct seccomp_data, without the address of the instruction
	binary.LittleEndian.PutUint32(data[:], number)
	binary.LittleEndian.PutUint32(data[4:], arch)
	for i, arg := range args {
		binary.LittleEndian.PutUint64(data[16+8*i:], arg)
	}
	var loaded uint32
	for at := 0; at < len(filter); at++ {
		f, holds := filter[at], false
		switch f.Code {
		case unix.BPF_RET | unix.BPF_K:
			return f.K
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			loaded = binary.LittleEndian.Uint32(data[f.K:])
			continue
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JEQ:
			holds = loaded == f.K
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JGT:
			holds = loaded > f.K
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JSET:
			holds = loaded&f.K != 0
		default:
			t.Fatalf("an instruction %#x", f.Code)
		}
		at += int(map[bool]uint8{true: f.Jt, false: f.Jf}[holds])
	}
	t.Fatal("the filter has no end")
	return 0
}
