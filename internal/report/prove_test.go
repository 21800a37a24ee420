package report_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// parse is a script that prints what the parser behind prove finds in a document: a line of
// JSON for each point, and one for each error.
const parse = `use TAP::Parser; use JSON::PP;
my $p = TAP::Parser->new({source => $ARGV[0]}); my $at;
sub out { print JSON::PP->new->ascii->canonical->encode($_[0]), "\n" }
while (my $r = $p->next) {
	if ($r->is_test) { out($at) if $at; $at = {name => $r->description, ok => $r->is_actual_ok ? 1 : 0, todo => $r->has_todo ? 1 : 0} }
	elsif ($r->is_yaml) { $at->{data} = $r->data }
	elsif ($r->is_unknown) { $at->{unknown} .= $r->raw }
}
out($at) if $at;
out({errors => [$p->parse_errors], bail => 0});`

// perl returns the lines that the parser prints for a document.
func perl(t *testing.T, text []byte) (lines []map[string]any) {
	t.Helper()
	if out, err := exec.Command("perl", "-MTAP::Parser", "-MJSON::PP", "-e", "").CombinedOutput(); err != nil {
		t.Skipf("needs perl with TAP::Parser: %v %s", err, out)
	}
	path := filepath.Join(t.TempDir(), "report.tap")
	must.Do(t, os.WriteFile(path, text, 0o600))
	out, err := exec.Command("perl", "-e", parse, path).Output()
	must.Do(t, err)
	for line := range strings.Lines(string(out)) {
		var v map[string]any
		must.Do(t, json.Unmarshal([]byte(line), &v))
		lines = append(lines, v)
	}
	return lines
}

// Perl's parser finds every point of a report, and in its YAML what we wrote.
func TestProve(t *testing.T) {
	all := results(t)
	each(t, "tap", func(t *testing.T, show report.Show, text []byte) {
		lines := perl(t, text)
		if len(lines) != len(all)+1 {
			t.Fatalf("found %v", lines)
		}
		if wrong := lines[len(all)]["errors"].([]any); len(wrong) > 0 {
			t.Errorf("what is wrong: %v", wrong)
		}
		for i, r := range all {
			x := lines[i]
			if name := strings.TrimPrefix(x["name"].(string), "- "); name != r.Case.Name && r.Case.Name != oddName || x["unknown"] != nil {
				t.Errorf("found %v for %s", x, r.Case.Name)
			}
			if ok := x["ok"] == 1.0; ok != (r.Verdict == verdict.Pass) || (x["todo"] == 1.0) != expected[r.Case.Name] {
				t.Errorf("%s: found %v", r.Case.Name, x)
			}
			data, _ := x["data"].(map[string]any)
			if r.Verdict != verdict.Pass && data["verdict"] != string(r.Verdict) {
				t.Errorf("%s: found %v", r.Case.Name, data)
			}
			if show == report.ShowDiff && r.Case.Name == "content" && !strings.Contains(data["details"].(string), "\n  want 5 | B1,1,7\n") {
				t.Errorf("details %q", data["details"])
			}
		}
	})
}

// oddName keeps its escapes in Perl's parser.
const oddName = `odd # name \ <&>`
