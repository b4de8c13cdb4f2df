package pentathlon

import (
	"context"
	"errors"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"pentathlon/sdk/go/arenav1"
)

func firstAction(context.Context, *Prompt) (Choice, error) { return Index(0), nil }

func makeFunc(act ActFunc) func(*MatchStart) (ActFunc, error) {
	return func(*MatchStart) (ActFunc, error) { return act, nil }
}

func TestAMatchIsPlayedToTheEnd(t *testing.T) {
	referee := newFakeReferee(t)
	book, end := playing(t, referee, makeFunc(firstAction))
	s, hello := referee.welcome(t, false)
	if hello.GetName() != "tester" || len(hello.GetPlays()) != 5 {
		t.Errorf("hello: %v", hello)
	}
	s.start("m")
	s.say(promptMessage("m", 1))
	if act := s.next().GetAct(); act.GetDecision() != 1 || act.GetIndex() != 0 {
		t.Errorf("act: %v", act)
	}
	s.done <- nil
	if err := waitFor(t, end); err != nil {
		t.Error(err)
	}
	if !strings.Contains(book.String(), "INFO match=m seat=0: a match of octrix with a, (hidden)") {
		t.Error(book)
	}
}

func TestTheContextIsCancelledWhenTheDecisionIsOver(t *testing.T) {
	referee := newFakeReferee(t)
	thinking, cancelled := make(chan bool, 1), make(chan bool, 1)
	book, _ := playing(t, referee, makeFunc(func(ctx context.Context, p *Prompt) (Choice, error) {
		if p.Decision() == 2 {
			return Index(2), nil
		}
		thinking <- p.IsOpen()
		<-ctx.Done()
		cancelled <- p.IsOpen()
		return Choice{}, ctx.Err()
	}))
	s, _ := referee.welcome(t, false)
	s.start("m")
	s.say(promptMessage("m", 1))
	if !waitFor(t, thinking) {
		t.Error("the prompt was not open")
	}
	s.say(ackOf("m", 1, arenav1.ActAck_STATUS_FAULT))
	if waitFor(t, cancelled) {
		t.Error("the prompt was still open")
	}
	if act := s.next().GetAct(); act.GetChoice() != nil {
		t.Errorf("act: %v", act)
	}
	s.say(promptMessage("m", 2))
	if act := s.next().GetAct(); act.GetIndex() != 2 {
		t.Errorf("act: %v", act)
	}
	if strings.Contains(book.String(), "ERROR") {
		t.Errorf("to stop in time is no failure: %s", book)
	}
}

func TestAPanicIsAnActWithoutAChoice(t *testing.T) {
	referee := newFakeReferee(t)
	book, _ := playing(t, referee, makeFunc(func(_ context.Context, p *Prompt) (Choice, error) {
		return Action(p.Actions()[p.Decision()+2]), nil
	}))
	s, _ := referee.welcome(t, false)
	s.start("m")
	s.say(promptMessage("m", 1))
	if act := s.next().GetAct(); act.GetChoice() != nil {
		t.Errorf("act: %v", act)
	}
	said := book.String()
	for _, words := range []string{"ERROR match=m seat=0 decision=1: Act panicked with runtime.boundsError: ",
		"session_test.go"} {
		if !strings.Contains(said, words) {
			t.Errorf("no %q in %s", words, said)
		}
	}
	if strings.Contains(said, "hooks.go") {
		t.Errorf("the trace shows the SDK: %s", said)
	}
}

func TestALostStreamIsResumedAndTheAnswerRepeated(t *testing.T) {
	referee := newFakeReferee(t)
	asked := make(chan uint32, 10)
	_, _ = playing(t, referee, makeFunc(func(_ context.Context, p *Prompt) (Choice, error) {
		asked <- p.Message().GetDecision()
		return Index(1), nil
	}))
	s, _ := referee.welcome(t, false)
	s.start("m")
	s.say(promptMessage("m", 1))
	s.next()
	s.done <- status.Error(codes.Unavailable, "gone")
	s, hello := referee.welcome(t, true)
	if hello.GetResumeToken() != "secret" {
		t.Errorf("hello: %v", hello)
	}
	s.start("m")
	s.say(promptMessage("m", 1))
	if act := s.next().GetAct(); act.GetDecision() != 1 || act.GetIndex() != 1 {
		t.Errorf("act: %v", act)
	}
	if len(asked) != 1 {
		t.Errorf("asked %d times", len(asked))
	}
}

type leavingBot struct{ Base }

func (b *leavingBot) Act(context.Context, *Prompt) (Choice, error) {
	b.Leave()
	return Index(0), nil
}

func TestABotCanLeave(t *testing.T) {
	referee := newFakeReferee(t)
	book, end := playing(t, referee, New[leavingBot])
	s, _ := referee.welcome(t, false)
	s.start("m")
	s.say(promptMessage("m", 1))
	if s.next().GetLeave() == nil || s.next().GetAct() == nil {
		t.Error("it did not leave, or did not act")
	}
	s.say(&arenav1.PlayResponse{Kind: &arenav1.PlayResponse_MatchEnd{
		MatchEnd: &MatchEnd{MatchId: "m"}}})
	s.done <- nil
	if err := waitFor(t, end); err != nil {
		t.Error(err)
	}
	if !strings.Contains(book.String(), "INFO name=tester: the bot has left") {
		t.Error(book)
	}
}

func TestARefusalIsASessionError(t *testing.T) {
	referee := newFakeReferee(t)
	_, end := playing(t, referee, makeFunc(firstAction))
	s, _ := referee.welcome(t, false)
	s.say(&arenav1.PlayResponse{Kind: &arenav1.PlayResponse_Error{Error: &arenav1.PlayError{
		Reason: arenav1.ErrorReason_ERROR_REASON_BAD_HELLO, Fatal: true,
		Message: "--max-matches is 0"}}})
	s.done <- status.Error(codes.InvalidArgument, "bad hello")
	var failed *SessionError
	if err := waitFor(t, end); !errors.As(err, &failed) ||
		failed.Reason != arenav1.ErrorReason_ERROR_REASON_BAD_HELLO ||
		!strings.HasSuffix(failed.Message, "ended the session: --max-matches is 0") {
		t.Error(err)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	options := DefaultOptions()
	options.Address = "unix:" + t.TempDir() + "/nobody"
	options.Logger = quiet
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Run(ctx, makeFunc(firstAction), options); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestADeclinedMatch(t *testing.T) {
	referee := newFakeReferee(t)
	_, _ = playing(t, referee, func(*MatchStart) (*leavingBot, error) {
		return nil, Decline("no\nopening book")
	})
	s, _ := referee.welcome(t, false)
	s.say(startMessage("m"))
	if decline := s.next().GetDecline(); decline.GetReason() != "no opening book" {
		t.Errorf("decline: %v", decline)
	}
}

func TestOfSeveralRefereesTheFirstThatAnswersIsTaken(t *testing.T) {
	referee := listenAt(t, "tcp", "127.0.0.1:0", "")
	// Nobody listens at port 1.
	referee.address = "ipv4:127.0.0.1:1," + referee.address
	book, _ := playing(t, referee, makeFunc(firstAction))
	s, _ := referee.welcome(t, false)
	s.start("m")
	if strings.Contains(book.String(), "no connection") {
		t.Error(book)
	}
}
