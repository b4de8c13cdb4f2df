package pentathlon

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"pentathlon/sdk/go/arenav1"
)

// A waiting message is one that the bot has not seen.
type waiting struct {
	response *arenav1.PlayResponse
	received time.Time
	// Cancelled when the decision that is open then is over.
	open context.Context
}

// A seat is one bot with the messages that wait for it, and a goroutine that
// hands them to the bot and sends its answers. The reader of the stream calls
// post, restarted and end, which never wait.
type seat struct {
	start   *MatchStart
	session *session
	done    chan struct{} // Closed when the goroutine has ended.

	// Used by the goroutine of the bot only.
	bot            Bot
	answer         *arenav1.Act
	answerStream   *outbox
	announce       *arenav1.Announce
	announceStream *outbox

	mu      sync.Mutex // Guards what follows.
	changed *sync.Cond
	waits   []waiting
	// The answer to MatchStart, once the bot is made or has declined, and the
	// stream that has brought the newest MatchStart.
	greeting    *arenav1.PlayRequest
	startStream *outbox
	// The decision that an answer counts for, 0 if there is none, and its context.
	open       uint32
	openCtx    context.Context
	cancelOpen context.CancelFunc
	over       bool   // The match has ended.
	closed     bool   // The match is lost, or the session is over.
	faultTold  uint32 // The newest decision of which a fault was logged.
	thinking   uint32 // The decision that the bot thinks about.
	// What of the bot failed how, for the fault that follows: its set-up, and
	// the newest decision in which anything did.
	broken   string
	failedIn uint32
	failed   string
	// Cancelled when the match is over or lost.
	ctx    context.Context
	cancel context.CancelFunc
}

func newSeat(start *MatchStart, session *session) *seat {
	s := &seat{start: start, session: session, done: make(chan struct{}),
		startStream: session.stream()}
	s.changed = sync.NewCond(&s.mu)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.openCtx, s.cancelOpen = context.WithCancel(s.ctx)
	go s.work()
	return s
}

// restarted takes in a further MatchStart: the connection is back.
func (s *seat) restarted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.startStream = s.session.stream()
	// Without a greeting, the set-up under way will send one.
	if s.greeting != nil {
		s.sendLocked(s.greeting)
	}
}

// post takes in a message.
func (s *seat) post(response *arenav1.PlayResponse) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch kind := response.Kind.(type) {
	case *arenav1.PlayResponse_Prompt:
		if ack := kind.Prompt.GetAck(); ack != nil {
			// Separately, because the prompt may be dropped unread.
			s.noteAckLocked(ack)
			s.waits = append(s.waits, waiting{ackMessage(ack), now, s.openCtx})
		}
		// A prompt is complete, so an older one is void if still unread.
		s.dropPromptsLocked()
		s.openLocked(kind.Prompt.GetDecision())
	case *arenav1.PlayResponse_ActAck:
		s.noteAckLocked(kind.ActAck)
	case *arenav1.PlayResponse_MatchEnd:
		s.dropPromptsLocked()
		s.over = true
		s.cancel()
	}
	s.waits = append(s.waits, waiting{response, now, s.openCtx})
	s.changed.Signal()
}

// end closes the seat: the match is lost or the session is over. Nothing more is
// sent, and the goroutine ends when the bot has seen the messages that wait.
func (s *seat) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.dropPromptsLocked()
	s.cancel()
	s.changed.Signal()
}

func ackMessage(ack *ActAck) *arenav1.PlayResponse {
	return &arenav1.PlayResponse{Kind: &arenav1.PlayResponse_ActAck{ActAck: ack}}
}

// openLocked makes a decision the one that an answer counts for.
func (s *seat) openLocked(decision uint32) {
	if decision != s.open {
		s.open = decision
		s.cancelOpen()
		s.openCtx, s.cancelOpen = context.WithCancel(s.ctx)
	}
}

func (s *seat) dropPromptsLocked() {
	s.waits = slices.DeleteFunc(s.waits, func(w waiting) bool {
		return w.response.GetPrompt() != nil
	})
}

// noteAckLocked logs a fault, once, and even while the bot is still thinking. It
// closes a decision that has ended without an answer of the bot.
func (s *seat) noteAckLocked(ack *ActAck) {
	fault := ack.GetStatus() == arenav1.ActAck_STATUS_FAULT
	if fault && ack.GetDecision() > s.faultTold {
		s.faultTold = ack.GetDecision()
		s.say(slog.LevelWarn, ack.GetDecision(), s.faultLocked(ack))
	}
	closed := ack.GetStatus() == arenav1.ActAck_STATUS_DECISION_CLOSED
	if (fault || closed) && ack.GetDecision() == s.open {
		s.dropPromptsLocked()
		s.openLocked(0)
	}
}

func (s *seat) faultLocked(ack *ActAck) string {
	// "late" of FAULT_KIND_LATE; a newer referee may know more kinds.
	name, known := arenav1.FaultKind_name[int32(ack.GetFault())]
	name = strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, "FAULT_KIND_"), "_", "-"))
	if !known {
		name = fmt.Sprintf("of kind %d", ack.GetFault())
	}
	told := "fault " + name
	if ack.Charged != nil {
		told += " after " + measured(duration(ack.Charged))
	}
	failed := s.broken
	if s.failedIn == ack.GetDecision() {
		failed = s.failed
	}
	if ack.GetFault() == arenav1.FaultKind_FAULT_KIND_MALFORMED && failed != "" {
		told += ", because " + failed
	} else {
		told += ": " + strings.TrimPrefix(ack.GetMessage(), name+": ")
	}
	late := ack.GetFault() == arenav1.FaultKind_FAULT_KIND_LATE
	if late && s.thinking != 0 && s.thinking < ack.GetDecision() {
		told += fmt.Sprintf("; the bot is still thinking about decision %d", s.thinking)
	}
	return told
}

// send puts a request on the current stream, unless the match is over, and returns
// the stream.
func (s *seat) send(request *arenav1.PlayRequest) *outbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sendLocked(request)
}

func (s *seat) sendLocked(request *arenav1.PlayRequest) *outbox {
	if s.over || s.closed {
		return nil
	}
	return s.session.send(request)
}

func (s *seat) say(level slog.Level, decision uint32, text string) {
	where := fmt.Sprintf("match=%s seat=%d", s.start.GetMatchId(), s.start.GetSeat())
	if decision != 0 {
		where += fmt.Sprintf(" decision=%d", decision)
	}
	s.session.log.Log(context.Background(), level, where+": "+text)
}
