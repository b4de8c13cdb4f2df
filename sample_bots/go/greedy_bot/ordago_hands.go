package main

// What a hand of Ordago is worth, compared with all possible hands.

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"pentathlon/sdk/go/arenav1"
)

const (
	ordagoAce   = int(arenav1.OrdagoRank_ORDAGO_RANK_ACE)
	ordagoSeven = int(arenav1.OrdagoRank_ORDAGO_RANK_SEVEN)
	ordagoKing  = int(arenav1.OrdagoRank_ORDAGO_RANK_KING)
)

// A hand has ranks from 1, ace, to 8, king; ascending.
type hand [4]int

func handOf(cards *arenav1.OrdagoCards) hand {
	var h hand
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
		for rank := from; rank <= ordagoKing; rank++ {
			add(append(cards, rank), rank)
		}
	}
	add(nil, ordagoAce)
	return draws
}

// waysOf is the number of ways to draw the cards: there are eight aces and eight
// kings, and four of every other rank.
func waysOf(cards []int) int {
	ways := 1
	for rank, count := range counts(cards) {
		of := 4
		if rank == ordagoAce || rank == ordagoKing {
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

func pairsKey(h hand) []int {
	var pairs []int
	triple := false
	numbers := counts(h[:])
	for rank := ordagoKing; rank >= ordagoAce; rank-- {
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

func gameKey(h hand) int {
	if counts(h[:])[ordagoSeven] == 3 && h[3] > ordagoSeven {
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

// keyOf returns a key that is higher for the better hand.
func keyOf(bet arenav1.OrdagoBet, h hand) []int {
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

var bets = []arenav1.OrdagoBet{
	arenav1.OrdagoBet_ORDAGO_BET_BIG,
	arenav1.OrdagoBet_ORDAGO_BET_SMALL,
	arenav1.OrdagoBet_ORDAGO_BET_PAIRS,
	arenav1.OrdagoBet_ORDAGO_BET_GAME,
}

// strengths gives by bet, for every hand, the share of all hands that it beats, from
// 0 to 1.
var strengths = sync.OnceValue(func() map[arenav1.OrdagoBet]map[hand]float64 {
	table := map[arenav1.OrdagoBet]map[hand]float64{}
	for _, bet := range bets {
		table[bet] = compareAll(bet)
	}
	return table
})

func compareAll(bet arenav1.OrdagoBet) map[hand]float64 {
	type keyed struct {
		hand hand
		key  []int
		ways int
	}
	var hands []keyed
	all := 0
	for _, draw := range allDraws(4) {
		h := hand(draw.cards)
		hands = append(hands, keyed{h, keyOf(bet, h), draw.ways})
		all += draw.ways
	}
	slices.SortFunc(hands, func(a, b keyed) int { return slices.Compare(a.key, b.key) })
	shares := map[hand]float64{}
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
func worthOf(h hand) float64 {
	worth := 0.0
	for _, bet := range bets {
		worth += math.Pow(strengths()[bet][h], 3)
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

// worths keeps what worthOf says.
var worths = sync.OnceValue(func() map[hand]float64 {
	table := map[hand]float64{}
	for _, draw := range drawsOf()[4] {
		table[hand(draw.cards)] = worthOf(hand(draw.cards))
	}
	return table
})

// worthAfter returns the average after an exchange.
func worthAfter(h hand, discard []arenav1.OrdagoRank) float64 {
	kept := h[:]
	for _, rank := range discard {
		at := slices.Index(kept, int(rank))
		kept = slices.Delete(slices.Clone(kept), at, at+1)
	}
	total, ways := 0.0, 0
	for _, draw := range drawsOf()[4-len(kept)] {
		next := hand(append(slices.Clone(kept), draw.cards...))
		slices.SortFunc(next[:], cmp.Compare[int])
		// A conversion keeps the product from being fused with the sum, so that
		// every machine chooses the same.
		total += float64(float64(draw.ways) * worths()[next])
		ways += draw.ways
	}
	return total / float64(ways)
}
