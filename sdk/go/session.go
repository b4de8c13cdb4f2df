package pentathlon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"pentathlon/sdk/go/arenav1"
)

const (
	// The pauses between attempts to connect.
	firstPause   = 100 * time.Millisecond
	longestPause = 5 * time.Second
	// patience is how long a normal end waits for bots.
	patience = 10 * time.Second
)

type seatKey struct {
	match string
	seat  uint32
}

// A session is the seats of one bot, and the stream that they share, without the
// transport of its bytes: stream.go moves messages between a session and gRPC.
//
// Only one goroutine at a time may call open, receive and ended; any may
// call stream, send and leave.
type session struct {
	options   Options
	maker     maker
	log       *slog.Logger
	name      string
	keepalive time.Duration // Of the next connection.
	address   string        // Where the next connection goes.

	pause        time.Duration // Before the next attempt to connect, if one fails.
	failingSince time.Time     // Zero: the last attempt did not fail.

	seats       map[seatKey]*seat
	ending      sync.WaitGroup // Seats whose match is over and whose bot is busy.
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
	out     *outbox    // Of the stream, nil if there is none.
	leaving bool
	// Ends a stream before its Welcome, while there is no match; else nil.
	cancelIdle context.CancelFunc
}

func newSession(maker maker, options Options, log *slog.Logger) (*session, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	s := &session{options: options, maker: maker, log: log,
		name: options.Name, keepalive: options.Keepalive, address: options.Address,
		pause: firstPause,
		seats: map[seatKey]*seat{}, left: make(chan struct{})}
	if s.name == "" {
		s.name = maker.name
	}
	if options.TokenFile != "" {
		token, err := readToken(options.TokenFile)
		if err != nil {
			return nil, &OptionError{err.Error()}
		}
		s.resumeToken, s.keptToken = token, token
	}
	return s, nil
}

// stream returns the current stream, known by its outbox; nil while there is none.
func (s *session) stream() *outbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out
}

// send puts a request on the current stream, without waiting, and returns the
// stream.
func (s *session) send(request *arenav1.PlayRequest) *outbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.out != nil {
		s.out.put(request)
	}
	return s.out
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

// rest sleeps; without matches, only until the bot leaves.
func (s *session) rest(ctx context.Context, pause time.Duration) {
	left := s.left
	if len(s.seats) > 0 {
		left = nil
	}
	select {
	case <-time.After(pause):
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

// errOver is the normal end of a session.
var errOver = errors.New("the session is over")

// ended tells what follows when the stream is over: a pause before the next one,
// errOver or another error.
func (s *session) ended(code codes.Code, details string) (time.Duration, error) {
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
		return 0, errOver
	}
	if s.nextAddress != "" {
		return s.goThere(), nil
	}
	// A redirect is for one stream only.
	address := s.address
	s.address = s.options.Address
	fatal, reason := s.fatal.GetReason(), details
	if s.fatal != nil {
		reason = s.fatal.GetMessage()
	}
	unknownToken := fatal == arenav1.ErrorReason_ERROR_REASON_UNKNOWN_TOKEN && s.resumeToken != ""
	switch where := "the referee at " + address; {
	case address != s.address && !s.welcomed:
		// A referee that only another one named cannot end the session.
		return s.tryAgain(reason)
	case unknownToken && s.options.OneMatch && s.played:
		// Another session would play another match.
	case unknownToken:
		s.warnf("the earlier session is over; starting afresh")
		s.resumeToken = "" // Hence only once.
		return 0, nil
	case s.fatal == nil && slices.Contains(lost, code), slices.Contains(comesBack, fatal):
		return s.tryAgain(reason)
	case s.fatal != nil:
		return 0, &SessionError{Reason: fatal, Message: where + " ended the session: " + reason}
	case code != codes.OK:
		return 0, &SessionError{Message: where + " refused: " + cmp.Or(reason, codeName(code))}
	case !s.welcomed:
		return 0, &SessionError{Message: where +
			" ended the session before it began; is it a Pentathlon referee?"}
	}
	s.infof("name=%s: the session is over", s.name)
	return 0, errOver
}

var (
	// gRPC gives these codes, depending on the moment, when a connection breaks.
	lost = []codes.Code{codes.Unavailable, codes.Canceled, codes.Internal, codes.Unknown}
	// These errors are fatal for the stream, not for the session.
	comesBack = []arenav1.ErrorReason{arenav1.ErrorReason_ERROR_REASON_DRAINING,
		arenav1.ErrorReason_ERROR_REASON_PONG_TIMEOUT}
	wordStart = regexp.MustCompile(`\B[A-Z]`)
)

// codeName is "RESOURCE_EXHAUSTED".
func codeName(code codes.Code) string {
	return strings.ToUpper(wordStart.ReplaceAllString(code.String(), "_$0"))
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

// tryAgain returns a pause, which doubles with each attempt that fails, or gives up.
func (s *session) tryAgain(reason string) (time.Duration, error) {
	first := s.failingSince.IsZero()
	if first {
		s.failingSince = time.Now()
	}
	// If only one end uses TLS, each sees a broken connection, and nothing else
	// says that there is a proxy.
	how := "without TLS"
	if s.options.TLSCA != "" {
		how = "with TLS"
	}
	if proxyInTheWay(s.options.Address) {
		how += ", by the HTTP proxy of HTTPS_PROXY"
	}
	// gRPC words it for experts.
	for _, words := range []string{"name resolver error", "no such host", "DNS"} {
		if strings.Contains(reason, words) {
			reason = "this host name is not known"
		}
	}
	referee := fmt.Sprintf("%s (%s)", s.options.Address, how)
	limit := chosen(s.options.GiveUpAfter)
	left := s.options.GiveUpAfter - time.Since(s.failingSince)
	if left <= 0 {
		return 0, &SessionError{Message: fmt.Sprintf("no referee at %s for %s: %s. "+
			"Is it running? --address or ARENA_ADDRESS sets the address, "+
			"--tls-ca or ARENA_TLS_CA turns TLS on", referee, limit, reason)}
	}
	if first {
		s.infof("no connection to %s: %s; trying for %s", referee, reason, limit)
	}
	// Between half the pause and all of it, so that the bots of a restarted
	// referee do not all come back at the same moment.
	pause := time.Duration(float64(s.pause) * (1 - rand.Float64()/2))
	s.pause = min(2*s.pause, longestPause)
	return min(pause, left), nil
}

// awaitBots waits for bots whose match is over and that are still busy, e.g. in OnEnd.
func (s *session) awaitBots() {
	idle := make(chan struct{})
	go func() {
		s.ending.Wait()
		close(idle)
	}()
	select {
	case <-idle:
	case <-time.After(patience):
		s.warnf("name=%s: a bot is still busy; not waiting for it", s.name)
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
