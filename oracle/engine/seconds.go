package engine

import (
	"fmt"
	"strconv"
	"time"
)

// Seconds writes the time that is left as inputs have it: in seconds, to the millisecond below.
func Seconds(left time.Duration) string {
	return fmt.Sprintf("%.3f", max(left, 0).Truncate(time.Millisecond).Seconds())
}

// Clock reads a time that is left as inputs have it (scan.Codec.Seconds).
func Clock(seconds string) time.Duration {
	left, err := strconv.ParseFloat(seconds, 64)
	if err != nil {
		return 0
	}
	return time.Duration(left * float64(time.Second))
}
