//go:build unix

package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// A check that a signal cuts short tells the causes of the failures known so far, in all formats that may be cut
// short, and how many cases were not run.
func TestInterruptedHasCauses(t *testing.T) {
	const judged = 12
	for _, c := range []struct {
		flag string
		want []string // regular expressions, in this order; a case or two may be cut short while they are compared
	}{
		{"--by=cause", []string{`1\. moves-reversed: `, "moves are tried", " more begin alike: ", `mancala: interrupted, 1\d of 91 cases judged: `}},
		{"--by=case", []string{"wrong    ", "why: moves-reversed: ", `mancala: interrupted, 1\d of 91 cases judged: `}},
		{"--format=tap", []string{`1\.\.1\d\n`, "# why: moves-reversed: ", `Bail out! mancala: interrupted, 1\d of 91 cases judged: `}},
		{"--format=github", []string{"::error title=moves-reversed", `mancala: interrupted, 1\d of 91 cases judged: `}},
		{"--format=markdown", []string{`interrupted, 1\d of 91 cases judged`, "moves-reversed"}},
		{"--format=jsonl", []string{`\{"event":"summary",`, `"ok":false,`, `"interrupted":true,"notRun":[78]\d,`, `"key":"moves-reversed"`}},
		{"--format=json", []string{`"summary":\{`, `"ok":false,`, `"interrupted":true,"notRun":[78]\d,`, `"key":"moves-reversed"`}},
	} {
		t.Run(c.flag, func(t *testing.T) {
			t.Parallel()
			p := prepare(t, "check", "mancala", "--sandbox", "none", "--jobs", "1", c.flag, "--", "sh", "-c",
				"echo >>COUNT; test $(wc -l <COUNT) -le 12 || sleep 600; : MARK; exec player -faults moves-reversed mancala -i input.txt")
			count := filepath.Join(p.Dir, "count")
			last := len(p.Args) - 1
			p.Args[last] = strings.ReplaceAll(p.Args[last], "COUNT", count)
			var out bytes.Buffer
			p.Stdout = &out
			p.start()
			p.until("a case takes long", func() bool {
				lines, _ := os.ReadFile(count)
				return bytes.Count(lines, []byte("\n")) > judged
			})
			p.Process.Signal(syscall.SIGINT)
			p.ends(130, "touchstone: interrupted\n")
			rest := out.String()
			for _, want := range c.want {
				at := regexp.MustCompile(want).FindStringIndex(rest)
				if at == nil {
					t.Fatalf("want %s behind what was found of %q, found\n%s", want, c.want, out.String())
				}
				rest = rest[at[1]:]
			}
			if c.flag == "--format=json" && !json.Valid(out.Bytes()) {
				t.Errorf("want a document, found\n%s", out.String())
			}
		})
	}
}
