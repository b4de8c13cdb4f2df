package main

// Doppelkopf: calls Re or Kontra with a strong hand, leads fresh aces, takes tricks
// that pay, gives Augen to friends and keeps its foxes from strangers.

import (
	pentathlon "pentathlon/sdk/go"
	"pentathlon/sdk/go/arenav1"
)

// playDoppelkopf plays like a careful beginner.
func playDoppelkopf(prompt *pentathlon.Prompt) pentathlon.Choice {
	table := prompt.Observation().GetDoppelkopf()
	switch table.GetPhase() {
	case arenav1.DoppelkopfPhase_DOPPELKOPF_PHASE_LAY,
		arenav1.DoppelkopfPhase_DOPPELKOPF_PHASE_RETURN:
		return giveThreeCards(prompt)
	case arenav1.DoppelkopfPhase_DOPPELKOPF_PHASE_OFFER:
		if teamStrength(prompt) > -2 {
			return sayDoppelkopf(arenav1.DoppelkopfWord_DOPPELKOPF_WORD_ACCEPT)
		}
		return sayDoppelkopf(arenav1.DoppelkopfWord_DOPPELKOPF_WORD_DECLINE)
	case arenav1.DoppelkopfPhase_DOPPELKOPF_PHASE_WINDOW:
		if call := callDoppelkopf(prompt, prompt.Actions()); call != nil {
			return pentathlon.Action(call)
		}
		return sayDoppelkopf(arenav1.DoppelkopfWord_DOPPELKOPF_WORD_PASS)
	case arenav1.DoppelkopfPhase_DOPPELKOPF_PHASE_PLAY:
		if table.TrickHolder == nil {
			return lead(prompt)
		}
		return follow(prompt, table.GetTricks()[len(table.GetTricks())-1])
	}
	return declare(prompt)
}

func sayDoppelkopf(word arenav1.DoppelkopfWord) pentathlon.Choice {
	return pentathlon.Message(&pentathlon.GameAction{Game: &arenav1.GameAction_Doppelkopf{
		Doppelkopf: &arenav1.DoppelkopfAction{
			Kind: &arenav1.DoppelkopfAction_Word{Word: word}}}})
}

// declare chooses before the tricks: the most valuable of the offered actions.
func declare(prompt *pentathlon.Prompt) pentathlon.Choice {
	table := prompt.Observation().GetDoppelkopf()
	owes := asInt(table.GetOwedSolos()[prompt.Seat()] > 0)
	solo := func(contract arenav1.DoppelkopfContract) int {
		return soloStrength(contract, prompt) + 2*owes
	}
	reserved := countOf(table.GetHand(), old) == 2
	for contract := firstSolo; contract <= lastSolo; contract++ {
		reserved = reserved || solo(contract) > 0
	}
	return bestAction(prompt, func(action *pentathlon.GameAction) int {
		switch wish := action.GetDoppelkopf().GetDeclaration(); wish {
		case arenav1.DoppelkopfDeclaration_DOPPELKOPF_DECLARATION_REDEAL:
			return 200
		case arenav1.DoppelkopfDeclaration_DOPPELKOPF_DECLARATION_MARRIAGE:
			return 50
		case arenav1.DoppelkopfDeclaration_DOPPELKOPF_DECLARATION_POVERTY:
			return 40
		case arenav1.DoppelkopfDeclaration_DOPPELKOPF_DECLARATION_RESERVATION:
			return 30 * asInt(reserved)
		case arenav1.DoppelkopfDeclaration_DOPPELKOPF_DECLARATION_HEALTHY,
			// The word pass.
			arenav1.DoppelkopfDeclaration_DOPPELKOPF_DECLARATION_UNSPECIFIED:
			return 20
		default:
			// Solos have the same numbers as declarations and as contracts.
			worth := solo(arenav1.DoppelkopfContract(wish))
			return worth + 100*asInt(worth > 0)
		}
	})
}

