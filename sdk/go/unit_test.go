package pentathlon

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
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
	prompt := newPrompt(&MatchStart{}, message, time.Now().Add(-time.Minute), func() bool { return true })
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
	now := time.Unix(0, 0)
	b := newBackoff(time.Second)
	b.now, b.chance = func() time.Time { return now }, func() float64 { return 1 }
	for _, want := range []time.Duration{100, 200, 400, 300} {
		if pause, more := b.failed(); !more || pause != want*time.Millisecond {
			t.Errorf("pause %v, want %d ms", pause, want)
		} else {
			now = now.Add(pause)
		}
	}
	if _, more := b.failed(); more {
		t.Error("it does not give up")
	}
	b.reset()
	b.chance = func() float64 { return 0 }
	if pause, _ := b.failed(); pause != 50*time.Millisecond {
		t.Errorf("pause %v", pause)
	}
}

func TestFlagsOverrideVariablesAndVariablesTheProgram(t *testing.T) {
	t.Setenv("ARENA_MAX_MATCHES", "3")
	t.Setenv("ARENA_BOT_NAME", "variable")
	t.Setenv("ARENA_INSTANCE", "")
	defaults := DefaultOptions()
	defaults.Name, defaults.Instance = "program", "kept"
	flags := &Flags{given: map[string]string{"max-matches": "4", "give-up-after": "0.5"}}
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

func TestPromptsOfAFileAreReplayed(t *testing.T) {
	var file bytes.Buffer
	played := uint32(11)
	for _, response := range []*arenav1.PlayResponse{
		startMessage("m"), promptMessage("m", 1),
		ackMessage(&ActAck{MatchId: "m", Decision: 1, ActionId: &played}),
		promptMessage("m", 2), ackMessage(&ActAck{MatchId: "m", Decision: 2, ActionId: &played}),
		promptMessage("m", 3),
		{Kind: &arenav1.PlayResponse_MatchEnd{MatchEnd: &MatchEnd{MatchId: "m"}}},
	} {
		if _, err := protodelim.MarshalTo(&file, response); err != nil {
			t.Fatal(err)
		}
	}
	bot := makeFunc(func(_ context.Context, p *Prompt) (Choice, error) {
		return []Choice{{}, Text("H2"), Index(2), Index(3)}[p.Decision()], nil
	})
	var out strings.Builder
	told, err := Replay(&file, bot, &out)
	want := "decision 1: 1 H2\ndecision 2: 2 H3 (played: 1 H2)\n" +
		"decision 3: Act returned *errors.errorString: index 3 is outside the prompt's 3 actions, " +
		"which count from 0\n3 decisions, 1 as played\n"
	if err != nil || out.String() != want || told != (Replayed{3, 1, 1}) {
		t.Errorf("%v, %+v, got\n%s\nwant\n%s", err, told, out.String(), want)
	}
	_, err = Replay(strings.NewReader("\x05abc"), bot, &out)
	if err == nil || !strings.Contains(err.Error(), "it holds no prompts") {
		t.Errorf("a file that is cut off: %v", err)
	}
}
