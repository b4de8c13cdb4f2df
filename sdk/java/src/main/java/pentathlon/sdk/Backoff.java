package pentathlon.sdk;

import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** How long to wait before the next attempt to connect, and when to give up. */
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Duration giveUpAfter;
  private final LongSupplier nanos;
  private final DoubleSupplier chance; // From 0 to 1.
  private Duration pause = FIRST;
  private boolean failing;
  private long failingSince;

  Backoff(Duration giveUpAfter, LongSupplier nanos, DoubleSupplier chance) {
    this.giveUpAfter = giveUpAfter;
    this.nanos = nanos;
    this.chance = chance;
  }

  /** Begins again: an attempt succeeded. */
  void reset() {
    pause = FIRST;
    failing = false;
  }

  /** Whether the last attempt failed. */
  boolean failing() {
    return failing;
  }

  /** The pause after a failed attempt; empty: give up. */
  Optional<Duration> failed() {
    long now = nanos.getAsLong();
    if (!failing) {
      failing = true;
      failingSince = now;
    }
    Duration left = giveUpAfter.minusNanos(now - failingSince);
    if (left.isZero() || left.isNegative()) {
      return Optional.empty();
    }
    // Between half the pause and all of it, so that the bots of a restarted referee do not all
    // come back at the same moment.
    Duration next = Duration.ofNanos((long) (pause.toNanos() * (1 + chance.getAsDouble()) / 2));
    pause = earlier(pause.multipliedBy(2), LONGEST);
    return Optional.of(earlier(next, left));
  }

  /** The pause before the nth redirect without a match in between. */
  static Duration ofRedirect(int count) {
    return count == 1
        ? Duration.ZERO
        : earlier(FIRST.multipliedBy(1L << Math.min(count, 10)), LONGEST);
  }

  private static Duration earlier(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
