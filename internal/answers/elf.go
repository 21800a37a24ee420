package answers

import (
	"bytes"
	"debug/elf"
	"errors"
	"io"
	"slices"
	"sync"
)

// magic begins the build information of a Go program.
var magic = []byte("\xff Go buildinf:")

// notGo reports whether a file is an ELF file without build information where package debug/buildinfo looks
// for it, in a section or else in the first writable data. So it is with nearly all programs and libraries
// of a system, and the package allocates a megabyte for each.
func notGo(f io.ReaderAt) bool {
	program, err := elf.NewFile(f)
	if err != nil || program.Section(".go.buildinfo") != nil {
		return false
	}
	parts := program.Progs
	i := slices.IndexFunc(parts, func(p *elf.Prog) bool {
		return p.Type == elf.PT_LOAD && p.Flags&(elf.PF_X|elf.PF_W) == elf.PF_W
	})
	if i < 0 || hides(parts[:i], parts[i], 0) || hides(parts[i+1:], parts[i], parts[i].Filesz) {
		return false
	}
	return !contains(parts[i].Open(), magic)
}

// hides reports whether one of some parts has bytes in the place of a part's own, or behind its first ones:
// no linker makes such programs.
func hides(some []*elf.Prog, part *elf.Prog, first uint64) bool {
	return slices.ContainsFunc(some, func(p *elf.Prog) bool {
		return p.Filesz > 0 && p.Vaddr < part.Vaddr+part.Memsz && p.Vaddr+p.Filesz > part.Vaddr+first
	})
}

// window is how much of a program is searched at once.
type window [64 << 10]byte

var spareWindows = sync.Pool{New: func() any { return new(window) }}

// contains reports whether a text contains a short one, or cannot be read.
func contains(text io.Reader, short []byte) bool {
	buf := spareWindows.Get().(*window)
	defer spareWindows.Put(buf)
	for kept := 0; ; {
		n, err := io.ReadFull(text, buf[kept:])
		n += kept
		if bytes.Contains(buf[:n], short) {
			return true
		}
		if err != nil {
			return !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF)
		}
		kept = copy(buf[:], buf[n-len(short)+1:n])
	}
}
