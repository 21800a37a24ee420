package queue

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nkeys"
)

// A signed is an order of a leader. What it is an order for is part of what is signed, and so is its job,
// which stands in the body: it cannot be shown again as another.
type signed struct {
	Body      []byte `json:"body"`
	Signature []byte `json:"signature"`
}

// What is signed.
type order string

const (
	aPlan  order = "touchstone plan 1\n"
	aLease order = "touchstone lease 1\n"
	// aSample is signed for nobody: the signature is the leader's secret.
	aSample order = "touchstone sample 1\n"
)

// errUnsigned is the error for an order of nobody knows whom.
var errUnsigned = errors.New("want an order that the leader whose key was given has signed")

// seal signs an order.
func (q *Queue) seal(what order, value any) ([]byte, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	signature, err := q.keys.sign(nameSigner, append([]byte(what), body...))
	if err != nil {
		return nil, err
	}
	return json.Marshal(signed{body, signature})
}

// open reads an order. The error is errUnsigned if it is not the leader's.
func (q *Queue) open(what order, text []byte, into any) error {
	var s signed
	if json.Unmarshal(text, &s) != nil {
		return fmt.Errorf("%w, found none", errUnsigned)
	}
	public, err := nkeys.FromPublicKey(q.keys.Signer)
	if err != nil {
		return err
	}
	if public.Verify(append([]byte(what), s.Body...), s.Signature) != nil {
		return fmt.Errorf("%w, found one without its signature", errUnsigned)
	}
	return json.Unmarshal(s.Body, into)
}
