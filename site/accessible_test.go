package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/oracle"
)

// axe returns the source of axe-core, which looks for what keeps people out of a page. npm install --global axe-core has it.
func axe(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("npm", "root", "--global").Output()
	if err != nil {
		t.Skip("SKIPPED: needs axe-core, by npm: ", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("SKIPPED: needs axe-core: ", err)
	}
	return string(text)
}

// No view keeps anybody out: axe-core has nothing to say of any, light or dark.
func TestAccessible(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		b := open(t, "")
		pagetest.Eval[bool](b, axe(t)+"; true")
		pagetest.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		for _, place := range []string{
			"squirrel/check", "mancala/explain", "gangwars/play", "mapcolor/play", "mancala/play", "reversi/rules", "squirrel/cases",
			"squirrel/case/handout-greedy", "mancala/mistakes", "reversi/mistake/strict-cut-at-max",
		} {
			visit(b, place)
			for _, one := range barriers(b) {
				t.Errorf("%s, %s: %s", place, scheme, one)
			}
		}
		pagetest.Eval[bool](b, `document.getElementById("learned").append(document.createElement("img")) || true`)
		if found := barriers(b); len(found) != 1 || !strings.HasPrefix(found[0], "image-alt: ") {
			t.Errorf("of an image without a text axe-core says %q", found)
		}
	}
}

// What a check says, and what is pasted, keeps nobody out either.
func TestAccessibleCheck(t *testing.T) {
	b := open(t, "")
	pagetest.Eval[bool](b, axe(t)+"; true")
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	fault := faultOf(b, a)
	visit(b, "squirrel/check")
	click(b, "#paste summary")
	dropFile(b, answersOf(t, a, fault))
	for _, one := range barriers(b) {
		t.Error(one)
	}
}

// barriers returns what axe-core finds in the page.
func barriers(b *pagetest.Tab) []string {
	b.Helper()
	return pagetest.Eval[[]string](b, `axe.run(document, { iframes: false, resultTypes: ["violations"] }).then((all) => all.violations.map((one) => one.id + ": " + one.help + ": " + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 150)).join(" | ")))`)
}
