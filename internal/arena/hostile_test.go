//go:build unix

package arena_test

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// player is a program of the course that plays gangwars. Tests append code for its behaviour.
//
//go:embed testdata/player.py
var player string

var honest = player + "write(answer())\n"

//go:embed testdata
var agents embed.FS

// script returns player with the code of a file in testdata, in which it replaces some words.
func script(t *testing.T, file string, words ...string) string {
	t.Helper()
	text := must.Get(agents.ReadFile("testdata/" + file))(t)
	return player + strings.NewReplacer(words...).Replace(string(text))
}

// course makes a directory with the course's Makefile, whose agent is a program in Python 3.
func course(t *testing.T, text string) string {
	t.Helper()
	effort.NeedsTools(t, "python3", "make")
	return writeDir(t, map[string]string{"Makefile": "agent:\n\t@true\nrun:\n\t@python3 agent.py\n", "agent.py": text})
}

func writeDir(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	must.WriteFiles(t, dir, files)
	for at := dir; at != os.TempDir() && len(at) > 4; at = filepath.Dir(at) { // others may enter
		_ = os.Chmod(at, 0o755)
	}
	return dir
}

// quick are terms under which a test lasts not long.
func quick(t *testing.T) arena.Terms {
	t.Helper()
	tt := terms(t, "gangwars")
	tt.Clock, tt.Spare = 20*time.Second, 10*time.Second
	return tt
}

// play plays a game on a board of 3 by 3. The first of the agents moves first.
func play(t *testing.T, tt arena.Terms, a, b *arena.Agent) (*record.Game, int) {
	t.Helper()
	return playOn(t, tt, record.Plan{Games: 1, Size: 3, Seed: 3}, a, b)
}

// playShort plays a game of four moves to its end. Tests examine the second move of each agent.
func playShort(t *testing.T, tt arena.Terms, a, b *arena.Agent) *record.Game {
	t.Helper()
	g, _ := playOn(t, tt, record.Plan{Games: 1, Size: 2, Seed: 5}, a, b)
	expect.True(t, g.End.Reason == record.Played && len(g.Moves) == 4, len(g.Moves), "moves", g.End)
	return g
}

func playOn(t *testing.T, tt arena.Terms, p record.Plan, a, b *arena.Agent) (*record.Game, int) {
	t.Helper()
	seats := must.Get(tt.NewSeats(a, b))(t)
	defer func() {
		must.Do(t, seats.Close())
	}()
	o, _ := p.Opening(tt.Assignment.Contest, 1)
	mover := o.Start.Mover()
	g := must.Get(seats.Play(t.Context(), o, mover, nil))(t)
	return g, mover
}

// loses plays a hostile agent against an honest one, which moves second and must win for a reason.
func loses(t *testing.T, tt arena.Terms, hostile *arena.Agent, reason record.Reason, text string) *record.Game {
	t.Helper()
	g, side := play(t, tt, hostile, agent(t, tt, "greedy"))
	expect.Equal(t, 1-side, g.End.Winner, "winner after", len(g.Moves), "moves", g.End)
	expect.True(t, g.End.Reason == reason && strings.Contains(g.End.Text, text), g.End, reason, text)
	return g
}

// Agents of every kind play to the end.
func TestAgents(t *testing.T) {
	effort.NeedsTools(t, "python3", "make")
	file := filepath.Join(writeDir(t, map[string]string{"mine.py": honest}), "mine.py")
	for name, words := range map[string][]string{
		"a directory with the course's Makefile": {course(t, honest)},
		"a directory by convention":              {writeDir(t, map[string]string{"homework3.py": honest})},
		"a file":                                 {file},
		"a command":                              {"python3", file},
		"oracle":                                 {"oracle"}, "greedy": {"greedy"}, "minimax": {"minimax:2"}, "alphabeta": {"alphabeta:3"}, "random": {"random"},
	} {
		t.Run(name, func(t *testing.T) {
			tt := quick(t)
			g := playShort(t, tt, agent(t, tt, words...), agent(t, tt, "random"))
			for _, m := range g.Moves {
				expect.Equal(t, false, !m.Timed || m.ClockLeft <= 0 || m.ClockLeft > tt.Clock, "clock", m)
			}
		})
	}
}

