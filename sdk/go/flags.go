package pentathlon

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// A setting is an option that has a flag or a variable, as the table describes it.
type setting struct{ Flag, Variable, Kind, Value, Default, Help, Right string }

// A former is a flag or variable that there was in the past.
type former struct{ Flag, Variable, Instead string }

// A copy of ../tables/flags.json, the table of all SDKs.
//
//go:embed flags.json
var flagsJSON []byte

var table = func() (read struct {
	Flags []setting
	Gone  []former
}) {
	if err := json.Unmarshal(flagsJSON, &read); err != nil {
		panic(err)
	}
	return read
}()

// The field of Options that each variable and its flag set.
var fieldOf = map[string]string{
	"ARENA_ADDRESS":       "Address",
	"ARENA_TLS_CA":        "TLSCA",
	"ARENA_BOT_NAME":      "Name",
	"ARENA_TOKEN":         "Token",
	"ARENA_GAMES":         "Games",
	"ARENA_MAX_MATCHES":   "MaxMatches",
	"ARENA_INSTANCE":      "Instance",
	"ARENA_ONE_MATCH":     "OneMatch",
	"ARENA_REPLACE":       "Replace",
	"ARENA_LEAVE_WITHIN":  "LeaveWithin",
	"ARENA_TOKEN_FILE":    "TokenFile",
	"ARENA_GIVE_UP_AFTER": "GiveUpAfter",
	"ARENA_LOG_LEVEL":     "LogLevel",
}

// Flags are the flags of a bot in a program that has other flags, too.
type Flags struct{ given map[string]string }

// AddFlags adds the flags of a bot to a set. After the set has parsed the command
// line, Options has them.
func AddFlags(set *flag.FlagSet) *Flags {
	flags := &Flags{given: map[string]string{}}
	for _, s := range table.Flags {
		add := set.Func
		if s.Kind == "switch" {
			add = set.BoolFunc
		}
		if s.Flag != "" {
			usage := fmt.Sprintf("%s [%s] (default: %s)", s.Help, s.Variable, s.Default)
			add(strings.TrimPrefix(s.Flag, "--"), usage, func(value string) error {
				flags.given[s.Flag] = value
				return nil
			})
		}
	}
	return flags
}

// Options returns the defaults, changed by the environment and then by the flags.
// An error is an OptionError.
func (f *Flags) Options(defaults Options) (Options, error) {
	options := defaults
	for _, gone := range table.Gone {
		if os.Getenv(gone.Variable) != "" {
			return options, goneError(gone.Variable, gone)
		}
	}
	for _, s := range table.Flags {
		source := s.Flag
		text, given := f.given[source]
		if !given {
			source = s.Variable
			text = os.Getenv(source)
		}
		if !given && text == "" {
			continue
		}
		field := s.field(&options)
		if !parse(text, field) || !isRight(s.Kind, field) {
			return options, s.wrong(source, text)
		}
	}
	return options, options.check()
}

// OptionsFromEnvironment returns the defaults, changed by the ARENA_ variables
// that are set. An error is an OptionError.
func OptionsFromEnvironment(defaults Options) (Options, error) {
	return new(Flags).Options(defaults)
}

// field points to what the setting sets.
func (s setting) field(o *Options) any {
	return reflect.ValueOf(o).Elem().FieldByName(fieldOf[s.Variable]).Addr().Interface()
}

// wrong is the error for a wrong value; source is what has set it.
func (s setting) wrong(source string, value any) error {
	is := fmt.Sprintf("%q", fmt.Sprint(value))
	if s.Kind == "token" {
		is = "wrong" // A secret is not shown, even if it is no token.
	}
	return &OptionError{fmt.Sprintf("%s is %s; it should be %s", source, is, s.Right)}
}

func goneError(source string, gone former) error {
	return &OptionError{fmt.Sprintf("%s is gone; use %s", source, gone.Instead)}
}

// parse reads the text of a flag or variable; false if it is none of the type.
func parse(text string, field any) bool {
	var err error
	known := true
	switch field := field.(type) {
	case *string:
		*field = text
	case *[]string:
		*field = nil
		for _, word := range strings.Split(text, ",") {
			if word = strings.TrimSpace(word); word != "" {
				*field = append(*field, word)
			}
		}
	case *int:
		*field, err = strconv.Atoi(text)
	case *time.Duration:
		var seconds float64
		seconds, err = strconv.ParseFloat(text, 64)
		known = seconds == seconds // It is a number.
		// There is no longer duration than 292 years.
		*field = time.Duration(max(-1e9, min(seconds, 1e9)) * float64(time.Second))
	case *bool:
		*field, known = map[string]bool{"true": true, "1": true, "yes": true, "on": true,
			"false": false, "0": false, "no": false, "off": false}[strings.ToLower(text)]
	case *slog.Level:
		*field, known = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo,
			"warning": slog.LevelWarn, "error": slog.LevelError}[strings.ToLower(text)]
	}
	return known && err == nil
}
