package class

// A Source is a worker of a queue, as the leader knows it.
type Source struct {
	Key  string `json:"key"`  // the name of its key: the queue's server lets nobody else use it
	Self string `json:"self"` // what it calls itself: workers who share a key are told apart by that alone
}

// Own is the key of the worker in the leader's own process, whose results count as the leader's.
const Own = "own"

func (s Source) String() string { return s.Self + " (" + s.Key + ")" }

// Told is what a worker tells of a lease.
type Told struct {
	Lease    Lease
	From     Source
	Confined []string // the mechanisms by which it says that it confined programs
	Lines    [][]byte // of results, as a Station made them
}
