// The probe lets sdk/conformance/run decide what a bot of this SDK does: each hook
// writes a line of JSON to stdout and waits for its answer on stdin.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"sync"

	"google.golang.org/protobuf/proto"

	pentathlon "pentathlon/sdk/go"
)

// A call is what a hook says.
type call struct {
	Call      int      `json:"call"`
	Hook      string   `json:"hook"`
	Match     string   `json:"match"`
	Seat      uint32   `json:"seat"`
	Message   string   `json:"message,omitempty"`
	Open      *bool    `json:"open,omitempty"`
	Seed      string   `json:"seed,omitempty"`
	Draw      *int     `json:"draw,omitempty"`
	TimeLeft  *float64 `json:"time_left,omitempty"`
	RoundTrip *float64 `json:"round_trip,omitempty"`
}

// A reply is what the hook does.
type reply struct {
	Call    int     `json:"call"`
	Look    bool    `json:"look"`
	Offered *int    `json:"offered"`
	Index   *int    `json:"index"`
	ID      *uint32 `json:"id"`
	Text    *string `json:"text"`
	Action  *string `json:"action"`
	Note    string  `json:"note"`
	Throw   *string `json:"throw"`
	Decline *string `json:"decline"`
	Leave   bool    `json:"leave"`
}

// The desk is what the bots share: the numbers of calls and the pipes.
type desk struct {
	mu      sync.Mutex
	calls   int
	waiting map[int]*pending
}

type pending struct {
	call   call
	isOpen func() bool
	reply  chan reply
}

// ask writes the line of a call, and waits for the reply.
func (d *desk) ask(c call, isOpen func() bool) reply {
	d.mu.Lock()
	d.calls++
	c.Call = d.calls
	p := &pending{call: c, isOpen: isOpen, reply: make(chan reply, 1)}
	d.waiting[c.Call] = p
	d.write(c)
	d.mu.Unlock()
	return <-p.reply
}

// write needs the lock.
func (d *desk) write(c call) {
	line, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	if _, err := os.Stdout.Write(append(line, '\n')); err != nil {
		os.Exit(1)
	}
}

// read hands the replies to the hooks that wait, until stdin ends.
func (d *desk) read() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var r reply
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			panic(err)
		}
		d.mu.Lock()
		p := d.waiting[r.Call]
		if p != nil && r.Look {
			open := p.isOpen()
			d.write(call{Call: r.Call, Hook: "look", Match: p.call.Match,
				Seat: p.call.Seat, Open: &open})
		} else if p != nil {
			delete(d.waiting, r.Call)
			p.reply <- r
		}
		d.mu.Unlock()
	}
	os.Exit(0)
}

type probe struct {
	pentathlon.Base
	desk  *desk
	start *pentathlon.MatchStart
}

// about is the call of a hook of this bot.
func (b *probe) about(hook string, message proto.Message) call {
	bytes, err := proto.Marshal(message)
	if err != nil {
		panic(err)
	}
	return call{Hook: hook, Match: b.start.GetMatchId(), Seat: b.start.GetSeat(),
		Message: hex.EncodeToString(bytes)}
}

// ask says what a hook was called with, and does what every reply may ask for.
func (b *probe) ask(c call, isOpen func() bool) (reply, error) {
	r := b.desk.ask(c, isOpen)
	if r.Leave {
		b.Leave()
	}
	if r.Decline != nil {
		return r, pentathlon.Decline(*r.Decline)
	}
	if r.Throw != nil {
		return r, errors.New(*r.Throw)
	}
	return r, nil
}

func closed() bool { return false }

func (b *probe) tell(hook string, message proto.Message) {
	if _, err := b.ask(b.about(hook, message), closed); err != nil {
		panic(err)
	}
}

func (b *probe) OnStart(_ context.Context, start *pentathlon.MatchStart) error {
	_, err := b.ask(b.about("on_start", start), closed)
	return err
}

func (b *probe) OnEvents(events *pentathlon.Events)        { b.tell("on_events", events) }
func (b *probe) OnAck(ack *pentathlon.ActAck)              { b.tell("on_ack", ack) }
func (b *probe) OnAnnounceAck(ack *pentathlon.AnnounceAck) { b.tell("on_announce_ack", ack) }
func (b *probe) OnEnd(end *pentathlon.MatchEnd)            { b.tell("on_end", end) }

func (b *probe) Act(ctx context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
	return b.choose(ctx, "act", prompt, prompt.Actions())
}

func (b *probe) Announce(ctx context.Context, prompt *pentathlon.Prompt) (pentathlon.Choice, error) {
	return b.choose(ctx, "announce", prompt, prompt.Announcements())
}

func (b *probe) choose(ctx context.Context, hook string, prompt *pentathlon.Prompt,
	offered []*pentathlon.LegalAction) (pentathlon.Choice, error) {
	// An answer counts exactly as long as the context is not cancelled.
	isOpen := func() bool { return prompt.IsOpen() && ctx.Err() == nil }
	c := b.about(hook, prompt.Message())
	open, draw := isOpen(), prompt.Random().Below(1000)
	c.Open, c.Draw, c.Seed = &open, &draw, strconv.FormatUint(prompt.Seed(), 10)
	if left, limited := prompt.TimeLeft(); limited {
		seconds := left.Seconds()
		c.TimeLeft = &seconds
	}
	if trip, known := prompt.RoundTrip(); known {
		seconds := trip.Seconds()
		c.RoundTrip = &seconds
	}
	r, err := b.ask(c, isOpen)
	if err != nil {
		return pentathlon.Choice{}, err
	}
	return r.choice(offered).WithNote(r.Note), nil
}

func (r reply) choice(offered []*pentathlon.LegalAction) pentathlon.Choice {
	switch {
	case r.Offered != nil:
		return pentathlon.Action(offered[*r.Offered])
	case r.Index != nil:
		return pentathlon.Index(*r.Index)
	case r.ID != nil:
		return pentathlon.ID(*r.ID)
	case r.Text != nil:
		return pentathlon.Text(*r.Text)
	case r.Action != nil:
		bytes, err := hex.DecodeString(*r.Action)
		if err != nil {
			panic(err)
		}
		action := &pentathlon.GameAction{}
		if err := proto.Unmarshal(bytes, action); err != nil {
			panic(err)
		}
		return pentathlon.Message(action)
	}
	return pentathlon.Choice{}
}

func main() {
	shared := &desk{waiting: map[int]*pending{}}
	go shared.read()
	pentathlon.Main(func(start *pentathlon.MatchStart) (*probe, error) {
		bot := &probe{desk: shared, start: start}
		_, err := bot.ask(bot.about("make", start), closed)
		return bot, err
	})
}
