package pentathlon.sdk;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.logging.Logger;

/**
 * Ends a bot that is asked to end by SIGTERM or SIGINT: after its matches, or at once after a
 * second signal or when the matches take too long.
 */
final class Leaving {
  /**
   * After this time another signal is a second one. Supervisors and terminals signal a process and
   * its group, so that it gets the same signal twice.
   */
  static final Duration AGAIN = Duration.ofMillis(500);

  private static final int SIGTERM = 15;

  private final BlockingQueue<Integer> signals = new LinkedBlockingQueue<>();
  private final Runnable leave;
  private final Duration within;
  private final Logger log;
  private final IntConsumer exit;

  /** `exit` ends the program at once. */
  Leaving(Runnable leave, Duration within, Logger log, IntConsumer exit) {
    this.leave = leave;
    this.within = within;
    this.log = log;
    this.exit = exit;
  }

  /** From now on signals are heeded, until the program ends. */
  void begin() {
    catchSignals();
    Thread thread = new Thread(this::watch, "signals");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * The class for signals is in every usual Java but not in its specification. Without it, and with
   * the option -Xrs, signals end the program at once.
   */
  private void catchSignals() {
    try {
      for (String name : List.of("TERM", "INT")) {
        sun.misc.Signal.handle(new sun.misc.Signal(name), came -> signal(came.getNumber()));
      }
    } catch (IllegalArgumentException | NoClassDefFoundError without) {
      // As said above.
    }
  }

  /** A signal has come. */
  void signal(int number) {
    signals.add(number);
  }

  void watch() {
    try {
      signals.take();
      long first = System.nanoTime();
      log.info(
          "asked to end: no further matches, and those under way go on for up to %s; a second signal ends at once"
              .formatted(Seconds.chosen(within)));
      leave.run();
      while (true) {
        long left = within.toNanos() - (System.nanoTime() - first);
        Integer number = signals.poll(left, TimeUnit.NANOSECONDS);
        if (number == null) {
          log.warning("the matches are not over after " + Seconds.chosen(within));
          exit.accept(128 + SIGTERM);
          return;
        }
        if (System.nanoTime() - first >= AGAIN.toNanos()) {
          exit.accept(128 + number);
          return;
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
