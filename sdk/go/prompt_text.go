package pentathlon

import (
	"fmt"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	"pentathlon/sdk/go/arenav1"
)

// promptText writes a prompt for people, as the SDKs of other languages do.
func promptText(p *Prompt) string {
	message := p.message
	may := message.GetKind() == arenav1.DecisionKind_DECISION_KIND_MAY
	lines := []string{fmt.Sprintf("%s, match %s, seat %d, decision %d: %s",
		p.match.GetGame(), message.GetMatchId(), p.Seat(), p.Decision(),
		map[bool]string{true: "announce or wait", false: "choose an action"}[may])}
	if left, limited := p.TimeLeft(); limited {
		lines = append(lines, "time left: "+measured(left))
	} else if !may {
		lines = append(lines, "time left: no limit")
	}
	lines = append(lines, position(message)...)
	lines = append(lines, offered(p.Seat(), "choose", message.GetActions())...)
	lines = append(lines, offered(p.Seat(), "announce", message.GetAnnouncements())...)
	return strings.Join(lines, "\n")
}

// position is the position in the words of the referee.
func position(message *arenav1.Prompt) []string {
	text := strings.TrimSuffix(message.GetPositionText(), "\n")
	if text == "" {
		return []string{"  there is no text; the fields are: " +
			fields(message.GetObservation())}
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "  " + line
		}
	}
	return lines
}

func offered(seat int, may string, actions []*LegalAction) []string {
	if len(actions) == 0 {
		return nil
	}
	lines := []string{fmt.Sprintf("seat %d can %s:", seat, may)}
	for index, action := range actions {
		lines = append(lines, fmt.Sprintf("  %d: %s", index, actionText(action)))
	}
	return lines
}

func actionText(action *LegalAction) string {
	if action.GetText() != "" {
		return action.GetText()
	}
	return fmt.Sprintf("id %d, %s", action.GetId(), fields(action.GetAction()))
}

func fields(message proto.Message) string {
	return prototext.MarshalOptions{}.Format(message)
}

// measured is a time that was measured: "1.250 s".
func measured(time time.Duration) string { return fmt.Sprintf("%.3f s", time.Seconds()) }

// chosen is a time that somebody has chosen: "60 s", "0.4 s".
func chosen(time time.Duration) string {
	text := fmt.Sprintf("%.3f", time.Seconds())
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " s"
}
