package pentathlon

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
)

// Run plays until the referee ends the session. The factory makes a bot for each
// seat of each match. Run returns nil at a normal end, a SessionError if no referee
// answers or the referee refuses this bot, an OptionError if an option is wrong,
// and the context's error as soon as that is cancelled. Begin the options with
// DefaultOptions or OptionsFromEnvironment.
func Run[B Bot](ctx context.Context, factory func(*MatchStart) (B, error), options Options) error {
	log := options.Logger
	if log == nil {
		log = slog.Default()
	}
	session, err := newSession(makerOf(factory), options, log)
	if err != nil {
		return err
	}
	return session.play(ctx)
}

// Main is the main program of a bot: it reads the command line and the
// environment, logs to stderr, plays, and exits. Each of changes may set options in
// the program:
//
//	pentathlon.Main(pentathlon.New[MyBot], func(o *pentathlon.Options) { o.Version = "2" })
//
// SIGTERM and SIGINT end it after the matches under way; see the README.
//
// Exit status 0: the session ended normally. 1: it failed, or there is no referee.
// 2: an option is wrong. 128 and the number of a signal: that was the second one,
// or the matches took too long to end after the first.
func Main[B Bot](factory func(*MatchStart) (B, error), changes ...func(*Options)) {
	defaults := DefaultOptions()
	for _, change := range changes {
		change(&defaults)
	}
	p := program{maker: makerOf(factory), arguments: os.Args, stdout: os.Stdout,
		stderr: os.Stderr, exit: os.Exit}
	os.Exit(p.run(defaults))
}

// A program is what Main runs.
type program struct {
	maker          maker
	arguments      []string
	stdout, stderr io.Writer
	exit           func(int)
}

// dash is how package flag writes a flag: with one.
var dash = regexp.MustCompile(` -([a-z])`)

// run returns the exit status.
func (p *program) run(defaults Options) int {
	name := filepath.Base(p.arguments[0])
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	flags := AddFlags(set)
	prompts := set.String("prompts", "", "play the prompts of this file, without a referee")
	err := set.Parse(p.arguments[1:])
	if errors.Is(err, flag.ErrHelp) {
		p.help(name)
		return 0
	}
	if err != nil {
		err = errors.New(dash.ReplaceAllString(err.Error(), " --$1"))
	} else if set.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	var options Options
	if err == nil {
		options, err = flags.Options(defaults)
	}
	var session *session
	log := options.Logger
	if log == nil {
		log = slog.New(NewLogHandler(p.stderr, options.LogLevel))
	}
	if err == nil && *prompts != "" {
		return p.replay(*prompts, log)
	}
	if err == nil && options.Instances > 1 {
		return newInstances(options, ownCommand(p.arguments), log).run()
	}
	if err == nil {
		session, err = newSession(p.maker, options, log)
	}
	if err != nil {
		fmt.Fprintf(p.stderr, "%s: %s; --help lists all flags\n", name, printable(err.Error()))
		return 2
	}
	return p.play(session, log)
}

func (p *program) play(session *session, log *slog.Logger) int {
	stop := leaveOnSignal(session.leave, session.options.LeaveWithin, log, p.exit)
	defer stop()
	if err := session.play(context.Background()); err != nil {
		log.Error(err.Error())
		return 1
	}
	if session.replaced && isInstance() {
		return replacedStatus
	}
	return 0
}

// ownCommand is how this program was started.
func ownCommand(arguments []string) []string {
	if path, err := os.Executable(); err == nil {
		return append([]string{path}, arguments[1:]...)
	}
	return arguments
}

func (p *program) help(name string) {
	fmt.Fprintf(p.stdout, "usage: %s [FLAG...]\n\n"+
		"Plays at a Pentathlon referee. A flag overrides its variable.\n\n", name)
	for _, s := range settings {
		words := ""
		switch {
		case s.flag != "" && s.isSwitch:
			words = "--" + s.flag
		case s.flag != "":
			words = "--" + s.flag + " VALUE"
		}
		fmt.Fprintf(p.stdout, "  %-24s %s\n%27s[%s, default: %s]\n",
			words, s.meaning, "", s.variable, s.byDefault)
	}
	fmt.Fprintf(p.stdout, "  %-24s %s\n%27s%s\n", "--prompts FILE",
		"play the prompts of a file, without a referee,", "",
		"as arena prompts RECORD --seat N --out FILE writes it")
}
