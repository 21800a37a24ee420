package sandbox

import (
	"encoding/json"
	"os"
	"os/signal"
	"runtime"
)

// helperName is what a helper is called in place of a program's name. A process
// of that name never comes to its main function.
const helperName = "touchstone-sandbox-helper"

// init turns this process into a helper if it was started as one. It is done
// here so that every binary that links the package, also the test binary of
// somebody else's project, can start helpers of itself.
func init() {
	if len(os.Args) == 1 && os.Args[0] == helperName {
		serve()
		os.Exit(0)
	}
}

// serve runs the jobs that come on standard input until it ends.
func serve() {
	runtime.LockOSThread() // programs are tied to the life of the thread that starts them
	signal.Ignore(os.Interrupt)
	becomeReaper()
	jobs, gone := make(chan Job), make(chan struct{})
	go func() {
		defer close(gone)
		for in := json.NewDecoder(os.Stdin); ; {
			var job Job
			if in.Decode(&job) != nil {
				return
			}
			jobs <- job
		}
	}()
	out := json.NewEncoder(os.Stdout)
	for {
		select {
		case job := <-jobs:
			tell := func(pid int) { out.Encode(started{pid}) }
			if out.Encode(run(job, tell, gone)) != nil {
				return
			}
		case <-gone:
			return
		}
	}
}

// started is what a helper says of a job first: the program's process and group,
// or 0 if there is none.
type started struct{ PID int }
