//go:build !portable

#include "textflag.h"

// func clone(flags uintptr, pidfd *int32) (pid, errno uintptr)
//
// The return address is in a register, of which each process has its own.
TEXT ·clone(SB), NOSPLIT|NOFRAME, $0-32
	MOVD flags+0(FP), R0
	MOVD ZR, R1          // the same stack
	MOVD pidfd+8(FP), R2
	MOVD ZR, R3
	MOVD ZR, R4
	MOVD $220, R8        // SYS_CLONE
	SVC
	MOVD ZR, errno+24(FP)
	MOVD R0, pid+16(FP)
	CMN  $4095, R0
	BCC  done
	NEG  R0, R0
	MOVD R0, errno+24(FP)
done:
	RET
