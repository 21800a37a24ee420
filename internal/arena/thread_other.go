//go:build !linux

package arena

import "time"

var started = time.Now()

// threadTime returns the time by the clock: nobody tells what a thread used.
func threadTime() time.Duration { return time.Since(started) }
