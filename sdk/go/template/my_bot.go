// A bot to start from: it plays every game, at random.
package main

import (
	"context"

	pentathlon "pentathlon/sdk/go"
)

// MyBot plays one seat of one match, so its fields belong to that match.
type MyBot struct{}

// OnStart is called before the match; no clock runs yet. Load here what the bot
// needs.
func (*MyBot) OnStart(context.Context, *pentathlon.MatchStart) error { return nil }

// Act chooses one of the legal actions. fmt.Println(prompt) shows what the bot sees;
// prompt.Observation() has it as a message of the game.
func (*MyBot) Act(_ context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
	return pentathlon.Index(prompt.Random().Below(len(prompt.Actions()))), nil
}

func main() {
	pentathlon.Main(pentathlon.New[MyBot], func(options *pentathlon.Options) {
		options.Version = "1"
	})
}
