// Plays every game by rules of thumb, looking no further than the action itself.
//
//	go run ./greedy_bot --name my-greedy --address 127.0.0.1:5757
//
// Each game has a file of its own, with its rules of thumb at the head.
package main

import (
	"context"

	pentathlon "pentathlon/sdk/go"
)

// GreedyBot leaves each prompt to the rules of its game; it remembers nothing.
type GreedyBot struct{}

// Act chooses by the rules of the game, and the first action of any other game, so
// that no table waits.
func (*GreedyBot) Act(_ context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
	switch prompt.Match().GetGame() {
	case "doppelkopf":
		return playDoppelkopf(prompt), nil
	case "octrix":
		return playOctrix(prompt), nil
	case "ordago":
		return playOrdago(prompt), nil
	case "ordo":
		return playOrdo(prompt), nil
	case "seconds":
		return playSeconds(prompt), nil
	}
	return pentathlon.Index(0), nil
}

// Announce is called before Act, whenever something can be announced.
func (*GreedyBot) Announce(_ context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
	switch prompt.Match().GetGame() {
	case "doppelkopf":
		return pentathlon.Action(callDoppelkopf(prompt, prompt.Announcements())), nil
	case "ordago":
		return announceOrdago(prompt), nil
	}
	return pentathlon.Choice{}, nil
}

func main() { pentathlon.Main(pentathlon.New[GreedyBot]) }
