package sandbox

// NewWorkerWithoutSpaces starts a supervisor as on a system that permits no namespaces.
func NewWorkerWithoutSpaces(p Policy) (*Worker, error) { return newWorker(p, 0, "not permitted") }
