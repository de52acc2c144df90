package right

import "context"

type Shop struct {
	prices, stock service
}

type service interface {
	Load(ctx context.Context) error
}
