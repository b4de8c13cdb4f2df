package pentathlon

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/types/known/durationpb"

	"pentathlon/sdk/go/arenav1"
)

var _ rand.Source = (*Random)(nil)

func TestRandomDrawsAsInEveryLanguage(t *testing.T) {
	random := NewRandom(0)
	for _, want := range []uint64{16294208416658607535, 7960286522194355700, 487617019471545679} {
		if got := random.Uint64(); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
	start := &MatchStart{PrivateSeed: []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}
	prompt := NewPrompt(start, &arenav1.Prompt{Seat: 1, Decision: 7})
	if prompt.Seed() != 18257086097028160099 {
		t.Errorf("seed %d", prompt.Seed())
	}
	for _, want := range []int{7, 3, 2} {
		if got := prompt.Random().Below(10); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
	if NewRandom(5).Below(1) != 0 {
		t.Error("below 1 there is only 0")
	}
}

func TestAnIndexOutsideTheListIsNoChoice(t *testing.T) {
	prompt := promptMessage("m", 1).GetPrompt()
	for _, index := range []int{-1, 3} {
		if _, err := Index(index).toAct(prompt); err == nil {
			t.Errorf("index %d was taken", index)
		}
	}
	if _, err := Index(0).toAnnounce(prompt); err == nil {
		t.Error("an announcement that is not there was taken")
	}
	act, err := Action(prompt.GetActions()[1]).WithNote("why").toAct(prompt)
	if err != nil || act.GetId() != 11 || act.GetNote() != "why" {
		t.Errorf("act: %v, %v", act, err)
	}
}

func TestTheTimeLeftIsNeverBelowZero(t *testing.T) {
	message := &arenav1.Prompt{}
	if _, limited := NewPrompt(&MatchStart{}, message).TimeLeft(); limited {
		t.Error("there is no limit")
	}
	message.AllowanceLeft = durationpb.New(time.Second)
	prompt := newPrompt(&MatchStart{}, message, time.Now().Add(-time.Minute), context.Background())
	if left, limited := prompt.TimeLeft(); left != 0 || !limited {
		t.Errorf("%v left", left)
	}
}

func TestAPromptAsText(t *testing.T) {
	message := promptMessage("m", 3).GetPrompt()
	message.PositionText = "hand H1\n\ntrick -\n"
	want := "octrix, match m, seat 0, decision 3: choose an action\ntime left: no limit\n" +
		"  hand H1\n\n  trick -\nseat 0 can choose:\n  0: H1\n  1: H2\n  2: H3"
	if got := NewPrompt(&MatchStart{Game: "octrix"}, message).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPausesDoubleUntilTheTimeIsUp(t *testing.T) {
	options := DefaultOptions()
	s, err := newSession(makerOf(makeFunc(firstAction)), options, quiet)
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []time.Duration{100, 200, 400, 800, 1600, 3200, 5000, 5000} {
		most *= time.Millisecond
		if pause, err := s.tryAgain("gone"); err != nil || pause > most || pause < most/2 {
			t.Errorf("pause %v, not up to %v; %v", pause, most, err)
		}
	}
	s.failingSince = time.Now().Add(-59 * time.Second)
	if pause, err := s.tryAgain("gone"); err != nil || pause > time.Second {
		t.Errorf("pause %v, longer than the time; %v", pause, err)
	}
	s.failingSince = time.Now().Add(-60 * time.Second)
	if _, err := s.tryAgain("gone"); err == nil {
		t.Error("it does not give up")
	}
	s.onWelcome(&arenav1.Welcome{})
	if pause, err := s.tryAgain("gone"); err != nil || pause > 100*time.Millisecond {
		t.Errorf("pause %v after a connection; %v", pause, err)
	}
}

func TestFlagsOverrideVariablesAndVariablesTheProgram(t *testing.T) {
	t.Setenv("ARENA_MAX_MATCHES", "3")
	t.Setenv("ARENA_BOT_NAME", "variable")
	t.Setenv("ARENA_INSTANCE", "")
	defaults := DefaultOptions()
	defaults.Name, defaults.Instance = "program", "kept"
	set := flag.NewFlagSet("", flag.ContinueOnError)
	flags := AddFlags(set)
	if err := set.Parse([]string{"--max-matches=4", "--give-up-after", "0.5"}); err != nil {
		t.Fatal(err)
	}
	options, err := flags.Options(defaults)
	if err != nil {
		t.Fatal(err)
	}
	if options.MaxMatches != 4 || options.Name != "variable" || options.Instance != "kept" ||
		options.GiveUpAfter != 500*time.Millisecond {
		t.Errorf("%+v", options)
	}
}

func TestOnlyGamesOfPlaysAreChosen(t *testing.T) {
	options := DefaultOptions()
	options.Games = []string{"ordo", "chess"}
	if got := options.gamesPlayed(); len(got) != 2 || got[1].GetGame() != "chess" {
		t.Errorf("%v", got)
	}
	options.Plays = []*GameSupport{Game("ordo"), Game("octrix")}
	if got := options.gamesPlayed(); len(got) != 1 || got[0].GetGame() != "ordo" {
		t.Errorf("%v", got)
	}
}

func TestTheTokenFileIsReplacedAsAWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	if token, err := readToken(path); token != "" || err != nil {
		t.Errorf("%q, %v", token, err)
	}
	for _, token := range []string{"one", "two"} {
		if err := writeToken(path, token); err != nil {
			t.Fatal(err)
		}
		if got, _ := readToken(path); got != token {
			t.Errorf("%q", got)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("%d files", len(files))
	}
}

type watcher struct{ ActFunc }

func (watcher) OnEvents(*Events) {}

func TestEventsAreAskedForByTheHook(t *testing.T) {
	if makerOf(makeFunc(firstAction)).events {
		t.Error("a function has no hooks")
	}
	if m := makerOf(New[watcher]); !m.events || m.name != "watcher" {
		t.Errorf("%+v", m)
	}
}

func TestNoProxyLeadsToPrivateAddresses(t *testing.T) {
	for address, nearby := range map[string]bool{
		"unix:/run/referee": true, "localhost:5757": true, "referee:5757": true,
		"127.0.0.1:5757": true, "172.31.0.1:5757": true, "[::1]:5757": true,
		"[fd00::1]:5757": true, "ipv4:127.0.0.1:5757,127.0.0.1:5758": true,
		"172.32.0.1:5757": false, "8.8.8.8:5757": false, "[2606::1]:5757": false,
		"127.example.org:5757": false, "dns:///arena.example.org:5757": false,
	} {
		if isNearby(address) != nearby {
			t.Errorf("%s: %v", address, !nearby)
		}
	}
}

func TestALineOfTheLog(t *testing.T) {
	var out bytes.Buffer
	record := slog.NewRecord(time.Date(2026, 1, 31, 18, 0, 0, 123e6, time.UTC), slog.LevelWarn, "text", 0)
	if err := NewLogHandler(&out, slog.LevelInfo).Handle(context.Background(), record); err != nil {
		t.Fatal(err)
	}
	if out.String() != "2026-01-31T18:00:00.123Z WARNING text\n" {
		t.Errorf("%q", out.String())
	}
}

func TestOptionsOfTheProgramAreChecked(t *testing.T) {
	for words, change := range map[string]func(*Options){
		`Options.MaxMatches is "0"; it should be a whole number, at least 1`: func(o *Options) { o.MaxMatches = 0 },
		`Options.GiveUpAfter is "-0.5"; it should be a number of seconds`: func(o *Options) {
			o.GiveUpAfter = -time.Second / 2
		},
		"Options.Token is wrong; it should be one word": func(o *Options) { o.Token = "a b" },
		"Options.Keepalive is 1; it should be at least": func(o *Options) { o.Keepalive = time.Second },
	} {
		options := DefaultOptions()
		change(&options)
		var wrong *OptionError
		err := Run(context.Background(), makeFunc(firstAction), options)
		if !errors.As(err, &wrong) || !strings.Contains(wrong.Message, words) {
			t.Errorf("%v, not %s", err, words)
		}
	}
}

// promptsFile writes messages as arena prompts does.
func promptsFile(t *testing.T, responses ...*arenav1.PlayResponse) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "seat0.prompts")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, response := range responses {
		if _, err := protodelim.MarshalTo(file, response); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func endMessage(match string) *arenav1.PlayResponse {
	return &arenav1.PlayResponse{Kind: &arenav1.PlayResponse_MatchEnd{MatchEnd: &MatchEnd{MatchId: match}}}
}

func TestABotIsAskedAboutPromptsOfAFile(t *testing.T) {
	told, err := ReadPrompts(promptsFile(t, startMessage("m"), promptMessage("m", 1),
		ackOf("m", 1, arenav1.ActAck_STATUS_ACCEPTED), promptMessage("m", 2), endMessage("m")))
	if err != nil {
		t.Fatal(err)
	}
	bot := ActFunc(func(ctx context.Context, p *Prompt) (Choice, error) {
		if p.Match().GetGame() != "octrix" || !p.IsOpen() {
			t.Errorf("%v", p)
		}
		return Index(p.Decision()), nil
	})
	var chosen []Choice
	for _, message := range told.Messages {
		if prompt := message.GetPrompt(); prompt.GetKind() == arenav1.DecisionKind_DECISION_KIND_MUST {
			choice, _ := bot.Act(context.Background(), NewPrompt(told.Start, prompt))
			chosen = append(chosen, choice)
		}
	}
	if !slices.Equal(chosen, []Choice{Index(1), Index(2)}) || told.End.GetMatchId() != "m" {
		t.Errorf("%v, %v", chosen, told.End)
	}
}

func TestABrokenFileOfPromptsIsRefused(t *testing.T) {
	start, end := startMessage("m"), endMessage("m")
	whole := promptsFile(t, start, promptMessage("m", 1), end)
	bytes, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(t.TempDir(), "half")
	if err := os.WriteFile(half, bytes[:len(bytes)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	for words, path := range map[string]string{
		"it is empty":                           promptsFile(t),
		"it does not begin with a MatchStart":   promptsFile(t, end),
		"it is cut off before its MatchEnd":     promptsFile(t, start, promptMessage("m", 1)),
		"there is a second MatchStart in it":    promptsFile(t, start, start, end),
		"there is a message after its MatchEnd": promptsFile(t, start, end, end),
		"there is a message of no kind in it":   promptsFile(t, start, &arenav1.PlayResponse{}, end),
		"unexpected EOF":                        half,
		"go.mod\" is no file of prompts: ":      "go.mod",
		"no such file":                          "/none",
	} {
		if _, err := ReadPrompts(path); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, not %s", err, words)
		}
	}
}

func TestATerminalObeysNoTextOfOthers(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\nc":               "a\tb\n    c",
		"\x1b[2J\r\x7f\u009b":   `\u001b[2J\u000d\u007f\u009b`,
		"\x9b2J":                `\x9b2J`,
		"\u202eabc\u2066\u200f": `\u202eabc\u2066\u200f`,
		"\ufffd ä €":            "\ufffd ä €",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