// A program gets the arguments and the input of its assignment.
func TestQuestion(t *testing.T) {
	effort.NeedsAll(t, "builds many agents")
	effort.NeedsTools(t, "python3", "make")
	dir := writeDir(t, map[string]string{"Makefile": "agent:\n\t@true\nrun:\n\t@echo \"$(ARGS):\" \"$$(paste -sd' ' input.txt)\" >&2; exit 1\n"})
	for _, a := range oracle.Assignments() {
		tt := arena.Terms{Assignment: a, Clock: 12500 * time.Millisecond, Depth: 4}
		seats := must.Get(tt.NewSeats(agent(t, tt, dir), agent(t, tt, dir)))(t)
		o, _ := record.Plan{Games: 1, Size: a.Contest.Sizes.Min, Seed: 3}.Opening(a.Contest, 1)
		g, err := seats.Play(t.Context(), o, 0, nil)
		must.Do(t, errors.Join(err, seats.Close()))
		input := strings.Fields(o.Start.Input(homework.Allowance{Clock: tt.Clock, Depth: tt.Depth}))
		want := strings.Join(append([]string{strings.Join(a.Args, " ") + ":"}, input...), " ")
		want = want[:min(len(want), 150)]
		expect.Equal(t, record.Missing, g.End.Reason, a.Name)
		expect.Contains(t, g.End.Text, want)
	}
}

// Every way to lose has its reason.
func TestLosses(t *testing.T) {
	effort.NeedsTools(t, "python3", "make")
	for name, c := range map[string]struct {
		script string
		reason record.Reason
		text   string
	}{
		"prints nothing":             {"", record.Missing, "it is not there"},
		"crashes":                    {`sys.exit("no idea")`, record.Missing, "no idea"},
		"an empty answer":            {`write("")`, record.Malformed, ""},
		"binary answer":              {`open("output.txt", "wb").write(os.urandom(300))`, record.Malformed, ""},
		"a square that there is not": {`stake(); write("D4 Stake\n" + board())`, record.NoSuchPlace, "D4"},
		"an illegal stake": {`taken = [(y, x) for y in range(n) for x in range(n) if rows[y][x] != "."]
if not taken: write(answer())
for y, x in taken[:1]:
    rows[y][x] = me
    write("%s%d Stake\n" % (chr(65 + x), y + 1) + board())`, record.Illegal, ""},
		"an illegal raid": {`write(answer().replace("Stake", "Raid"))`, record.Illegal, "Raid"},
		"a wrong board":   {`move = stake(); rows[0][0] = rows[n-1][n-1] = "XO"[me == "X"]; write(move + board())`, record.WrongBoard, ""},
		"no board":        {`write(stake())`, record.Malformed, ""},
		"too large":       {`write(answer() + "\n" * (2 << 20))`, record.Output, "bytes"},
		"a link":          {`open("true.txt", "w").write(answer()); os.symlink("true.txt", "output.txt")`, record.NotRegular, "a symbolic link"},
		"a pipe":          {`os.mkfifo("output.txt")`, record.NotRegular, "a named pipe"},
		"a directory":     {`os.makedirs("output.txt/deep")`, record.NotRegular, "a directory"},
		"spins":           {`write(answer()); spin(1000)`, record.Overtime, "CPU time"},
		"sleeps":          {`write(answer()); time.sleep(1000)`, record.WallLimit, "by the clock on the wall"},
		"prints too much": {`write(answer())
while True: sys.stdout.write("x" * 1000000)`, record.Output, "printing"},
		"fills the disk": {`write(answer())
for i in range(100000): open("big%d" % i, "wb").write(b"x" * (1 << 20))`, record.Disk, ""},
		"fills the disk by one file": {`write(answer())
with open("big", "wb") as f:
    while True: f.write(b"x" * (1 << 20))`, record.Disk, ""},
		"uses too much memory": {`write(answer()); held = []
while True: held.append(bytearray(os.urandom(1 << 20) * 8))`, record.Memory, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // some wait
			tt := quick(t)
			tt.Clock, tt.Spare = time.Second, time.Minute
			switch c.reason {
			case record.Overtime:
				tt.Clock = 300 * time.Millisecond
			case record.WallLimit:
				tt.Spare = 500 * time.Millisecond
			case record.Memory, record.Disk, record.Output:
				tt.Clock = 20 * time.Second
			default: // about the answer alone
				if !effort.All() {
					tt.Settings.Sandbox = sandbox.None
				}
			}
			tt.Settings.Memory = 128 << 20
			file := filepath.Join(writeDir(t, map[string]string{"agent.py": player + c.script + "\n"}), "agent.py")
			loses(t, tt, agent(t, tt, "python3", file), c.reason, c.text)
		})
	}
}

