package main

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"pentathlon/sdk/go/arenav1"
	"samples/ordago"
)

// enough deals make the counts good enough.
const enough = 2000

// thoughts are what was counted for a hand. Only one goroutine at a time may use
// them.
type thoughts struct {
	random *rand.Rand
	hand   ordago.Hand // All zero: not known.
	deals  int
	wins   map[arenav1.OrdagoBet]int
}

// newThoughts draws from the private seed of the seat: no other bot can guess the
// deals.
func newThoughts(secret []byte) *thoughts {
	var seed [32]byte
	copy(seed[:], secret)
	return &thoughts{random: rand.New(rand.NewPCG(
		binary.LittleEndian.Uint64(seed[:]), binary.LittleEndian.Uint64(seed[8:])))}
}

// lookAt changes the hand. What was counted for another one is worth nothing.
func (t *thoughts) lookAt(hand ordago.Hand) {
	if hand != t.hand {
		t.hand, t.deals, t.wins = hand, 0, map[arenav1.OrdagoBet]int{}
	}
}

// think deals until the counts are good enough, or the context is over.
func (t *thoughts) think(ctx context.Context) {
	if t.hand == (ordago.Hand{}) {
		return
	}
	others := t.others()
	for t.deals < enough && ctx.Err() == nil {
		t.random.Shuffle(len(others), func(i, j int) {
			others[i], others[j] = others[j], others[i]
		})
		partner, left, right := handAt(others, 0), handAt(others, 4), handAt(others, 8)
		t.deals++
		for _, bet := range ordago.Bets {
			if slices.Compare(better(bet, t.hand, partner), better(bet, left, right)) >= 0 {
				t.wins[bet]++
			}
		}
	}
}

// others are the cards that somebody else may have.
func (t *thoughts) others() []int {
	var cards []int
	for rank := ordago.Ace; rank <= ordago.King; rank++ {
		count := 4
		if rank == ordago.Ace || rank == ordago.King {
			count = 8
		}
		for _, own := range t.hand {
			if own == rank {
				count--
			}
		}
		cards = append(cards, slices.Repeat([]int{rank}, count)...)
	}
	return cards
}

func handAt(cards []int, from int) ordago.Hand {
	hand := ordago.Hand(cards[from : from+4])
	slices.Sort(hand[:])
	return hand
}

func better(bet arenav1.OrdagoBet, one, other ordago.Hand) []int {
	a, b := ordago.KeyOf(bet, one), ordago.KeyOf(bet, other)
	if slices.Compare(a, b) >= 0 {
		return a
	}
	return b
}

func (t *thoughts) chance(bet arenav1.OrdagoBet) float64 {
	if t.deals == 0 {
		return 0.5
	}
	return float64(t.wins[bet]) / float64(t.deals)
}
