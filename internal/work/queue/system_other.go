//go:build !unix

package queue

import "io/fs"

// private has nothing to check: who can read a file is not in its mode here.
func private(fs.FileInfo) error { return nil }

// mostConns returns how many connections a server in this process may have.
func mostConns() int { return usualConns }