// callDoppelkopf returns Re or Kontra, if offered and the hand is good enough.
func callDoppelkopf(prompt *pentathlon.Prompt, offered []*pentathlon.LegalAction) *pentathlon.LegalAction {
	table := prompt.Observation().GetDoppelkopf()
	strong := teamStrength(prompt) > 0
	if isSolo(table.GetContract()) {
		strong = table.Declarer != nil && int(table.GetDeclarer()) == prompt.Seat() &&
			soloStrength(table.GetContract(), prompt) > 0
	}
	for _, entry := range offered {
		word := entry.GetAction().GetDoppelkopf().GetWord()
		if strong && (word == arenav1.DoppelkopfWord_DOPPELKOPF_WORD_RE ||
			word == arenav1.DoppelkopfWord_DOPPELKOPF_WORD_KONTRA) {
			return entry
		}
	}
	return nil
}

// giveThreeCards, in a poverty, gives away the cards that cost least.
func giveThreeCards(prompt *pentathlon.Prompt) pentathlon.Choice {
	order := orderIn(arenav1.DoppelkopfContract_DOPPELKOPF_CONTRACT_POVERTY, prompt)
	return bestAction(prompt, func(action *pentathlon.GameAction) int {
		gift := action.GetDoppelkopf()
		cost := 0
		// One is empty.
		for _, card := range gift.GetLay().GetCards() {
			cost += order.costOf(card)
		}
		for _, card := range gift.GetGiveBack().GetCards() {
			cost += order.costOf(card)
		}
		return -cost
	})
}

// lead leads aces as long as all others may have the suit; then small trumps from
// many, but a soloist draws the others' trumps with its highest one.
func lead(prompt *pentathlon.Prompt) pentathlon.Choice {
	table := prompt.Observation().GetDoppelkopf()
	order := orderIn(table.GetContract(), prompt)
	trumps := countHand(table.GetHand(), order).trumps
	alone := isSolo(table.GetContract()) &&
		table.Declarer != nil && int(table.GetDeclarer()) == prompt.Seat()
	var led [4]bool
	for _, trick := range table.GetTricks() {
		if cards := trick.GetCards(); len(cards) > 0 && order.trumpRank(cards[0]) == 0 {
			led[cardSuit(cards[0])] = true
		}
	}
	return bestAction(prompt, func(action *pentathlon.GameAction) int {
		card := action.GetDoppelkopf().GetCard()
		trump := order.trumpRank(card)
		switch {
		case trump > 0 && alone:
			return trump
		case trump > 0:
			return trumps - order.costOf(card)
		case rankOf(card) == ace && !led[cardSuit(card)]:
			return 100
		}
		return -augenOf(card)
	})
}

func follow(prompt *pentathlon.Prompt, trick *arenav1.DoppelkopfTrick) pentathlon.Choice {
	table := prompt.Observation().GetDoppelkopf()
	order := orderIn(table.GetContract(), prompt)
	led := trick.GetCards()[0]
	holder := table.GetTrickHolder()
	strongest := order.strengthIn(trick.GetCards()[(holder+4-trick.GetLeader())%4], led)
	isLast := len(trick.GetCards()) == 3
	friendly := table.GetParty() != arenav1.DoppelkopfParty_DOPPELKOPF_PARTY_UNSPECIFIED &&
		table.GetPublicParties()[holder] == table.GetParty()
	// The higher queens are hardly ever beaten.
	safe := isLast || strongest >= 32
	augen := int(trick.GetAugen())
	return bestAction(prompt, func(action *pentathlon.GameAction) int {
		card := action.GetDoppelkopf().GetCard()
		cost := order.costOf(card)
		switch {
		case friendly && safe:
			return 4*augenOf(card) - cost
		case order.strengthIn(card, led) <= strongest:
			return -cost
		case friendly:
			return -cost - 4
		case isLast:
			// A sure trick may cost Augen, an unsure one should not.
			return augen + 2*augenOf(card) - cost
		}
		return augen - cost - 10*asInt(card == fox)
	})
}
