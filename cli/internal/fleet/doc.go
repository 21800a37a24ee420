// Package fleet shares out the grading of a class among machines, over a queue of NATS JetStream.
//
// Whoever leads a class (lead.go) keeps its journal, and puts leases into a stream: a submission and
// some of its cases, about 50 seconds of work, less towards the end. Workers on any machine (work.go)
// pull one at a time, fetch what they do not have from the object store, run it, and put the results
// into another stream. The leader acknowledges them once they are on the disk with the journal.
//
// Anything may come twice, and nothing is lost as long as the stream is there: a lease whose worker
// says nothing for a while is given to another, a result that is known already is ignored, and a
// leader that begins again takes out what is left of its leases and makes new ones. The journal
// decides what is known, so the books are those of a single machine.
//
// The queue is an existing server or cluster, or one in the leader's own process (server.go).
package fleet
