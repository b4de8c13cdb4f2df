package pentathlon.sdk;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import pentathlon.arena.v1.Events;
import pentathlon.arena.v1.MatchStart;

/**
 * A program that plays:
 *
 * <pre>{@code
 * Program.of(MyBot.class).main(args);
 * }</pre>
 */
public final class Program {
  /** The version of this SDK, equal to the release of the protocol. */
  public static final String VERSION = "1.0.0";

  /** The exit status of a process of one match that should not be started again. */
  private static final int REPLACED = 3;

  private static final Logger GRPC = Logger.getLogger("io.grpc");

  private final Class<? extends Bot> kind;
  private final BotFactory factory;
  private final Options options = new Options();

  private Program(Class<? extends Bot> kind, BotFactory factory) {
    this.kind = kind;
    this.factory = factory;
  }

  /**
   * A program whose bots need no preparation: their class has a constructor without arguments, or
   * with a {@link MatchStart}.
   */
  public static Program of(Class<? extends Bot> kind) {
    return new Program(kind, start -> make(kind, start));
  }

  /**
   * A program whose factory makes a bot for each seat of each match. The name of the class is the
   * default name; if the class has {@link Bot#onEvents}, the referee sends events.
   */
  public static Program of(Class<? extends Bot> kind, BotFactory factory) {
    return new Program(kind, factory);
  }

  /** Sets options in the program, for example {@code options -> options.version("2")}. */
  public Program with(Consumer<Options> change) {
    change.accept(options);
    return this;
  }

  /**
   * Plays until the referee ends the session, with the options of {@link #with}.
   *
   * @throws SessionException if no referee answers, or the referee refuses this bot
   * @throws InterruptedException as soon as this thread is interrupted
   * @throws OptionException if an option is wrong
   */
  public void run() throws SessionException, InterruptedException {
    Streams.play(session());
  }

  /**
   * The main program of a bot: reads the command line and the environment, logs to stderr, plays,
   * and exits.
   *
   * <p>SIGTERM and SIGINT end it after the matches under way; see the README.
   *
   * <p>Exit status 0: the session ended normally. 1: it failed, or there is no referee. 2: an
   * option is wrong. 3: with {@link Options#oneMatch}, another process took its place. 128 and the
   * number of a signal: that was the second one, or the matches took too long to end after the
   * first.
   */
  public void main(String[] arguments) {
    int status = status(List.of(arguments), System.out, System.err);
    System.out.flush();
    // Not by exit(): a bot that hangs must not keep the program alive in a hook of its own.
    Runtime.getRuntime().halt(status);
  }

  /** Returns the exit status. */
  int status(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.contains("--help") || arguments.contains("-h")) {
      out.printf(
          "usage: %s [FLAG...]%n%nPlays at a Pentathlon referee. A flag overrides its"
              + " variable.%n%n%s",
          name(), Flags.help());
      return 0;
    }
    try {
      Flags.apply(options, System.getenv(), arguments);
      return play();
    } catch (OptionException wrong) {
      String why = name() + ": " + wrong.getMessage() + "; --help lists all flags";
      err.println(LineFormatter.printable(why));
      return 2;
    } catch (SessionException error) {
      options.logger.severe(error.getMessage());
      return 1;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return 130;
    }
  }

  private int play() throws SessionException, InterruptedException {
    Session session = session();
    logToStderr();
    new Leaving(
            session::leave,
            options.leaveWithin,
            options.logger,
            status -> Runtime.getRuntime().halt(status))
        .begin();
    Streams.play(session);
    return options.oneMatch && session.replaced ? REPLACED : 0;
  }

  private Session session() {
    return new Session(factory, hasEvents(), name(), options);
  }

  /** Whether the class has the method, other than by inheritance from Bot. */
  private boolean hasEvents() {
    try {
      return kind.getMethod("onEvents", Events.class).getDeclaringClass() != Bot.class;
    } catch (NoSuchMethodException none) {
      throw new IllegalStateException(none);
    }
  }

  private String name() {
    String name = kind.getSimpleName();
    return Flags.isName(name) ? name : "bot";
  }

  private static Bot make(Class<? extends Bot> kind, MatchStart start) throws Exception {
    try {
      for (var constructor : kind.getDeclaredConstructors()) {
        Class<?>[] parameters = constructor.getParameterTypes();
        boolean sees = parameters.length == 1 && parameters[0] == MatchStart.class;
        if (sees || parameters.length == 0) {
          constructor.setAccessible(true);
          return kind.cast(sees ? constructor.newInstance(start) : constructor.newInstance());
        }
      }
    } catch (java.lang.reflect.InvocationTargetException thrown) {
      if (thrown.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw thrown;
    }
    throw new NoSuchMethodException(
        kind.getName() + " has no constructor without arguments, nor with a MatchStart");
  }

  /** Lines of all loggers go to stderr; of gRPC's only errors. */
  private void logToStderr() {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    Handler lines = new ConsoleHandler();
    lines.setFormatter(new LineFormatter());
    lines.setLevel(options.logLevel);
    root.addHandler(lines);
    GRPC.setLevel(Level.SEVERE);
    options.logger.setLevel(options.logLevel);
  }
}
