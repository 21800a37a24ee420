package answers

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What has no build information for notGo has none for debug/buildinfo, and a Go program is found without its
// table of sections, too.
func TestNotGo(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("wants ELF files")
	}
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	bare := bytes.Clone(self)
	clear(bare[0x28:0x30]) // where the table is
	clear(bare[0x3c:0x40]) // how long it is, and which section has the names
	for name, program := range map[string][]byte{"whole": self, "without sections": bare} {
		if notGo(bytes.NewReader(program)) || judgeExecutable(bytes.NewReader(program)) != isProgram {
			t.Errorf("the test's program, %s, is taken for none of Go", name)
		}
	}
	without := bytes.ReplaceAll(bare, magic, bytes.ToUpper(magic))
	if !notGo(bytes.NewReader(without)) || judgeExecutable(bytes.NewReader(without)) != "" {
		t.Error("a program without build information is taken for one of Go")
	}
	others := 0
	for _, pattern := range []string{"/bin/*", "/lib/*.so*", "/lib/*/*.so*"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names[:min(100, len(names))] {
			f, err := os.Open(name)
			if err != nil {
				continue
			}
			if notGo(f) {
				others++
				if info, err := buildinfo.Read(f); err == nil {
					t.Errorf("%s has build information: %s", name, info.Path)
				}
			}
			f.Close()
		}
	}
	t.Logf("%d programs and libraries of the system are none of Go", others)
}

// A part laid over the data, which debug/buildinfo would read in their place, leaves the decision to it.
func TestOverlaidData(t *testing.T) {
	data := elf.ProgHeader{Type: elf.PT_LOAD, Flags: elf.PF_R | elf.PF_W, Vaddr: 0x1000, Filesz: 0x100, Memsz: 0x300}
	for _, c := range []struct {
		name          string
		at, size      uint64
		before, after bool // whether it hides data as an earlier part, and as a later one
	}{
		{"apart", 0x2000, 0x100, false, false},
		{"up to it", 0xf00, 0x100, false, false},
		{"over its begin", 0xf00, 0x101, true, false},
		{"in it", 0x1080, 0x10, true, false},
		{"to its end", 0x1080, 0x80, true, false},
		{"beyond its end", 0x1080, 0x81, true, true},
		{"behind its end", 0x1200, 0x10, true, true},
		{"without bytes", 0x1200, 0, false, false},
	} {
		other := []*elf.Prog{{ProgHeader: elf.ProgHeader{Type: elf.PT_NOTE, Vaddr: c.at, Filesz: c.size, Memsz: c.size}}}
		part := &elf.Prog{ProgHeader: data}
		if got := hides(other, part, 0); got != c.before {
			t.Errorf("%s, before: %v, want %v", c.name, got, c.before)
		}
		if got := hides(other, part, part.Filesz); got != c.after {
			t.Errorf("%s, after: %v, want %v", c.name, got, c.after)
		}
	}
	file := new(bytes.Buffer)
	header := elf.Header64{Type: uint16(elf.ET_EXEC), Version: 1, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 2}
	copy(header.Ident[:], elf.ELFMAG+"\x02\x01\x01")
	note := elf.Prog64{Type: uint32(elf.PT_NOTE), Off: 64, Vaddr: 0x1000, Filesz: 8}
	load := elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_W), Vaddr: 0x1000, Filesz: 8, Memsz: 8}
	for _, parts := range [][]elf.Prog64{{load, note}, {note, load}} {
		file.Reset()
		for _, v := range []any{header, parts[0], parts[1]} {
			if err := binary.Write(file, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
		want := parts[0].Type == load.Type
		if got := notGo(bytes.NewReader(file.Bytes())); got != want {
			t.Errorf("with the parts %v: %v, want %v", parts, got, want)
		}
	}
}

// A short text is found wherever it lies among the windows.
func TestContains(t *testing.T) {
	size := len(window{})
	for _, at := range []int{0, 1, size - len(magic), size - len(magic) + 1, size - 1, size, 2*size - 20, 2*size - 30, 2 * size, 3 * size} {
		text := strings.Repeat("\xff", at) + string(magic)
		if !contains(strings.NewReader(text), magic) || !contains(strings.NewReader(text+strings.Repeat("x", size)), magic) {
			t.Errorf("not found at %d", at)
		}
		if contains(strings.NewReader(text[:len(text)-1]), magic) {
			t.Errorf("found at %d, where its end is missing", at)
		}
	}
	if contains(strings.NewReader(""), magic) {
		t.Error("found in nothing")
	}
	if !contains(&unreadable{}, magic) {
		t.Error("what cannot be read is taken for a text without it")
	}
}

type unreadable struct{}

func (*unreadable) Read([]byte) (int, error) { return 0, os.ErrPermission }
