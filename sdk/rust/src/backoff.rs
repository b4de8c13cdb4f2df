//! How long to wait before the next attempt to connect, and when to give up.
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);

/// Pauses that double from failure to failure, until the time is up.
#[derive(Debug)]
pub(crate) struct Backoff {
    give_up_after: Duration,
    pause: Duration,
    failing_since: Option<Instant>,
}

impl Backoff {
    pub(crate) fn new(give_up_after: Duration) -> Self {
        Self {
            give_up_after,
            pause: FIRST,
            failing_since: None,
        }
    }

    /// Begins again: an attempt succeeded.
    pub(crate) fn reset(&mut self) {
        self.pause = FIRST;
        self.failing_since = None;
    }

    /// Whether the last attempt failed.
    pub(crate) fn failing(&self) -> bool {
        self.failing_since.is_some()
    }

    /// An attempt failed: returns how long to wait, or `None` to give up.
    pub(crate) fn failed(&mut self) -> Option<Duration> {
        self.failed_at(Instant::now(), RandomState::new().hash_one(()))
    }

    fn failed_at(&mut self, now: Instant, draw: u64) -> Option<Duration> {
        let since = *self.failing_since.get_or_insert(now);
        let left = (since + self.give_up_after).saturating_duration_since(now);
        if left.is_zero() {
            return None;
        }
        // Between half the pause and all of it, so that the bots of a restarted
        // referee do not all come back at the same moment.
        let pause = self
            .pause
            .mul_f64(1.0 - draw as f64 / u64::MAX as f64 / 2.0);
        self.pause = (2 * self.pause).min(LONGEST);
        Some(pause.min(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn pauses_double_up_to_five_seconds() {
        let (mut backoff, now) = (Backoff::new(millis(60_000)), Instant::now());
        let pauses = [0; 8].map(|_| backoff.failed_at(now, 0).unwrap());
        let right = [100, 200, 400, 800, 1600, 3200, 5000, 5000].map(millis);
        assert_eq!(pauses, right);
    }

    #[test]
    fn up_to_half_of_a_pause_is_taken_off() {
        let mut backoff = Backoff::new(millis(60_000));
        assert_eq!(
            backoff.failed_at(Instant::now(), u64::MAX),
            Some(millis(50))
        );
    }

    #[test]
    fn the_last_pause_ends_when_the_time_is_up() {
        let (mut backoff, now) = (Backoff::new(millis(150)), Instant::now());
        assert_eq!(backoff.failed_at(now, 0), Some(millis(100)));
        assert_eq!(backoff.failed_at(now + millis(100), 0), Some(millis(50)));
        assert_eq!(backoff.failed_at(now + millis(150), 0), None);
    }

    #[test]
    fn a_success_begins_again() {
        let (mut backoff, now) = (Backoff::new(millis(60_000)), Instant::now());
        backoff.failed_at(now, 0);
        backoff.failed_at(now, 0);
        assert!(backoff.failing());
        backoff.reset();
        assert!(!backoff.failing());
        assert_eq!(backoff.failed_at(now, 0), Some(millis(100)));
    }
}
