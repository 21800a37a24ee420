package sandbox

// NewWorkerWithoutSpaces starts a supervisor as on a system that permits no namespaces.
func NewWorkerWithoutSpaces(p Policy) (*Worker, error) { return newWorker(p, 0, "not permitted") }

// SupervisorPID returns the PID of the worker's supervisor.
func (w *Worker) SupervisorPID() int { return w.cmd.Process.Pid }