// A raid that turns a square and is printed as a stake is the wrong type of move; the reverse too.
func TestWrongType(t *testing.T) {
	tt := quick(t)
	loses(t, tt, agent(t, tt, course(t, script(t, "wrong-type.py"))), record.WrongType, "Stake")
}

// An old answer is stale if it is renamed, linked, copied or touched.
func TestStale(t *testing.T) {
	effort.NeedsAll(t, "builds many agents")
	const later = `
old = "old.txt"
if not os.path.exists(old):
    write(answer())
    os.link("output.txt", old) if %q == "link" else shutil.copy("output.txt", old)
else:
    %s
`
	for name, how := range map[string]string{
		"rename":  `os.rename(old, "output.txt")`,
		"link":    `os.link(old, "output.txt")`,
		"copy":    `shutil.copy(old, "output.txt")`,
		"copy -p": `shutil.copy2(old, "output.txt")`,
		"touched": `os.rename(old, "output.txt"); os.utime("output.txt") if hasattr(os, "utime") else None`,
	} {
		t.Run(name, func(t *testing.T) {
			tt := quick(t)
			g := loses(t, tt, agent(t, tt, course(t, player+fmt.Sprintf(later, name, how))), record.Stale, "")
			expect.Equal(t, 2, len(g.Moves), "moves before the loss")
		})
	}
	t.Run("prepared", func(t *testing.T) { // right by chance, but not of this move
		tt := quick(t)
		a, b := agent(t, tt, course(t, script(t, "prepared.py"))), agent(t, tt, course(t, honest))
		g, side := play(t, tt, a, b)
		stale := g.End.Reason == record.Stale && g.End.Winner == 1-side && len(g.Moves) == 2
		expect.True(t, stale, len(g.Moves), "moves", g.End)
	})
}

// An answer is not stale if the move has rewritten an older file of the same size for it.
func TestRewrittenFile(t *testing.T) {
	const rewrites = `
text = answer()
with open("old.txt", "r+" if os.path.exists("old.txt") else "w") as f: f.write(text)
os.rename("old.txt", "output.txt")
with open("old.txt", "w") as f: f.write(text)
`
	tt := quick(t)
	playShort(t, tt, agent(t, tt, course(t, player+rewrites)), agent(t, tt, "greedy"))
}

// The CPU time of threads and of all children counts, and so does system time above the usual amount.
func TestOvertime(t *testing.T) {
	effort.NeedsAll(t, "takes long")
	const child = `[sys.executable, "-c", "import time\nwhile time.process_time() < 0.35: pass"]`
	for name, script := range map[string]string{
		"two children":           `ps = [subprocess.Popen(` + child + `) for i in range(2)]; [p.wait() for p in ps]; write(answer())`,
		"children left behind":   `ps = [subprocess.Popen(` + child + `) for i in range(2)]; time.sleep(1); write(answer())`,
		"children nobody awaits": `import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN); ps = [subprocess.Popen(` + child + `) for i in range(2)]; time.sleep(1); write(answer())`,
		"short children": `
import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for i in range(150):
    if os.fork() == 0:
        spin(sum(os.times()[:2]) + 0.01); os._exit(0)
    time.sleep(0.012)
write(answer())`,
		"a grandchild that leaves": `
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        spin(0.7)
    os._exit(0)
time.sleep(1); write(answer())`,
		"threads": `
import hashlib, threading
data = bytes(1 << 20)
def work():
    while sum(os.times()[:2]) < 0.7: hashlib.sha256(data).digest() # outside of the interpreter's lock
ts = [threading.Thread(target=work) for i in range(2)]; [x.start() for x in ts]; [x.join() for x in ts]; write(answer())`,
		"the system": `
while sum(os.times()[:2]) < 1.2: os.getrandom(1 << 20)
write(answer())`,
		"a little each move": `spin(0.2); write(answer())`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // some wait
			tt := quick(t)
			tt.Clock, tt.Spare = 500*time.Millisecond, time.Minute
			loses(t, tt, agent(t, tt, course(t, player+script+"\n")), record.Overtime, "CPU time")
		})
	}
}

// Processes that an agent leaves running end before its opponent moves, and do not use the opponent's clock.
func TestLeavesProcess(t *testing.T) {
	tt := quick(t)
	a, b := agent(t, tt, course(t, script(t, "burn.py"))), agent(t, tt, course(t, script(t, "watch.py")))
	g, side := play(t, tt, a, b)
	expect.Equal(t, record.Played, g.End.Reason, "it ended with", g.End)
	for _, m := range g.Moves {
		expect.True(t, m.Side == side || m.ClockUsed <= time.Second, "charged", m.ClockUsed)
	}
}

