//! Times of messages and of people.
use std::time::Duration;

/// Returns a duration of a message; what is below zero is zero. At most thirty
/// years: a referee can say anything, and sums of a few stay within range.
pub(crate) fn duration(message: &prost_types::Duration) -> Duration {
    const MOST: i64 = 1_000_000_000;
    let Ok(seconds) = u64::try_from(message.seconds.min(MOST)) else {
        return Duration::ZERO;
    };
    let nanos = u32::try_from(message.nanos).unwrap_or_default();
    Duration::from_secs(seconds) + Duration::from_nanos(nanos.into())
}

/// Returns a time that somebody has set as text: "0.4 s", "60 s".
pub(crate) fn seconds_text(time: Duration) -> String {
    let rounded = (time.as_secs_f64() * 1000.0).round() / 1000.0;
    format!("{rounded} s")
}

/// Returns a time that was measured as text: "1.250 s".
pub(crate) fn milliseconds_text(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_seconds_have_no_point() {
        assert_eq!(seconds_text(Duration::from_secs(60)), "60 s");
        assert_eq!(seconds_text(Duration::from_millis(400)), "0.4 s");
    }

    #[test]
    fn no_time_is_beyond_reason() {
        let of = |seconds, nanos| duration(&prost_types::Duration { seconds, nanos });
        assert_eq!(of(1, 500_000_000), Duration::from_millis(1500));
        assert!(of(i64::MAX, i32::MAX) < Duration::from_secs(1_000_000_003));
        assert_eq!(of(i64::MIN, i32::MIN), Duration::ZERO);
        assert_eq!(of(-1, 999_999_999), Duration::ZERO);
    }

    #[test]
    fn what_was_measured_has_milliseconds() {
        assert_eq!(
            milliseconds_text(Duration::from_micros(1_250_400)),
            "1.250 s"
        );
    }
}
