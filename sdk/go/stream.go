package pentathlon

import (
	"context"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"pentathlon/sdk/go/arenav1"
)

// play keeps a session on a stream until it is over.
func (s *session) play(ctx context.Context) error {
	wait := time.Duration(0)
	defer func() { s.close(wait) }()
	for {
		code, details := s.runStream(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
		pause, done, err := s.ended(code, details)
		if err != nil {
			return err
		}
		if done {
			wait = patience
			return nil
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
	connection, err := s.dial()
	if err == nil {
		defer connection.Close()
		err = s.converse(ctx, connection, out)
	}
	if errors.Is(err, io.EOF) {
		return codes.OK, ""
	}
	return status.Code(err), status.Convert(err).Message()
}

// converse sends what is in the outbox and receives, until the stream ends.
func (s *session) converse(ctx context.Context, connection *grpc.ClientConn, out *outbox) error {
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
