package journal

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

const name = "journal.jsonl"

type plan struct{ Data string }

type entry struct {
	Key  run.Key `json:"key"`
	Data []byte  `json:"data"`
}

func (e entry) ID() run.Key { return e.Key }

// write fills a journal with entries of these keys.
func write(t *testing.T, dir string, keys ...run.Key) {
	t.Helper()
	j := must.Get(Open[plan, entry](dir, name))(t)
	for _, k := range keys {
		must.Do(t, j.Append(entry{Key: k, Data: []byte("data of " + k)}))
	}
	must.Do(t, j.Close())
}

// Wherever a journal is torn off, the complete lines are read and nothing else, and lines appended later are
// complete.
func TestJournalTornAnywhere(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "b", "c")
	path := filepath.Join(dir, name)
	text := must.Get(os.ReadFile(path))(t)
	line := len(text) / 3
	for size := range len(text) + 1 {
		must.Do(t, os.WriteFile(path, text[:size], 0o666))
		j := must.Get(Open[plan, entry](dir, name))(t)
		expect.Equal(t, size%line > 0, j.Damaged() == 1, "a line is torn of", size, "bytes")
		must.Do(t, j.Close())
		write(t, dir, "d")
		j = must.Get(Open[plan, entry](dir, name))(t)
		for i, k := range []run.Key{"a", "b", "c", "d"} {
			want := k == "d" || size >= (i+1)*line
			e, ok, err := j.Entry(k)
			whole := err == nil && ok == want && (!ok || string(e.Data) == "data of "+string(k))
			expect.True(t, whole, "of", size, "bytes:", k, ok, e.Data, err)
		}
		expect.Equal(t, 0, j.Damaged(), "lines torn of", size, "bytes, after one was appended")
		must.Do(t, j.Close())
	}
}

// A changed byte invalidates its line, and is reported.
func TestJournalDamaged(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "b", "c")
	path := filepath.Join(dir, name)
	text := must.Get(os.ReadFile(path))(t)
	for i := range text {
		damaged := append([]byte{}, text...)
		damaged[i] ^= 4
		must.Do(t, os.WriteFile(path, damaged, 0o666))
		j := must.Get(Open[plan, entry](dir, name))(t)
		whole := 0
		for _, k := range []run.Key{"a", "b", "c"} {
			if j.Has(k) {
				whole++
			}
		}
		expect.True(t, j.Damaged() == 1 && (whole == 1 || whole == 2), "byte", i, j.Damaged(), whole)
		must.Do(t, j.Close())
	}
}

// Lines that are too short, or hold other JSON, are damaged. A line that changes while the journal is open is an
// error.
func TestOtherLines(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a")
	path := filepath.Join(dir, name)
	lines := string(must.Get(os.ReadFile(path))(t)) + "\n12345678\n12345678 \n"
	for _, text := range []string{`{"plan":{"Data":1}}`, `{"key":1}`} {
		lines += sum([]byte(text)) + " " + text + "\n"
	}
	must.Do(t, os.WriteFile(path, []byte(lines), 0o666))
	j := must.Get(Open[plan, entry](dir, name))(t)
	defer j.Close()
	expect.True(t, j.Damaged() == 5 && j.Has("a") && j.Plan() == nil, j.Damaged(), j.Plan())
	expect.True(t, j.Path() == path && Exists(dir, name) && !Exists(dir, "other"), j.Path())
	must.Do(t, os.WriteFile(path, []byte(strings.Replace(lines, `"key"`, `"kex"`, 1)), 0o666))
	_, ok, err := j.Entry("a")
	expect.True(t, !ok && strings.HasSuffix(fmt.Sprint(err), ": the line at byte 0 has changed"), err)
	_, ok, err = j.Entry("b")
	expect.True(t, !ok && err == nil, "no line", ok, err)
}

// A journal that cannot be opened leaves the directory unlocked.
func TestOpenFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	must.Do(t, os.Mkdir(path, 0o777))
	j, err := Open[plan, entry](dir, name)
	expect.True(t, j == nil && err != nil, "a directory is opened", err)
	must.Do(t, os.Remove(path))
	write(t, dir, "a")
}

// After a write error, a journal stores no more entries. It returns the error each time.
func TestWriteFails(t *testing.T) {
	for _, buffered := range []bool{false, true} {
		j := must.Get(Open[plan, entry](t.TempDir(), name))(t)
		if buffered {
			must.Do(t, j.Append(entry{Key: "a"}))
		}
		must.Do(t, j.file.Close())
		expect.Equal(t, buffered, j.Sync() != nil, "Sync fails with an entry to write:", buffered)
		for range 2 {
			expect.Error(t, j.Append(entry{Key: "b"}), "writing the journal: ")
		}
		expect.Equal(t, false, j.Has("b"), "the entry is there")
		expect.Error(t, j.Close(), "writing the journal: ")
	}
}

