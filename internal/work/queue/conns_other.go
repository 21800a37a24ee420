//go:build !unix

package queue

// mostConns returns how many connections a server in this process may have.
func mostConns() int { return usualConns }
