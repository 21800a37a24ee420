package unpack

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// mostName is how long a name may be in common file systems, in bytes.
const mostName = 255

// clean returns the name of an entry as a path below the folder, with slashes. A name that leads
// out of the folder, or that no system takes, is refused. Bytes that are not UTF-8, as in
// archives of old systems, are spelled out.
func clean(name string) (string, error) {
	slashed := strings.ReplaceAll(name, `\`, "/") // some programs of Windows write these
	slashed = strings.TrimRight(slashed, "/")
	if slashed == "" && name != "" {
		return "", errorf("want names below the archive's own folder, found %q", shortened(name))
	}
	var parts []string
	for part := range strings.SplitSeq(slashed, "/") {
		if part != "." {
			parts = append(parts, spell(part))
		}
	}
	if len(parts) == 0 { // the archive's own folder
		return ".", nil
	}
	for _, part := range parts {
		switch {
		case !filepath.IsLocal(part) || len(part) == 2 && part[1] == ':':
			return "", errorf("want names below the archive's own folder, found %q", shortened(name))
		case len(part) > mostName:
			return "", errorf("want names of at most %d bytes in an archive, found %q", mostName, shortened(name))
		case strings.ContainsFunc(part, func(r rune) bool { return r < ' ' || r == 0x7f }):
			return "", errorf("want no control characters in names, found %q", shortened(name))
		}
	}
	return strings.Join(parts, "/"), nil
}

// spell spells out bytes that are not UTF-8.
func spell(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if r == utf8.RuneError && name[i] >= utf8.RuneSelf {
			if _, n := utf8.DecodeRuneInString(name[i:]); n == 1 {
				fmt.Fprintf(&b, "%%%02x", name[i])
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// shortened returns a name for a message.
func shortened(name string) string {
	if len(name) <= 60 {
		return name
	}
	return strings.ToValidUTF8(name[:60], "") + "..."
}
