package pagetest

import (
	"io"
	"os"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
)

func TestMain(m *testing.M) { Main(m) }

// Pictures are taken at three widths, each light and dark.
func TestShoot(t *testing.T) {
	kept := *screenshots
	t.Cleanup(func() { *screenshots = kept })
	b := Open(t, File(t, "page", func(w io.Writer) error {
		_, err := io.WriteString(w, `<!DOCTYPE html><html lang="en" data-ready="0"><title>a page</title><p>some text`)
		return err
	}))
	*screenshots = t.TempDir()
	b.Shoot("page")
	pictures, err := os.ReadDir(*screenshots)
	must.Do(t, err)
	var names []string
	for _, p := range pictures {
		names = append(names, p.Name())
	}
	if want := []string{"page-dark.png", "page-light.png", "page-phone-dark.png", "page-phone.png", "page-tablet-dark.png", "page-tablet.png"}; !slices.Equal(names, want) {
		t.Errorf("the pictures are %q, want %q", names, want)
	}
}
