package pentathlon

import (
	"context"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"

	"pentathlon/sdk/go/arenav1"
)

// A fakeReferee plays the referee's part as a test says. The conversations of
// sdk/conformance test far more; these tests look into the package.
type fakeReferee struct {
	arenav1.UnimplementedPlayServiceServer
	address string
	streams chan *fakeStream
}

// A fakeStream is one stream of the bot.
type fakeStream struct {
	t        *testing.T
	stream   arenav1.PlayService_PlayServer
	requests chan *arenav1.PlayRequest
	done     chan error
}

func newFakeReferee(t *testing.T) *fakeReferee {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	return listenAt(t, "unix", path, "unix:"+path)
}

// listenAt makes a referee; without an address, its own one is taken.
func listenAt(t *testing.T, network, place, address string) *fakeReferee {
	t.Helper()
	listener, err := net.Listen(network, place)
	if err != nil {
		t.Fatal(err)
	}
	if address == "" {
		address = listener.Addr().String()
	}
	referee := &fakeReferee{address: address, streams: make(chan *fakeStream, 8)}
	server := grpc.NewServer()
	arenav1.RegisterPlayServiceServer(server, referee)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return referee
}

func (r *fakeReferee) Play(stream arenav1.PlayService_PlayServer) error {
	s := &fakeStream{stream: stream, requests: make(chan *arenav1.PlayRequest, 100),
		done: make(chan error, 1)}
	r.streams <- s
	go func() {
		for {
			request, err := stream.Recv()
			if err != nil {
				close(s.requests)
				return
			}
			s.requests <- request
		}
	}()
	select {
	case err := <-s.done:
		return err
	case <-stream.Context().Done():
		return stream.Context().Err()
	}
}

const deadline = 10 * time.Second

// welcome waits for a stream and its hello, and welcomes the bot.
func (r *fakeReferee) welcome(t *testing.T, resumed bool) (*fakeStream, *arenav1.Hello) {
	t.Helper()
	select {
	case s := <-r.streams:
		s.t = t
		hello := s.next().GetHello()
		s.say(&arenav1.PlayResponse{Kind: &arenav1.PlayResponse_Welcome{
			Welcome: &arenav1.Welcome{Server: "fake", SessionToken: "secret", Resumed: resumed}}})
		return s, hello
	case <-time.After(deadline):
		t.Fatal("no stream")
		return nil, nil
	}
}

func (s *fakeStream) next() *arenav1.PlayRequest {
	s.t.Helper()
	select {
	case request, open := <-s.requests:
		if !open {
			s.t.Fatal("the stream has ended")
		}
		return request
	case <-time.After(deadline):
		s.t.Fatal("no request")
		return nil
	}
}

func (s *fakeStream) say(response *arenav1.PlayResponse) {
	s.t.Helper()
	if err := s.stream.Send(response); err != nil {
		s.t.Fatal(err)
	}
}

func (s *fakeStream) start(match string) {
	s.t.Helper()
	s.say(startMessage(match))
	if ready := s.next().GetReady(); ready.GetMatchId() != match {
		s.t.Fatalf("not ready: %v", ready)
	}
}

func startMessage(match string) *arenav1.PlayResponse {
	return &arenav1.PlayResponse{Kind: &arenav1.PlayResponse_MatchStart{
		MatchStart: &MatchStart{MatchId: match, Game: "octrix", Players: []string{"a", ""}}}}
}

// promptMessage asks for a decision between actions 10, 11 and 12.
func promptMessage(match string, decision uint32) *arenav1.PlayResponse {
	return &arenav1.PlayResponse{Kind: &arenav1.PlayResponse_Prompt{Prompt: &arenav1.Prompt{
		MatchId: match, Decision: decision, Kind: arenav1.DecisionKind_DECISION_KIND_MUST,
		Actions: []*LegalAction{{Id: 10, Text: "H1"}, {Id: 11, Text: "H2"}, {Id: 12, Text: "H3"}}}}}
}

func ackOf(match string, decision uint32, status arenav1.ActAck_Status) *arenav1.PlayResponse {
	return ackMessage(&ActAck{MatchId: match, Decision: decision, Status: status,
		Fault: arenav1.FaultKind_FAULT_KIND_LATE, Message: "late: no act"})
}

// A logBook keeps the lines of a log.
type logBook struct {
	mu    sync.Mutex
	lines strings.Builder
}

func (b *logBook) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines.Write(line)
}

func (b *logBook) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines.String()
}

// playing runs a bot against the referee, and returns its log and its end.
func playing[B Bot](t *testing.T, referee *fakeReferee, factory func(*MatchStart) (B, error)) (*logBook, chan error) {
	t.Helper()
	book := &logBook{}
	options := DefaultOptions()
	options.Address, options.Name = referee.address, "tester"
	options.GiveUpAfter = deadline
	options.Logger = slog.New(NewLogHandler(book, slog.LevelDebug))
	ctx, cancel := context.WithCancel(context.Background())
	end := make(chan error, 1)
	go func() { end <- Run(ctx, factory, options) }()
	t.Cleanup(cancel)
	return book, end
}

func waitFor[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(deadline):
		t.Fatal("it does not come")
		panic("unreachable")
	}
}

var quiet = slog.New(NewLogHandler(io.Discard, slog.LevelError))

func quietTo(out io.Writer) *slog.Logger {
	return slog.New(NewLogHandler(out, slog.LevelDebug))
}
