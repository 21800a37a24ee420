//go:build !js

package regular

import "syscall"

// nonblock opens a file without waiting, if it has become a pipe.
const nonblock = syscall.O_NONBLOCK
