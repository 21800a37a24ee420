//go:build !linux

package engine

import "time"

var started = time.Now()

// threadTime returns the time that has passed: a thread can have used no more.
func threadTime() time.Duration { return time.Since(started) }

// ThreadClock returns a clock that calls threadTime.
func ThreadClock() func() time.Duration { return threadTime }
