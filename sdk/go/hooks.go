package pentathlon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"pentathlon/sdk/go/arenav1"
)

// What the goroutine of a seat does: it calls the hooks of the bot.

// work makes the bot, and hands it one message after the other.
func (s *seat) work() {
	defer close(s.done)
	s.setUp()
	for {
		next, more := s.next()
		if !more {
			return
		}
		switch kind := next.response.Kind.(type) {
		case *arenav1.PlayResponse_Prompt:
			s.onPrompt(kind.Prompt, next)
		case *arenav1.PlayResponse_ActAck:
			if bot, ok := s.bot.(AckWatcher); ok {
				s.watch("OnAck", kind.ActAck.GetDecision(), func() { bot.OnAck(kind.ActAck) })
			}
		case *arenav1.PlayResponse_AnnounceAck:
			s.onAnnounceAck(kind.AnnounceAck)
		case *arenav1.PlayResponse_Events:
			if bot, ok := s.bot.(EventWatcher); ok {
				s.watch("OnEvents", 0, func() { bot.OnEvents(kind.Events) })
			}
		case *arenav1.PlayResponse_MatchEnd:
			if bot, ok := s.bot.(Ender); ok {
				s.watch("OnEnd", 0, func() { bot.OnEnd(kind.MatchEnd) })
			}
			return
		}
	}
}

// next waits for a message; false when there will be none.
func (s *seat) next() (waiting, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waits) == 0 {
		if s.closed {
			return waiting{}, false
		}
		s.changed.Wait()
	}
	first := s.waits[0]
	s.waits = s.waits[1:]
	return first, true
}

