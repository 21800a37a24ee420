package regular_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// What lies in the folders of the system is everybody's, and nothing beside them is.
func TestInSystem(t *testing.T) {
	for path, want := range map[string]bool{
		"/usr/bin/python3": true, "/bin/sh": true, "/sbin/init": true, "/lib/x86_64-linux-gnu/libc.so.6": true, "/lib32/a": true, "/lib64/ld-linux-x86-64.so.2": true,
		"/libx32/a": true, "/opt/jdk/bin/java": true, "/etc/ssl": true, "/nix/store/a-python": true, "/gnu/store/a-guile": true, "/usr": true,
		"/": false, "/nix": false, "/gnu": false, "/home/ann": false, "/root": false, "/tmp/usr": false, "/usrs": false, "/lib65/a": false, "/optional": false, "/var/lib": false,
	} {
		if got := regular.InSystem(path); got != want {
			t.Errorf("%s: in the system %v, want %v", path, got, want)
		}
	}
}
