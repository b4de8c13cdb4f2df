package main

// Ordo: reach the enemy's home row, take pieces, stay connected.

import (
	"slices"

	pentathlon "pentathlon/sdk/go"
)

// playOrdo wins if it can; if not, captures; if it cannot capture, advances.
// Squares are 10 * row + column, counted from 0. Legal actions keep the pieces
// connected.
func playOrdo(prompt *pentathlon.Prompt) pentathlon.Choice {
	seen := prompt.Observation().GetOrdo()
	goal, forward, enemies := 7, 1, seen.GetBlack()
	if prompt.Seat() != 0 {
		goal, forward, enemies = 0, -1, seen.GetWhite()
	}
	worth := func(action *pentathlon.LegalAction) int {
		part := action.GetAction().GetOrdo()
		from, to := int(part.GetFromSquare()), int(part.GetToSquare())
		// A single piece is both ends of its ordo; an ordo moves as a whole.
		length := int(part.GetEndSquare()) - from
		pieces := 1 + length
		if length >= 10 {
			pieces = 1 + length/10
		}
		wins := to/10 == goal || (to+length)/10 == goal
		takes := slices.Contains(enemies, part.GetToSquare())
		rows := forward * (to/10 - from/10)
		return 10000*asInt(wins) + 1000*asInt(takes) + pieces*rows
	}
	var chosen *pentathlon.LegalAction
	var highest int
	var luckiest uint64
	for _, action := range prompt.Actions() {
		// Chance decides between equals, or two greedy bots could shuttle back
		// and forth until the draw.
		next, luck := worth(action), prompt.Random().Uint64()
		if chosen == nil || next > highest || next == highest && luck > luckiest {
			chosen, highest, luckiest = action, next, luck
		}
	}
	return pentathlon.Action(chosen)
}
