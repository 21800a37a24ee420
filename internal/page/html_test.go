package page_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/page"
)

// A title is text, scripts stand in their order and their data before them, each under its own name.
func TestWrite(t *testing.T) {
	p := page.Page{Title: `</title><b>"A" & B`, Style: "p{color:red}", Body: "<body>text</body>", Scripts: []string{"first();", "second();"}}
	for name, text := range map[string]string{"only": "</script>"} {
		if _, err := p.Data.Column(name).Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	numbers := p.Data.Column("numbers")
	numbers.U8(1)
	numbers.U16(0x203)
	numbers.U32(0x4050607)
	numbers.I32(-2)
	text := made(t, &p)
	if want := "<title>&lt;/title&gt;&lt;b&gt;&#34;A&#34; &amp; B</title>"; !strings.Contains(text, want) {
		t.Errorf("want %s in\n%.2000s", want, text)
	}
	at := -1
	for _, part := range []string{"p{color:red}", "<body>text</body>", `id="data-only"`, `id="data-numbers"`, "first();", "second();"} {
		next := strings.Index(text, part)
		if next <= at || strings.Count(text, part) != 1 {
			t.Errorf("%s stands %d times, at %d; want it once, after %d", part, strings.Count(text, part), next, at)
		}
		at = next
	}
	for name, want := range map[string]string{"only": "</script>", "numbers": "\x01\x03\x02\x07\x06\x05\x04\xfe\xff\xff\xff"} {
		if got := column(t, text, name); got != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
	if strings.Contains(text, "data-ready") || strings.Contains(text, "script-src 'none'") {
		t.Error("a page with scripts is ready before they have run, or they may not run")
	}
	if text := made(t, &page.Page{Title: "plain"}); strings.Contains(text, "<script") || !strings.Contains(text, "script-src 'none'") || !strings.Contains(text, `data-ready="0"`) {
		t.Errorf("a page without scripts:\n%s", text)
	}
}

// The policy lets run and show what the page and its frames bring along, each by its digest, and workers only where asked.
func TestPolicy(t *testing.T) {
	frame := &page.Page{Style: "q{}", Scripts: []string{"inner();"}}
	plain := &page.Page{Style: "p{}", Scripts: []string{"outer();"}}
	whole := &page.Page{Style: "p{}", Scripts: []string{"outer();"}, Worker: true, Frames: []*page.Page{frame, {}}}
	digest := func(p *page.Page, tag string) string {
		_, after, _ := strings.Cut(made(t, p), "<"+tag+">")
		text, _, _ := strings.Cut(after, "</"+tag+">")
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	const rest = "; base-uri 'none'; form-action 'none'"
	for want, p := range map[string]*page.Page{
		"script-src " + digest(plain, "script") + "; style-src " + digest(plain, "style") + rest: plain,
		"script-src " + digest(plain, "script") + " " + digest(frame, "script") + " 'none' 'wasm-unsafe-eval'; style-src " + digest(plain, "style") + " " + digest(frame, "style") + " " + digest(&page.Page{}, "style") + "; worker-src blob:" + rest: whole,
	} {
		if text := made(t, p); !strings.Contains(text, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `+want+`">`) {
			t.Errorf("want the policy %s in\n%.1500s", want, text)
		}
	}
}

// Data comes back whole, whatever its length, and a page whose writer fails has an error.
func TestData(t *testing.T) {
	p := page.Page{Title: "x"}
	if err := p.Data.JSON("numbers", []int{1, 2}); err != nil {
		t.Fatal(err)
	}
	for i := range 6 { // of all lengths modulo 3, in which base64 writes
		p.Data.Column(fmt.Sprint("of", i)).Put([]byte("abcdefgh"[:i]))
	}
	text := made(t, &p)
	if got := column(t, text, "numbers"); got != "[1,2]\n" {
		t.Errorf("the column holds %q", got)
	}
	for i := range 6 {
		if got, want := column(t, text, fmt.Sprint("of", i)), "abcdefgh"[:i]; got != want {
			t.Errorf("the column holds %q, want %q", got, want)
		}
	}
	if err := (&page.Page{}).Write(full{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error %v, want that of the writer", err)
	}
}

func made(t *testing.T, p *page.Page) string {
	t.Helper()
	var text strings.Builder
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// column returns what a column of a page holds.
func column(t *testing.T, text, name string) string {
	t.Helper()
	_, after, _ := strings.Cut(text, `id="data-`+name+`">`)
	packed, _, _ := strings.Cut(after, "<")
	data, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		t.Fatal(err)
	}
	gz, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	held, err := io.ReadAll(gz)
	if err != nil {
		t.Fatal(err)
	}
	return string(held)
}
