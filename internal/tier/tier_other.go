//go:build !linux

package tier

import "errors"

func enter(n int, user string) error {
	if n > Whole || user != "" {
		return errors.New("other tiers exist only on Linux")
	}
	return nil
}
