package pentathlon

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"unicode"
)

// A Bot plays one seat of one match. The SDK calls the methods of a bot one at a
// time, in a goroutine of its own; bots of different seats run at the same time,
// so data that they share needs a lock.
//
// The interfaces below are hooks that a bot may have besides. A method that
// panics or returns an error is logged, and costs only this decision.
type Bot interface {
	// Act chooses one of the prompt's actions. It may take as long as the clock
	// allows. The context is cancelled as soon as the decision is over, so that
	// an answer no longer counts.
	Act(ctx context.Context, prompt *Prompt) (Choice, error)
}

// An Announcer can make announcements.
type Announcer interface {
	// Announce chooses one of the prompt's announcements, or returns the zero
	// Choice. It is called whenever there are any: before Act, and while
	// others decide.
	Announce(ctx context.Context, prompt *Prompt) (Choice, error)
}

// A Starter prepares for a match.
type Starter interface {
	// OnStart is called once, before anything else; no clock of a decision runs
	// until it returns. It may decline the match: see Decline.
	OnStart(ctx context.Context, start *MatchStart) error
}

// An EventWatcher follows the match while others act. The referee sends events
// only to bots that have this hook; see Options.Events.
type EventWatcher interface {
	// OnEvents tells what the seat has seen.
	OnEvents(events *Events)
}

// An AckWatcher learns what became of its answers.
type AckWatcher interface {
	// OnAck tells that an answer was accepted or refused, or that a decision has
	// ended without one.
	OnAck(ack *ActAck)
}

// An AnnounceAckWatcher learns what became of its announcements.
type AnnounceAckWatcher interface {
	// OnAnnounceAck is also called for an announcement that was refused, which
	// the SDK logs.
	OnAnnounceAck(ack *AnnounceAck)
}

// An Ender sums up.
type Ender interface {
	// OnEnd tells the result; nothing is called after it.
	OnEnd(end *MatchEnd)
}

// Base may be embedded in a bot, which then has the method Leave.
type Base struct{ session atomic.Pointer[session] }

// Leave tells the referee to give this program no further matches. Matches under
// way go on; the session ends when they are over.
func (b *Base) Leave() {
	if session := b.session.Load(); session != nil {
		session.leave()
	}
}

func (b *Base) join(session *session) { b.session.Store(session) }

// New makes a bot of the type *B: a factory for types that need no preparation.
func New[B any](*MatchStart) (*B, error) { return new(B), nil }

// ActFunc is a bot that is nothing but a function.
type ActFunc func(ctx context.Context, prompt *Prompt) (Choice, error)

// Act calls the function.
func (f ActFunc) Act(ctx context.Context, prompt *Prompt) (Choice, error) {
	return f(ctx, prompt)
}

// Decline returns the error by which a factory or OnStart refuses a match, which
// then ends without a result. A bot may do so a few times only
// (Limits.max_declines): it should rather say what it plays, in Options.Plays.
// The reason is shown to people: one line of up to 200 bytes.
func Decline(reason string) error { return &declined{reason} }

type declined struct{ reason string }

func (d *declined) Error() string { return "declined: " + d.reason }

// line returns the reason as the referee takes it.
func (d *declined) line() string {
	line := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(d.reason, "?"))
	// Without a sign that is cut in two.
	return strings.ToValidUTF8(line[:min(len(line), 200)], "")
}

// A maker is a factory whose type of bots is forgotten.
type maker struct {
	make func(*MatchStart) (Bot, error)
	// The name of the type, and whether it has the hook OnEvents.
	name   string
	events bool
}

func makerOf[B Bot](factory func(*MatchStart) (B, error)) maker {
	kind := reflect.TypeFor[B]()
	watcher := reflect.TypeFor[EventWatcher]()
	result := maker{
		make: func(start *MatchStart) (Bot, error) {
			bot, err := factory(start)
			return bot, err
		},
		events: kind.Implements(watcher),
	}
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	result.name = kind.Name()
	if kind == reflect.TypeFor[ActFunc]() || !namePattern.MatchString(result.name) {
		result.name = filepath.Base(os.Args[0])
	}
	if !namePattern.MatchString(result.name) {
		result.name = "bot"
	}
	return result
}
