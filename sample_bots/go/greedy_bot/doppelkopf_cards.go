package main

// The cards of Doppelkopf: which beats which, and what a hand is worth.

import (
	pentathlon "pentathlon/sdk/go"
	"pentathlon/sdk/go/arenav1"
)

const (
	clubs uint32 = iota
	spades
	hearts
	diamonds
)

const (
	nine uint32 = iota
	jack
	queen
	king
	ten
	ace
)

const (
	old   = 6*clubs + queen // Its holder is Re.
	dulle = 6*hearts + ten
	fox   = 6*diamonds + ace

	firstSolo = arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_QUEENS
	lastSolo  = arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_DIAMONDS
)

func isSolo(contract arenav1.DoppelkopfContract) bool {
	return firstSolo <= contract && contract <= lastSolo
}

func cardSuit(card uint32) uint32 { return card / 6 }
func rankOf(card uint32) uint32   { return card % 6 }
func augenOf(card uint32) int     { return [6]int{0, 2, 3, 4, 10, 11}[rankOf(card)] }

func countOf(hand []uint32, card uint32) int {
	count := 0
	for _, other := range hand {
		count += asInt(other == card)
	}
	return count
}

// An order says which cards are trumps in a contract, and which card beats which.
type order struct {
	contract  arenav1.DoppelkopfContract
	hasDulle  bool
	trumpSuit uint32
}

func orderIn(contract arenav1.DoppelkopfContract, prompt *pentathlon.Prompt) order {
	// The referee sends every option, even those with default values.
	o := order{contract: contract, hasDulle: prompt.Match().GetOptions()["dulle"] == "on",
		trumpSuit: diamonds}
	switch contract {
	case arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_CLUBS:
		o.trumpSuit = clubs
	case arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_SPADES:
		o.trumpSuit = spades
	case arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_HEARTS:
		o.trumpSuit = hearts
	}
	return o
}

// trumpRank is 0 for no trump. A trump has more than any plain card; the highest
// wins.
func (o order) trumpRank(card uint32) int {
	onlyQueens := o.contract == arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_QUEENS
	onlyJacks := o.contract == arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_JACKS
	switch {
	case o.contract == arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_FLESHLESS:
		return 0
	case rankOf(card) == queen && !onlyJacks:
		return 33 - int(cardSuit(card))
	case rankOf(card) == jack && !onlyQueens:
		return 23 - int(cardSuit(card))
	case onlyQueens || onlyJacks:
		return 0
	case card == dulle && o.hasDulle:
		return 40
	case cardSuit(card) == o.trumpSuit:
		return 10 + int(rankOf(card))
	}
	return 0
}

// strengthIn: the highest takes the trick to which a card was led; 0 never does.
func (o order) strengthIn(card, led uint32) int {
	if trump := o.trumpRank(card); trump > 0 {
		return trump
	}
	if o.trumpRank(led) == 0 && cardSuit(card) == cardSuit(led) {
		return 1 + int(rankOf(card))
	}
	return 0
}

// costOf is what it costs to spend a card: Augen, a trump, a high trump.
func (o order) costOf(card uint32) int {
	trump := o.trumpRank(card)
	return augenOf(card) + 5*asInt(trump > 0) + 10*asInt(trump >= 30)
}

// A count is the trumps and plain aces of the bot's hand.
type count struct{ cards, trumps, high, old, aces, tens int }

func countHand(hand []uint32, o order) count {
	c := count{cards: len(hand), old: countOf(hand, old)}
	for _, card := range hand {
		if trump := o.trumpRank(card); trump > 0 {
			c.trumps++
			// Queens, and Dullen twice.
			c.high += asInt(trump >= 30) + asInt(trump == 40)
		} else {
			c.aces += asInt(rankOf(card) == ace)
			c.tens += asInt(rankOf(card) == ten)
		}
	}
	return c
}

// soloStrength is above 0 if the hand is overwhelming in the solo.
func soloStrength(solo arenav1.DoppelkopfContract, prompt *pentathlon.Prompt) int {
	hand := countHand(prompt.Observation().GetDoppelkopf().GetHand(), orderIn(solo, prompt))
	switch solo {
	case arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_QUEENS,
		arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_JACKS:
		return 3*hand.trumps + 2*hand.aces - 20
	case arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_FLESHLESS:
		return 2*hand.aces + hand.tens - hand.cards - 1
	}
	return 2*(hand.trumps+hand.aces-hand.cards) + hand.high - 4
}

// teamStrength is above 0 if the hand is good enough to call with a partner.
func teamStrength(prompt *pentathlon.Prompt) int {
	o := orderIn(arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_NORMAL, prompt)
	hand := countHand(prompt.Observation().GetDoppelkopf().GetHand(), o)
	return hand.trumps + hand.high + hand.old + 2*hand.aces - hand.cards - 7
}
