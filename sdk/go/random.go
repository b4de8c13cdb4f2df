package pentathlon

import (
	"fmt"
	"math/bits"
)

// Random is the generator of a prompt, the same in the SDKs of all languages:
// SplitMix64. It is a math/rand/v2 Source.
type Random struct{ state uint64 }

// NewRandom returns a generator that begins with the state seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Uint64 draws a number.
func (r *Random) Uint64() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

// Below draws a number from 0 to n-1, all of them equally likely. It panics if n
// is less than 1.
func (r *Random) Below(n int) int {
	if n < 1 {
		panic(fmt.Sprintf("Below(%d): n should be at least 1", n))
	}
	// 2^64 modulo n: so many draws at the end of the range are of no use.
	_, rest := bits.Div64(1%uint64(n), 0, uint64(n))
	for {
		if draw := r.Uint64(); rest == 0 || draw < -rest {
			return int(draw % uint64(n))
		}
	}
}
