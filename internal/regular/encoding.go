package regular

import "bytes"

// Encoding names the encoding of a text that is not plain UTF-8 by its byte order mark, or by its zeros, or
// returns "".
func Encoding(text []byte) string {
	for _, known := range []struct{ mark, name string }{
		{"\xef\xbb\xbf", "UTF-8 with one"}, {"\xff\xfe\x00\x00", "UTF-32 (little endian)"},
		{"\x00\x00\xfe\xff", "UTF-32 (big endian)"}, {"\xff\xfe", "UTF-16 (little endian)"},
		{"\xfe\xff", "UTF-16 (big endian)"},
	} {
		if bytes.HasPrefix(text, []byte(known.mark)) {
			return known.name
		}
	}
	var zeros [2]int // at even and at odd places
	for i, c := range text {
		if c == 0 {
			zeros[i%2]++
		}
	}
	half := len(text) / 2
	switch {
	case half < 2 || len(text)%2 != 0:
	case zeros == [2]int{0, half}:
		return "UTF-16 (little endian)"
	case zeros == [2]int{half, 0}:
		return "UTF-16 (big endian)"
	}
	return ""
}
