// A bot without an SDK: any legal action is as good as another. It speaks the
// protocol with gRPC's own library for Go and the stubs of the schema alone.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	arena "pentathlon/arena/v1"
)

var games = []string{"doppelkopf", "octrix", "ordago", "ordo", "seconds"}

// A seat of a match.
type seat struct {
	match string
	seat  uint32
}

// Draws from the secret of the seat, so that the same match is played again in
// the same way, also when another process goes on with it.
func draw(secret []byte, decision uint32, count int) uint32 {
	sum := sha256.Sum256(append(append([]byte{}, secret...), fmt.Sprint(decision)...))
	return binary.BigEndian.Uint32(sum[:]) % uint32(count)
}

func hello() *arena.PlayRequest {
	hello := &arena.Hello{
		Name:       os.Getenv("ARENA_BOT_NAME"),
		Instance:   os.Getenv("ARENA_INSTANCE"),
		OneMatch:   os.Getenv("ARENA_ONE_MATCH") == "true",
		MaxMatches: 1,
		Version:    "1",
		Language:   runtime.Version(),
	}
	for _, game := range games {
		hello.Plays = append(hello.Plays, &arena.GameSupport{Game: game})
	}
	return &arena.PlayRequest{Kind: &arena.PlayRequest_Hello{Hello: hello}}
}

// What the bot says to a message; nil: nothing.
func answer(message *arena.PlayResponse, secrets map[seat][]byte) *arena.PlayRequest {
	switch kind := message.Kind.(type) {
	case *arena.PlayResponse_MatchStart:
		start := kind.MatchStart
		secrets[seat{start.MatchId, start.Seat}] = start.PrivateSeed
		return &arena.PlayRequest{Kind: &arena.PlayRequest_Ready{
			Ready: &arena.Ready{MatchId: start.MatchId, Seat: start.Seat}}}
	case *arena.PlayResponse_Prompt:
		prompt := kind.Prompt
		if prompt.Kind != arena.DecisionKind_DECISION_KIND_MUST {
			return nil
		}
		secret := secrets[seat{prompt.MatchId, prompt.Seat}]
		index := draw(secret, prompt.Decision, len(prompt.Actions))
		return &arena.PlayRequest{Kind: &arena.PlayRequest_Act{
			Act: &arena.Act{MatchId: prompt.MatchId, Seat: prompt.Seat,
				Decision: prompt.Decision, Choice: &arena.Act_Index{Index: index}}}}
	case *arena.PlayResponse_Ping:
		return &arena.PlayRequest{Kind: &arena.PlayRequest_Pong{
			Pong: &arena.Pong{Nonce: kind.Ping.Nonce}}}
	case *arena.PlayResponse_Error:
		log.Print(kind.Error.Message)
	}
	return nil
}

func play(stream arena.PlayService_PlayClient) error {
	secrets := map[seat][]byte{}
	for request := hello(); ; {
		if request != nil {
			if err := stream.Send(request); err != nil && err != io.EOF {
				return err
			}
		}
		message, err := stream.Recv()
		// The arena ends the stream after the match.
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		request = answer(message, secrets)
	}
}

func main() {
	log.SetFlags(0)
	connection, err := grpc.NewClient(os.Getenv("ARENA_ADDRESS"),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	stream, err := arena.NewPlayServiceClient(connection).Play(context.Background())
	if err == nil {
		err = play(stream)
	}
	if err != nil {
		log.Fatal(err)
	}
}
