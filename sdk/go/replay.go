package pentathlon

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"

	"pentathlon/sdk/go/arenav1"
)

// A Replayed is the outcome of Replay.
type Replayed struct {
	// Decisions is how many decisions the bot was asked for; Same, how many of
	// them it decided as in the match; Failed, how many hooks failed.
	Decisions, Same, Failed int
}

// Replay hands the prompts of a match to a bot, to debug one decision without a
// referee: prompts is what arena prompts RECORD --seat N --out FILE writes. It
// prints a line for each decision to out.
func Replay[B Bot](prompts io.Reader, factory func(*MatchStart) (B, error), out io.Writer) (Replayed, error) {
	return replayPrompts(prompts, makerOf(factory), out, slog.Default())
}

func replayPrompts(prompts io.Reader, maker maker, out io.Writer, log *slog.Logger) (Replayed, error) {
	responses, err := readPrompts(prompts)
	if err != nil {
		return Replayed{}, err
	}
	r := &replay{out: out, maker: maker, log: log}
	for _, response := range responses {
		r.take(response)
	}
	r.finish(nil)
	fmt.Fprintf(out, "%d decisions, %d as played\n", r.told.Decisions, r.told.Same)
	return r.told, nil
}

// readPrompts reads a MatchStart, what came after it, and the MatchEnd.
func readPrompts(prompts io.Reader) ([]*arenav1.PlayResponse, error) {
	reader := bufio.NewReader(prompts)
	var responses []*arenav1.PlayResponse
	for {
		response := &arenav1.PlayResponse{}
		err := protodelim.UnmarshalOptions{MaxSize: longestMessage}.UnmarshalFrom(reader, response)
		if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("it holds no prompts (%w); %s", err, rightPrompts)
		}
		switch starts := response.GetMatchStart() != nil; {
		case starts && len(responses) > 0:
			return nil, errors.New("there is a second MatchStart in it")
		case !starts && len(responses) == 0:
			return nil, errors.New("it does not begin with a MatchStart; " + rightPrompts)
		case response.Kind == nil:
			return nil, errors.New("it is broken: there is a message of no kind in it")
		}
		responses = append(responses, response)
	}
	if len(responses) == 0 {
		return nil, errors.New("there is no MatchStart in it; " + rightPrompts)
	}
	if responses[len(responses)-1].GetMatchEnd() == nil {
		return nil, errors.New("it is cut off: there is no MatchEnd at its end")
	}
	return responses, nil
}

// longestMessage is more than any message of a referee has, in bytes.
const longestMessage = 64 << 20

// What a file of prompts should be.
const rightPrompts = "expected the binary form of what " +
	"`arena prompts RECORD --seat N --out FILE` writes"

// A replay is a seat without a referee.
type replay struct {
	out   io.Writer
	maker maker
	log   *slog.Logger
	seat  *seat
	told  Replayed
	// The decision that waits for the ActAck of what was played.
	prompt *arenav1.Prompt
	line   string
}

func (r *replay) take(response *arenav1.PlayResponse) {
	if start := response.GetMatchStart(); start != nil {
		r.begin(start)
		return
	}
	switch kind := response.Kind.(type) {
	case *arenav1.PlayResponse_Prompt:
		r.finish(kind.Prompt.GetAck())
		r.finish(nil)
		r.ask(kind.Prompt)
	case *arenav1.PlayResponse_ActAck:
		r.finish(kind.ActAck)
		if bot, ok := r.seat.bot.(AckWatcher); ok {
			r.hook("OnAck", kind.ActAck.GetDecision(), func() error { bot.OnAck(kind.ActAck); return nil })
		}
	case *arenav1.PlayResponse_AnnounceAck:
		if bot, ok := r.seat.bot.(AnnounceAckWatcher); ok {
			r.hook("OnAnnounceAck", kind.AnnounceAck.GetDecision(),
				func() error { bot.OnAnnounceAck(kind.AnnounceAck); return nil })
		}
	case *arenav1.PlayResponse_Events:
		if bot, ok := r.seat.bot.(EventWatcher); ok {
			r.hook("OnEvents", 0, func() error { bot.OnEvents(kind.Events); return nil })
		}
	case *arenav1.PlayResponse_MatchEnd:
		r.finish(nil)
		if bot, ok := r.seat.bot.(Ender); ok {
			r.hook("OnEnd", 0, func() error { bot.OnEnd(kind.MatchEnd); return nil })
		}
	}
}

// begin makes the bot, by the same steps as in a match.
func (r *replay) begin(start *MatchStart) {
	r.seat = makeSeat(start, r.maker, noLink{}, r.log)
	r.seat.setUp()
	if r.seat.broken != "" {
		r.told.Failed++
	}
}

