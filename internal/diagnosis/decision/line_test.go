package decision

import "testing"

// A number beyond all values is infinity spelled otherwise where that infinity is due and none is spelled right beside it; else
// it came of arithmetic.
func TestOverflows(t *testing.T) {
	const most, least = "9223372036854775807", "-9223372036854775808"
	for _, c := range []struct {
		value, alpha, beta, right string // right is alpha
		want                      bool
	}{
		{"Infinity", most, least, "-Infinity", true},
		{"Infinity", "Infinity", least, "-Infinity", true},
		{most, least, most, "-Infinity", false},
		{"3", least, most, "-Infinity", false},
		{"3", most, least, "-Infinity", true},
		{"3", least, "Infinity", "-Infinity", true},
		{"3", "-Infinity", "7", "-Infinity", false},
		{"3", "-inf", "oo", "-Infinity", false},
		{"3", "", most, "-Infinity", false},
		{"3", most, most, "7", false},
	} {
		got := line{value: c.value, window: []string{c.alpha, c.beta}}
		if is := got.overflows(line{window: []string{c.right, "Infinity"}}); is != c.want {
			t.Errorf("%s,%s,%s where %s,Infinity is due: %v, want %v", c.value, c.alpha, c.beta, c.right, is, c.want)
		}
	}
	if (line{window: []string{most}}).overflows(line{window: []string{"-Infinity", "Infinity"}}) {
		t.Error("one bound alone overflows")
	}
}
