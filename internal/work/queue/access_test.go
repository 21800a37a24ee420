package queue

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// A guarded is a queue with its keys, and those of two workers.
type guarded struct {
	*Server
	keys, lab1, lab2 *Keys
	lead             *Queue
}

func newGuarded(t *testing.T) *guarded {
	t.Helper()
	g, dir := &guarded{}, t.TempDir()
	open := func(to **Keys, as func() (*Keys, error)) {
		k, err := as()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { k.Close() })
		*to = k
	}
	open(&g.keys, func() (*Keys, error) { return LeaderKeys(dir, "lab1", "lab2") })
	open(&g.lab1, func() (*Keys, error) { return WorkerKey(filepath.Join(dir, "lab1.key")) })
	open(&g.lab2, func() (*Keys, error) { return WorkerKey(filepath.Join(dir, "lab2.key")) })
	var err error
	if g.Server, err = Serve("127.0.0.1:0", t.TempDir(), Options{Keys: g.keys}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	g.lead = g.dial(t, g.keys, Leading)
	if _, err := g.lead.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *guarded) dial(t *testing.T, k *Keys, as Role) *Queue {
	t.Helper()
	q, err := Dial(g.URL, Options{Keys: k, As: as})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// refused reports whether the server does not let a connection publish to a subject, or subscribe to it.
func refused(t *testing.T, c *nats.Conn, subject string, subscribe bool) bool {
	t.Helper()
	var err error
	if subscribe {
		_, err = c.SubscribeSync(subject)
	} else {
		err = c.Publish(subject, nil)
	}
	if err = errors.Join(err, c.Flush()); err != nil {
		t.Fatal(err)
	}
	last := c.LastError()
	return last != nil && errors.Is(last, nats.ErrPermissionViolation) && strings.Contains(last.Error(), `"`+subject+`"`)
}

// Who may do what: every subject that is not allowed is refused by the server.
func TestAccess(t *testing.T) {
	g := newGuarded(t)
	lab1, lab2, leader := g.lab1.Worker, g.lab2.Worker, g.keys.Leader
	conns := map[string]*nats.Conn{
		"lab1": g.dial(t, g.lab1, Working).conn, "own": g.dial(t, g.keys, Own).conn, "leader": g.dial(t, g.keys, Leading).conn,
	}
	const workers, everybody = "lab1 own", "lab1 own leader"
	for _, c := range []struct{ subject, may string }{
		// what workers do
		{"$JS.API.CONSUMER.MSG.NEXT.TOUCHSTONE_WORK.workers", "leader"},
		{"touchstone.api.CONSUMER.MSG.NEXT.TOUCHSTONE_WORK.workers", workers},
		{"touchstone.api.CONSUMER.INFO.TOUCHSTONE_WORK.workers", workers},
		{"$JS.ACK.TOUCHSTONE_WORK.workers.1.1.1.1.0", workers},
		{"$JS.API.STREAM.INFO.OBJ_TOUCHSTONE", "leader"},
		{"$JS.API.DIRECT.GET.OBJ_TOUCHSTONE", everybody},
		{"touchstone.result.job." + lab1, "lab1"},
		{"touchstone.result.job." + g.keys.Own, "own"},
		// results under another's name, or nobody's
		{"touchstone.result.job." + lab2, ""},
		{"touchstone.result.job." + leader, ""},
		{"touchstone.result.job", ""},
		// what leaders do
		{"touchstone.work.job", "leader"},
		{"$O.TOUCHSTONE.M.cGxhbg==", "leader"},
		{"$O.TOUCHSTONE.C.chunk", "leader"},
		{"$JS.API.STREAM.CREATE.TOUCHSTONE_WORK", "leader"},
		{"$JS.API.STREAM.UPDATE.TOUCHSTONE_WORK", "leader"},
		{"$JS.API.STREAM.PURGE.TOUCHSTONE_WORK", "leader"},
		{"$JS.API.STREAM.PURGE.OBJ_TOUCHSTONE", "leader"},
		{"$JS.API.CONSUMER.CREATE.TOUCHSTONE_WORK.mine", "leader"},
		{"$JS.API.CONSUMER.CREATE.OBJ_TOUCHSTONE", "leader"},
		{"$JS.API.CONSUMER.DELETE.TOUCHSTONE_WORK.workers", "leader"},
		{"$JS.API.CONSUMER.MSG.NEXT.TOUCHSTONE_RESULTS.leader-job", "leader"},
		{"$JS.ACK.TOUCHSTONE_RESULTS.leader-job.1.1.1.1.0", "leader"},
		// what nobody does
		{"$JS.API.STREAM.DELETE.TOUCHSTONE_WORK", ""},
		{"$JS.API.STREAM.MSG.DELETE.TOUCHSTONE_WORK", ""},
		{"$JS.API.STREAM.MSG.GET.TOUCHSTONE_RESULTS", ""},
		{"$JS.API.DIRECT.GET.TOUCHSTONE_WORK", ""},
		{"$JS.API.STREAM.CREATE.OTHER", ""},
		{"$JS.API.STREAM.SNAPSHOT.TOUCHSTONE_RESULTS", ""},
		{"$JS.API.STREAM.RESTORE.TOUCHSTONE_WORK", ""},
		{"$JS.API.ACCOUNT.PURGE.$G", ""},
		{"$JS.API.CONSUMER.PAUSE.TOUCHSTONE_WORK.workers", ""},
		{"$SYS.REQ.SERVER.PING", ""},
		{inbox(leader) + ".answer", ""},
		{inbox(lab2) + ".answer", ""},
		{"anything", ""},
	} {
		for name, conn := range conns {
			if got, want := !refused(t, conn, c.subject, false), slices.Contains(strings.Fields(c.may), name); got != want {
				t.Errorf("%s may publish to %s: %v, want %v", name, c.subject, got, want)
			}
		}
	}
	for _, c := range []struct{ subject, may string }{
		{inbox(lab1) + ".>", "lab1"},
		{inbox(lab2) + ".>", ""},
		{inbox(leader) + ".>", "leader"},
		{"_INBOX.>", ""},
		{"touchstone.work.>", ""},
		{"touchstone.result.>", ""},
		{"$O.TOUCHSTONE.>", ""},
		{"$JS.>", ""},
		{"$SYS.>", ""},
		{">", ""},
	} {
		for name, conn := range conns {
			if got, want := !refused(t, conn, c.subject, true), slices.Contains(strings.Fields(c.may), name); got != want {
				t.Errorf("%s may subscribe to %s: %v, want %v", name, c.subject, got, want)
			}
		}
	}
}

// A worker that has the server answer to another subject than its inbox changes nothing: the server would
// do there what the worker may not.
func TestAccessByAnswers(t *testing.T) {
	g := newGuarded(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := g.lead.publish(ctx, workSubject+"job", []byte("a lease")); err != nil {
		t.Fatal(err)
	}
	bad := g.dial(t, g.lab1, Working).conn
	const next = workerAPI + nextLease
	for _, answer := range []string{
		"$JS.API.STREAM.PURGE." + workStream, "$JS.API.STREAM.DELETE." + workStream, "$JS.API.CONSUMER.DELETE." + workStream + "." + consumerName,
		workSubject + "job", doneSubject + "job." + g.lab2.Worker,
	} {
		for subject, body := range map[string]string{
			doneSubject + "job." + g.lab1.Worker:  "a result",
			"$JS.API.STREAM.INFO." + objectStream: "",
			"$JS.API.DIRECT.GET." + objectStream:  "{",
			next:                                  `{"batch":1,"no_wait":true,"expires":1}`,
			workerAPI + ".CONSUMER.INFO." + workStream + "." + consumerName: "",
		} {
			if err := bad.PublishRequest(subject, answer, []byte(body)); err != nil {
				t.Fatal(err)
			}
		}
		if err := bad.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	work, err := g.lead.js.Stream(ctx, workStream)
	if err != nil {
		t.Fatal(err)
	}
	info, err := work.Info(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if info.State.Msgs != 1 || info.State.FirstSeq != 1 {
		t.Errorf("want the lease, found %+v", info.State)
	}
	if _, err := work.Consumer(ctx, consumerName); err != nil {
		t.Error(err)
	}
}

// A stranger is not let in, on the loopback interface either: without a key, with one that the queue does not
// know, with that of a leader elsewhere, with a public key alone.
func TestStranger(t *testing.T) {
	g, other := newGuarded(t), newGuarded(t)
	for name, as := range map[string]*Keys{"worker": other.lab1, "leader": other.keys} {
		if q, err := Dial(g.URL, Options{Keys: as, As: Role(name)}); !errors.Is(err, nats.ErrAuthorization) {
			if err == nil {
				q.Close()
			}
			t.Errorf("a %s with the key of another queue: %v, want %v", name, err, nats.ErrAuthorization)
		}
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	for name, option := range map[string]nats.Option{
		"nothing":  nats.Name("nobody"),
		"a token":  nats.Token("secret"),
		"a name":   nats.UserInfo("leader", ""),
		"a public": nats.Nkey(g.keys.Leader, pair.Sign),
	} {
		if c, err := nats.Connect(g.URL, option); !errors.Is(err, nats.ErrAuthorization) {
			if err == nil {
				c.Close()
			}
			t.Errorf("a stranger with %s: %v, want %v", name, err, nats.ErrAuthorization)
		}
	}
}

// The key of a worker whose file is called like that of the leader's own work would count as the leader: it is
// refused, as a name that would be more than a comment in the servers' file is.
func TestNamesOfKeys(t *testing.T) {
	for _, name := range []string{"own", "a\rb", "a}b", "leader"} {
		dir := t.TempDir()
		if k, err := LeaderKeys(dir, name); err == nil {
			k.Close()
			t.Errorf("there is a worker called %q", name)
		}
		if err := makeKeys(dir, "lab1"); err != nil {
			t.Fatal(err)
		}
		if name == "leader" {
			continue
		}
		if err := os.Rename(filepath.Join(dir, "lab1.key"), filepath.Join(dir, name+".key")); err != nil {
			t.Fatal(err)
		}
		if k, err := LeaderKeys(dir); err == nil {
			k.Close()
			t.Errorf("the file %q is the key of a worker", name+".key")
		}
	}
}

// What is wrong with the file of a key is told with the name of the key.
func TestWrongKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "worker.key")
	for text, want := range map[string]string{
		"leader x\n": "the key of leader: ", "own x\n": "the key of own: ", "signer x\n": "the key of signer: ", "# a comment\n\nworker x\n": "the key of worker: ",
		"plans x\n": "want the public key of a leader, found none", "other x\n": "want leader, own, signer, worker or plans, found another line",
		"": "want the key of a queue's leader or worker, found another file",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		k, err := WorkerKey(path)
		if err == nil {
			k.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
