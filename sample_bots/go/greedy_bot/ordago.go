package main

// Ordago: compares its hand with all possible hands, bets where few of them beat it,
// and tells its partner with a sign. Shows announcements, and how the observation
// repeats those of the partner.

import (
	"strconv"

	pentathlon "pentathlon/sdk/go"
	"pentathlon/sdk/go/arenav1"
	"samples/ordago"
)

// playOrdago bets on a good hand, exchanges a bad one, tells the partner.
func playOrdago(prompt *pentathlon.Prompt) pentathlon.Choice {
	table := prompt.Observation().GetOrdago()
	h := actingHand(table)
	switch table.GetPhase() {
	case arenav1.OrdagoPhase_ORDAGO_PHASE_SIGN_WINDOW:
		if sign := usefulSign(prompt.Actions()); sign != nil {
			return pentathlon.Action(sign)
		}
		return sayOrdago(arenav1.OrdagoWord_ORDAGO_WORD_NO_SIGN)
	case arenav1.OrdagoPhase_ORDAGO_PHASE_ASK:
		// Roughly what a common hand is worth after an exchange.
		if ordago.Worths()[h] > 1.6 {
			return sayOrdago(arenav1.OrdagoWord_ORDAGO_WORD_KEEP)
		}
		return sayOrdago(arenav1.OrdagoWord_ORDAGO_WORD_SWAP)
	case arenav1.OrdagoPhase_ORDAGO_PHASE_DISCARD:
		return bestAction(prompt, func(action *pentathlon.GameAction) float64 {
			return ordago.WorthAfter(h, action.GetOrdago().GetDiscard().GetRanks())
		})
	}
	return bet(prompt, strengthOfTeam(prompt, h))
}

// announceOrdago gives a sign before a decision, for tables without a sign window. It
// is called before each decision, and again after every announcement.
func announceOrdago(prompt *pentathlon.Prompt) pentathlon.Choice {
	table := prompt.Observation().GetOrdago()
	if table.PendingSign != nil {
		return pentathlon.Choice{}
	}
	for _, seen := range freshSigns(table) {
		if int(seen.GetSeat()) == prompt.Seat() {
			return pentathlon.Choice{}
		}
	}
	return pentathlon.Action(usefulSign(prompt.Announcements()))
}

// A promise is the bet that a sign is about, and the strength.
type promise struct {
	sign     arenav1.OrdagoOfficialSign
	bet      arenav1.OrdagoBet
	strength float64
}

// The most useful sign first. Bad cards and two of a kind are kept secret.
var promises = []promise{
	{arenav1.OrdagoOfficialSign_ORDAGO_OFFICIAL_SIGN_THREE_KINGS_AND_ACE, arenav1.OrdagoBet_ORDAGO_BET_GAME, 0.95},
	{arenav1.OrdagoOfficialSign_ORDAGO_OFFICIAL_SIGN_THIRTY_ONE, arenav1.OrdagoBet_ORDAGO_BET_GAME, 0.95},
	{arenav1.OrdagoOfficialSign_ORDAGO_OFFICIAL_SIGN_TWO_PAIRS, arenav1.OrdagoBet_ORDAGO_BET_PAIRS, 0.95},
	{arenav1.OrdagoOfficialSign_ORDAGO_OFFICIAL_SIGN_THREE_KINGS, arenav1.OrdagoBet_ORDAGO_BET_BIG, 0.97},
	{arenav1.OrdagoOfficialSign_ORDAGO_OFFICIAL_SIGN_THREE_ACES, arenav1.OrdagoBet_ORDAGO_BET_SMALL, 0.97},
	{arenav1.OrdagoOfficialSign_ORDAGO_OFFICIAL_SIGN_TRIPLE, arenav1.OrdagoBet_ORDAGO_BET_PAIRS, 0.85},
}

// usefulSign returns the best sign offered, or nil; only true ones are offered.
func usefulSign(offered []*pentathlon.LegalAction) *pentathlon.LegalAction {
	for _, promise := range promises {
		for _, entry := range offered {
			if entry.GetAction().GetOrdago().GetSign().GetOfficial() == promise.sign {
				return entry
			}
		}
	}
	return nil
}

