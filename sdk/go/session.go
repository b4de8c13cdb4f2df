package pentathlon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"pentathlon/sdk/go/arenav1"
)

// patience is how long a normal end waits for bots.
const patience = 10 * time.Second

type seatKey struct {
	match string
	seat  uint32
}

// A session is the seats of one bot, and the stream that they share, without the
// transport of its bytes: stream.go moves messages between a session and gRPC.
//
// Only one goroutine at a time may call open, receive, ended and close; any may
// call stream, send and leave.
type session struct {
	options   Options
	maker     maker
	log       *slog.Logger
	backoff   *backoff
	name      string
	keepalive time.Duration // Of the next connection.
	address   string        // Where the next connection goes.

	seats       map[seatKey]*seat
	ending      []*seat
	resumeToken string
	keptToken   string // In the file.
	welcomed    bool   // On this stream.
	known       bool   // On any.
	fatal       *arenav1.PlayError
	nextAddress string // Where a redirect sends the bot.
	redirects   int    // Since the last match.
	played      bool   // Whether any match has begun.
	replaced    bool   // Whether another process has taken the place of this one.
	left        chan struct{}

	mu      sync.Mutex // Guards what follows.
	out     *outbox
	streams uint64
	leaving bool
	// Ends a stream before its Welcome, while there is no match; else nil.
	cancelIdle context.CancelFunc
}

func newSession(maker maker, options Options, log *slog.Logger) (*session, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	s := &session{options: options, maker: maker, log: log,
		backoff: newBackoff(options.GiveUpAfter), name: options.Name,
		keepalive: options.Keepalive, address: options.Address,
		seats: map[seatKey]*seat{}, left: make(chan struct{})}
	if s.name == "" {
		s.name = maker.name
	}
	if options.TokenFile != "" {
		token, err := readToken(options.TokenFile)
		if err != nil {
			if !errors.Is(err, errNoToken) {
				err = fmt.Errorf("which cannot be read: %w", err)
			}
			return nil, &OptionError{fmt.Sprintf(
				"--token-file or ARENA_TOKEN_FILE is %q, %v",
				options.TokenFile, err)}
		}
		s.resumeToken, s.keptToken = token, token
	}
	return s, nil
}

func (s *session) stream() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.out == nil {
		return 0
	}
	return s.streams
}

func (s *session) send(request *arenav1.PlayRequest) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.out == nil {
		return 0
	}
	s.out.put(request)
	return s.streams
}

func (s *session) leave() {
	s.mu.Lock()
	if !s.leaving {
		s.leaving = true
		close(s.left)
	}
	if s.cancelIdle != nil {
		s.cancelIdle()
	}
	s.mu.Unlock()
	s.send(&arenav1.PlayRequest{Kind: &arenav1.PlayRequest_Leave{Leave: &arenav1.Leave{}}})
}

func (s *session) isLeaving() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.leaving
}

// rest sleeps; without matches, only until the bot leaves.
func (s *session) rest(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	left := s.left
	if len(s.seats) > 0 {
		left = nil
	}
	select {
	case <-timer.C:
	case <-left:
	case <-ctx.Done():
	}
}

// open begins a stream, whose requests go to the outbox; cancel ends it.
func (s *session) open(out *outbox, cancel context.CancelFunc) {
	s.welcomed = false
	s.fatal = nil
	out.put(&arenav1.PlayRequest{Kind: &arenav1.PlayRequest_Hello{Hello: s.hello()}})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out = out
	s.streams++
	if len(s.seats) == 0 {
		s.cancelIdle = cancel
		if s.leaving {
			cancel()
		}
	}
}

func (s *session) hello() *arenav1.Hello {
	options := &s.options
	hello := &arenav1.Hello{
		Name:       s.name,
		Version:    options.Version,
		Language:   "go " + strings.TrimPrefix(runtime.Version(), "go"),
		Plays:      options.gamesPlayed(),
		MaxMatches: uint32(options.MaxMatches),
		Instance:   options.Instance,
		OneMatch:   options.OneMatch,
		// Later it comes back to its own session.
		Replace:     options.Replace && !s.known,
		ResumeToken: s.resumeToken,
	}
	events := s.maker.events
	if options.Events != nil {
		events = *options.Events
	}
	if events {
		hello.Capabilities = append(hello.Capabilities, arenav1.Capability_CAPABILITY_EVENTS)
	}
	if options.Text {
		hello.Capabilities = append(hello.Capabilities, arenav1.Capability_CAPABILITY_TEXT)
	}
	hello.Capabilities = append(hello.Capabilities, arenav1.Capability_CAPABILITY_REDIRECT)
	return hello
}

