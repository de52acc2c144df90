// Package lib is a company's own library, of which no table knows.
package lib

import "context"

// Session carries a context that its shape doesn't tell of.
type Session struct{ std context.Context }

func (s *Session) Std() context.Context { return s.std }

// Request carries one in a field.
type Request struct{ Base context.Context }

// Tagged gives a context that shares no more than its type shows.
func Tagged(ctx context.Context, more context.Context) context.Context { return more }

// Note writes to a log.
func Note(ctx context.Context, text string) {}

type Pool struct{ queue chan func() }

func (p *Pool) Run(f func()) { p.queue <- f }

// Fetch waits for another host.
func Fetch(ctx context.Context) error { <-ctx.Done(); return nil }