// Merging adds the results of shards under the keys of the whole, and keeps those that are there. A damaged
// result is an error.
func TestMerge(t *testing.T) {
	keys := func(p *plan) (all []run.Key) {
		for _, name := range []string{"a", "b", "c"} {
			all = append(all, run.Key(p.Data+name))
		}
		return all
	}
	open := func(data, known string) (j *Journal[plan, entry]) {
		j = must.Get(Open[plan, entry](t.TempDir(), name))(t)
		t.Cleanup(func() { j.Close() })
		must.Do(t, j.Begin(&plan{data}))
		for key := range strings.FieldsSeq(known) {
			must.Do(t, j.Append(entry{Key: run.Key(key), Data: []byte(data + key)}))
		}
		return j
	}
	into, shards := open("w", "wa"), []*Journal[plan, entry]{open("x", "xa xb"), open("y", "yb yd")}
	setKey := func(e *entry, k run.Key) { e.Key = k }
	for range 2 {
		must.Do(t, Merge(into, shards, &plan{"w"}, keys, setKey))
	}
	for key, want := range map[run.Key]string{"wa": "wwa", "wb": "xxb", "wc": "", "wd": "", "xb": ""} {
		e, ok, err := into.Entry(key)
		expect.True(t, string(e.Data) == want && ok == (want != "") && err == nil, key, e.Data, err, want)
	}
	other := open("z", "")
	must.Do(t, os.Truncate(shards[0].Path(), 0))
	_, ok, _ := shards[0].Entry("xa")
	err := Merge(other, shards, &plan{"z"}, keys, setKey)
	expect.True(t, err != nil && !other.Has("zb") && !ok, "a damaged shard", err, ok)
}

// A journal belongs to one process at a time.
func TestJournalLocked(t *testing.T) {
	dir := t.TempDir()
	j := must.Get(Open[plan, entry](dir, name))(t)
	_, err := Open[plan, entry](dir, name)
	expect.True(t, errors.Is(err, scratch.ErrLocked), "a second one", err, scratch.ErrLocked)
	must.Do(t, j.Close())
	write(t, dir, "a")
}

// A heading is written if it is another than the last, also when that was read.
func TestHeadings(t *testing.T) {
	dir := t.TempDir()
	size := int64(0)
	for i, step := range []struct {
		data string
		new  bool
	}{{"one", true}, {"one", false}, {"two", true}, {"one", true}} {
		j := must.Get(Open[plan, entry](dir, name))(t)
		must.Do(t, j.Begin(&plan{step.data}))
		expect.True(t, (j.size > size) == step.new && j.Damaged() == 0, "step", i, j.size, size)
		expect.Equal(t, &plan{step.data}, j.Plan(), "step", i)
		size = j.size
		must.Do(t, j.Close())
	}
}

// If a key has several entries the last counts, also after they are read again.
func TestLastEntry(t *testing.T) {
	dir := t.TempDir()
	j := must.Get(Open[plan, entry](dir, name))(t)
	for _, data := range []string{"first", "second"} {
		must.Do(t, errors.Join(j.Append(entry{Key: "a", Data: []byte(data)}), j.Append(entry{Key: "b", Data: []byte("b")})))
	}
	for range 2 {
		e, ok, err := j.Entry("a")
		expect.True(t, ok && err == nil && string(e.Data) == "second", e.Data, ok, err, "want the second")
		must.Do(t, j.Close())
		j = must.Get(Open[plan, entry](dir, name))(t)
	}
	must.Do(t, j.Close())
}

// Results are appended and looked up at the same time, and each is there once it was appended; the race
// detector sees whether that is by chance.
func TestConcurrent(t *testing.T) {
	j := must.Get(Open[plan, entry](t.TempDir(), name))(t)
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range 50 {
				k := run.Key(strconv.Itoa(worker*50 + i))
				expect.Equal(t, false, j.Has(k), k, "is there before it was appended")
				must.Do(t, errors.Join(j.Begin(&plan{string(k)}), j.Append(entry{Key: k, Data: []byte(k)})))
				e, ok, err := j.Entry(k)
				expect.True(t, j.Has(k) && ok && err == nil && j.Plan() != nil, k, err)
				expect.Equal(t, string(k), string(e.Data))
			}
		})
	}
	all.Wait()
	must.Do(t, j.Close())
}

