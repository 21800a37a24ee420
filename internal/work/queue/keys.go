package queue

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/nats-io/nkeys"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/work"
)

// The keys of a queue are in a folder. The leader's file has its own secrets, and each other file *.key
// is what a worker is given: its secret, and by which key it knows the leader's orders.
const (
	leaderFile = "leader.key"
	keyEnding  = ".key"
	// ConfigFile is for servers of NATS: who may do what. It has no secrets.
	ConfigFile = "nats.conf"
	// DefaultWorker is the name of the worker's key that there always is.
	DefaultWorker = "worker"
)

// The names in key files. All values but that of namePlans are seeds.
const (
	nameLeader = "leader" // the user of NATS that leads
	nameOwn    = "own"    // the user as whom the leader's process works
	nameSigner = "signer" // signs plans and leases
	nameWorker = "worker" // the user of NATS that works
	namePlans  = "plans"  // the public key of the signer, by which workers know plans and leases
)

// Public is what everybody may know of keys.
type Public struct {
	Leader  string            `json:"leader,omitempty"`
	Own     string            `json:"own,omitempty"`
	Signer  string            `json:"signer"`
	Worker  string            `json:"worker,omitempty"`  // in a worker's file
	Workers map[string]string `json:"workers,omitempty"` // in a folder: by the names of their files
}

// names returns the workers of a folder by their public keys.
func (p Public) names() map[string]string {
	by := map[string]string{}
	for name, key := range p.Workers {
		by[key] = name
	}
	if p.Own != "" {
		by[p.Own] = work.Own
	}
	return by
}

// secrets are opened key files: signers by their names.
type secrets struct {
	Public
	pairs map[string]nkeys.KeyPair
}

// makeKeys makes the keys of a queue in a folder, but for those that are there, and those of workers
// besides DefaultWorker.
func makeKeys(dir string, workers ...string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for _, name := range workers {
		if err := checkName(name); err != nil {
			return err
		}
	}
	_, err := os.Lstat(filepath.Join(dir, leaderFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = writeKeys(filepath.Join(dir, leaderFile), "of who leads; nobody else may read it", nil, nameLeader, nameOwn, nameSigner)
		workers = append(workers, DefaultWorker)
	}
	if err != nil {
		return err
	}
	leader, err := openSecrets(filepath.Join(dir, leaderFile))
	if err != nil {
		return err
	}
	defer leader.wipe()
	for _, name := range workers {
		path := filepath.Join(dir, name+keyEnding)
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		known := fmt.Appendf(nil, "%s %s\n", namePlans, leader.Signer)
		if err := writeKeys(path, "of workers; whoever reads it can work for this queue", known, nameWorker); err != nil {
			return err
		}
	}
	if leader.Workers, err = workersIn(dir); err != nil {
		return err
	}
	config, err := leader.config()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, ConfigFile), config, 0o644) //nolint:gosec // it has no secrets
}

// checkName checks that a worker's key can have a name: it is told to people, and stands in the servers' file.
func checkName(name string) error {
	other := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.@", r)
	}
	if name == "" || name[0] == '.' || name+keyEnding == leaderFile || name == work.Own || strings.ContainsFunc(name, other) {
		return fmt.Errorf("want the name of a worker, such as lab1, found %q", name)
	}
	return nil
}

// writeKeys writes a new file with new keys, which appears whole.
func writeKeys(path, about string, known []byte, names ...string) error {
	text := fmt.Appendf(nil, "# a key of a touchstone queue, %s\n%s", about, known)
	defer func() { clear(text) }()
	for _, name := range names {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return err
		}
		seed, err := pair.Seed()
		if err != nil {
			return err
		}
		text = append(fmt.Appendf(text, "%s ", name), seed...)
		text = append(text, '\n')
		clear(seed)
		pair.Wipe()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".key-*") // of mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), path) // fails if somebody else has made it meanwhile
}

// openSecrets reads a key file, which nobody else may be able to read.
func openSecrets(path string) (*secrets, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if err := private(info); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	text := make([]byte, mostOfKeys)
	defer clear(text)
	n, err := f.Read(text)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := &secrets{pairs: map[string]nkeys.KeyPair{}}
	for line := range bytes.Lines(text[:n]) {
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		if len(name) == 0 || name[0] == '#' {
			continue
		}
		if err := s.add(string(name), value); err != nil {
			s.wipe()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if s.Signer == "" || (s.Leader == "" || s.Own == "") == (s.Worker == "") {
		s.wipe()
		return nil, fmt.Errorf("%s: want the key of a queue's leader or worker, found another file", path)
	}
	return s, nil
}

// mostOfKeys is how many bytes of a key file are read.
const mostOfKeys = 4096

// add adds a line of a key file.
func (s *secrets) add(name string, value []byte) error {
	if name == namePlans {
		if !nkeys.IsValidPublicUserKey(string(value)) {
			return errors.New("want the public key of a leader, found none")
		}
		s.Signer = string(value)
		return nil
	}
	to := map[string]*string{nameLeader: &s.Leader, nameOwn: &s.Own, nameSigner: &s.Signer, nameWorker: &s.Worker}[name]
	if to == nil {
		return fmt.Errorf("want %s, %s, %s, %s or %s, found another line", nameLeader, nameOwn, nameSigner, nameWorker, namePlans)
	}
	pair, err := nkeys.FromSeed(value)
	if err != nil {
		return fmt.Errorf("the key of %s: %w", name, err)
	}
	s.pairs[name] = pair
	*to, err = pair.PublicKey()
	return err
}

func (s *secrets) wipe() {
	for _, pair := range s.pairs {
		pair.Wipe()
	}
}

// workersIn returns the public keys of the workers of a folder by their names.
func workersIn(dir string) (map[string]string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*"+keyEnding))
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), keyEnding)
		if filepath.Base(path) == leaderFile {
			continue
		}
		if err := checkName(name); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		s, err := openSecrets(path)
		if err != nil {
			return nil, err
		}
		s.wipe()
		if s.Worker == "" {
			return nil, fmt.Errorf("%s: want the key of a worker, found that of a leader", path)
		}
		found[name] = s.Worker
	}
	return found, nil
}
