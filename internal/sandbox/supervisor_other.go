//go:build !linux || portable

package sandbox

import (
	"errors"
	"os"
	"time"
)

// A supervisor starts the programs of a worker, one at a time, and makes sure that they
// end.
type supervisor struct {
	control *control
	note    *os.File // where the worker finds the PID of the current program, or nil
	system  system
}

func newSupervisor(s setup, c *control) (v *supervisor, answer ready) {
	v = &supervisor{control: c}
	m := &answer.Mechanisms
	m.add(nameLimits, nil, Time, Output)
	m.add(nameFolderWatch, nil, Disk)
	v.prepare(s, m)
	for _, name := range []string{nameLandlock, nameSeccomp, nameProcessLimit, nameMemoryGroup} {
		m.add(name, errors.New("this system does not have it"))
	}
	return v, answer
}

// run runs one job. It stops early when control ends. The error is never the program's
// fault.
func (v *supervisor) run(job Job) (o Outcome, err error) {
	o.Exit = -1
	r := running{job: job}
	defer r.close()
	if err := r.open(); err != nil {
		return o, err
	}
	begin := time.Now()
	r.tree, o.StartError, err = v.start(job, r.stdin, r.stdout.file, r.stderr.file)
	if err != nil || o.StartError != "" {
		return o, err
	}
	defer r.tree.close()
	r.child = follow(r.tree.cmd)
	o.Stopped = r.watch(v.control, begin)
	o.Wall = time.Since(begin)
	o.Left = !r.tree.end() || !r.child.gone(dying)
	o.Output, o.Errors = r.stdout.tail(), r.stderr.ends()
	o.First, o.Printed = r.stdout.first()
	r.describe(&o)
	return o, nil
}

func (*supervisor) tidy() {}
