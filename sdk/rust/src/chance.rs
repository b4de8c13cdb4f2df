//! Chance that a bot may use: the same in every language, and secret.
use std::cell::Cell;

/// Returns the seed of a decision: FNV-1a over the private seed of the seat and
/// the place of the decision.
pub(crate) fn seed_of(private_seed: &[u8], seat: u32, decision: u32) -> u64 {
    let place = format!("/{seat}/{decision}");
    let bytes = private_seed.iter().copied().chain(place.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |value, byte| {
        (value ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// SplitMix64, which draws the same numbers in every language.
#[derive(Clone, Debug)]
pub struct Random {
    state: Cell<u64>,
}

impl Random {
    /// Begins with `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            state: Cell::new(seed),
        }
    }

    /// Returns the next number of 64 bits.
    pub fn draw(&self) -> u64 {
        let state = self.state.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.state.set(state);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `count` - 1.
    ///
    /// # Panics
    ///
    /// If `count` is 0.
    pub fn below(&self, count: usize) -> usize {
        assert!(count > 0, "below(0): the count should be 1 or more");
        let count = count as u64;
        // What is left of 2^64 after the largest multiple of the count.
        let rest = (u64::MAX % count + 1) % count;
        loop {
            let draw = self.draw();
            if draw <= u64::MAX - rest {
                return (draw % count) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{seed_of, Random};

    const PRIVATE_SEED: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

    #[test]
    fn the_generator_draws_the_numbers_of_the_contract() {
        let random = Random::new(0);
        let draws = [random.draw(), random.draw(), random.draw()];
        let right = [
            16_294_208_416_658_607_535,
            7_960_286_522_194_355_700,
            487_617_019_471_545_679,
        ];
        assert_eq!(draws, right);
    }

    #[test]
    fn the_seed_and_its_draws_are_those_of_the_contract() {
        let seed = seed_of(&PRIVATE_SEED, 1, 7);
        assert_eq!(seed, 18_257_086_097_028_160_099);
        let random = Random::new(seed);
        let draws = [random.below(10), random.below(10), random.below(10)];
        assert_eq!(draws, [7, 3, 2]);
    }

    #[test]
    fn a_draw_beyond_the_largest_multiple_is_drawn_again() {
        // Of this count only one multiple fits, so a third of the draws is not
        // used: the first number of the state 0.
        let random = Random::new(0);
        let count = 12_000_000_000_000_000_000;
        assert_eq!(random.below(count), 7_960_286_522_194_355_700);
    }

    #[test]
    fn every_draw_fits_a_power_of_two() {
        let random = Random::new(0);
        assert_eq!(
            random.below(1 << 63),
            16_294_208_416_658_607_535 - (1 << 63)
        );
        assert_eq!(random.below(1), 0);
    }

    #[test]
    #[should_panic(expected = "below(0)")]
    fn nothing_is_below_zero() {
        Random::new(0).below(0);
    }
}