// The shards of a plan are whole if each is there, in any order and repeated. The error names all that are
// missing, unless the plans differ.
func TestWhole(t *testing.T) {
	type sharded struct {
		run.Shard
		Data string
	}
	shard := func(p *sharded) *run.Shard { return &p.Shard }
	differs := func(x, y *sharded) string {
		return run.Differing(run.Part{Name: "data", X: x.Data, Y: y.Data})
	}
	for shards, want := range map[string]string{
		"1/1": "", "3/3 1/3 2/3": "", "2/2 1/2 2/2": "", "1/3 2/3": "shard 3 of 3 is missing", "3/3 2/3": "shard 1 of 3 is missing",
		"2/4":         "shard 1 of 4 is missing\nshard 3 of 4 is missing\nshard 4 of 4 is missing",
		"1/3 2/3x":    "2/3x: want a shard of the same test as 1/3, found other data",
		"1/2 x":       "x: want the journal of a test, found none",
		"1/2 1/2 2/2": "",
	} {
		var all []*Journal[sharded, entry]
		names := strings.Fields(shards)
		for _, text := range names {
			j := must.Get(Open[sharded, entry](t.TempDir(), name))(t)
			defer j.Close()
			var p sharded
			if n, _ := fmt.Sscanf(text, "%d/%d%s", &p.I, &p.N, &p.Data); n > 0 {
				must.Do(t, j.Begin(&p))
			}
			all = append(all, j)
		}
		whole, err := Whole(all, names, "test", shard, differs)
		expect.Equal(t, cmp.Or(want, "<nil>"), fmt.Sprint(err), shards)
		expect.True(t, err != nil || *whole == sharded{}, shards, whole)
	}
}

// Packing preserves a result except for the case and the fields that are specific to one machine. A new field
// must be in one of these groups.
func TestPack(t *testing.T) {
	d := &compare.Difference{Kind: compare.Content, Line: 3, GotLine: 4, Column: 5, Want: []string{"a\n"}, Got: []string{"b\n"}, LinesBefore: []string{"c\n"}, From: 6}
	r := verdict.Result{
		Verdict: verdict.Wrong, Reason: "reason", Beyond: "beyond", Edition: "first", CrashLine: "x.py:1",
		Hint: "hint", SecondRun: "otherwise", Allowed: time.Second,
		Files: []verdict.File{{Name: "log.txt", Verdict: verdict.Wrong, Reason: "why", OtherFiles: []string{"other.txt"}, Text: []byte("b\n"), Cut: true,
			Report: compare.Report{Grade: compare.Different, First: d, Form: d}}},
		Outcome: outcome.Outcome{
			Stopped: outcome.StoppedCPU, Exit: 1, Signal: "SIGKILL", StartError: "start", CPU: 2, Wall: 3, System: 4, Peak: 5, Printed: 6, First: []byte("f"),
			Output: []byte("o"), Errors: []byte("e"), ProcessesLeft: true,
		},
		Enforced: []string{"limits"},
	}
	data := must.Get(PackResult(r))(t)
	got := must.Get(UnpackResult(data, 1<<10))(t)
	expect.Equal(t, r, got, "the unpacked result")
	for v := reflect.ValueOf(r); ; {
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; v.Field(i).IsZero() && !strings.Contains(" Case EarlierVerdict SameAs Dir Answer Err ", " "+name+" ") {
				t.Errorf("want something in the field %s", name)
			}
		}
		if v.Type() == reflect.TypeFor[outcome.Outcome]() {
			break
		}
		v = reflect.ValueOf(r.Outcome)
	}
}

// The program's text is omitted only if it is too large to send. The other fields stay.
func TestPackedTexts(t *testing.T) {
	random, noise := rand.NewChaCha8([32]byte{1}), make([]byte, maxPacked)
	_, _ = random.Read(noise)
	for _, c := range []struct {
		size int
		kept bool
	}{{maxPacked - 1024, true}, {maxPacked, false}} {
		r := verdict.Result{Verdict: verdict.Wrong, Files: []verdict.File{{Name: "a", Text: []byte("x")}, {Name: "b", Text: noise[:c.size]}}}
		data := must.Get(PackResult(r))(t)
		got := must.Get(UnpackResult(data, maxPacked))(t)
		if !c.kept {
			r.Files = []verdict.File{{Name: "a"}, {Name: "b"}}
		}
		expect.Equal(t, r, got, c.size, "bytes are kept:", c.kept)
	}
}

// A result is rejected if any part of it is larger than a run permits. So is data that expands too much.
func TestTooLarge(t *testing.T) {
	const maxSize = 1 << 20
	for _, c := range []struct {
		what  string
		r     verdict.Result
		right bool
	}{
		{"as much text as is kept", verdict.Result{Files: []verdict.File{{}, {Text: make([]byte, maxSize)}}}, true},
		{"more text", verdict.Result{Files: []verdict.File{{}, {Text: make([]byte, maxSize+1)}}}, false},
		{"more than some files beside it", verdict.Result{Reason: strings.Repeat("x", 8*maxSize)}, false},
		{"nine such files", verdict.Result{Files: slices.Repeat([]verdict.File{{Text: make([]byte, maxSize)}}, 9)}, false},
	} {
		data := must.Get(Pack(newPackedResult(c.r)))(t)
		_, err := UnpackResult(data, maxSize)
		expect.True(t, (err == nil) == c.right, c.what, err, "want it right", c.right)
	}
	_, err := UnpackResult([]byte("no result"), maxSize)
	expect.Error(t, err, "", "what is no result is unpacked")
}
