package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Time in user mode is charged, and system time above the usual amount. A run beyond cpuLimit costs more than
// the clock, in either mode.
func TestCharge(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct{ user, system, want time.Duration }{
		{0, 0, 0}, {50 * ms, 0, 50 * ms}, {0, 100 * ms, 0}, {0, 101 * ms, 1 * ms}, {400 * ms, 200 * ms, 400 * ms}, {400 * ms, 250 * ms, 450 * ms}, {0, 5000 * ms, 4900 * ms},
	} {
		got := chargedTime(sandbox.Outcome{CPU: c.user + c.system, System: c.system})
		expect.Equal(t, c.want, got, c.user, "in user mode and", c.system, "in the system cost")
	}
	for _, clock := range []time.Duration{1, ms, time.Second, DefaultClock} {
		all := cpuLimit(clock)
		for part := range 101 {
			system := all * time.Duration(part) / 100
			got := chargedTime(sandbox.Outcome{CPU: all + 2, System: system})
			expect.True(t, got >= clock, all, system, "of it in the system, cost", got, "of", clock)
		}
	}
}

// There must be room for all that both programs may write, and none for built-in agents.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		free     int64
		programs int
		want     string
	}{
		{0, 0, ""}, {spareOutput, 1, ""}, {2 * spareOutput, 2, ""},
		{spareOutput - 1, 1, "want 64 MB free in "}, {2*spareOutput - 1, 2, "want 128 MB free in "},
	} {
		err := checkFree(c.free, c.programs)
		expect.True(t, strings.HasPrefix(fmt.Sprint(err), cmp.Or(c.want, "<nil>")), c.free, c.programs, err)
	}
}

// Each limit has its own reason for a loss, and the clock comes first. An agent that ends in time has not lost
// by a limit.
func TestStopped(t *testing.T) {
	const clock, spare = 5 * time.Second, 10 * time.Second
	for _, c := range []struct {
		o    sandbox.Outcome
		used time.Duration
		want record.Reason
		text string
	}{
		{sandbox.Outcome{}, clock - 1, "", ""},
		{sandbox.Outcome{}, clock, record.Overtime, "it used 5.000 s of CPU time for the move, where it had 5.000 s left"},
		{sandbox.Outcome{Exit: 1}, 0, "", ""},
		{sandbox.Outcome{Stopped: sandbox.StoppedCPU}, 4 * time.Second, record.Overtime, "it used 4.000 s of CPU time for the move, where it had 5.000 s left"},
		{sandbox.Outcome{Stopped: sandbox.StoppedMemory}, clock, record.Overtime, "it used 5.000 s of CPU time for the move, where it had 5.000 s left"},
		{sandbox.Outcome{Stopped: sandbox.StoppedMemory}, 0, record.Memory, "stopped for using too much memory"},
		{sandbox.Outcome{Stopped: sandbox.StoppedOutput}, 0, record.Output, "stopped for printing too much"},
		{sandbox.Outcome{Stopped: sandbox.StoppedDisk}, 0, record.Disk, "stopped for writing too much into its directory"},
		{sandbox.Outcome{Stopped: sandbox.StoppedWall, Wall: 15020 * time.Millisecond}, 100 * time.Millisecond, record.WallLimit,
			"stopped after 15.020 s by the clock on the wall, where it had 15.000 s; it used 0.100 s of CPU time"},
		// The text gives the part of the time that did not count.
		{sandbox.Outcome{Stopped: sandbox.StoppedWall, Wall: 40 * time.Second}, 100 * time.Millisecond, record.WallLimit,
			"stopped after 40.000 s by the clock on the wall, where it had 15.000 s and 25.000 s did not count, " +
				"since the processors were busy; it used 0.100 s of CPU time"},
		{sandbox.Outcome{StartError: "no such file"}, 0, record.CannotStart, "no such file"},
	} {
		lost := stoppedLoss(c.o, c.used, clock, spare)
		lost = cmp.Or(lost, &loss{})
		expect.Equal(t, loss{c.want, c.text}, *lost, c.o, c.used, "used")
	}
	for d, want := range map[time.Duration]string{99 * time.Millisecond: "", 100 * time.Millisecond: " and 0.100 s did not count, since the processors were busy"} {
		expect.Equal(t, want, describeOvershoot(d), d)
	}
	for want, o := range map[string]sandbox.Outcome{
		"": {}, "; ended by SIGSEGV: last": {Signal: "SIGSEGV", Exit: -1, Errors: []byte("first\n last\n\n")},
		"; exit status 2: why": {Exit: 2, Errors: []byte("why\nmake: *** [run] Error 2\n")},
	} {
		expect.Equal(t, want, describeEnd(o))
	}
}

