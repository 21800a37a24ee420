package sandbox

import "sync"

// A Pool keeps idle workers of one policy, so that each can run many programs, one after another. Its methods may be
// called concurrently.
type Pool struct {
	policy Policy

	mu   sync.Mutex
	idle []*Worker
}

// NewPool returns a Pool without workers.
func NewPool(p Policy) *Pool { return &Pool{policy: p} }

// Get returns an idle worker, or a new one.
func (p *Pool) Get() (*Worker, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		w := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return w, nil
	}
	return NewWorker(p.policy)
}

// Put keeps a worker for the next Get, if it can run a program.
func (p *Pool) Put(w *Worker) {
	if w.Dead() {
		w.Close()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, w)
}

// Close stops the idle workers.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.idle {
		w.Close()
	}
	p.idle = nil
}
