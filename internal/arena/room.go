package arena

import (
	"fmt"
	"os"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// hasRoom checks that the seats of a match have room for all that their programs may write: otherwise one could fill
// the disk, and the other would lose for want of room.
func hasRoom(seats [2]*Seat) error {
	programs := 0
	for _, seat := range seats {
		if _, ok := seat.player.(*external); ok {
			programs++
		}
	}
	free, _, err := scratch.Free("")
	if err != nil {
		return err
	}
	return room(free, programs)
}

// room returns an error if so many free bytes are too few for so many programs.
func room(free int64, programs int) error {
	if want := int64(programs) * spareOutput; free < want {
		return fmt.Errorf("want %d MB free in %s, so that no agent takes the other's room, found %d", want>>20, os.TempDir(), free>>20)
	}
	return nil
}
