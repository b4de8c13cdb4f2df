package pentathlon

import (
	"fmt"

	"pentathlon/sdk/go/arenav1"
)

// A Choice is an answer. The zero Choice is none: Announce returns it to say
// nothing, and for Act it is a mistake.
type Choice struct {
	form   form
	number int
	action *GameAction
	text   string
	note   string
}

type form int

const (
	noChoice form = iota
	byIndex
	byID
	byAction
	byText
)

// Index chooses an action by its place in Prompt.Actions, from 0; in Announce, an
// announcement by its place in Prompt.Announcements.
func Index(index int) Choice { return Choice{form: byIndex, number: index} }

// Action chooses one of the prompt's actions or announcements.
func Action(action *LegalAction) Choice {
	if action == nil {
		return Choice{}
	}
	return ID(action.GetId())
}

// ID chooses an action by its id in the prompt.
func ID(id uint32) Choice { return Choice{form: byID, number: int(id)} }

// Message chooses an action in the words of its game.
func Message(action *GameAction) Choice {
	if action == nil {
		return Choice{}
	}
	return Choice{form: byAction, action: action}
}

// Text chooses an action in the notation of its game.
func Text(text string) Choice { return Choice{form: byText, text: text} }

// IsZero reports whether this is no choice.
func (c Choice) IsZero() bool { return c.form == noChoice }

// WithNote adds a note for the author of the bot, such as what it considered:
// text or JSON of up to Limits.max_note_bytes. It can be read when the match is
// over. An announcement takes no note.
func (c Choice) WithNote(note string) Choice {
	c.note = note
	return c
}

// toAct returns the message that answers the prompt with the choice.
func (c Choice) toAct(prompt *arenav1.Prompt) (*arenav1.Act, error) {
	act := emptyAct(prompt)
	act.Note = c.note
	switch c.form {
	case byIndex:
		if err := c.inside(prompt.GetActions(), "actions"); err != nil {
			return nil, err
		}
		act.Choice = &arenav1.Act_Index{Index: uint32(c.number)}
	case byID:
		act.Choice = &arenav1.Act_Id{Id: uint32(c.number)}
	case byAction:
		act.Choice = &arenav1.Act_Action{Action: c.action}
	case byText:
		act.Choice = &arenav1.Act_Text{Text: c.text}
	default:
		return nil, fmt.Errorf("no choice: return one of the prompt's actions")
	}
	return act, nil
}

// toAnnounce returns the message that announces the choice.
func (c Choice) toAnnounce(prompt *arenav1.Prompt) (*arenav1.Announce, error) {
	announce := &arenav1.Announce{
		MatchId: prompt.GetMatchId(), Seat: prompt.GetSeat(), Decision: prompt.GetDecision(),
	}
	switch c.form {
	case byIndex:
		offered := prompt.GetAnnouncements()
		if err := c.inside(offered, "announcements"); err != nil {
			return nil, err
		}
		// By id, because the list may change while the message is on its way.
		announce.Choice = &arenav1.Announce_Id{Id: offered[c.number].GetId()}
	case byID:
		announce.Choice = &arenav1.Announce_Id{Id: uint32(c.number)}
	case byAction:
		announce.Choice = &arenav1.Announce_Action{Action: c.action}
	case byText:
		announce.Choice = &arenav1.Announce_Text{Text: c.text}
	}
	return announce, nil
}

// inside checks that the index is one into the offered actions.
func (c Choice) inside(offered []*LegalAction, name string) error {
	if c.number < 0 || c.number >= len(offered) {
		return fmt.Errorf("index %d is outside the prompt's %d %s, which count from 0",
			c.number, len(offered), name)
	}
	return nil
}

// emptyAct is an answer without a choice, which is a fault at once.
func emptyAct(prompt *arenav1.Prompt) *arenav1.Act {
	return &arenav1.Act{
		MatchId: prompt.GetMatchId(), Seat: prompt.GetSeat(), Decision: prompt.GetDecision(),
	}
}
