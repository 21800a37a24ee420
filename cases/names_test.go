package cases

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A case of a problem package has two names, and any other case has one.
func TestNames(t *testing.T) {
	packed, own := &Case{Name: "secret-1", origin: "secret/1"}, &Case{Name: "mine"}
	for name, want := range map[string][2]bool{
		"secret-1": {true, false}, "secret/1": {true, false}, "mine": {false, true}, "": {false, false},
	} {
		expect.Equal(t, want, [2]bool{packed.IsCalled(name), own.IsCalled(name)}, name)
		matches := [2]bool{must.Get(packed.Matches(name))(t), must.Get(own.Matches(name))(t)}
		expect.Equal(t, want, matches, "pattern", name)
	}
	expect.True(t, must.Get(packed.Matches("secret/*"))(t), "pattern of the second name")
	_, err := packed.Matches("[")
	expect.Error(t, err, "syntax error")
}
