package web

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

type checked struct {
	t  *testing.T
	do func(ctx context.Context) error
}

// What one file is there for says nothing about the others.
func (c checked) Check() { require.NoError(c.t, c.do(context.Background())) }