// No agent reads or writes the opponent's directory, reads the opponent's source, or ends another process.
func TestOpponentIsOutOfReach(t *testing.T) {
	t.Setenv("TMPDIR", tier.TempDir(t)) // the test examines everything in it
	tt := quick(t)
	victim := course(t, honest+"\nopen('secret.txt', 'a').write('a plan')\n")
	programtest.NeedsConfinement(t)
	// also where all agents may read the directories around theirs
	for _, read := range [][]string{nil, {os.TempDir()}} {
		tt.Settings.AllowRead = read
		place := victim
		if read != nil { // where the victim was found is then no secret
			place = "/nowhere"
		}
		attack := script(t, "attack.py", "VICTIM", strconv.Quote(place), "TEMP", strconv.Quote(os.TempDir()))
		playShort(t, tt, agent(t, tt, course(t, attack)), agent(t, tt, victim))
	}
}

// Two commands in one directory do not see each other's program, but play.
func TestCommandsInOneDir(t *testing.T) {
	effort.NeedsTools(t, "python3", "make")
	programtest.NeedsConfinement(t)
	dir := writeDir(t, map[string]string{"b.py": honest, "a.py": player + `
try: text = open(DIR + "/b.py").read()
except OSError: text = ""
write(text or answer())
`})
	text, _ := os.ReadFile(filepath.Join(dir, "a.py"))
	must.Do(t, os.WriteFile(filepath.Join(dir, "a.py"), []byte(strings.ReplaceAll(string(text), "DIR", fmt.Sprintf("%q", dir))), 0o755))
	tt := quick(t)
	one := agent(t, tt, "python3", filepath.Join(dir, "a.py"))
	other := func() *arena.Agent { return agent(t, tt, "python3", filepath.Join(dir, "b.py")) }
	playShort(t, tt, one, other())
	playShort(t, tt, other(), other())
}

// The targets of the Makefile: the files of calibrate and newgame exist in every move, their errors do not
// matter, newgame is killed after its time, and a target agent that fails withdraws the agent.
func TestTargets(t *testing.T) {
	effort.NeedsAll(t, "builds many agents")
	effort.NeedsTools(t, "python3", "make")
	needs := player + "assert open('calibrated').read() == 'yes\\n' and os.path.exists('game'), os.listdir('.')\nopen('moves', 'a').write('x')\nwrite(answer())\n"
	tt := quick(t)
	tt.NewGame, tt.Calibrate = time.Second, time.Second
	good := agent(t, tt, writeDir(t, map[string]string{"agent.py": needs, "Makefile": "agent:\n\ttrue\ncalibrate:\n\techo yes >calibrated; exit 1\nnewgame:\n\ttouch game; sleep 1000\nrun:\n\tpython3 agent.py\n"}))
	g, _ := play(t, tt, good, agent(t, tt, "greedy"))
	expect.Equal(t, record.Played, g.End.Reason, "it ended with", g.End)
	bad := agent(t, tt, writeDir(t, map[string]string{"homework3.py": honest, "Makefile": "agent:\n\techo cannot; exit 1\nrun:\n\tpython3 homework3.py\n"}))
	expect.Contains(t, bad.Withdrawn(), "cannot")
	g, side := play(t, tt, bad, good)
	expect.True(t, g.End.Reason == record.Withdrawn && g.End.Winner == 1-side, "it ended with", g.End)
	expect.Equal(t, 0, len(g.Moves), "moves")
	g, _ = play(t, tt, bad, bad)
	expect.Equal(t, record.NoSide, g.End.Winner, "winner of two that are withdrawn")
}

// An agent that leaves more than is copied for a match, when it is built or calibrated, is withdrawn: no
// match ends without a result by it.
func TestLeavesTooMuch(t *testing.T) {
	effort.NeedsTools(t, "python3", "make")
	const deep = "\t@python3 -c 'import os; [(os.mkdir(\"d\"), os.chdir(\"d\")) for i in range(150)]'\n"
	for target, makefile := range map[string]string{"agent": "agent:\n" + deep, "calibrate": "agent:\n\t@true\ncalibrate:\n" + deep} {
		tt := quick(t)
		bad := agent(t, tt, writeDir(t, map[string]string{"agent.py": honest, "Makefile": makefile + "run:\n\t@python3 agent.py\n"}))
		expect.Contains(t, bad.Withdrawn(), "want directories at most 100 deep")
		g, side := play(t, tt, bad, agent(t, tt, "greedy"))
		expect.True(t, g.End.Reason == record.Withdrawn && g.End.Winner == 1-side, target, g.End)
	}
}

