//go:build queue && unix

package command

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// What docs/scale.md says of a queue makes the books that one machine makes.
func TestScaleQueue(t *testing.T) {
	effort.NeedsAll(t, "grades a class twice")
	needs(t, "bash")
	class, want := makeScaled(t)
	shell(t, class, nil, strings.ReplaceAll(scaleSnippets(t)["queue.sh"], "4222", freePort(t)))
	compareBooks(t, readBooks(t, filepath.Join(class, "books")), want)
}

// What docs/scale.md says of a queue of fuzz is what one process finds. That of audit is of the same kind, and
// takes longer.
func TestScaleQueueOfFuzz(t *testing.T) {
	effort.NeedsAll(t, "searches twice")
	needs(t, "bash")
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "submissions"), os.DirFS(makeClass(t))); err != nil {
		t.Fatal(err)
	}
	shell(t, dir, nil, strings.ReplaceAll(scaleSnippets(t)["fuzz-queue.sh"], "4222", freePort(t)))
	shell(t, dir, nil, "touchstone fuzz mancala --runs 60 --all --save whole submissions/ben || test $? -eq 1")
	compareBooks(t, readBooks(t, filepath.Join(dir, "together")), readBooks(t, filepath.Join(dir, "whole")))
}

// What docs/scale.md says of a queue of a tournament has the standings of one process.
func TestScaleQueueOfTournament(t *testing.T) {
	needs(t, "bash")
	dir := t.TempDir()
	write(t, dir, "list.txt", "ann: random\nben: greedy\ncy: minimax:2\n")
	shell(t, dir, nil, strings.ReplaceAll(scaleSnippets(t)["tournament-queue.sh"], "4222", freePort(t)))
	shell(t, dir, nil, "touchstone tournament gangwars list.txt --nodes 300 --size 4 --seed 7 --out whole")
	compareBooks(t, readCup(t, filepath.Join(dir, "cup")), readCup(t, filepath.Join(dir, "whole")))
}

// certificate writes a certificate for localhost, which signs itself, and its key.
func certificate(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public})))
	write(t, dir, "key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret})))
	return filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
}

// A queue with TLS is graded by workers that know who has signed its certificate, and by no others. The
// leader's own worker is in its process and needs no certificate.
func TestQueueWithTLS(t *testing.T) {
	roster := makeClass(t)
	cert, key := certificate(t, t.TempDir())
	another, _ := certificate(t, t.TempDir())
	keys, known := makeKeys(t)
	for _, jobs := range []string{"0", "1"} {
		lead := gradeCommand(t, t.TempDir(), roster, t.TempDir())
		lead.Args = append(lead.Args, "--queue", "127.0.0.1:0", "--jobs", jobs, "--keys", keys, "--tlscert", cert, "--tlskey", key)
		url := strings.Replace(begin(t, lead, `--queue (tls://\S+)`)[1], "127.0.0.1", "localhost", 1)
		worker := []string{"worker", "--queue", url, "--jobs", "1", "--key", known, "--sandbox", "none", "--idle", "30s"}
		if jobs == "0" {
			for _, wrong := range [][]string{nil, {"--tlsca", another}} {
				text, err := exec.CommandContext(t.Context(), "touchstone", slices.Concat(worker, wrong)...).CombinedOutput()
				if err == nil || !strings.Contains(string(text), "certificate signed by unknown authority") {
					t.Errorf("a worker that does not know the signer, %q, is let in: %v, %s", wrong, err, text)
				}
			}
			plain := exec.CommandContext(t.Context(), "touchstone", slices.Concat(worker, []string{"--queue", strings.Replace(url, "tls://", "nats://", 1)})...)
			if text, err := plain.CombinedOutput(); err == nil {
				t.Errorf("a worker without TLS is let in: %s", text)
			}
			joins := exec.CommandContext(t.Context(), "touchstone", slices.Concat(worker, []string{"--tlsca", cert})...)
			begin(t, joins, `working for mancala, 8 students`)
		}
		if err := lead.Wait(); err != nil {
			t.Errorf("--jobs %s: %v", jobs, err)
		}
	}
}

// The address that workers are told is one that other machines can reach.
func TestQueueTellsItsHost(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	lead := gradeCommand(t, t.TempDir(), makeClass(t), t.TempDir())
	lead.Args = append(lead.Args, "--queue", "0.0.0.0:0", "--jobs", "0")
	begin(t, lead, `--queue nats://`+regexp.QuoteMeta(host)+`:\d+ --key /`)
}

// The server of NATS understands the configuration of a cluster, which is one of three, with streams
// on the disk and what the keys allow.
func TestScaleCluster(t *testing.T) {
	keys, _ := makeKeys(t)
	dir := filepath.Dir(keys)
	write(t, dir, "queue.conf", scaleSnippets(t)["queue.conf"])
	o, err := server.ProcessConfigFile(filepath.Join(dir, "queue.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if !o.JetStream || o.StoreDir == "" || o.Cluster.Name == "" || len(o.Routes) != 3 || len(o.Nkeys) != 3 || o.ServerName == "" {
		t.Errorf("want a cluster of three with JetStream and three users, found %+v", o)
	}
}
