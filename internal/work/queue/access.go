package queue

import (
	"bytes"
	_ "embed"
	"maps"
	"slices"
	"text/template"
)

// objectStream is the stream of the object store.
const objectStream = "OBJ_" + bucketName

// A user of the queue may publish to these subjects, and subscribe to those, and to no others. What comes to an inbox
// is read by its user alone.
type user struct {
	Name, Key          string
	Publish, Subscribe []string
}

// inbox returns the prefix of the subjects on which a user gets answers.
func inbox(user string) string { return "_INBOX." + user }

// The accounts of the queue. JetStream is in the leader's. Workers have one of their own, into which only what
// they may ask for is imported: a server sends an answer to whatever subject a question names, as itself, and
// in the leader's account that could be a request to delete a stream.
const (
	leaderAccount = "TOUCHSTONE"
	workerAccount = "TOUCHSTONE_WORKERS"
)

// A service of the leader's account is one that workers may ask for: to take leases, to say that they are at work on
// them, to read objects, and to tell results.
type service struct {
	Subject string
	Local   string // the subject in the workers' account, where a server would otherwise also answer that there is no JetStream
	Answers string // singleton, or stream for several
}

var services = []service{
	{"$JS.ACK." + workStream + "." + consumerName + ".>", "$JS.ACK." + workStream + "." + consumerName + ".>", "singleton"},
	{"$JS.API.DIRECT.GET." + objectStream, "$JS.API.DIRECT.GET." + objectStream, "singleton"},
	{"$JS.API.DIRECT.GET." + objectStream + ".>", "$JS.API.DIRECT.GET." + objectStream + ".>", "singleton"},
	{"$JS.API.CONSUMER.INFO." + workStream + "." + consumerName, workerAPI + ".CONSUMER.INFO." + workStream + "." + consumerName, "singleton"},
	{"$JS.API" + nextLease, workerAPI + nextLease, "stream"},
	{doneSubject + "*.*", doneSubject + "*.*", "singleton"},
}

const (
	// workerAPI is what stands in the place of $JS.API for workers.
	workerAPI = "touchstone.api"
	// nextLease is the end of the subject that is answered by leases.
	nextLease = ".CONSUMER.MSG.NEXT." + workStream + "." + consumerName
)

// newWorkerUser returns what a worker may do: ask for all services, and tell results under its own name alone.
func newWorkerUser(name, key string) user {
	u := user{Name: name, Key: key, Publish: []string{doneSubject + "*." + key}, Subscribe: []string{inbox(key) + ".>"}}
	for _, s := range services {
		if s.Subject != doneSubject+"*.*" {
			u.Publish = append(u.Publish, s.Local)
		}
	}
	return u
}

// newLeaderUser returns what a leader may do: all with the streams of the queue, and nothing else. It tells no
// results.
func newLeaderUser(key string) user {
	u := user{
		Name: "the leader", Key: key,
		Publish: []string{
			workSubject + "*",
			"$O." + bucketName + ".>",
			"$JS.ACK." + resultStream + ".>",
			"$JS.FC." + objectStream + ".>",
		},
		Subscribe: []string{inbox(key) + ".>"},
	}
	for _, stream := range []string{workStream, resultStream, objectStream} {
		for _, do := range []string{"CREATE", "UPDATE", "INFO", "PURGE"} {
			u.Publish = append(u.Publish, "$JS.API.STREAM."+do+"."+stream)
		}
		for _, do := range []string{"CREATE", "INFO", "DELETE", "MSG.NEXT"} {
			u.Publish = append(u.Publish, "$JS.API.CONSUMER."+do+"."+stream+".>")
		}
	}
	u.Publish = append(u.Publish, "$JS.API.CONSUMER.CREATE."+objectStream, "$JS.API.DIRECT.GET."+objectStream, "$JS.API.DIRECT.GET."+objectStream+".>")
	return u
}

//go:embed nats.conf.tmpl
var configText string

// config returns who may do what, as a server of NATS reads it.
func (p Public) config() ([]byte, error) {
	about := struct {
		LeaderAccount, WorkerAccount string
		Leader                       user
		Workers                      []user
		Services                     []service
	}{leaderAccount, workerAccount, newLeaderUser(p.Leader), []user{newWorkerUser("the worker in the leader's process", p.Own)}, services}
	for _, name := range slices.Sorted(maps.Keys(p.Workers)) {
		about.Workers = append(about.Workers, newWorkerUser(name, p.Workers[name]))
	}
	made, err := template.New("config").Parse(configText)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = made.Execute(&text, about)
	return text.Bytes(), err
}
