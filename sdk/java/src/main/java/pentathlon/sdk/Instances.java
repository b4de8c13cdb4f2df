package pentathlon.sdk;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

/**
 * Runs several processes of a program until all have ended.
 *
 * <p>Flags at the end of its command line tell each process which one it is. With {@link
 * Options#oneMatch} a process that ends well is started again, unless a process of another program
 * has taken its place. If one fails, the others end after their matches.
 */
final class Instances {
  /** The exit status of a process whose place another one has taken. */
  static final int REPLACED = 3;

  /** The time after which a process may be started again. */
  static final Duration SLOWEST_START = Duration.ofSeconds(1);

  private static final String PARENT = "_PENTATHLON_PARENT";
  private static final Map<Integer, String> SIGNALS = Map.of(15, "TERM", 2, "INT", 1, "HUP");

  /** Something to do, at a time by System.nanoTime(). */
  private record Event(long at, Runnable action) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(at - ((Event) other).at, 0);
    }
  }

  private final Options options;
  private final List<String> command;
  private final Duration pause; // Between two starts of one number.
  private final Logger log;
  private final DelayQueue<Event> events = new DelayQueue<>();
  private final Map<Integer, Process> running = new HashMap<>(); // By number.
  private int starting; // Processes that wait to be started again.
  private boolean stopping;
  private boolean failed;

  Instances(Options options, List<String> command, Duration pause) {
    this.options = options;
    this.command = command;
    this.pause = pause;
    this.log = options.logger;
  }

  /** Whether this process was started by another one of the same program, which still runs. */
  static boolean isInstance() {
    String said = System.getenv().getOrDefault(PARENT, "");
    return ProcessHandle.current().parent().filter(one -> said.equals("" + one.pid())).isPresent();
  }

  /** Calls `leave` when the process that started this one is gone, if there was one. */
  static void leaveWithParent(Runnable leave) {
    if (System.getenv(PARENT) == null) {
      return;
    }
    Thread thread =
        new Thread(
            () -> {
              try {
                // Java can wait for a parent only as long as somebody else has taken note of its
                // end; so look whose child this process is.
                while (isInstance()) {
                  Thread.sleep(200);
                }
              } catch (InterruptedException ended) {
                return;
              }
              leave.run();
            },
            "parent");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Returns the exit status of the program: 0, or 1 if a process has failed. Passes SIGTERM, SIGINT
   * and SIGHUP on to all processes.
   */
  int run() throws InterruptedException {
    Leaving.catchSignals(
        List.copyOf(SIGNALS.values()), number -> soon(() -> stop(SIGNALS.get(number))));
    for (int number = 1; number <= options.instances; ++number) {
      start(number);
    }
    while (!running.isEmpty() || (starting > 0 && !stopping)) {
      events.take().action.run();
    }
    return failed ? 1 : 0;
  }

  private void soon(Runnable action) {
    events.add(new Event(System.nanoTime(), action));
  }

  private void start(int number) {
    if (stopping) {
      return;
    }
    List<String> line = new ArrayList<>(command);
    line.add("--instances=1");
    line.add("--instance=" + (options.instance.isEmpty() ? "" : options.instance + ".") + number);
    if (!options.tokenFile.isEmpty()) {
      line.add("--token-file=" + options.tokenFile + "." + number);
    }
    ProcessBuilder builder = new ProcessBuilder(line).inheritIO();
    builder.environment().put(PARENT, "" + ProcessHandle.current().pid());
    long started = System.nanoTime();
    try {
      Process process = builder.start();
      running.put(number, process);
      process
          .onExit()
          .thenAccept(ended -> soon(() -> reap(number, ended.exitValue(), started)));
    } catch (IOException error) {
      fail("instance %d cannot be started (%s)".formatted(number, error.getMessage()));
    }
  }

  private void reap(int number, int status, long started) {
    running.remove(number);
    if (stopping || status == REPLACED) {
      return;
    }
    if (status != 0) {
      fail("instance %d has failed".formatted(number));
    } else if (options.oneMatch) {
      ++starting;
      events.add(
          new Event(
              started + pause.toNanos(),
              () -> {
                --starting;
                start(number);
              }));
    }
  }

  private void fail(String what) {
    log.severe(what + "; stopping the others");
    failed = true;
    stop("TERM");
  }

  private void stop(String signal) {
    stopping = true;
    for (Process process : running.values()) {
      // Java itself can only send SIGTERM.
      if (signal.equals("TERM")) {
        process.destroy();
        continue;
      }
      try {
        new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor();
      } catch (IOException without) {
        process.destroy();
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
