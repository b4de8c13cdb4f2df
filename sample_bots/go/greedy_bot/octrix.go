package main

// Octrix: the highest or the lowest card takes the trick, and all hands are open.

import (
	pentathlon "pentathlon/sdk/go"
	"pentathlon/sdk/go/arenav1"
)

// playOctrix tries to take every trick. Cards are 0 (lowest) to 31 (highest).
func playOctrix(prompt *pentathlon.Prompt) pentathlon.Choice {
	seen := prompt.Observation().GetOctrix()
	strength := func(card int) int {
		if seen.GetMode() == arenav1.OctrixMode_OCTRIX_MODE_HIGH {
			return card
		}
		return -card
	}
	pick := func(card int) pentathlon.Choice {
		return bestAction(prompt, func(a *pentathlon.GameAction) int {
			return asInt(int(a.GetOctrix().GetCard()) == card)
		})
	}
	var cards []int
	for _, action := range prompt.Actions() {
		cards = append(cards, int(action.GetAction().GetOctrix().GetCard()))
	}
	highest := best(cards, strength)
	if len(seen.GetOpenCards()) == 0 {
		return pick(highest)
	}

	// Partners, second half of a trick: two cards are open, the partner's and an
	// opponent's; the other opponent chooses at the same time as the bot.
	teams := prompt.Match().GetTeams()
	ours := teams[prompt.Seat()]
	const none = -32
	partner, danger, shown := none, none, none
	for _, open := range seen.GetOpenCards() {
		worth := strength(int(open.GetCard()))
		shown = max(shown, worth)
		if teams[open.GetSeat()] == ours {
			partner = max(partner, worth)
		} else {
			danger = max(danger, worth)
		}
	}
	for _, seat := range seen.GetToAct() {
		if teams[seat] == ours {
			continue
		}
		for _, card := range seen.GetHands()[seat].GetCards() {
			danger = max(danger, strength(int(card)))
		}
	}
	// Cards in the middle take neither kind of trick: spend those first.
	spare := best(cards, func(card int) int { return -max(2*card-31, 31-2*card) })
	if partner > danger {
		return pick(spare)
	}
	// The cheapest card that wins for certain; if there is none, the best, if it
	// beats the open cards; if not, nothing can be won here.
	var certain []int
	for _, card := range cards {
		if strength(card) > danger {
			certain = append(certain, card)
		}
	}
	if len(certain) > 0 {
		return pick(best(certain, func(card int) int { return -strength(card) }))
	}
	if strength(highest) > shown {
		return pick(highest)
	}
	return pick(spare)
}
