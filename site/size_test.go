package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// The page is as large as its document says, and packed, as a server sends it, less than 3 MB.
func TestSize(t *testing.T) {
	effort.NeedsAll(t, "compiles for a browser")
	text, err := built()
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if packed.Len() > 3_000_000 {
		t.Errorf("the page has %d bytes packed, want at most 3 MB", packed.Len())
	}
	doc, err := os.ReadFile("../docs/site.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("of %.1f MB (%.1f MB packed)", float64(len(text))/1e6, float64(packed.Len())/1e6); !strings.Contains(string(doc), want) {
		t.Errorf("docs/site.md does not say that the page is one file %s", want)
	}
}
