package pentathlon

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"pentathlon/sdk/go/arenav1"
)

// A Prompt is an open decision: what the seat knows and what it may do. It is
// complete, so a bot need not remember anything.
type Prompt struct {
	match    *MatchStart
	message  *arenav1.Prompt
	received time.Time
	open     context.Context // Cancelled when the decision is over.
	random   *Random
}

// NewPrompt returns a prompt without a session, for tests of bots: it arrives now
// and stays open. ReadPrompts reads what a seat was asked in a match.
func NewPrompt(match *MatchStart, message *arenav1.Prompt) *Prompt {
	return newPrompt(match, message, time.Now(), context.Background())
}

func newPrompt(match *MatchStart, message *arenav1.Prompt, received time.Time,
	open context.Context) *Prompt {
	prompt := &Prompt{match: match, message: message, received: received, open: open}
	prompt.random = NewRandom(prompt.Seed())
	return prompt
}

// Match is the game, its options, players, teams and clock.
func (p *Prompt) Match() *MatchStart { return p.match }

// Message is the message as it came.
func (p *Prompt) Message() *arenav1.Prompt { return p.message }

// Seat is the seat that is asked, from 0.
func (p *Prompt) Seat() int { return int(p.message.GetSeat()) }

// Decision is the number of the decision in the match, from 1.
func (p *Prompt) Decision() int { return int(p.message.GetDecision()) }

// Observation is all that the seat knows; Observation().GetOctrix() in a match of
// Octrix.
func (p *Prompt) Observation() *Observation { return p.message.GetObservation() }

// Actions are the legal actions, ascending by id.
func (p *Prompt) Actions() []*LegalAction { return p.message.GetActions() }

// Announcements are what may be announced without using up the decision.
func (p *Prompt) Announcements() []*LegalAction { return p.message.GetAnnouncements() }

// Seed is a number for a bot that plays at random. It differs between decisions,
// and no other bot can guess it because it follows from the private seed of the
// seat. It is the same whenever this decision is asked again, after a restart or
// in a match with the same seed.
func (p *Prompt) Seed() uint64 {
	hash := fnv.New64a()
	hash.Write(p.match.GetPrivateSeed())
	fmt.Fprintf(hash, "/%d/%d", p.Seat(), p.Decision())
	return hash.Sum64()
}

// Random is the generator of this prompt, which begins with Seed.
func (p *Prompt) Random() *Random { return p.random }

// TimeLeft is what is left of allowance and bank now, never below 0; false means
// that there is no limit. It is measured from the arrival of the prompt: leave
// time for the answer to reach the referee.
func (p *Prompt) TimeLeft() (time.Duration, bool) {
	if p.message.AllowanceLeft == nil && p.message.BankLeft == nil {
		return 0, false
	}
	budget := duration(p.message.AllowanceLeft) + duration(p.message.BankLeft)
	return max(0, budget-time.Since(p.received)), true
}

// RoundTrip is the time to the referee and back, as the referee measured it last;
// TimeLeft must cover half of it. False before the first measurement.
func (p *Prompt) RoundTrip() (time.Duration, bool) {
	return duration(p.message.RoundTrip), p.message.RoundTrip != nil
}

// IsOpen tells whether an answer still counts, as far as the SDK knows. When it
// no longer does, the context of Act is cancelled, too.
func (p *Prompt) IsOpen() bool { return p.open.Err() == nil }

// String is what the seat knows, what it may do and the time left, for people:
// the position as arena replay --seat prints it, and each action in a form that
// Text takes. The referee has made these texts from what the seat may know;
// without Options.Text there are only the bare fields.
func (p *Prompt) String() string {
	may := p.message.GetKind() == arenav1.DecisionKind_DECISION_KIND_MAY
	what := "choose an action"
	if may {
		what = "announce or wait"
	}
	lines := []string{fmt.Sprintf("%s, match %s, seat %d, decision %d: %s",
		p.match.GetGame(), p.message.GetMatchId(), p.Seat(), p.Decision(), what)}
	if left, limited := p.TimeLeft(); limited {
		lines = append(lines, "time left: "+measured(left))
	} else if !may {
		lines = append(lines, "time left: no limit")
	}
	position := strings.TrimSuffix(p.message.GetPositionText(), "\n")
	if position == "" {
		position = "there is no text; the fields are: " + fields(p.Observation())
	}
	for _, line := range strings.Split(position, "\n") {
		if line != "" {
			line = "  " + line
		}
		lines = append(lines, line)
	}
	offer := func(what string, actions []*LegalAction) {
		if len(actions) > 0 {
			lines = append(lines, fmt.Sprintf("seat %d can %s:", p.Seat(), what))
		}
		for index, action := range actions {
			text := action.GetText()
			if text == "" {
				text = fmt.Sprintf("id %d, %s", action.GetId(), fields(action.GetAction()))
			}
			lines = append(lines, fmt.Sprintf("  %d: %s", index, text))
		}
	}
	offer("choose", p.Actions())
	offer("announce", p.Announcements())
	return strings.Join(lines, "\n")
}

func fields(message proto.Message) string {
	return prototext.MarshalOptions{}.Format(message)
}

// measured is a time that was measured: "1.250 s".
func measured(time time.Duration) string { return fmt.Sprintf("%.3f s", time.Seconds()) }

// chosen is a time that somebody has chosen: "60 s", "0.4 s".
func chosen(time time.Duration) string {
	text := fmt.Sprintf("%.3f", time.Seconds())
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " s"
}

// duration is zero for an absent message, and within thirty years: a referee can say
// anything, and sums of a few durations stay within range.
func duration(message *durationpb.Duration) time.Duration {
	const most = 1_000_000_000 * time.Second
	return min(max(message.AsDuration(), -most), most)
}
