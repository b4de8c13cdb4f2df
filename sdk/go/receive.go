package pentathlon

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"pentathlon/sdk/go/arenav1"
)

// What a session does with the messages of the referee.

// A referee cannot demand more between two keepalive pings.
const rarestKeepalive = 24 * time.Hour

// receive takes in a message.
func (s *session) receive(response *arenav1.PlayResponse) {
	switch kind := response.Kind.(type) {
	case *arenav1.PlayResponse_Ping:
		s.send(&arenav1.PlayRequest{Kind: &arenav1.PlayRequest_Pong{
			Pong: &arenav1.Pong{Nonce: kind.Ping.GetNonce()}}})
	case *arenav1.PlayResponse_Welcome:
		s.onWelcome(kind.Welcome)
	case *arenav1.PlayResponse_MatchStart:
		s.onMatchStart(kind.MatchStart)
	case *arenav1.PlayResponse_MatchEnd:
		s.onMatchEnd(kind.MatchEnd, response)
	case *arenav1.PlayResponse_Redirect:
		s.onRedirect(kind.Redirect)
	case *arenav1.PlayResponse_Draining:
		s.infof("the referee stops in %s; matches go on when it is back",
			chosen(duration(kind.Draining.GetTimeLeft())))
	case *arenav1.PlayResponse_Error:
		s.onError(kind.Error)
	default:
		s.post(response)
	}
}

func (s *session) onWelcome(welcome *arenav1.Welcome) {
	s.welcomed, s.known = true, true
	s.mu.Lock()
	s.cancelIdle = nil
	leaving := s.leaving
	s.mu.Unlock()
	s.pause, s.failingSince = firstPause, time.Time{}
	s.resumeToken = welcome.GetSessionToken()
	s.keepToken()
	// Takes effect with the next connection. A referee that permits fewer pings
	// than the default says so in its first Welcome.
	permitted := duration(welcome.GetLimits().GetMinKeepalive())
	s.keepalive = max(s.keepalive, min(permitted, rarestKeepalive))
	how := "connected to"
	if welcome.GetResumed() {
		how = "back at"
	}
	s.infof("name=%s: %s %s (%s), up to %d matches at once", s.name, how, s.address,
		welcome.GetServer(), welcome.GetLimits().GetMaxMatches())
	s.tellMissing(welcome.GetPlays())
	if !welcome.GetResumed() {
		s.abandon()
	}
	if leaving {
		s.leave()
	}
}

// tellMissing logs the games that the user wants and the referee does not have.
func (s *session) tellMissing(accepted []*GameSupport) {
	if len(accepted) == 0 {
		return // A referee that is older than the list says nothing.
	}
	missing := slices.DeleteFunc(slices.Clone(s.options.Games), func(game string) bool {
		return slices.ContainsFunc(accepted, func(entry *GameSupport) bool {
			return entry.GetGame() == game
		})
	})
	if len(missing) > 0 {
		s.warnf("this referee has not all games of --games; it plays none of: %s",
			strings.Join(missing, ", "))
	}
}

// keepToken writes the token into the file. Only a new one: a process that has
// taken the place of this one may have written to the file since.
func (s *session) keepToken() {
	if s.options.TokenFile == "" || s.keptToken == s.resumeToken {
		return
	}
	if !isToken(s.resumeToken) {
		s.log.Error("the session is not kept: the referee's is no token")
		return
	}
	if err := writeToken(s.options.TokenFile, s.resumeToken); err != nil {
		s.log.Error("the session is not kept: " + err.Error())
		return
	}
	s.keptToken = s.resumeToken
}

