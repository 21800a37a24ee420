package grade

import (
	"fmt"
	"os"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// leastRoom is how many bytes must be free where programs are built and run for a failure to be a
// submission's: compilers and programs fail for want of it as if they were wrong, and what is in the
// journal stays there.
const leastRoom = 64 << 20

// hasRoom checks that a failure is not for want of room.
func hasRoom() error {
	free, err := scratch.Free("")
	if err != nil {
		return err
	}
	if free < leastRoom {
		return fmt.Errorf("want %d MB free in %s to tell what is wrong with a submission, found %d", leastRoom>>20, os.TempDir(), free>>20)
	}
	return nil
}
