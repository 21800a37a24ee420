package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
)

// A key holder is a process of this binary that reads the secrets and signs with them, and starts
// nothing. So what starts programs never has a secret in its memory: a program that takes it over, as
// it may where it is not confined, can have things signed while it runs, but cannot take the key along.
const holderName = "touchstone-key-holder"

// init turns this process into a key holder if it was started as one.
func init() {
	if len(os.Args) >= 3 && os.Args[0] == holderName {
		signal.Ignore(os.Interrupt) // which is for who started it, and the end of whose requests ends it
		hideHolder()
		if hold(os.Args[1], os.Args[2], os.Args[3:], os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// What a key holder is started for.
const (
	holdLeader = "leader" // in a folder, where keys are made if there are none
	holdWorker = "worker" // in a file
)

// A hello is the first thing that a key holder says.
type hello struct {
	Public
	Error string `json:"error,omitempty"`
}

type signRequest struct {
	As   string `json:"as"` // as in key files
	Data []byte `json:"data"`
}

type signReply struct {
	Signature []byte `json:"signature,omitempty"`
	Error     string `json:"error,omitempty"`
}

// hold answers requests until they end.
func hold(as, path string, workers []string, from io.Reader, to io.Writer) error {
	in, out := json.NewDecoder(from), json.NewEncoder(to)
	s, err := openHeld(as, path, workers)
	if err != nil {
		return out.Encode(hello{Error: err.Error()})
	}
	defer s.wipe()
	if err := out.Encode(hello{Public: s.Public}); err != nil {
		return err
	}
	for {
		var r signRequest
		if err := in.Decode(&r); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		var answer signReply
		if pair := s.pairs[r.As]; pair == nil {
			answer.Error = fmt.Sprintf("want a key that there is, found %q", r.As)
		} else if answer.Signature, err = pair.Sign(r.Data); err != nil {
			answer.Error = err.Error()
		}
		if err := out.Encode(answer); err != nil {
			return err
		}
	}
}

// openHeld opens the keys of a leader's folder, or a worker's file.
func openHeld(as, path string, workers []string) (*secrets, error) {
	if as == holdWorker {
		s, err := openSecrets(path)
		if err == nil && s.Worker == "" {
			s.wipe()
			return nil, fmt.Errorf("%s: want the key of a worker, found that of a leader", path)
		}
		return s, err
	}
	if err := makeKeys(path, workers...); err != nil {
		return nil, err
	}
	s, err := openSecrets(filepath.Join(path, leaderFile))
	if err != nil {
		return nil, err
	}
	if s.Leader == "" {
		s.wipe()
		return nil, fmt.Errorf("%s: want the key of a leader, found that of a worker", filepath.Join(path, leaderFile))
	}
	s.Workers, err = workersIn(path)
	return s, err
}

// Keys are those of a leader or a worker, in the hands of a key holder. Their methods may be called
// concurrently.
type Keys struct {
	Public
	Path string // the folder, or the file, which no program may read

	mu   sync.Mutex
	cmd  *exec.Cmd
	pipe io.WriteCloser
	in   *json.Encoder
	out  *json.Decoder
}

// LeaderKeys opens the keys in a folder. It makes them if there are none, and those of more workers that
// are named.
func LeaderKeys(dir string, workers ...string) (*Keys, error) {
	return startHolder(holdLeader, dir, workers)
}

// WorkerKey opens the key of a worker.
func WorkerKey(path string) (*Keys, error) { return startHolder(holdWorker, path, nil) }

func startHolder(as, path string, workers []string) (*Keys, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	k := &Keys{Path: path, cmd: exec.Command(self)}
	k.cmd.Args = append([]string{holderName, as, path}, workers...)
	k.cmd.Env = []string{} // which none of it needs, and programs that may read it could
	k.cmd.Stderr = os.Stderr
	if k.pipe, err = k.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := k.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := k.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting a key holder: %w", err)
	}
	k.in, k.out = json.NewEncoder(k.pipe), json.NewDecoder(out)
	var said hello
	if err := k.out.Decode(&said); err != nil {
		return nil, errors.Join(fmt.Errorf("the key holder: %w", err), k.Close())
	}
	if said.Error != "" {
		return nil, errors.Join(errors.New(said.Error), k.Close())
	}
	k.Public = said.Public
	return k, nil
}

// sign has data signed.
func (k *Keys) sign(as string, data []byte) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.in.Encode(signRequest{as, data}); err != nil {
		return nil, fmt.Errorf("the key holder: %w", err)
	}
	var answer signReply
	if err := k.out.Decode(&answer); err != nil {
		return nil, fmt.Errorf("the key holder: %w", err)
	}
	if answer.Error != "" {
		return nil, errors.New(answer.Error)
	}
	return answer.Signature, nil
}

// Close ends the key holder.
func (k *Keys) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return errors.Join(k.pipe.Close(), k.cmd.Wait())
}

// A Role is whom a connection is of.
type Role string

// The roles. Own is that of the worker in the leader's process.
const (
	Leading Role = nameLeader
	Own     Role = nameOwn
	Working Role = nameWorker
)

// user returns the public key of a role, or "" if the keys are not those of it.
func (k *Keys) user(as Role) string {
	return map[Role]string{Leading: k.Leader, Own: k.Own, Working: k.Worker}[as]
}
