// Package queue has workers on other machines do the pieces of a job (work.Job), over a queue of NATS JetStream.
//
// Whoever leads a job (lead.go) keeps its results, and puts leases into a stream: a piece of the job, of
// so much work as the job wants at most, less towards the end. Workers on any machine (worker.go) pull one
// at a time, fetch what they do not have from the object store, do it, and put the results into another
// stream. The leader acknowledges them once they cannot be lost any more; those of a class or a
// tournament are on the disk with its journal then.
//
// Anything may come twice, and nothing is lost as long as the stream is there: a lease whose worker
// says nothing for a while is given to another, a result that is known already is ignored, and a
// leader that begins again takes out what is left of its leases and makes new ones. The job decides
// what is known, so what comes of it is what a single machine finds.
//
// A message is data, never policy. Leader and worker are different users of the server, with rights by
// subject (access.go), and their keys are in the hands of a process that starts no programs (keys.go,
// holder.go). Plans and leases are signed by the leader, and workers, who were given its public key, take no
// others (signed.go); how programs are confined each worker decides itself (Worker.Kinds). A worker can still
// tell false results of leases that it has: of a class, a sample is run again by another.
//
// The queue is an existing server or cluster, or one in the leader's own process (server.go).
package queue
