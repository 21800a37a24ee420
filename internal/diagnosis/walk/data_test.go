package walk_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
)

// What a page holds is in testdata: its header, and of each column how long it is, and its digest.
func TestData(t *testing.T) {
	for _, c := range []struct {
		name, assignment, input string
		most                    int
		plain                   bool
		changes                 []string
	}{
		{"minimax", "squirrel", "handout-minimax", 0, false, []string{"B1,2,19", "B1,2,4", "\nA4,2,", "\nE9,2,"}},
		{"alpha-beta", "reversi", "handout-start", 0, true, []string{"c4,1,-3,-3,Infinity\nroot", "c4,1,-3,-3,-3\ne3,2,0,-3,-3\nc4,1,-3,-3,-3\nroot"}},
		{"map", "mapcolor", "handout-australia", 12, false, []string{"NSW, B, 1, inf", "NSW, G, 1, inf"}},
		{"right", "mancala", "handout-sample", 0, false, nil},
		{"no-log", "gangwars", "handout-example-2", 30, false, nil},
	} {
		s := show(t, c.assignment, c.input)
		if c.changes != nil {
			s.add(t, c.changes...)
			s.Program.Name, s.Program.Reason, s.Program.Known = "a\x1bb", "exit status 1", []string{"no-cuts: nothing is cut"}
		}
		s.Most, s.Plain, s.Edition = c.most, c.plain, map[bool]string{true: "final"}[c.plain]
		var page, out bytes.Buffer
		sum, err := walk.Write(t.Context(), &page, s.Page)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%+v\n%s\n", sum, regexp.MustCompile(`<title>.*</title>`).Find(page.Bytes()))
		for _, m := range regexp.MustCompile(`id="data-([^"]+)">([^<]*)`).FindAllStringSubmatch(page.String(), -1) {
			gz, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[2])))
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(gz)
			if err != nil {
				t.Fatal(err)
			}
			if m[1] != "header" {
				fmt.Fprintf(&out, "%s: %d bytes, %.6x\n", m[1], len(data), sha256.Sum256(data))
				continue
			}
			var header bytes.Buffer
			if err := json.Indent(&header, data, "", " "); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s\n", header.Bytes())
		}
		goldie.New(t).Assert(t, c.name, out.Bytes())
	}
}
