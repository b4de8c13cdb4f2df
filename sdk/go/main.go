package pentathlon

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
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
// 2: an option is wrong. 3: with OneMatch, another process took its place. 128 and
// the number of a signal: that was the second one, or the matches took too long to
// end after the first.
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

// run returns the exit status.
func (p *program) run(defaults Options) int {
	name := filepath.Base(p.arguments[0])
	options, err := p.options(name, defaults)
	if errors.Is(err, flag.ErrHelp) {
		p.help(name)
		return 0
	}
	log := options.Logger
	if log == nil {
		log = slog.New(NewLogHandler(p.stderr, options.LogLevel))
	}
	var session *session
	if err == nil {
		session, err = newSession(p.maker, options, log)
	}
	if err != nil {
		fmt.Fprintf(p.stderr, "%s: %s; --help lists all flags\n", name, printable(err.Error()))
		return 2
	}
	leaveOnSignal(session.leave, options.LeaveWithin, log, p.exit)
	if err := session.play(context.Background()); err != nil {
		log.Error(err.Error())
		return 1
	}
	if session.replaced && options.OneMatch {
		return 3
	}
	return 0
}

// options reads the command line and the environment.
func (p *program) options(name string, defaults Options) (Options, error) {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	flags := AddFlags(set)
	err := set.Parse(p.arguments[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		return defaults, err
	case err != nil:
		// Package flag writes flags with one dash.
		words := strings.Replace(err.Error(), " -", " --", 1)
		for _, gone := range table.Gone {
			if strings.HasSuffix(words, " not defined: "+gone.Flag) {
				return defaults, goneError(gone.Flag, gone)
			}
		}
		return defaults, errors.New(words)
	case set.NArg() > 0:
		return defaults, fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	return flags.Options(defaults)
}

func (p *program) help(name string) {
	fmt.Fprintf(p.stdout, "usage: %s [FLAG...]\n\n"+
		"Plays at a Pentathlon referee. A flag overrides its variable.\n\n", name)
	for _, s := range table.Flags {
		words := "[" + s.Variable + "]"
		if s.Flag != "" {
			words = strings.TrimSpace(s.Flag+" "+s.Value) + " " + words
		}
		fmt.Fprintf(p.stdout, "  %s\n      %s (default: %s)\n", words, s.Help, s.Default)
	}
}

// again is the time after which another signal is a second one. Supervisors and
// terminals signal a process and its group, so that it gets the same signal twice.
const again = 500 * time.Millisecond

// leaveOnSignal makes SIGTERM and SIGINT ask a session to leave: it plays its
// matches to their end. A second signal, or the end of within, ends the program at
// once, by exit.
func leaveOnSignal(leave func(), within time.Duration, log *slog.Logger, exit func(int)) {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		first := time.Now()
		log.Info(fmt.Sprintf("asked to end: no further matches, and those under way go on "+
			"for up to %s; a second signal ends at once", chosen(within)))
		leave()
		late := time.After(within)
		for {
			select {
			case number := <-signals:
				if time.Since(first) >= again {
					exit(128 + int(number.(syscall.Signal)))
				}
			case <-late:
				log.Warn("the matches are not over after " + chosen(within))
				exit(128 + int(syscall.SIGTERM))
			}
		}
	}()
}
