package command

import (
	"path/filepath"
	"runtime/pprof"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A profile is a CPU profile of a command, which the environment variable TOUCHSTONE_CPUPROFILE asks for.
type profile struct {
	path   string
	folder *output.Folder
	file   output.File
}

func (p *profile) start() (err error) {
	if p.path == "" {
		return nil
	}
	p.folder = output.NewFolder(filepath.Dir(p.path))
	if p.file, err = p.folder.Begin(filepath.Base(p.path), output.Size{}); err != nil {
		return usage(err)
	}
	return pprof.StartCPUProfile(p.file)
}

func (p *profile) stop() error {
	if p.file == nil {
		return nil
	}
	defer p.folder.Abort()
	pprof.StopCPUProfile()
	if err := p.file.Finish(nil); err != nil {
		return err
	}
	return p.folder.Commit()
}
