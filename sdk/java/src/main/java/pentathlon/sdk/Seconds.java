package pentathlon.sdk;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Times as messages and as text. */
final class Seconds {
  /** Within thirty years: a referee can say anything, and sums stay within range. */
  private static final long MOST = 1_000_000_000;

  private Seconds() {}

  /** Zero for an absent message. */
  static Duration of(com.google.protobuf.Duration message) {
    long seconds = Math.max(-MOST, Math.min(MOST, message.getSeconds()));
    return Duration.ofSeconds(seconds, message.getNanos());
  }

  /** A time that was measured: "1.250 s". */
  static String measured(Duration time) {
    return rounded(time).toPlainString() + " s";
  }

  /** A time that somebody has chosen: "60 s", "0.4 s". */
  static String chosen(Duration time) {
    return text(time) + " s";
  }

  /** As a flag or variable says it: "60", "0.4". */
  static String text(Duration time) {
    return rounded(time).stripTrailingZeros().toPlainString();
  }

  private static BigDecimal rounded(Duration time) {
    return BigDecimal.valueOf(time.getSeconds())
        .add(BigDecimal.valueOf(time.getNano(), 9))
        .setScale(3, RoundingMode.HALF_UP);
  }
}
