package queue

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// objectStream is the stream of the object store.
const objectStream = "OBJ_" + bucketName

// access is which subjects a user of the queue may publish to, and which to subscribe to: these and no
// others. What comes to an inbox is read by its user alone.
type access struct{ publish, subscribe []string }

// inbox returns the prefix of the subjects on which a user gets answers.
func inbox(user string) string { return "_INBOX." + user }

// The accounts of the queue. JetStream is in the leader's. Workers have one of their own, into which only what
// they may ask for is imported: a server sends an answer to whatever subject a question names, as itself, and
// in the leader's account that could be a request to delete a stream.
const (
	leaderAccount = "TOUCHSTONE"
	workerAccount = "TOUCHSTONE_WORKERS"
)

// imported is what workers may ask the leader's account for: to take leases, to say that they are at work on
// them, and to read objects. The key is the subject in their own account, where a server would otherwise also
// answer that there is no JetStream.
var imported = map[string]string{
	workerAPI + ".CONSUMER.INFO." + workStream + "." + consumerName: "$JS.API.CONSUMER.INFO." + workStream + "." + consumerName,
	workerAPI + nextLease:                               "$JS.API" + nextLease,
	"$JS.ACK." + workStream + "." + consumerName + ".>": "$JS.ACK." + workStream + "." + consumerName + ".>",
	"$JS.API.DIRECT.GET." + objectStream:                "$JS.API.DIRECT.GET." + objectStream,
	"$JS.API.DIRECT.GET." + objectStream + ".>":         "$JS.API.DIRECT.GET." + objectStream + ".>",
	doneSubject + "*.*":                                 doneSubject + "*.*",
}

const (
	// workerAPI is what stands in the place of $JS.API for workers.
	workerAPI = "touchstone.api"
	// nextLease is the end of the subject that is answered by leases.
	nextLease = ".CONSUMER.MSG.NEXT." + workStream + "." + consumerName
)

// workerAccess is what a worker may do: all that is imported, and tell results under its own name.
func workerAccess(user string) access {
	a := access{publish: []string{doneSubject + "*." + user}, subscribe: []string{inbox(user) + ".>"}}
	for _, subject := range slices.Sorted(maps.Keys(imported)) {
		if !strings.HasPrefix(subject, doneSubject) {
			a.publish = append(a.publish, subject)
		}
	}
	return a
}

// leaderAccess is what a leader may do: all with the streams of the queue, and nothing else. It tells no
// results.
func leaderAccess(user string) access {
	a := access{
		publish: []string{
			workSubject + "*",
			"$O." + bucketName + ".>",
			"$JS.ACK." + resultStream + ".>",
			"$JS.FC." + objectStream + ".>",
		},
		subscribe: []string{inbox(user) + ".>"},
	}
	for _, stream := range []string{workStream, resultStream, objectStream} {
		for _, do := range []string{"CREATE", "UPDATE", "INFO", "PURGE"} {
			a.publish = append(a.publish, "$JS.API.STREAM."+do+"."+stream)
		}
		for _, do := range []string{"CREATE", "INFO", "DELETE", "MSG.NEXT"} {
			a.publish = append(a.publish, "$JS.API.CONSUMER."+do+"."+stream+".>")
		}
	}
	a.publish = append(a.publish, "$JS.API.CONSUMER.CREATE."+objectStream, "$JS.API.DIRECT.GET."+objectStream, "$JS.API.DIRECT.GET."+objectStream+".>")
	return a
}

// config returns who may do what, as a server of NATS reads it.
func (p Public) config() string {
	var text strings.Builder
	text.WriteString("# Who may do what in the queue of touchstone; include this in the configuration of each server.\n" +
		"# It has public keys only. \"touchstone queue keys\" writes it anew.\naccounts {\n")
	fmt.Fprintf(&text, "  %s {\n    jetstream: enabled\n    users = [\n", leaderAccount)
	writeUser(&text, "the leader", p.Leader, leaderAccess(p.Leader))
	text.WriteString("    ]\n    exports = [\n")
	shared := slices.Sorted(maps.Keys(imported))
	for _, local := range shared {
		kind := "singleton"
		if strings.HasSuffix(local, nextLease) {
			kind = "stream"
		}
		fmt.Fprintf(&text, "      {service: %q, response_type: %s, accounts: [%s]}\n", imported[local], kind, workerAccount)
	}
	fmt.Fprintf(&text, "    ]\n  }\n  %s {\n    users = [\n", workerAccount)
	writeUser(&text, "the worker in the leader's process", p.Own, workerAccess(p.Own))
	for _, name := range p.sorted() {
		writeUser(&text, name, p.Workers[name], workerAccess(p.Workers[name]))
	}
	text.WriteString("    ]\n    imports = [\n")
	for _, local := range shared {
		fmt.Fprintf(&text, "      {service: {account: %s, subject: %q}, to: %q}\n", leaderAccount, imported[local], local)
	}
	text.WriteString("    ]\n  }\n}\n")
	return text.String()
}

// writeUser writes a user of an account.
func writeUser(to *strings.Builder, name, user string, may access) {
	fmt.Fprintf(to, "      { # %s\n        nkey: %s\n        permissions: {\n", name, user)
	fmt.Fprintf(to, "          publish: {allow: [%s]}\n", quoted(may.publish))
	fmt.Fprintf(to, "          subscribe: {allow: [%s]}\n        }\n      }\n", quoted(may.subscribe))
}

// quoted returns subjects as a list.
func quoted(subjects []string) string {
	var all []string
	for _, s := range subjects {
		all = append(all, fmt.Sprintf("\n            %q", s))
	}
	return strings.Join(all, ",") + "\n          "
}
