// Plays Ordago and thinks about its hand for as long as that helps: it deals the
// other cards at random, again and again, and counts which bets it would win.
//
//	go run ./thinking_bot --name my-thinker --address 127.0.0.1:5757
//
// Shows how to tell a partner something (Announce), to think while others decide
// (a goroutine that OnEvents starts), and to stop in time (TimeLeft, the context).
package main

import (
	"context"
	"fmt"
	"time"

	pentathlon "pentathlon/sdk/go"
	"pentathlon/sdk/go/arenav1"
	"samples/ordago"
)

// longest is the time for a decision; more would change little.
const longest = 200 * time.Millisecond

// ThinkingBot plays one seat of one match, so its fields belong to that match.
type ThinkingBot struct {
	thoughts *thoughts
	// Stops what is thought while others decide, and waits for its end.
	stop func()
}

func newBot(start *pentathlon.MatchStart) (*ThinkingBot, error) {
	return &ThinkingBot{thoughts: newThoughts(start.GetPrivateSeed()), stop: func() {}}, nil
}

// OnEvents is called while others decide: their time is free for more deals.
func (b *ThinkingBot) OnEvents(events *pentathlon.Events) {
	b.stop()
	for _, ply := range events.GetEvents() {
		for _, done := range ply.GetActions() {
			if done.Seat == nil {
				// Cards are dealt: the next prompt shows the hand.
				b.thoughts.lookAt(ordago.Hand{})
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.thoughts.think(ctx)
	}()
	b.stop = func() { cancel(); <-ended }
}

// OnEnd leaves nothing running.
func (b *ThinkingBot) OnEnd(*pentathlon.MatchEnd) { b.stop() }

// Announce gives the partner a sign before a decision, once for each hand.
func (b *ThinkingBot) Announce(_ context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
	for _, seen := range prompt.Observation().GetOrdago().GetSigns() {
		if int(seen.GetSeat()) == prompt.Seat() {
			return pentathlon.Choice{}, nil
		}
	}
	return pentathlon.Action(signIn(prompt.Announcements())), nil
}

// Act thinks, and decides by the share of deals that the hand has won.
func (b *ThinkingBot) Act(ctx context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
	b.stop()
	table := prompt.Observation().GetOrdago()
	b.thoughts.lookAt(ordago.HandOf(table.GetOwnHand()))
	switch table.GetPhase() {
	case arenav1.OrdagoPhase_ORDAGO_PHASE_SIGN_WINDOW:
		if sign := signIn(prompt.Actions()); sign != nil {
			return pentathlon.Action(sign), nil
		}
		return word(arenav1.OrdagoWord_ORDAGO_WORD_NO_SIGN), nil
	case arenav1.OrdagoPhase_ORDAGO_PHASE_DISCARD:
		return discard(prompt.Actions()), nil
	}
	before := b.thoughts.deals
	thinking, cancel := context.WithTimeout(ctx, timeFor(prompt))
	defer cancel()
	b.thoughts.think(thinking)
	note := fmt.Sprintf("%d deals ahead, %d in all, won %v", before, b.thoughts.deals, b.thoughts.wins)
	return b.decide(prompt, table).WithNote(note), nil
}

// timeFor is how long to think: the answer has a way to go, and other decisions will
// follow.
func timeFor(prompt *pentathlon.Prompt) time.Duration {
	left, limited := prompt.TimeLeft()
	if !limited {
		return longest
	}
	way, _ := prompt.RoundTrip()
	return max(0, min(longest, (left-way/2)/10))
}

func (b *ThinkingBot) decide(prompt *pentathlon.Prompt, table *arenav1.OrdagoObservation) pentathlon.Choice {
	if table.GetPhase() == arenav1.OrdagoPhase_ORDAGO_PHASE_ASK {
		good := 0
		for _, bet := range ordago.Bets {
			if b.thoughts.chance(bet) > 0.7 {
				good++
			}
		}
		if good >= 2 {
			return word(arenav1.OrdagoWord_ORDAGO_WORD_KEEP)
		}
		return word(arenav1.OrdagoWord_ORDAGO_WORD_SWAP)
	}
	chance := b.thoughts.chance(table.GetBet())
	if table.Bidder == nil {
		// Waiting is the first action, the lowest bid the second.
		if chance > 0.6 {
			return pentathlon.Action(prompt.Actions()[1])
		}
		return pentathlon.Action(prompt.Actions()[0])
	}
	enough := 0.5
	if table.GetOrdago() {
		enough = 0.9
	}
	if chance > enough {
		return word(arenav1.OrdagoWord_ORDAGO_WORD_ACCEPT)
	}
	return word(arenav1.OrdagoWord_ORDAGO_WORD_PASS)
}

// signIn returns the most telling of the signs that are offered, all of which are
// true, or nil.
func signIn(offered []*pentathlon.LegalAction) *pentathlon.LegalAction {
	var best *pentathlon.LegalAction
	telling := arenav1.OrdagoOfficialSign_ORDAGO_OFFICIAL_SIGN_BAD_CARDS
	for _, entry := range offered {
		if sign := entry.GetAction().GetOrdago().GetSign().GetOfficial(); sign > telling {
			best, telling = entry, sign
		}
	}
	return best
}

// discard keeps kings and aces, and throws all other cards away.
func discard(actions []*pentathlon.LegalAction) pentathlon.Choice {
	best, highest := actions[0], -100
	for _, entry := range actions {
		gain := 0
		for _, rank := range entry.GetAction().GetOrdago().GetDiscard().GetRanks() {
			if int(rank) == ordago.Ace || int(rank) == ordago.King {
				gain -= 3
			} else {
				gain++
			}
		}
		if gain > highest {
			best, highest = entry, gain
		}
	}
	return pentathlon.Action(best)
}

func word(spoken arenav1.OrdagoWord) pentathlon.Choice {
	return pentathlon.Message(&pentathlon.GameAction{Game: &arenav1.GameAction_Ordago{
		Ordago: &arenav1.OrdagoAction{Kind: &arenav1.OrdagoAction_Word{Word: spoken}}}})
}

func main() {
	pentathlon.Main(newBot, func(options *pentathlon.Options) {
		// With three seats one of them plays two hands, which is another story.
		options.Plays = []*pentathlon.GameSupport{{Game: "ordago", Seats: []uint32{4}}}
	})
}
