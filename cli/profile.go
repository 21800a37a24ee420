package cli

import (
	"os"
	"runtime/pprof"

	"github.com/spf13/cobra"
)

// A profile records where a command spends its time.
type profile struct {
	path string
	file *os.File
}

func (p *profile) flag(root *cobra.Command) {
	root.PersistentFlags().StringVar(&p.path, "cpuprofile", "", "write a CPU profile into this file, for \"go tool pprof\"")
}

func (p *profile) start() (err error) {
	if p.path == "" {
		return nil
	}
	if p.file, err = os.Create(p.path); err != nil {
		return usage(err)
	}
	return pprof.StartCPUProfile(p.file)
}

func (p *profile) stop() error {
	if p.file == nil {
		return nil
	}
	pprof.StopCPUProfile()
	return p.file.Close()
}