// Terms that are left open get the course's values, each separately.
func TestDefaultTerms(t *testing.T) {
	want := Terms{Clock: 200 * time.Second, Spare: 10 * time.Second, Calibrate: 5 * time.Minute}
	want.NewGame, want.Settings.Memory = time.Minute, 4<<30
	expect.Equal(t, want, Terms{}.setDefaults())
	own := Terms{Clock: 1, Spare: 2, Calibrate: 3, NewGame: 4, Settings: outcome.Settings{Memory: 5}}
	expect.Equal(t, own, own.setDefaults())
}

// An agent's answer in an earlier game is not stale in the next.
func TestBegin(t *testing.T) {
	x := &external{program: &program.Program{}, given: [][]byte{[]byte("A1")}}
	must.Do(t, x.begin(t.Context(), nil))
	expect.Equal(t, nil, x.given, "answers at the beginning of a game")
}

// A fixed player uses the same time for each move, and fails to close.
type fixed struct {
	player
	used time.Duration
}

func (f fixed) move(context.Context, homework.Position, homework.Allowance) (decision, error) {
	return decision{used: f.used, timed: true}, nil
}

func (f fixed) close() error { return fmt.Errorf("used %v", f.used) }

// A player that uses all of its time loses. A withdrawn agent loses; if both are withdrawn, both lose. Both players are closed.
func TestEnds(t *testing.T) {
	o, _ := record.Plan{Games: 1, Size: 3}.Opening(gangwars.Assignment.Contest, 1)
	there, gone := seat{Agent: &Agent{}}, seat{Agent: &Agent{withdrawn: &program.BuildError{Fault: "gone"}}}
	for winner, seats := range map[int][2]seat{0: {there, gone}, 1: {gone, there}, record.NoSide: {gone, gone}} {
		end := record.End{Winner: winner, Reason: record.Withdrawn, Text: "gone", Points: o.Start.Points()}
		expect.Equal(t, end, *endByWithdrawal(seats, o.Start))
	}
	g := record.Begin(&gangwars.Assignment, o)
	clocks := [2]time.Duration{time.Second, time.Second}
	must.Get((&Terms{}).move(t.Context(), g, seat{&Agent{}, fixed{used: time.Second}}, o.Start, &clocks))(t)
	expect.Equal(t, record.Overtime, g.End.Reason, "end of a game in which a move takes all that is left")
	err := (&Seats{seats: [2]seat{{player: fixed{used: 1}}, {player: fixed{used: 2}}}}).Close()
	expect.Equal(t, "used 1ns\nused 2ns", fmt.Sprint(err))
}

// A paired position has an answer of two files. The answer is always malformed.
type paired struct{ homework.Position }

func (paired) Files() []string                 { return []string{"a", "b"} }
func (paired) Input(homework.Allowance) string { return "input\n" }
func (paired) Judge(map[string][]byte) ([]string, error) {
	return nil, &homework.Foul{Kind: homework.Malformed}
}

// An answer is stale if an earlier move has left both files, or one file with the same time and size.
func TestStaleAnswer(t *testing.T) {
	x := &external{home: t.TempDir()}
	for i, c := range []struct {
		a, b, old string // old is the earlier text of a
		want      record.Reason
	}{
		{"1", "1", "", record.Malformed}, {"2", "1", "", record.Malformed}, {"1", "2", "", record.Malformed}, {"1", "1", "", record.Stale},
		{"2", "2", "1", record.Stale}, {"22", "2", "1", record.Malformed},
	} {
		old, now := filepath.Join(x.home, "old"), time.Now().Truncate(time.Second)
		must.WriteFile(t, old, c.old)
		must.Do(t, os.Chtimes(old, now, now))
		before := must.Get(x.writeInput(paired{}, homework.Allowance{}))(t)
		expect.Equal(t, []string{"input.txt", "old"}, must.Names(t, x.home), "files before answer", i)
		must.WriteFiles(t, x.home, map[string]string{"a": c.a, "b": c.b})
		if c.old != "" {
			must.WriteFile(t, old, c.a)
			must.Do(t, errors.Join(os.Chtimes(old, now, now), os.Rename(old, filepath.Join(x.home, "a"))))
		}
		_, lost, err := x.judge(paired{}, sandbox.Outcome{}, before)
		must.Do(t, err)
		expect.Equal(t, c.want, lost.Reason, "answer", i)
	}
}
