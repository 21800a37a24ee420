package settings_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/settings"
)

// Units of sizes are powers of 1,024; what is no size is none.
func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "300": 300, "1KiB": 1 << 10, "64KiB": 64 << 10, "1MiB": 1 << 20, "2MiB": 2 << 20, "1GiB": 1 << 30, "2147483647": 1<<31 - 1,
		"": 0, "0": 0, "-1": 0, "0KiB": 0, "KiB": 0, "1kib": 0, "1KB": 0, "1 KiB": 0, "1.5MiB": 0, "1KiBKiB": 0, "2147483648": 1 << 31, "9223372036854775807": 0, "9007199254740992GiB": 0, "much": 0,
	} {
		if got, err := settings.ParseSize(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
}
