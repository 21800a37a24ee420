//go:build !linux

package tier

import "errors"

func enter(n int, user string) error {
	if n > Whole || user != "" {
		return errors.New("other surroundings can be made on Linux alone")
	}
	return nil
}

func settle() {}
