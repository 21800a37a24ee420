package fleet

import (
	"fmt"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

// objectStream is the stream of the object store.
const objectStream = "OBJ_" + bucketName

// access is which subjects a user of the queue may publish to, and which to subscribe to: these and no
// others. What comes to an inbox is read by its user alone.
type access struct{ publish, subscribe []string }

// inbox returns the prefix of the subjects on which a user gets answers.
func inbox(user string) string { return "_INBOX." + user }

// workerAccess is what a worker may do: take leases and say that it is at work on them, read objects,
// and tell results under its own name.
func workerAccess(user string) access {
	return access{
		publish: []string{
			"$JS.API.CONSUMER.INFO." + workStream + "." + consumerName,
			"$JS.API.CONSUMER.MSG.NEXT." + workStream + "." + consumerName,
			"$JS.ACK." + workStream + "." + consumerName + ".>",
			"$JS.API.STREAM.INFO." + objectStream,
			"$JS.API.DIRECT.GET." + objectStream,
			"$JS.API.DIRECT.GET." + objectStream + ".>",
			doneSubject + "*." + user,
		},
		subscribe: []string{inbox(user) + ".>"},
	}
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

// users returns who may do what: the leader, the worker in its process, and the other workers.
func (p Public) users() (all []*server.NkeyUser) {
	add := func(user string, a access) {
		all = append(all, &server.NkeyUser{Nkey: user, Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: a.publish},
			Subscribe: &server.SubjectPermission{Allow: a.subscribe},
		}})
	}
	add(p.Leader, leaderAccess(p.Leader))
	add(p.Own, workerAccess(p.Own))
	for _, name := range p.sorted() {
		add(p.Workers[name], workerAccess(p.Workers[name]))
	}
	return all
}

// config returns what users returns as a server of NATS reads it.
func (p Public) config() string {
	var text strings.Builder
	text.WriteString("# Who may do what in the queue of touchstone; include this in the configuration of each server.\n" +
		"# It has public keys only. \"touchstone queue keys\" writes it anew.\nauthorization {\n  users = [\n")
	names := p.names()
	names[p.Leader] = "the leader"
	for _, user := range p.users() {
		fmt.Fprintf(&text, "    { # %s\n      nkey: %s\n      permissions: {\n", names[user.Nkey], user.Nkey)
		fmt.Fprintf(&text, "        publish: {allow: [%s]}\n", quoted(user.Permissions.Publish.Allow))
		fmt.Fprintf(&text, "        subscribe: {allow: [%s]}\n      }\n    }\n", quoted(user.Permissions.Subscribe.Allow))
	}
	text.WriteString("  ]\n}\n")
	return text.String()
}

// quoted returns subjects as a list.
func quoted(subjects []string) string {
	var all []string
	for _, s := range subjects {
		all = append(all, "\n          \""+s+"\"")
	}
	return strings.Join(all, ",") + "\n        "
}
