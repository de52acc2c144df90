// Package concurrency stands for that of the etcd client, so that the shop needs no
// network.
package concurrency

import "context"

// A Mutex is a lock.
type Mutex struct{}

// Lock locks.
func (m *Mutex) Lock(ctx context.Context) error { return nil }

// Unlock unlocks.
func (m *Mutex) Unlock(ctx context.Context) error { return nil }
