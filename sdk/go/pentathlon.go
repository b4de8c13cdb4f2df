// Package pentathlon lets you write bots for the Pentathlon arena. A bot is a
// type with one method:
//
//	type MyBot struct{}
//
//	func (*MyBot) Act(ctx context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
//		return pentathlon.Index(prompt.Random().Below(len(prompt.Actions()))), nil
//	}
//
//	func main() { pentathlon.Main(pentathlon.New[MyBot]) }
//
// The README beside this package is the reference; package arenav1 has the
// messages of the protocol.
package pentathlon

import "pentathlon/sdk/go/arenav1"

// Version is the version of this SDK, equal to the release of the protocol.
const Version = "1.0.0"

// The messages that bots meet most often; package arenav1 has all of them.
type (
	// MatchStart says what is played: game, options, players, teams, clock.
	MatchStart = arenav1.MatchStart
	// MatchEnd is the result.
	MatchEnd = arenav1.MatchEnd
	// Observation is all that a seat knows.
	Observation = arenav1.Observation
	// LegalAction is an action that a prompt offers.
	LegalAction = arenav1.LegalAction
	// GameAction is an action in the words of its game.
	GameAction = arenav1.GameAction
	// Events is what a seat has seen.
	Events = arenav1.Events
	// ActAck says what became of an answer.
	ActAck = arenav1.ActAck
	// AnnounceAck says what became of an announcement.
	AnnounceAck = arenav1.AnnounceAck
	// GameSupport is a game that a bot plays, with the limits of the bot.
	GameSupport = arenav1.GameSupport
)

// An OptionError says which option has a wrong value, and what would be right.
type OptionError struct{ Message string }

func (e *OptionError) Error() string { return e.Message }

// A SessionError says why the session with the referee is over and cannot be
// continued.
type SessionError struct {
	Message string
	// The reason that the referee gave, if any; it is stable between versions.
	Reason arenav1.ErrorReason
}

func (e *SessionError) Error() string { return e.Message }
