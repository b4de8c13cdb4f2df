// Package ordago knows what a hand of Ordago is worth, compared with all possible
// hands.
package ordago

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"pentathlon/sdk/go/arenav1"
)

// Ranks that the rules name.
const (
	Ace   = int(arenav1.OrdagoRank_ORDAGO_RANK_ACE)
	Seven = int(arenav1.OrdagoRank_ORDAGO_RANK_SEVEN)
	King  = int(arenav1.OrdagoRank_ORDAGO_RANK_KING)
)

// A Hand has ranks from 1, ace, to 8, king; ascending.
type Hand [4]int

// HandOf sorts the cards of a message.
func HandOf(cards *arenav1.OrdagoCards) Hand {
	var h Hand
	for i, rank := range cards.GetRanks() {
		h[i] = int(rank)
	}
	slices.Sort(h[:])
	return h
}

// A cardDraw is a set of cards, and the ways to draw it from the pack.
type cardDraw struct {
	cards []int
	ways  int
}

// allDraws returns all sets of a number of cards.
func allDraws(size int) []cardDraw {
	var draws []cardDraw
	var add func(cards []int, from int)
	add = func(cards []int, from int) {
		if len(cards) == size {
			if ways := waysOf(cards); ways > 0 {
				draws = append(draws, cardDraw{slices.Clone(cards), ways})
			}
			return
		}
		for rank := from; rank <= King; rank++ {
			add(append(cards, rank), rank)
		}
	}
	add(nil, Ace)
	return draws
}

// waysOf is the number of ways to draw the cards: there are eight aces and eight
// kings, and four of every other rank.
func waysOf(cards []int) int {
	ways := 1
	for rank, count := range counts(cards) {
		of := 4
		if rank == Ace || rank == King {
			of = 8
		}
		for i := range count {
			ways = ways * (of - i) / (i + 1)
		}
	}
	return ways
}

// counts tells how many cards there are of each rank.
func counts(cards []int) [9]int {
	var counts [9]int
	for _, rank := range cards {
		counts[rank]++
	}
	return counts
}

func pairsKey(h Hand) []int {
	var pairs []int
	triple := false
	numbers := counts(h[:])
	for rank := King; rank >= Ace; rank-- {
		// Four alike are two pairs.
		for range numbers[rank] / 2 {
			pairs = append(pairs, rank)
		}
		triple = triple || numbers[rank] == 3
	}
	switch {
	case len(pairs) == 0:
		return []int{0, h[3], h[2], h[1], h[0]}
	case len(pairs) == 2:
		return append([]int{3}, pairs...)
	case triple:
		return append([]int{2}, pairs...)
	}
	return append([]int{1}, pairs...)
}

func gameKey(h Hand) int {
	if counts(h[:])[Seven] == 3 && h[3] > Seven {
		return 43 // A royal game.
	}
	total := 0
	for _, rank := range h {
		total += [9]int{0, 1, 4, 5, 6, 7, 10, 10, 10}[rank]
	}
	switch total {
	case 31:
		return 42
	case 32:
		return 41
	}
	return total
}

// KeyOf returns a key that is higher for the better hand.
func KeyOf(bet arenav1.OrdagoBet, h Hand) []int {
	switch bet {
	case arenav1.OrdagoBet_ORDAGO_BET_BIG:
		return []int{h[3], h[2], h[1], h[0]}
	case arenav1.OrdagoBet_ORDAGO_BET_SMALL:
		return []int{-h[0], -h[1], -h[2], -h[3]}
	case arenav1.OrdagoBet_ORDAGO_BET_PAIRS:
		return pairsKey(h)
	}
	return []int{gameKey(h)}
}

// Bets are the four bets of a hand, in their order.
var Bets = []arenav1.OrdagoBet{
	arenav1.OrdagoBet_ORDAGO_BET_BIG,
	arenav1.OrdagoBet_ORDAGO_BET_SMALL,
	arenav1.OrdagoBet_ORDAGO_BET_PAIRS,
	arenav1.OrdagoBet_ORDAGO_BET_GAME,
}

// Strengths gives by bet, for every hand, the share of all hands that it beats, from
// 0 to 1.
var Strengths = sync.OnceValue(func() map[arenav1.OrdagoBet]map[Hand]float64 {
	table := map[arenav1.OrdagoBet]map[Hand]float64{}
	for _, bet := range Bets {
		table[bet] = compareAll(bet)
	}
	return table
})

func compareAll(bet arenav1.OrdagoBet) map[Hand]float64 {
	type keyed struct {
		hand Hand
		key  []int
		ways int
	}
	var hands []keyed
	all := 0
	for _, draw := range allDraws(4) {
		h := Hand(draw.cards)
		hands = append(hands, keyed{h, KeyOf(bet, h), draw.ways})
		all += draw.ways
	}
	slices.SortFunc(hands, func(a, b keyed) int { return slices.Compare(a.key, b.key) })
	shares := map[Hand]float64{}
	worse := 0
	for begin := 0; begin < len(hands); {
		end, equal := begin, 0
		for ; end < len(hands) && slices.Equal(hands[end].key, hands[begin].key); end++ {
			equal += hands[end].ways
		}
		for ; begin < end; begin++ {
			// Half of the equal hands.
			shares[hands[begin].hand] = (float64(worse) + float64(equal)/2) / float64(all)
		}
		worse += equal
	}
	return shares
}

// worthOf: one very good bet is worth more than two fair ones.
func worthOf(h Hand) float64 {
	worth := 0.0
	for _, bet := range Bets {
		worth += math.Pow(Strengths()[bet][h], 3)
	}
	return worth
}

// drawsOf keeps what allDraws says, by number of cards.
var drawsOf = sync.OnceValue(func() [5][]cardDraw {
	var draws [5][]cardDraw
	for size := range draws {
		draws[size] = allDraws(size)
	}
	return draws
})

// Worths keeps what worthOf says.
var Worths = sync.OnceValue(func() map[Hand]float64 {
	table := map[Hand]float64{}
	for _, draw := range drawsOf()[4] {
		table[Hand(draw.cards)] = worthOf(Hand(draw.cards))
	}
	return table
})

// WorthAfter returns the average after an exchange.
func WorthAfter(h Hand, discard []arenav1.OrdagoRank) float64 {
	kept := h[:]
	for _, rank := range discard {
		at := slices.Index(kept, int(rank))
		kept = slices.Delete(slices.Clone(kept), at, at+1)
	}
	total, ways := 0.0, 0
	for _, draw := range drawsOf()[4-len(kept)] {
		next := Hand(append(slices.Clone(kept), draw.cards...))
		slices.SortFunc(next[:], cmp.Compare[int])
		// A conversion keeps the product from being fused with the sum, so that
		// every machine chooses the same.
		total += float64(float64(draw.ways) * Worths()[next])
		ways += draw.ways
	}
	return total / float64(ways)
}