// setUp makes the bot and answers the MatchStart.
func (s *seat) setUp() {
	var bot Bot
	failed, err := s.guard("the making of the bot", 0, func() (err error) {
		bot, err = s.session.maker.make(s.start)
		if err == nil && bot == nil {
			err = errors.New("the factory gave no bot")
		}
		return err
	})
	if bot, ok := bot.(interface{ join(*session) }); ok && err == nil {
		bot.join(s.session)
	}
	if bot, ok := bot.(Starter); ok && err == nil {
		failed, err = s.guard("OnStart", 0, func() error { return bot.OnStart(s.ctx, s.start) })
	}
	match, number := s.start.GetMatchId(), s.start.GetSeat()
	// Sent even without a bot: its first decision then ends in a fault at once
	// rather than after the start budget.
	greeting := &arenav1.PlayRequest{Kind: &arenav1.PlayRequest_Ready{
		Ready: &arenav1.Ready{MatchId: match, Seat: number}}}
	var refusal *declined
	if errors.As(err, &refusal) {
		s.say(slog.LevelWarn, 0, "declined: "+refusal.line())
		greeting = &arenav1.PlayRequest{Kind: &arenav1.PlayRequest_Decline{
			Decline: &arenav1.Decline{MatchId: match, Seat: number, Reason: refusal.line()}}}
	} else if err == nil {
		s.bot = bot
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = failed
	s.greeting = greeting
	// On another stream, the MatchStart that is yet to come will be answered.
	if s.session.stream() == s.startStream {
		s.sendLocked(greeting)
	}
}

func (s *seat) onPrompt(message *arenav1.Prompt, came waiting) {
	must := message.GetKind() == arenav1.DecisionKind_DECISION_KIND_MUST
	decision := message.GetDecision()
	if must && s.answer != nil && decision == s.answer.GetDecision() {
		s.repeat()
		return
	}
	prompt := newPrompt(s.start, message, came.received, came.open)
	ctx, done := context.WithCancel(came.open)
	defer done()
	if bot, ok := s.bot.(Announcer); ok && len(message.GetAnnouncements()) > 0 {
		s.guard("Announce", decision, func() error { return s.letAnnounce(ctx, bot, prompt) })
	}
	if must {
		s.letAct(ctx, prompt)
	}
}

func (s *seat) letAnnounce(ctx context.Context, bot Announcer, prompt *Prompt) error {
	choice, err := bot.Announce(ctx, prompt)
	if err != nil || choice.IsZero() {
		return err
	}
	announce, err := choice.toAnnounce(prompt.message)
	if err != nil {
		return err
	}
	s.announce = announce
	s.announceStream = s.send(announceRequest(announce))
	return nil
}

func (s *seat) letAct(ctx context.Context, prompt *Prompt) {
	// If the bot fails, this act without a choice is sent. It is a fault at once,
	// so that the other players need not wait for the clock.
	s.answer = emptyAct(prompt.message)
	if s.bot != nil {
		s.setThinking(prompt.message.GetDecision())
		failed, _ := s.guard("Act", prompt.message.GetDecision(), func() error {
			choice, err := s.bot.Act(ctx, prompt)
			if ctx.Err() != nil && errors.Is(err, context.Canceled) {
				return nil // It has stopped in time.
			}
			if err != nil {
				return err
			}
			act, err := choice.toAct(prompt.message)
			if err == nil {
				s.answer = act
			}
			return err
		})
		s.acted(prompt, failed)
	}
	s.answerStream = s.send(actRequest(s.answer))
}

func (s *seat) setThinking(decision uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.thinking = decision
}

// acted keeps how Act has failed, if it has, and tells that it took too long.
func (s *seat) acted(prompt *Prompt, failed string) {
	decision := prompt.message.GetDecision()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.thinking = 0
	if failed != "" {
		s.failedIn, s.failed = decision, failed
	}
	if s.faultTold >= decision {
		s.say(slog.LevelWarn, decision, fmt.Sprintf(
			"Act took %s, too long: the decision was over before",
			measured(time.Since(prompt.received))))
	}
}

// repeat sends the last answer again if a lost stream may have taken it, and what
// was announced before it. A newer prompt does not make an answer void, and
// repeating it is harmless.
func (s *seat) repeat() {
	stream := s.session.stream()
	if s.answerStream == stream {
		return
	}
	if s.announce.GetDecision() == s.answer.GetDecision() && s.announceStream != stream {
		s.announceStream = s.send(announceRequest(s.announce))
	}
	s.answerStream = s.send(actRequest(s.answer))
}

func (s *seat) onAnnounceAck(ack *AnnounceAck) {
	if ack.GetStatus() == arenav1.AnnounceAck_STATUS_REFUSED {
		s.say(slog.LevelWarn, ack.GetDecision(), "announcement refused: "+ack.GetMessage())
	}
	if bot, ok := s.bot.(AnnounceAckWatcher); ok {
		s.watch("OnAnnounceAck", ack.GetDecision(), func() { bot.OnAnnounceAck(ack) })
	}
}

// watch calls a hook that returns nothing.
func (s *seat) watch(hook string, decision uint32, call func()) {
	s.guard(hook, decision, func() error { call(); return nil })
}

// guard calls a hook of the bot, and logs how it fails: what it returns, and in
// short, "Act returned *fs.PathError". To decline is no failure.
func (s *seat) guard(hook string, decision uint32, call func() error) (failed string, err error) {
	trace := ""
	defer func() {
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("%v", thrown)
			failed = fmt.Sprintf("%s panicked with %T", hook, thrown)
			trace = panicTrace(string(debug.Stack()))
		}
		if failed != "" {
			s.say(slog.LevelError, decision, failed+": "+err.Error()+trace)
		}
	}()
	err = call()
	var refusal *declined
	if err != nil && !errors.As(err, &refusal) {
		failed = fmt.Sprintf("%s returned %T", hook, err)
	}
	return failed, err
}

// panicTrace is the part of a stack between the panic and this SDK.
func panicTrace(stack string) string {
	_, after, found := strings.Cut(stack, "\npanic(")
	if !found {
		return "\n" + stack
	}
	// The first two lines are those of panic itself.
	trace := "\n" + strings.SplitN(after, "\n", 3)[2]
	trace, _, _ = strings.Cut(trace, "\npentathlon/sdk/go.(*seat)")
	return trace
}

func actRequest(act *arenav1.Act) *arenav1.PlayRequest {
	return &arenav1.PlayRequest{Kind: &arenav1.PlayRequest_Act{Act: act}}
}

func announceRequest(announce *arenav1.Announce) *arenav1.PlayRequest {
	return &arenav1.PlayRequest{Kind: &arenav1.PlayRequest_Announce{Announce: announce}}
}