func (s *session) onMatchStart(start *MatchStart) {
	s.redirects = 0
	s.played = true
	key := seatKey{start.GetMatchId(), start.GetSeat()}
	if seat := s.seats[key]; seat != nil {
		seat.restarted()
		return
	}
	// Four of each match, and those of a process before this one, which may have
	// allowed more. No referee can demand more.
	if most := 4 * (s.options.MaxMatches + 32); len(s.seats) >= most {
		s.warnf("match=%s seat=%d: ignored, because this bot plays at most %d seats at once",
			key.match, key.seat, most)
		return
	}
	names := slices.Clone(start.GetPlayers())
	for i, name := range names {
		if name == "" {
			names[i] = "(hidden)"
		}
	}
	how := "a match"
	if start.GetResumed() {
		how = "goes on, a match"
	}
	s.infof("match=%s seat=%d: %s of %s with %s", key.match, key.seat, how, start.GetGame(),
		strings.Join(names, ", "))
	s.seats[key] = newSeat(start, s)
}

func (s *session) onMatchEnd(end *MatchEnd, response *arenav1.PlayResponse) {
	key := seatKey{end.GetMatchId(), end.GetSeat()}
	seat := s.seats[key]
	if seat == nil {
		// The process before this one played it, or another session.
		s.infof("match=%s seat=%d: was over before", key.match, key.seat)
		return
	}
	s.infof("match=%s seat=%d: over (%s), ranks by seat %s", key.match, key.seat,
		end.GetResult().GetReason(), strings.Trim(fmt.Sprint(end.GetResult().GetRanks()), "[]"))
	seat.post(response)
	delete(s.seats, key)
	s.ending.Add(1)
	go func() {
		<-seat.done
		s.ending.Done()
	}()
}

// post hands a message of a match to its seat.
func (s *session) post(response *arenav1.PlayResponse) {
	message := response.ProtoReflect()
	kind := message.WhichOneof(message.Descriptor().Oneofs().ByName("kind"))
	if kind == nil {
		return // Only a newer referee has this kind.
	}
	about, ok := message.Get(kind).Message().Interface().(interface {
		GetMatchId() string
		GetSeat() uint32
	})
	if !ok {
		return
	}
	if seat := s.seats[seatKey{about.GetMatchId(), about.GetSeat()}]; seat != nil {
		seat.post(response)
		return
	}
	s.log.Debug(fmt.Sprintf(
		"match=%s seat=%d: ignored %s, because the match never started here",
		about.GetMatchId(), about.GetSeat(), kind.Name()))
}

// hostAndPort is where a redirect may send a bot, but for sockets.
var hostAndPort = regexp.MustCompile(
	`^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253}):[0-9]{1,5}$`)

// mayGo tells whether a redirect may send a bot to an address: to a host and port,
// or to a socket on this machine if the bot's own address is one, too. Other
// targets of gRPC are refused: they could name a resolver, or several places.
func mayGo(address, own string) bool {
	if strings.HasPrefix(address, "unix:") {
		return strings.HasPrefix(own, "unix:")
	}
	// gRPC would take unix-abstract for sockets of this machine.
	return hostAndPort.MatchString(address) && !strings.HasPrefix(address, "unix-abstract:")
}

func (s *session) onRedirect(redirect *arenav1.Redirect) {
	if !mayGo(redirect.GetAddress(), s.options.Address) {
		s.warnf("the referee at %s sends this bot to \"%s\"; ignored, expected host:port",
			s.address, redirect.GetAddress())
		return
	}
	s.infof("the referee at %s sends this bot to %s at %s", s.address,
		redirect.GetReferee(), redirect.GetAddress())
	s.nextAddress = redirect.GetAddress()
}

func (s *session) onError(err *arenav1.PlayError) {
	if err.GetFatal() {
		s.fatal = err
		return
	}
	if err.GetReason() == arenav1.ErrorReason_ERROR_REASON_SESSION_REPLACED {
		s.replaced = true
	}
	where := ""
	if err.GetMatchId() != "" {
		where = "match=" + err.GetMatchId() + ": "
	}
	s.warnf("%sthe referee says: %s", where, err.GetMessage())
}