// ended tells what follows when the stream is over: a pause before the next one;
// done after a normal end; or an error.
func (s *session) ended(code codes.Code, details string) (pause time.Duration, done bool, err error) {
	s.mu.Lock()
	s.out, s.cancelIdle = nil, nil
	leaving := s.leaving
	s.mu.Unlock()
	if leaving && len(s.seats) == 0 {
		how := "the bot has left"
		if !s.known {
			how = "ended without a connection"
		}
		s.infof("name=%s: %s", s.name, how)
		return 0, true, nil
	}
	if s.nextAddress != "" {
		return s.goThere(), false, nil
	}
	// A redirect is for one stream only.
	address := s.address
	s.address = s.options.Address
	reason := details
	var fatal arenav1.ErrorReason
	if s.fatal != nil {
		reason, fatal = s.fatal.GetMessage(), s.fatal.GetReason()
	}
	if address != s.address && !s.welcomed {
		// A referee that only another one named cannot end the session.
		return s.tryAgain(reason)
	}
	if fatal == arenav1.ErrorReason_ERROR_REASON_UNKNOWN_TOKEN && s.resumeToken != "" {
		if s.options.OneMatch && s.played {
			s.infof("name=%s: the session is over", s.name)
			return 0, true, nil // Another session would play another match.
		}
		s.warnf("the earlier session is over; starting afresh")
		s.resumeToken = "" // Hence only once.
		return 0, false, nil
	}
	if s.fatal == nil && lost(code) || comesBack(fatal) {
		return s.tryAgain(reason)
	}
	switch where := "the referee at " + address; {
	case s.fatal != nil:
		return 0, false, &SessionError{Reason: fatal, Message: fmt.Sprintf(
			"%s ended the session: %s", where, inOptions(s.fatal.GetMessage()))}
	case code != codes.OK:
		words := inOptions(details)
		if words == "" {
			words = codeName(code)
		}
		return 0, false, &SessionError{Message: fmt.Sprintf("%s refused: %s", where, words)}
	case !s.welcomed:
		return 0, false, &SessionError{Message: where +
			" ended the session before it began; is it a Pentathlon referee?"}
	}
	s.infof("name=%s: the session is over", s.name)
	return 0, true, nil
}

// lost tells the codes that gRPC gives, depending on the moment, when a connection
// breaks.
func lost(code codes.Code) bool {
	switch code {
	case codes.Unavailable, codes.Canceled, codes.Internal, codes.Unknown:
		return true
	}
	return false
}

// comesBack tells the errors that are fatal for the stream, not for the session.
func comesBack(reason arenav1.ErrorReason) bool {
	return reason == arenav1.ErrorReason_ERROR_REASON_DRAINING ||
		reason == arenav1.ErrorReason_ERROR_REASON_PONG_TIMEOUT
}

// codeName is "RESOURCE_EXHAUSTED".
func codeName(code codes.Code) string {
	var name strings.Builder
	for i, r := range code.String() {
		if i > 0 && r >= 'A' && r <= 'Z' {
			name.WriteByte('_')
		}
		name.WriteRune(r)
	}
	return strings.ToUpper(name.String())
}

// goThere follows a redirect: the first at once, each further one after a longer
// pause, until there is a match.
func (s *session) goThere() time.Duration {
	s.address, s.nextAddress = s.nextAddress, ""
	s.redirects++
	if s.redirects == 1 {
		return 0
	}
	pause := min(firstPause<<min(s.redirects, 10), longestPause)
	s.infof("redirected again before any match; going there in %s", chosen(pause))
	return pause
}

func (s *session) tryAgain(reason string) (pause time.Duration, done bool, err error) {
	first := !s.backoff.failing()
	pause, more := s.backoff.failed()
	// If only one end uses TLS, each sees a broken connection, and nothing else
	// says that there is a proxy.
	how := "without TLS"
	if s.options.TLSCA != "" {
		how = "with TLS"
	}
	if proxyInTheWay(s.options.Address) {
		how += ", by the HTTP proxy of HTTPS_PROXY"
	}
	referee := fmt.Sprintf("%s (%s)", s.options.Address, how)
	reason = plainReason(reason)
	if !more {
		return 0, false, &SessionError{Message: fmt.Sprintf("no referee at %s for %s: %s. "+
			"Is it running? --address or ARENA_ADDRESS sets the address, "+
			"--tls-ca or ARENA_TLS_CA turns TLS on",
			referee, chosen(s.options.GiveUpAfter), reason)}
	}
	if first {
		s.infof("no connection to %s: %s; trying for %s",
			referee, reason, chosen(s.options.GiveUpAfter))
	}
	return pause, false, nil
}

// close ends all seats. It waits for bots whose match is over and that are still
// busy, e.g. in OnEnd.
func (s *session) close(patience time.Duration) {
	s.mu.Lock()
	s.out = nil
	s.mu.Unlock()
	s.abandon()
	late := time.After(patience)
	for _, seat := range s.ending {
		select {
		case <-seat.done:
			continue
		default:
		}
		select {
		case <-seat.done:
		case <-late:
			seat.say(slog.LevelWarn, 0, "the bot is still busy; not waiting for it")
			return
		}
	}
}

// abandon closes all seats: their matches are over or lost.
func (s *session) abandon() {
	for key, seat := range s.seats {
		seat.end()
		seat.say(slog.LevelWarn, 0, "left unfinished")
		delete(s.seats, key)
	}
}

func (s *session) infof(format string, values ...any) {
	s.log.Info(fmt.Sprintf(format, values...))
}

func (s *session) warnf(format string, values ...any) {
	s.log.Warn(fmt.Sprintf(format, values...))
}
