package pentathlon

import (
	"math/rand/v2"
	"time"
)

const (
	firstPause   = 100 * time.Millisecond
	longestPause = 5 * time.Second
)

// A backoff says how long to wait before the next attempt to connect, and when to
// give up.
type backoff struct {
	giveUpAfter time.Duration
	now         func() time.Time
	chance      func() float64 // From 0 to 1.

	pause        time.Duration
	failingSince time.Time
}

func newBackoff(giveUpAfter time.Duration) *backoff {
	b := &backoff{giveUpAfter: giveUpAfter, now: time.Now, chance: rand.Float64}
	b.reset()
	return b
}

// reset begins again: an attempt succeeded.
func (b *backoff) reset() {
	b.pause = firstPause
	b.failingSince = time.Time{}
}

// failing tells whether the last attempt failed.
func (b *backoff) failing() bool { return !b.failingSince.IsZero() }

// failed returns the pause after a failed attempt; false: give up.
func (b *backoff) failed() (time.Duration, bool) {
	now := b.now()
	if !b.failing() {
		b.failingSince = now
	}
	left := b.giveUpAfter - now.Sub(b.failingSince)
	if left <= 0 {
		return 0, false
	}
	// Between half the pause and all of it, so that the bots of a restarted
	// referee do not all come back at the same moment.
	pause := time.Duration(float64(b.pause) * (1 + b.chance()) / 2)
	b.pause = min(2*b.pause, longestPause)
	return min(pause, left), true
}
