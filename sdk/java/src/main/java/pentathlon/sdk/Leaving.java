package pentathlon.sdk;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.logging.Logger;

/**
 * Ends a bot that is asked to end by SIGTERM or SIGINT: after its matches, or at once after a second
 * signal or when the matches take too long.
 */
final class Leaving {
  /**
   * After this time another signal is a second one. Supervisors and terminals signal a process and
   * its group, so that it gets the same signal twice.
   */
  static final Duration AGAIN = Duration.ofMillis(500);

  static final int SIGTERM = 15;

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
    catchSignals(List.of("TERM", "INT"), signals::add);
    Thread thread = new Thread(this::watch, "signals");
    thread.setDaemon(true);
    thread.start();
  }

  /** As if the signal had come. */
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

  /**
   * Hands the numbers of signals to `heed`, in a thread of the virtual machine. The class for that,
   * sun.misc.Signal, is in every usual Java but not in its specification: without it signals end
   * the program at once.
   */
  static void catchSignals(List<String> names, java.util.function.Consumer<Integer> heed) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object heeding =
          Proxy.newProxyInstance(
              Leaving.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (!method.getName().equals("handle")) {
                  return switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> "signals";
                  };
                }
                heed.accept((Integer) signal.getMethod("getNumber").invoke(arguments[0]));
                return null;
              });
      for (String name : names) {
        Object one = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, handler).invoke(null, one, heeding);
      }
    } catch (ReflectiveOperationException without) {
      // As said above; also with the option -Xrs.
    }
  }
}
