package work

import (
	"errors"
	"slices"
	"sync"
)

// A Cache keeps what is made under names while it is used, and some of it longer. Its methods may be called
// concurrently, but for Close.
type Cache[T any] struct {
	idle   int // values that are kept though nobody uses them: those used last
	remove func(T) error

	mu   sync.Mutex
	kept []*cached[T] // those used last at the end
}

// A cached value is one of a Cache.
type cached[T any] struct {
	name  string
	once  sync.Once
	value T
	err   error
	users int
	last  bool // nobody else will use it
}

// NewCache returns a cache that keeps so many values that nobody uses. remove removes a value.
func NewCache[T any](idle int, remove func(T) error) *Cache[T] {
	return &Cache[T]{idle: idle, remove: remove}
}

// Get returns the value under a name, which it makes if it is not there. It stays until release is called, which
// says whether nobody else will use it. What could not be made is not kept, and is not to be released.
func (c *Cache[T]) Get(name string, make func() (T, error)) (value T, release func(last bool), err error) {
	c.mu.Lock()
	one := &cached[T]{name: name}
	if at := slices.IndexFunc(c.kept, func(k *cached[T]) bool { return k.name == name }); at >= 0 {
		one = c.kept[at]
		c.kept = slices.Delete(c.kept, at, at+1)
	}
	c.kept = append(c.kept, one)
	one.users++
	c.mu.Unlock()
	one.once.Do(func() { one.value, one.err = make() })
	release = func(last bool) { c.release(one, last) }
	if one.err != nil {
		release(false)
		return one.value, nil, one.err
	}
	return one.value, release, nil
}

// release says that a value is not used any more, and removes those that nobody will use, and those that were not
// used for longest.
func (c *Cache[T]) release(one *cached[T], last bool) {
	c.mu.Lock()
	one.users--
	one.last = one.last || last
	var gone []T
	idle := 0
	for i, k := range slices.Backward(c.kept) {
		if k.users > 0 {
			continue
		}
		if !k.last && k.err == nil && idle < c.idle {
			idle++
			continue
		}
		if c.kept = slices.Delete(c.kept, i, i+1); k.err == nil {
			gone = append(gone, k.value)
		}
	}
	c.mu.Unlock()
	for _, value := range gone {
		_ = c.remove(value) // what is left is swept
	}
}

// Close removes all values. Nobody may use them.
func (c *Cache[T]) Close() error {
	var wrong []error
	for _, k := range c.kept {
		wrong = append(wrong, c.remove(k.value))
	}
	c.kept = nil
	return errors.Join(wrong...)
}
