package pentathlon

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
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
	// Instances is how many processes of the program Main runs, each with its
	// own instance name; with OneMatch each is replaced when it ends.
	// --instances, ARENA_INSTANCES.
	Instances int
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
		Instances:   1,
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
	hostAndPort    = regexp.MustCompile(`^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253}):[0-9]{1,5}$`)
	addressPattern = regexp.MustCompile(
		`^((unix|ipv4|ipv6|dns):.+|(\[[^\]]+\]|[^:/\s]+):[0-9]+)$`)
)

func validName(name string) bool { return namePattern.MatchString(name) }

// check returns an OptionError for the first option that is wrong.
func (o *Options) check() error {
	wrong := func(format string, values ...any) error {
		return &OptionError{fmt.Sprintf(format, values...)}
	}
	const name = "it should be 1 to 64 characters of letters, digits, '.', '_' and '-'"
	switch {
	case !addressPattern.MatchString(o.Address):
		return wrong("--address or ARENA_ADDRESS is %q; it should be host:port, "+
			"e.g. 127.0.0.1:5757, or unix:PATH", o.Address)
	case o.Name != "" && !validName(o.Name):
		return wrong("--name or ARENA_BOT_NAME is %q; %s", o.Name, name)
	case o.Instance != "" && !validName(o.Instance):
		return wrong("--instance or ARENA_INSTANCE is %q; %s", o.Instance, name)
	case o.Instances < 1 || o.Instances > 1000:
		return wrong("--instances or ARENA_INSTANCES is %d; it should be 1 to 1000", o.Instances)
	case o.MaxMatches < 1 || o.MaxMatches > 1<<31-1:
		return wrong("--max-matches or ARENA_MAX_MATCHES is %d; it should be at least 1", o.MaxMatches)
	case o.GiveUpAfter < 0:
		return wrong("--give-up-after or ARENA_GIVE_UP_AFTER is %g; it should be 0 or more",
			o.GiveUpAfter.Seconds())
	case o.LeaveWithin < 0:
		return wrong("--leave-within or ARENA_LEAVE_WITHIN is %g; it should be 0 or more",
			o.LeaveWithin.Seconds())
	case o.Keepalive < 10*time.Second:
		return wrong("Options.Keepalive is %g; it should be at least 10 seconds, or servers "+
			"take the pings for an attack", o.Keepalive.Seconds())
	}
	if o.Token != "" && !isToken(o.Token) {
		// Without the value: it is a secret, even if it is wrong.
		return wrong("Options.Token or ARENA_TOKEN is no token; it should be one word of " +
			"ASCII letters, digits and signs")
	}
	if o.TLSCA != "" {
		if problem := badCertificates(o.TLSCA); problem != "" {
			return wrong("--tls-ca or ARENA_TLS_CA is %q, %s; it should be a PEM file with "+
				"certificates to trust", o.TLSCA, problem)
		}
	}
	return nil
}

// mostSeats is how many seats the bot plays at once, whatever a referee wants of
// it: four of each match, and those of a process before this one, which may have
// allowed more.
func (o *Options) mostSeats() int { return 4 * (o.MaxMatches + 32) }

// badCertificates says why the file is none of certificates. gRPC would only
// complain again and again that it cannot connect.
func badCertificates(path string) string {
	pem, err := os.ReadFile(path)
	if err != nil {
		var problem *fs.PathError
		if errors.As(err, &problem) {
			err = problem.Err
		}
		return fmt.Sprintf("which cannot be read (%v)", err)
	}
	if !x509.NewCertPool().AppendCertsFromPEM(pem) {
		return "which holds no certificate"
	}
	return ""
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

// gamesPlayed is what the bot says that it plays: Plays, as far as Games names it.
func (o *Options) gamesPlayed() []*GameSupport {
	known := knownGames()
	plays := o.Plays
	if len(plays) == 0 {
		for _, game := range known {
			plays = append(plays, Game(game))
		}
	}
	if len(o.Games) == 0 {
		return plays
	}
	var chosen []*GameSupport
	for _, entry := range plays {
		if slices.Contains(o.Games, entry.GetGame()) {
			chosen = append(chosen, entry)
		}
	}
	if len(o.Plays) == 0 {
		// The bot may know a game that this SDK has no messages for.
		for _, game := range o.Games {
			if !slices.Contains(known, game) {
				chosen = append(chosen, Game(game))
			}
		}
	}
	return chosen
}

// mayGo tells whether a redirect may send a bot to an address: to a host and port,
// or to a socket on this machine if the bot's own address is one, too. Other
// targets of gRPC are refused: they could name a resolver, or several places.
func mayGo(address, own string) bool {
	if strings.HasPrefix(address, "unix:") {
		return strings.HasPrefix(own, "unix:")
	}
	if strings.HasPrefix(address, "unix-abstract:") {
		return false // gRPC would take it for sockets of this machine.
	}
	return hostAndPort.MatchString(address)
}
