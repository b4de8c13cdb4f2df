package pentathlon

import (
	"crypto/x509"
	"fmt"
	"log/slog"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"time"

	"pentathlon/sdk/go/arenav1"
)

// Options are all options of a session. Begin with DefaultOptions or
// OptionsFromEnvironment. A flag overrides the variable, and the variable
// overrides the value in the program.
type Options struct {
	// Address is the referee: host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT
	// for several referees. --address, ARENA_ADDRESS.
	Address string
	// TLSCA is a PEM file with the certificates to trust; empty: no TLS.
	// --tls-ca, ARENA_TLS_CA.
	TLSCA string
	// Name is the bot's public name; empty: the name of its type. --name,
	// ARENA_BOT_NAME.
	Name string
	// Version is the bot's own version, up to 64 characters.
	Version string
	// Plays is what the bot's code can play; empty: every game of this SDK. See
	// Game.
	Plays []*GameSupport
	// Games are the games among Plays that the bot does play; empty: all.
	// --games, ARENA_GAMES (separated by commas).
	Games []string
	// MaxMatches is the most matches at once. --max-matches, ARENA_MAX_MATCHES.
	MaxMatches int
	// Instance names this process among those of the bot. --instance,
	// ARENA_INSTANCE.
	Instance string
	// OneMatch: play one match, then end. --one-match, ARENA_ONE_MATCH.
	OneMatch bool
	// Replace: take the place of the connected process of the same name and
	// instance, which plays its matches to their end. --replace, ARENA_REPLACE.
	Replace bool
	// LeaveWithin is how long the matches under way may take when Main was asked
	// to end by SIGTERM or SIGINT. --leave-within, ARENA_LEAVE_WITHIN.
	LeaveWithin time.Duration
	// Text: prompts come with text, of the position and of each action. Without
	// it they are smaller.
	Text bool
	// Events: whether the referee sends events. Nil: if the bot is an
	// EventWatcher.
	Events *bool
	// Token proves the bot's identity. ARENA_TOKEN; no flag, because other people
	// on the machine can read the flags of a process.
	Token string
	// TokenFile keeps the token of the session, so that a restarted bot goes on
	// with its matches; empty: not kept. --token-file, ARENA_TOKEN_FILE.
	TokenFile string
	// GiveUpAfter is how long to try without a connection. --give-up-after,
	// ARENA_GIVE_UP_AFTER.
	GiveUpAfter time.Duration
	// Keepalive is the time between HTTP/2 keepalive pings; raised if the referee
	// demands more.
	Keepalive time.Duration
	// LogLevel is what Main logs to stderr. --log-level, ARENA_LOG_LEVEL.
	LogLevel slog.Level
	// Logger gets the lines of the log; nil: slog.Default() for Run, stderr for
	// Main.
	Logger *slog.Logger
}

// DefaultOptions returns every option with its default.
func DefaultOptions() Options {
	return Options{
		Address:     "127.0.0.1:5757",
		MaxMatches:  1,
		LeaveWithin: 10 * time.Minute,
		Text:        true,
		GiveUpAfter: time.Minute,
		Keepalive:   20 * time.Second,
		LogLevel:    slog.LevelInfo,
	}
}

// Game says that a bot plays a game, with every number of seats and all options;
// Game("octrix"). Fill in a GameSupport where the bot is limited.
func Game(name string) *GameSupport { return &GameSupport{Game: name} }

var (
	namePattern    = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)
	addressPattern = regexp.MustCompile(
		`^((unix|ipv4|ipv6|dns):.+|(\[[^\]]+\]|[^:/\s]+):[0-9]+)$`)
)

// check returns an OptionError for the first option that is wrong.
func (o *Options) check() error {
	for _, s := range table.Flags {
		field := s.field(o)
		if !isRight(s.Kind, field) {
			value := reflect.ValueOf(field).Elem().Interface()
			if duration, ok := value.(time.Duration); ok {
				value = duration.Seconds()
			}
			return s.wrong("Options."+fieldOf[s.Variable], value)
		}
	}
	if o.Keepalive < 10*time.Second {
		return &OptionError{fmt.Sprintf("Options.Keepalive is %g; it should be at least 10 "+
			"seconds, or servers take the pings for an attack", o.Keepalive.Seconds())}
	}
	return nil
}

// isRight tells whether the value of an option is as its kind demands. An empty
// text is an option that is not set.
func isRight(kind string, field any) bool {
	text := ""
	if field, ok := field.(*string); ok {
		text = *field
	}
	switch {
	case kind == "address":
		return addressPattern.MatchString(text)
	case kind == "number":
		number := *field.(*int)
		return 1 <= number && number <= math.MaxInt32
	case kind == "seconds":
		return *field.(*time.Duration) >= 0
	case text == "":
		return true
	case kind == "name":
		return namePattern.MatchString(text)
	case kind == "token":
		return isToken(text)
	case kind == "path":
		_, err := readToken(text)
		return err == nil
	case kind == "certificates":
		// gRPC would only complain again and again that it cannot connect.
		pem, err := os.ReadFile(text)
		return err == nil && x509.NewCertPool().AppendCertsFromPEM(pem)
	}
	return true
}

// gamesPlayed is what the bot says that it plays: Plays, as far as Games names it.
func (o *Options) gamesPlayed() []*GameSupport {
	plays := slices.Clone(o.Plays)
	if len(plays) == 0 {
		known := knownGames()
		for _, game := range o.Games {
			// The bot may know a game that this SDK has no messages for.
			if !slices.Contains(known, game) {
				known = append(known, game)
			}
		}
		for _, game := range known {
			plays = append(plays, Game(game))
		}
	}
	if len(o.Games) == 0 {
		return plays
	}
	return slices.DeleteFunc(plays, func(entry *GameSupport) bool {
		return !slices.Contains(o.Games, entry.GetGame())
	})
}

// knownGames are the games for which this SDK has messages.
func knownGames() []string {
	var games []string
	oneof := (&arenav1.Observation{}).ProtoReflect().Descriptor().Oneofs().ByName("game")
	for i := range oneof.Fields().Len() {
		games = append(games, string(oneof.Fields().Get(i).Name()))
	}
	return games
}
