//go:build !portable

#include "textflag.h"

// func clone(flags uintptr, pidfd *int32) (pid, errno uintptr)
//
// A child that shares our memory returns first, on our stack, and then overwrites the
// return address there. It is kept in a register, of which each process has its own.
TEXT ·clone(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ flags+0(FP), DI
	MOVQ $0, SI          // the same stack
	MOVQ pidfd+8(FP), DX
	MOVQ $0, R10
	MOVQ $0, R8
	MOVQ $56, AX         // SYS_CLONE
	POPQ R12
	SYSCALL
	PUSHQ R12
	MOVQ $0, errno+24(FP)
	MOVQ AX, pid+16(FP)
	CMPQ AX, $-4095
	JCS  done
	NEGQ AX
	MOVQ AX, errno+24(FP)
done:
	RET
