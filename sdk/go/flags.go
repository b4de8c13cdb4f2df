package pentathlon

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"
)

// A setting is an option that has a flag or a variable.
type setting struct {
	flag, variable string
	// What --help says, with the default.
	meaning, byDefault string
	isSwitch           bool
	// Sets the option; source names the flag or variable for errors.
	set func(o *Options, text, source string) error
}

var settings = []setting{
	{flag: "address", variable: "ARENA_ADDRESS", byDefault: "127.0.0.1:5757",
		meaning: "the referee: host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT",
		set:     text(func(o *Options) *string { return &o.Address })},
	{flag: "tls-ca", variable: "ARENA_TLS_CA", byDefault: "no TLS",
		meaning: "PEM file with certificates to trust",
		set:     text(func(o *Options) *string { return &o.TLSCA })},
	{flag: "name", variable: "ARENA_BOT_NAME", byDefault: "the name of the bot's type",
		meaning: "the bot's public name",
		set:     text(func(o *Options) *string { return &o.Name })},
	{variable: "ARENA_TOKEN", byDefault: "none", meaning: "proves the bot's identity",
		set: text(func(o *Options) *string { return &o.Token })},
	{flag: "games", variable: "ARENA_GAMES", byDefault: "all that the bot plays",
		meaning: "games to play, separated by commas", set: setGames},
	{flag: "max-matches", variable: "ARENA_MAX_MATCHES", byDefault: "1",
		meaning: "most matches at once",
		set:     number(func(o *Options) *int { return &o.MaxMatches })},
	{flag: "instance", variable: "ARENA_INSTANCE", byDefault: "none",
		meaning: "name of this process among those of the bot",
		set:     text(func(o *Options) *string { return &o.Instance })},
	{flag: "one-match", variable: "ARENA_ONE_MATCH", byDefault: "off", isSwitch: true,
		meaning: "play one match, then end",
		set:     truth(func(o *Options) *bool { return &o.OneMatch })},
	{flag: "instances", variable: "ARENA_INSTANCES", byDefault: "1",
		meaning: "number of processes to run; with --one-match each is replaced when it ends",
		set:     number(func(o *Options) *int { return &o.Instances })},
	{flag: "replace", variable: "ARENA_REPLACE", byDefault: "off", isSwitch: true,
		meaning: "take the place of the connected process of this name",
		set:     truth(func(o *Options) *bool { return &o.Replace })},
	{flag: "leave-within", variable: "ARENA_LEAVE_WITHIN", byDefault: "600",
		meaning: "seconds that matches may take to end after SIGTERM or SIGINT",
		set:     seconds(func(o *Options) *time.Duration { return &o.LeaveWithin })},
	{flag: "token-file", variable: "ARENA_TOKEN_FILE", byDefault: "none",
		meaning: "file that keeps the session",
		set:     text(func(o *Options) *string { return &o.TokenFile })},
	{flag: "give-up-after", variable: "ARENA_GIVE_UP_AFTER", byDefault: "60",
		meaning: "seconds without a connection after which to give up",
		set:     seconds(func(o *Options) *time.Duration { return &o.GiveUpAfter })},
	{flag: "log-level", variable: "ARENA_LOG_LEVEL", byDefault: "info",
		meaning: "what to log to stderr: debug, info, warning or error", set: setLevel},
}

// Flags are the flags of a bot in a program that has other flags, too.
type Flags struct{ given map[string]string }

// AddFlags adds the flags of a bot to a set. After the set has parsed the command
// line, Options has them.
func AddFlags(set *flag.FlagSet) *Flags {
	flags := &Flags{given: map[string]string{}}
	for _, s := range settings {
		if s.flag == "" {
			continue
		}
		keep := func(value string) error {
			flags.given[s.flag] = value
			return nil
		}
		usage := fmt.Sprintf("%s [%s] (default: %s)", s.meaning, s.variable, s.byDefault)
		if s.isSwitch {
			set.BoolFunc(s.flag, usage, keep)
		} else {
			set.Func(s.flag, usage, keep)
		}
	}
	return flags
}

// Options returns the defaults, changed by the environment and then by the flags.
// An error is an OptionError.
func (f *Flags) Options(defaults Options) (Options, error) {
	options, err := fromEnvironment(defaults)
	if err != nil {
		return options, err
	}
	for _, s := range settings {
		if value, given := f.given[s.flag]; given && s.flag != "" {
			if err := s.set(&options, value, "--"+s.flag); err != nil {
				return options, err
			}
		}
	}
	return options, options.check()
}

// OptionsFromEnvironment returns the defaults, changed by the ARENA_ variables
// that are set. An error is an OptionError.
func OptionsFromEnvironment(defaults Options) (Options, error) {
	options, err := fromEnvironment(defaults)
	if err != nil {
		return options, err
	}
	return options, options.check()
}

func fromEnvironment(options Options) (Options, error) {
	for _, s := range settings {
		if value := os.Getenv(s.variable); value != "" {
			if err := s.set(&options, value, s.variable); err != nil {
				return options, err
			}
		}
	}
	return options, nil
}

type setter = func(o *Options, value, source string) error

func text(field func(*Options) *string) setter {
	return func(o *Options, value, _ string) error {
		*field(o) = value
		return nil
	}
}

func number(field func(*Options) *int) setter {
	return func(o *Options, value, source string) error {
		parsed, err := strconv.Atoi(value)
		if err != nil {
			return wrongValue(source, value, "a number")
		}
		*field(o) = parsed
		return nil
	}
}

func seconds(field func(*Options) *time.Duration) setter {
	// Of a duration there is no more than 292 years.
	const most = 1e9
	return func(o *Options, value, source string) error {
		parsed, err := strconv.ParseFloat(value, 64)
		if err != nil || parsed != parsed {
			return wrongValue(source, value, "a number")
		}
		parsed = max(-most, min(parsed, most))
		*field(o) = time.Duration(parsed * float64(time.Second))
		return nil
	}
}

func truth(field func(*Options) *bool) setter {
	return func(o *Options, value, source string) error {
		switch strings.ToLower(value) {
		case "1", "true", "yes", "on":
			*field(o) = true
		case "0", "false", "no", "off":
			*field(o) = false
		default:
			return wrongValue(source, value, "true or false")
		}
		return nil
	}
}

func setGames(o *Options, value, _ string) error {
	o.Games = nil
	for _, game := range strings.Split(value, ",") {
		if game = strings.TrimSpace(game); game != "" {
			o.Games = append(o.Games, game)
		}
	}
	return nil
}

func setLevel(o *Options, value, source string) error {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo,
		"warning": slog.LevelWarn, "error": slog.LevelError}
	level, known := levels[strings.ToLower(value)]
	if !known {
		return wrongValue(source, value, "debug, info, warning or error")
	}
	o.LogLevel = level
	return nil
}

func wrongValue(source, value, right string) error {
	return &OptionError{fmt.Sprintf("%s is %q; it should be %s", source, value, right)}
}
