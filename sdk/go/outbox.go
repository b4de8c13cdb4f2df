package pentathlon

import (
	"context"
	"sync"

	"pentathlon/sdk/go/arenav1"
)

// An outbox keeps the requests of one stream until it takes them; put never waits.
type outbox struct {
	mu       sync.Mutex
	requests []*arenav1.PlayRequest
	filled   chan struct{}
}

func newOutbox() *outbox { return &outbox{filled: make(chan struct{}, 1)} }

func (o *outbox) put(request *arenav1.PlayRequest) {
	o.mu.Lock()
	o.requests = append(o.requests, request)
	o.mu.Unlock()
	select {
	case o.filled <- struct{}{}:
	default:
	}
}

// drain sends everything that is put in, until the context is cancelled or a
// request cannot be sent.
func (o *outbox) drain(ctx context.Context, send func(*arenav1.PlayRequest) error) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.filled:
		}
		o.mu.Lock()
		requests := o.requests
		o.requests = nil
		o.mu.Unlock()
		for _, request := range requests {
			if send(request) != nil {
				return // The reader learns why.
			}
		}
	}
}