// ask calls Announce and Act, as in a match.
func (r *replay) ask(prompt *arenav1.Prompt) {
	if ack := prompt.GetAck(); ack != nil {
		if bot, ok := r.seat.bot.(AckWatcher); ok {
			r.hook("OnAck", ack.GetDecision(), func() error { bot.OnAck(ack); return nil })
		}
	}
	shown := newPrompt(r.seat.start, prompt, time.Now(), func() bool { return true })
	decision := prompt.GetDecision()
	if bot, ok := r.seat.bot.(Announcer); ok && len(prompt.GetAnnouncements()) > 0 {
		r.hook("Announce", decision, func() error {
			choice, err := bot.Announce(r.seat.ctx, shown)
			if err == nil && !choice.IsZero() {
				if _, err = choice.toAnnounce(prompt); err == nil {
					r.printf("decision %d: announces %s\n", decision,
						choiceText(choice, prompt.GetAnnouncements()))
				}
			}
			return err
		})
	}
	if prompt.GetKind() != arenav1.DecisionKind_DECISION_KIND_MUST || r.seat.bot == nil {
		return
	}
	r.prompt = prompt
	r.told.Decisions++
	r.hook("Act", decision, func() error {
		choice, err := r.seat.bot.Act(r.seat.ctx, shown)
		if err == nil {
			_, err = choice.toAct(prompt)
		}
		if err == nil {
			r.line = choiceText(choice, prompt.GetActions())
		}
		return err
	})
}

// hook calls a hook of the bot, and prints how it fails.
func (r *replay) hook(name string, decision uint32, call func() error) {
	err, failed, trace := outcome(name, call)
	if failed == "" {
		return
	}
	r.told.Failed++
	r.printf("decision %d: %s: %v\n", decision, failed, err)
	if trace != "" {
		r.log.Error(failed + ": " + err.Error() + trace)
	}
}

// finish prints the line of the last decision, now that it is known what was
// played; nil: it is not known.
func (r *replay) finish(ack *ActAck) {
	if r.prompt == nil || ack != nil && ack.GetDecision() != r.prompt.GetDecision() {
		return
	}
	played := ""
	if ack != nil && ack.ActionId != nil {
		played = choiceText(ID(ack.GetActionId()), r.prompt.GetActions())
	}
	if r.line != "" {
		if played == r.line {
			r.told.Same++
		} else if played != "" {
			r.line += " (played: " + played + ")"
		}
		r.printf("decision %d: %s\n", r.prompt.GetDecision(), r.line)
	}
	r.prompt, r.line = nil, ""
}

func (r *replay) printf(format string, values ...any) {
	// The file may come from a stranger.
	line := strings.TrimSuffix(fmt.Sprintf(format, values...), "\n")
	fmt.Fprintln(r.out, printable(line))
}

// choiceText is "3 H1": the index of a choice among the offered actions, or "-", and
// its text.
func choiceText(choice Choice, offered []*LegalAction) string {
	for index, action := range offered {
		if choice.names(index, action) {
			if action.GetText() == "" {
				return fmt.Sprintf("%d id %d", index, action.GetId())
			}
			return fmt.Sprintf("%d %s", index, action.GetText())
		}
	}
	switch choice.form {
	case byText:
		return "- " + choice.text
	case byAction:
		return "- " + fields(choice.action)
	}
	return fmt.Sprintf("- id %d", choice.number)
}

// names tells whether the choice is this action.
func (c Choice) names(index int, action *LegalAction) bool {
	switch c.form {
	case byIndex:
		return c.number == index
	case byID:
		return uint32(c.number) == action.GetId()
	case byText:
		return c.text == action.GetText()
	case byAction:
		return proto.Equal(c.action, action.GetAction())
	}
	return false
}

// noLink is the connection of a replay: there is none.
type noLink struct{}

func (noLink) stream() uint64                   { return 0 }
func (noLink) send(*arenav1.PlayRequest) uint64 { return 0 }
func (noLink) leave()                           {}

// replay plays the prompts of a file and returns the exit status.
func (p *program) replay(path string, log *slog.Logger) int {
	file, err := os.Open(path)
	if err != nil {
		log.Error(fmt.Sprintf("--prompts is %q, which cannot be read: %v", path, errors.Unwrap(err)))
		return 2
	}
	defer file.Close()
	told, err := replayPrompts(file, p.maker, p.stdout, log)
	if err != nil {
		log.Error(fmt.Sprintf("--prompts is %q: %v", path, err))
		return 2
	}
	if told.Failed > 0 {
		return 1
	}
	return 0
}
