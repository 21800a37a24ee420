//go:build unix

package arena_test

import (
	"flag"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
)

var (
	busyGames = flag.Int("games", 1, "games of each pair in TestBusyMachine")
	busyLoad  = flag.Int("load", 4, "processes that take the processors meanwhile")
)

// On a busy machine, no side loses on the wall clock because it waited for a processor: neither the reference
// agent, which uses the most of its clock, nor programs, alone, with threads, or with processes.
func TestBusyMachine(t *testing.T) {
	effort.NeedsAll(t, "keeps the processors busy")
	effort.NeedsTools(t, "python3", "make")
	for range *busyLoad {
		other := exec.Command("sh", "-c", "while :; do :; done")
		must.Do(t, other.Start())
		defer func() {
			_ = other.Process.Kill()
			_ = other.Wait()
		}()
	}
	tt := quick(t) // with less time for a move than the clock has, which is more than enough on an idle machine
	tt.Clock, tt.Spare = 4*time.Second, -2*time.Second
	lost := map[string]int{}
	for name, script := range map[string]string{
		"spins": "spin(0.3); write(answer())",
		"forks": `
for i in range(4):
    if os.fork() == 0:
        while time.process_time() < 0.07: sum(range(2000))
        os._exit(0)
    os.wait()
write(answer())`,
		"threads": `
import hashlib, threading
data = bytes(1 << 20)
def work():
    while sum(os.times()[:2]) < 0.3: hashlib.sha256(data).digest()
ts = [threading.Thread(target=work) for i in range(2)]; [x.start() for x in ts]; [x.join() for x in ts]; write(answer())`,
		"starts": `
for i in range(10): subprocess.run(["true"])
write(answer())`,
	} {
		a, b := agent(t, tt, course(t, player+script+"\n")), agent(t, tt, "oracle")
		for i := range *busyGames {
			m := must.Get(tt.Match(t.Context(), a, b, record.Plan{Games: 1, Size: 3, Seed: uint64(i)}, nil))(t)
			end := m.Games[0].End
			if end.Reason != record.Played {
				lost[fmt.Sprintf("%s, %s", m.Games[0].Agents[1-end.Winner], end.Reason)]++
				t.Errorf("%s: %s loses by %s: %s", name, m.Games[0].Agents[1-end.Winner], end.Reason, end.Text)
			}
		}
	}
	t.Logf("%d games of each under load %d: lost %v", *busyGames, *busyLoad, lost)
}
