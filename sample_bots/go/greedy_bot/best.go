package main

import (
	"cmp"

	pentathlon "pentathlon/sdk/go"
)

// best returns the entry with the highest score; of several, the first.
func best[E any, S cmp.Ordered](entries []E, score func(E) S) E {
	chosen := entries[0]
	highest := score(chosen)
	for _, entry := range entries[1:] {
		if next := score(entry); next > highest {
			chosen, highest = entry, next
		}
	}
	return chosen
}

// bestAction chooses the action with the highest score; of several, the first.
func bestAction[S cmp.Ordered](prompt *pentathlon.Prompt, score func(*pentathlon.GameAction) S) pentathlon.Choice {
	return pentathlon.Action(best(prompt.Actions(), func(a *pentathlon.LegalAction) S {
		return score(a.GetAction())
	}))
}

// asInt is 1 for true.
func asInt(truth bool) int {
	if truth {
		return 1
	}
	return 0
}
