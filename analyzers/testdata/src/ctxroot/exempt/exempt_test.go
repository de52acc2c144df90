package exempt

import (
	"context"
	"testing"
)

func TestRoot(t *testing.T) { work(context.Background()) }

func inTests(ctx context.Context) { work(context.Background()) }
