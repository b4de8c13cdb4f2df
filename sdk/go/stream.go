package pentathlon

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/grpc/status"

	"pentathlon/sdk/go/arenav1"
)

// play keeps the session on a stream until it is over, and ends all seats.
func (s *session) play(ctx context.Context) error {
	err := s.playStreams(ctx)
	s.mu.Lock()
	s.out = nil
	s.mu.Unlock()
	s.abandon()
	if err == nil {
		s.awaitBots()
	}
	return err
}

func (s *session) playStreams(ctx context.Context) error {
	for {
		code, details := s.runStream(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
		pause, err := s.ended(code, details)
		if err == errOver {
			return nil
		}
		if err != nil {
			return err
		}
		s.rest(ctx, pause)
	}
}

// runStream runs one stream, and returns how it ended. Each stream has a new
// connection: the backoff decides the pauses between attempts, not a channel that
// failed before.
func (s *session) runStream(ctx context.Context) (codes.Code, string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := newOutbox()
	s.open(out, cancel)
	err := s.converse(ctx, out)
	if errors.Is(err, io.EOF) {
		return codes.OK, ""
	}
	return status.Code(err), status.Convert(err).Message()
}

// converse sends what is in the outbox and receives, until the stream ends.
func (s *session) converse(ctx context.Context, out *outbox) error {
	connection, err := s.dial()
	if err != nil {
		return err
	}
	defer connection.Close()
	if s.options.Token != "" {
		ctx = metadata.AppendToOutgoingContext(ctx,
			"authorization", "Bearer "+s.options.Token)
	}
	stream, err := arenav1.NewPlayServiceClient(connection).Play(ctx)
	if err != nil {
		return err
	}
	go out.drain(ctx, stream.Send)
	for {
		response, err := stream.Recv()
		if err != nil {
			return err
		}
		s.receive(response)
	}
}

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

// dial makes the connection of the next stream.
func (s *session) dial() (*grpc.ClientConn, error) {
	transport := insecure.NewCredentials()
	if s.options.TLSCA != "" {
		var err error
		if transport, err = credentials.NewClientTLSFromFile(s.options.TLSCA, ""); err != nil {
			return nil, err
		}
	}
	connect := 20 * time.Second
	if s.address != s.options.Address {
		// Do not wait long for a referee that only another referee knows.
		connect = 5 * time.Second
	}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		// Pings notice a connection that broke silently. They come no more often
		// than the referee permits; if they did, it would close the connection.
		// They also come while nothing happens, e.g. when the other seats think.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: s.keepalive, Timeout: 10 * time.Second, PermitWithoutStream: true}),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.DefaultConfig, MinConnectTimeout: connect}),
		grpc.WithUserAgent("pentathlon-go/" + Version),
	}
	if isNearby(s.address) {
		options = append(options, grpc.WithNoProxy())
	}
	target := s.address
	if family, list, _ := strings.Cut(s.address, ":"); family == "ipv4" || family == "ipv6" {
		// gRPC for Go has no such target of several addresses, tried in order.
		var addresses []resolver.Address
		for _, address := range strings.Split(list, ",") {
			addresses = append(addresses, resolver.Address{Addr: address, ServerName: address})
		}
		several := manual.NewBuilderWithScheme("several")
		several.InitialState(resolver.State{Addresses: addresses})
		options = append(options, grpc.WithResolvers(several))
		target = "several:///referees"
	}
	return grpc.NewClient(target, options...)
}

// isNearby tells whether an address is of this machine or of a private network:
// a Unix socket, "localhost", a name without a dot, or a loopback, private or
// link-local IP address. No HTTP proxy leads there, so connections take none.
func isNearby(address string) bool {
	if strings.HasPrefix(address, "unix") {
		return true
	}
	host := hostOf(address)
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	return !strings.Contains(host, ".")
}

// proxyInTheWay tells whether gRPC goes to the address through an HTTP proxy.
func proxyInTheWay(address string) bool {
	if isNearby(address) {
		return false
	}
	target := &http.Request{URL: &url.URL{Scheme: "https", Host: hostOf(address)}}
	proxy, err := http.ProxyFromEnvironment(target)
	return proxy != nil || err != nil
}

// hostOf is "127.0.0.1" of "ipv4:127.0.0.1:5757,10.0.0.1:5757".
func hostOf(address string) string {
	for _, scheme := range []string{"ipv4:", "ipv6:", "dns:"} {
		address = strings.TrimPrefix(address, scheme)
	}
	address, _, _ = strings.Cut(strings.TrimLeft(address, "/"), ",")
	if colon := strings.LastIndex(address, ":"); colon >= 0 {
		address = address[:colon]
	}
	return strings.Trim(address, "[]")
}
