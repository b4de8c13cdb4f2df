// Plays any game at random: the smallest bot there is.
//
//	go run ./random_bot --name lucky --address 127.0.0.1:5757
package main

import (
	"context"

	pentathlon "pentathlon/sdk/go"
)

// RandomBot chooses any legal action.
type RandomBot struct{}

// Act draws from the generator of the prompt, so that the same match is played
// again in the same way.
func (*RandomBot) Act(_ context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
	// In every game the referee sends the actions that are legal now.
	return pentathlon.Index(prompt.Random().Below(len(prompt.Actions()))), nil
}

func main() { pentathlon.Main(pentathlon.New[RandomBot]) }
