package tier

import "testing"

// A restarted process gets back its state and its own name, for every name.
func TestNames(t *testing.T) {
	for _, s := range []state{{}, {tier: NoProc, cover: true}, {tier: NoNamespaces, user: "nobody"}} {
		for _, own := range []string{"", "touchstone", "/a directory/with:colons:/x", mark + ":1:true:nobody:x"} {
			if got, argv0, ok := parse(s.name(own)); !ok || got != s || argv0 != own {
				t.Errorf("%+v of %q came back as %+v of %q, %v", s, own, got, argv0, ok)
			}
		}
	}
	for _, other := range []string{"", "touchstone", mark, mark + ":1:true:nobody", "x:1:true:nobody:x"} {
		if s, argv0, ok := parse(other); ok || s != (state{}) || argv0 != other {
			t.Errorf("%q was taken for %+v of %q", other, s, argv0)
		}
	}
}
