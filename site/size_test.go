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

// The page, and the page packed as a server sends it, are no larger than its document promises.
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
	doc, err := os.ReadFile("../docs/site.md")
	if err != nil {
		t.Fatal(err)
	}
	const most, mostPacked = 4, 3 // MB
	if want := fmt.Sprintf("of less than %d MB (%d MB packed)", most, mostPacked); !strings.Contains(string(doc), want) {
		t.Errorf("docs/site.md does not say that the page is one file %s", want)
	}
	if len(text) >= most*1_000_000 || packed.Len() >= mostPacked*1_000_000 {
		t.Errorf("the page has %d bytes, %d packed, want less than %d MB and %d MB", len(text), packed.Len(), most, mostPacked)
	}
}
