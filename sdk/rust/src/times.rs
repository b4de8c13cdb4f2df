//! Times of messages and of people.
use std::time::Duration;

/// Returns a duration of a message; what is below zero is zero.
pub(crate) fn duration(message: &prost_types::Duration) -> Duration {
    Duration::try_from(*message).unwrap_or_default()
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
    fn what_was_measured_has_milliseconds() {
        assert_eq!(
            milliseconds_text(Duration::from_micros(1_250_400)),
            "1.250 s"
        );
    }
}
