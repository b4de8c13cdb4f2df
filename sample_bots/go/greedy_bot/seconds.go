package main

// Seconds: finds out for each card which player would take the trick, and how the
// totals would then stand. Counts the cards that are still out and knows which
// players are out of a suit.

import (
	"slices"

	pentathlon "pentathlon/sdk/go"
	"pentathlon/sdk/go/arenav1"
)

const seats = 4

func suitOf(card uint32) uint32 { return card % 4 }

// A memory is the cards that no player has shown, and the suits that each player
// is out of.
type memory struct {
	shown [52]bool
	void  [seats][4]bool
}

func remember(table *arenav1.SecondsObservation) *memory {
	m := &memory{}
	for _, card := range table.GetHand() {
		m.shown[card] = true
	}
	for _, trick := range table.GetTricks() {
		m.trick(trick.GetLeader(), trick.GetCards())
	}
	m.trick(table.GetLeader(), table.GetOpenCards())
	return m
}

func (m *memory) trick(leader uint32, cards []uint32) {
	for i, card := range cards {
		m.shown[card] = true
		if suitOf(card) != suitOf(cards[0]) {
			m.void[(int(leader)+i)%seats][suitOf(cards[0])] = true
		}
	}
}

// chanceOfHigher is the chance that a seat plays a higher card of the suit.
func (m *memory) chanceOfHigher(seat int, card uint32) float64 {
	hidden, higher := 0, 0
	for other := suitOf(card); other < 52; other += 4 {
		if !m.shown[other] {
			hidden++
			higher += asInt(other > card)
		}
	}
	if hidden == 0 || m.void[seat][suitOf(card)] {
		return 0
	}
	return float64(higher) / float64(hidden)
}

// chancesToTake returns for each seat the chance to take the trick. The cards were
// played so far, by the leader and the seats after it. The second-highest card
// takes: exactly one must be higher. Ignores that all others may be out of the
// suit: too rare.
func (m *memory) chancesToTake(leader int, cards []uint32) [seats]float64 {
	var chances [seats]float64
	var later []int
	for i := len(cards); i < seats; i++ {
		later = append(later, (leader+i)%seats)
	}
	follows := func(card uint32) bool { return suitOf(card) == suitOf(cards[0]) }
	for i, card := range cards {
		if !follows(card) {
			continue
		}
		var highers []float64
		for _, other := range cards {
			if follows(other) {
				highers = append(highers, float64(asInt(other > card)))
			}
		}
		for _, seat := range later {
			highers = append(highers, m.chanceOfHigher(seat, card))
		}
		none, one := 1.0, 0.0
		for _, higher := range highers {
			// Conversions keep the products from being fused with the sum, so that
			// every machine chooses the same.
			one = float64(one*(1-higher)) + float64(none*higher)
			none *= 1 - higher
		}
		chances[(leader+i)%seats] = one
	}
	taken := 0.0
	for _, chance := range chances {
		taken += chance
	}
	rest := max(0, 1-taken)
	for _, seat := range later {
		chances[seat] = rest / float64(len(later))
	}
	return chances
}

// standingAfter is how well the bot's seat stands if the taker gets one more trick.
func standingAfter(prompt *pentathlon.Prompt, taker int) int {
	table := prompt.Observation().GetSeconds()
	var taken, totals [seats]int
	for seat := range seats {
		taken[seat] = int(table.GetTaken()[seat])
		totals[seat] = int(table.GetTotals()[seat])
	}
	taken[taker]++
	for seat := range seats {
		switch table.GetScoring() {
		case arenav1.SecondsScoring_SECONDS_SCORING_MANY_TRICKS:
			totals[seat] += 3 * taken[seat]
		case arenav1.SecondsScoring_SECONDS_SCORING_FEW_TRICKS:
			totals[seat] += 13 - taken[seat]
		case arenav1.SecondsScoring_SECONDS_SCORING_THREE_TRICKS:
			totals[seat] += 12 - 4*max(taken[seat]-3, 3-taken[seat])
		default:
			// The product, with one more of each because 0 * 0 would say little.
			totals[seat] += (taken[seat] + 1) * (taken[table.GetCountsWith()[seat]] + 1)
		}
	}
	own := totals[prompt.Seat()]
	others := slices.Delete(totals[:], prompt.Seat(), prompt.Seat()+1)
	slices.Sort(others)
	first, second := others[2], others[1]
	if prompt.Match().GetOptions()["winner"] == "highest" {
		return own - first
	}
	// The second total wins: as far from the first as from the third.
	return min(first-own, own-second)
}

// playSeconds takes or leaves tricks, depending on which leads to second place.
func playSeconds(prompt *pentathlon.Prompt) pentathlon.Choice {
	table := prompt.Observation().GetSeconds()
	m := remember(table)
	seat := prompt.Seat()
	var standing [seats]int
	sum := 0
	for taker := range seats {
		standing[taker] = standingAfter(prompt, taker)
		sum += standing[taker]
	}
	wants := seats*standing[seat] > sum
	return bestAction(prompt, func(action *pentathlon.GameAction) float64 {
		card := action.GetSeconds().GetCard()
		chances := m.chancesToTake(int(table.GetLeader()), append(slices.Clone(table.GetOpenCards()), card))
		expected := 0.0
		for i := range seats {
			expected += float64(chances[i] * float64(standing[i]))
		}
		// Of equal cards, plays the one that will be of less use later.
		use := m.chancesToTake(seat, []uint32{card})[seat]
		if wants {
			use = -use
		}
		return expected + float64(0.01*use)
	})
}
