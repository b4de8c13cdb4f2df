package pentathlon

import (
	"strings"
	"time"

	"google.golang.org/grpc"
	grpcbackoff "google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
)

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
			Backoff: grpcbackoff.DefaultConfig, MinConnectTimeout: connect}),
		grpc.WithUserAgent("pentathlon-go/" + Version),
	}
	if isNearby(s.address) {
		options = append(options, grpc.WithNoProxy())
	}
	target := s.address
	for _, family := range []string{"ipv4:", "ipv6:"} {
		if list, ok := strings.CutPrefix(s.address, family); ok {
			// gRPC for Go has no such target of several addresses.
			several := manual.NewBuilderWithScheme("several")
			several.InitialState(resolver.State{Addresses: addressesIn(list)})
			options = append(options, grpc.WithResolvers(several))
			target = "several:///referees"
		}
	}
	return grpc.NewClient(target, options...)
}

// addressesIn are the addresses of HOST:PORT,HOST:PORT, to be tried in order.
func addressesIn(list string) []resolver.Address {
	var addresses []resolver.Address
	for _, address := range strings.Split(list, ",") {
		addresses = append(addresses,
			resolver.Address{Addr: address, ServerName: address})
	}
	return addresses
}
