package pentathlon

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"google.golang.org/protobuf/encoding/protodelim"

	"pentathlon/sdk/go/arenav1"
)

// SeatPrompts is what the referee told a seat in a match.
type SeatPrompts struct {
	Start *MatchStart
	// Messages are those between Start and End. One that is no prompt has nil as
	// its GetPrompt.
	Messages []*arenav1.PlayResponse
	End      *MatchEnd
}

// ReadPrompts reads a file that arena prompts RECORD --seat N --out FILE has written,
// for tests that ask a bot again: see NewPrompt.
func ReadPrompts(path string) (*SeatPrompts, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	prompts, err := parsePrompts(bufio.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%q is no file of prompts: %w; it should be what "+
			"arena prompts RECORD --seat N --out FILE writes", path, err)
	}
	return prompts, nil
}

func parsePrompts(from *bufio.Reader) (*SeatPrompts, error) {
	// More than any message of a referee has, in bytes.
	limit := protodelim.UnmarshalOptions{MaxSize: 64 << 20}
	prompts := &SeatPrompts{}
	for {
		response := &arenav1.PlayResponse{}
		err := limit.UnmarshalFrom(from, response)
		switch start := response.GetMatchStart(); {
		case err == io.EOF && prompts.Start == nil:
			return nil, errors.New("it is empty")
		case err == io.EOF && prompts.End == nil:
			return nil, errors.New("it is cut off before its MatchEnd")
		case err == io.EOF:
			return prompts, nil
		case err != nil:
			return nil, err
		case prompts.Start == nil && start == nil:
			return nil, errors.New("it does not begin with a MatchStart")
		case prompts.Start == nil:
			prompts.Start = start
		case start != nil:
			return nil, errors.New("there is a second MatchStart in it")
		case prompts.End != nil:
			return nil, errors.New("there is a message after its MatchEnd")
		case response.Kind == nil:
			return nil, errors.New("there is a message of no kind in it")
		case response.GetMatchEnd() != nil:
			prompts.End = response.GetMatchEnd()
		default:
			prompts.Messages = append(prompts.Messages, response)
		}
	}
}