// The referee replaces an input or answer that became a link, a directory or a read-only file.
func TestSpoiltDir(t *testing.T) {
	effort.NeedsAll(t, "builds many agents")
	for name, script := range map[string]string{
		"links":       `os.remove("input.txt"); os.symlink("/etc/passwd", "input.txt"); os.link("output.txt", "same.txt")`,
		"directories": `os.remove("input.txt"); os.makedirs("input.txt/a/b"); open("input.txt/a/c", "w").write("x")`,
		"pipe":        `os.remove("input.txt"); os.mkfifo("input.txt"); os.mkfifo("other")`,
		"modes":       `os.path.exists("chmod") or [open("chmod", "w"), subprocess.call(["chmod", "0", "input.txt", "."])]`,
		"removals":    `shutil.rmtree(os.getcwd(), True) if False else [os.remove(f) for f in os.listdir(".") if f == "input.txt"]`,
	} {
		t.Run(name, func(t *testing.T) {
			tt := quick(t)
			playShort(t, tt, agent(t, tt, course(t, honest+script+"\n")), agent(t, tt, "random"))
		})
	}
}

// An interruption by the user is not a loss, and an error of a built-in agent is not blamed on the agent.
func TestErrors(t *testing.T) {
	tt := quick(t)
	seats := must.Get(tt.NewSeats(agent(t, tt, course(t, player+"time.sleep(1000)\n")), agent(t, tt, "greedy")))(t)
	defer seats.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	o, _ := record.Plan{Games: 1, Size: 3, Seed: 3}.Opening(tt.Assignment.Contest, 1)
	_, err := seats.Play(ctx, o, 0, nil)
	expect.True(t, errors.Is(err, context.DeadlineExceeded), "the end by the user", err)
	o.Start = broken{o.Start}
	greedy := agent(t, tt, "greedy")
	others := must.Get(tt.NewSeats(greedy, greedy))(t)
	_, err = others.Play(t.Context(), o, 0, nil)
	expect.Error(t, err, "", "a built-in agent fails")
	o.Start = shrinking{o.Start.(broken).Position}
	_, err = others.Play(t.Context(), o, 0, nil)
	expect.Error(t, err, "want a board of 9 places")
}

// shrinking is a position after which there are fewer places.
type shrinking struct{ homework.Position }

func (s shrinking) Play(turn []string) (homework.Position, error) {
	p, err := s.Position.Play(turn)
	return smaller{p}, err
}

type smaller struct{ homework.Position }

func (s smaller) Board() replay.Board {
	b := s.Position.Board()
	b.Pieces = b.Pieces[1:]
	return b
}

// broken is a position whose built-in agents choose no legal move.
type broken struct{ homework.Position }

func (broken) Choose(context.Context, homework.Agent, homework.Allowance) ([]string, homework.Thought, error) {
	return []string{"Z99 Stake"}, homework.Thought{}, nil
}

// An agent that has the path of its opponent's directory cannot read or write there. Without a root directory
// of its own, it cannot even if the user lets it read the parent directory.
func TestKnownDir(t *testing.T) {
	effort.NeedsAll(t, "builds many agents")
	programtest.NeedsConfinement(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for at := dir; len(at) > 4; at = filepath.Dir(at) {
		_ = os.Chmod(at, 0o755)
	}
	tt := quick(t)
	w := must.Get(sandbox.NewWorker(sandbox.Policy{}))(t)
	if w.Mechanisms().By(sandbox.State) == "" { // with a root of its own, a program sees no directory of another run there
		tt.Settings.AllowRead = []string{dir}
	}
	w.Close()
	seats := must.Get(tt.NewSeats(agent(t, tt, course(t, script(t, "spy.py"))), agent(t, tt, course(t, honest))))(t)
	homes := must.Get(filepath.Glob(filepath.Join(dir, "touchstone-scratch-agent-*", "home")))(t)
	expect.Equal(t, 2, len(homes), homes)
	for _, home := range homes {
		must.Do(t, os.WriteFile(filepath.Join(home, "homes.txt"), []byte(strings.Join(homes, "\n")), 0o644))
	}
	o, _ := record.Plan{Games: 1, Size: 3, Seed: 3}.Opening(tt.Assignment.Contest, 1)
	g, err := seats.Play(t.Context(), o, 0, nil)
	must.Do(t, errors.Join(err, seats.Close()))
	expect.Equal(t, record.Played, g.End.Reason, "it ended with", g.End)
}