// freshSigns returns the signs that were given with the current cards.
func freshSigns(table *arenav1.OrdagoObservation) []*arenav1.OrdagoSignSeen {
	var fresh []*arenav1.OrdagoSignSeen
	for _, seen := range table.GetSigns() {
		if !seen.GetLastHand() && seen.GetCompletedExchanges() == table.GetCompletedExchanges() {
			fresh = append(fresh, seen)
		}
	}
	return fresh
}

// promisedStrength returns what the partner's signs say about the current bet.
func promisedStrength(prompt *pentathlon.Prompt) float64 {
	table, teams := prompt.Observation().GetOrdago(), prompt.Match().GetTeams()
	promised := 0.0
	for _, seen := range freshSigns(table) {
		seat := int(seen.GetSeat())
		if seat == prompt.Seat() || teams[seat] != teams[prompt.Seat()] {
			continue
		}
		for _, promise := range promises {
			if promise.sign == seen.GetSign().GetOfficial() && promise.bet == table.GetBet() {
				promised = max(promised, promise.strength)
			}
		}
	}
	return promised
}

// strengthOfTeam returns the best strength in the bet that the bot's team is known to
// have.
func strengthOfTeam(prompt *pentathlon.Prompt, h ordago.Hand) float64 {
	table := prompt.Observation().GetOrdago()
	strength := ordago.Strengths()[table.GetBet()]
	if table.DummyHand == nil {
		return max(strength[h], promisedStrength(prompt))
	}
	// Three seats: one hand of the soloist, seat 0, is open.
	dummy := strength[ordago.HandOf(table.GetDummyHand())]
	if prompt.Seat() == 0 {
		return max(dummy, strength[ordago.HandOf(table.GetOwnHand())])
	}
	if strongest := max(strength[h], promisedStrength(prompt)); strongest > dummy {
		return strongest
	}
	return 0
}

func sayOrdago(word arenav1.OrdagoWord) pentathlon.Choice {
	return pentathlon.Message(&pentathlon.GameAction{Game: &arenav1.GameAction_Ordago{
		Ordago: &arenav1.OrdagoAction{Kind: &arenav1.OrdagoAction_Word{Word: word}}}})
}

// actingHand: with three seats the soloist acts for the open hand of place 2, too.
func actingHand(table *arenav1.OrdagoObservation) ordago.Hand {
	for _, place := range table.GetPlacesToAct() {
		if place == table.GetOwnPlace() {
			return ordago.HandOf(table.GetOwnHand())
		}
	}
	return ordago.HandOf(table.GetDummyHand())
}

func bet(prompt *pentathlon.Prompt, strength float64) pentathlon.Choice {
	table := prompt.Observation().GetOrdago()
	// The referee sends every option, even those with default values.
	target, err := strconv.Atoi(prompt.Match().GetOptions()["set_target"])
	if err != nil {
		panic(err)
	}
	team := prompt.Match().GetTeams()[prompt.Seat()]
	toWin := target - int(table.GetScore()[team])
	toLose := target - int(table.GetScore()[1-team])
	if table.Bidder == nil {
		desperate := toLose <= 2 && toWin > 10
		if desperate && strength > 0.7 {
			return sayOrdago(arenav1.OrdagoWord_ORDAGO_WORD_ORDAGO)
		}
		// The lowest bid follows after waiting.
		return pentathlon.Action(prompt.Actions()[asInt(strength > 0.75)])
	}
	// Passing gives away what was bid before, and at least a point.
	if max(int(table.GetPrevious()), 1) >= toLose {
		return sayOrdago(arenav1.OrdagoWord_ORDAGO_WORD_ACCEPT)
	}
	stake := int(table.GetAmount())
	if table.GetOrdago() {
		stake = 30
	}
	if strength < min(0.97, 0.8+0.01*float64(stake)) {
		return sayOrdago(arenav1.OrdagoWord_ORDAGO_WORD_PASS)
	}
	// After passing and accepting comes the lowest raise, or else ordago.
	return pentathlon.Action(prompt.Actions()[1+asInt(strength > 0.95 && stake < 8)])
}
