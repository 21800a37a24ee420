package testscript_test

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A function of the test's own is a program that the test starts itself as, by its TestMain, if it is trusted with the
// answers that a test holds.
func TestFunction(t *testing.T) {
	testscript.Run(t, &reversi.Assignment, testscript.Command(os.Args[0], "submission", "right"),
		testscript.WithProfile(cases.ProfileCore), testscript.WithOptions(testscript.Options{Sandbox: testscript.SandboxNone}))
}

// Otherwise it is refused, and told what would do.
func TestFunctionConfined(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is confined here")
	}
	player, err := testscript.NewPlayer(t.Context(), os.Args[0], "submission", "right")
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	_, err = testscript.NewRunner(player, testscript.Options{})
	if found := (*answers.Error)(nil); !errors.As(err, &found) || !found.Self() {
		t.Fatalf("error %v, want that it is touchstone itself", err)
	}
	if says := testscript.Hinted(err).Error(); !strings.HasPrefix(says, err.Error()+", since it is this test: ") || !strings.Contains(says, "testscript.SandboxNone") {
		t.Errorf("it says %s", says)
	}
}
