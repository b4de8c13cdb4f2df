package pentathlon.sdk;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
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

  private final Class<? extends Bot> kind;
  private final BotFactory factory;
  private final Options options = new Options();

  private Program(Class<? extends Bot> kind, BotFactory factory) {
    this.kind = kind;
    this.factory = factory;
  }

  /**
   * A program whose bots need no preparation.
   *
   * @param kind the class of the bots, with a constructor without arguments, or with a {@link
   *     MatchStart}
   * @return the program
   */
  public static Program of(Class<? extends Bot> kind) {
    return new Program(kind, start -> make(kind, start));
  }

  /**
   * A program with a factory.
   *
   * @param kind the class of the bots: its name is the default name, and if it has {@link
   *     Bot#onEvents}, the referee sends events
   * @param factory makes a bot for each seat of each match
   * @return the program
   */
  public static Program of(Class<? extends Bot> kind, BotFactory factory) {
    return new Program(kind, factory);
  }

  /**
   * Sets options in the program.
   *
   * @param change for example {@code options -> options.version("2")}
   * @return this
   */
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
    Streams.play(session(options));
  }

  /**
   * The main program of a bot: reads the command line and the environment, logs to stderr, plays,
   * and exits.
   *
   * <p>SIGTERM and SIGINT end it after the matches under way; see the README.
   *
   * <p>Exit status 0: the session ended normally. 1: it failed, or there is no referee. 2: an
   * option is wrong. 128 and the number of a signal: that was the second one, or the matches took
   * too long to end after the first.
   *
   * @param arguments the command line
   */
  public void main(String[] arguments) {
    int status = status(List.of(arguments), System.out, System.err);
    System.out.flush();
    // Not by exit(): a bot that hangs must not keep the program alive in a hook of its own.
    Runtime.getRuntime().halt(status);
  }

  /** Returns the exit status. */
  int status(List<String> arguments, PrintStream out, PrintStream err) {
    String[] prompts = {""};
    try {
      if (arguments.contains("--help") || arguments.contains("-h")) {
        help(out);
        return 0;
      }
      options.fromEnvironment();
      Settings.parse(
          options,
          arguments,
          flag -> {
            if (flag.equals("--prompts")) {
              throw new OptionException("--prompts needs a value, a file of `arena prompts`");
            }
            boolean known = flag.startsWith("--prompts=");
            prompts[0] = known ? flag.substring("--prompts=".length()) : prompts[0];
            return known;
          });
      options.check();
      Handler log = logTo(err);
      try {
        return prompts[0].isEmpty() ? play(arguments) : replay(Path.of(prompts[0]), out);
      } finally {
        log.flush();
      }
    } catch (OptionException wrong) {
      String why = name() + ": " + wrong.getMessage() + "; --help lists all flags";
      err.println(Printable.of(why));
      return 2;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return 130;
    }
  }

  private int play(List<String> arguments) throws InterruptedException {
    if (options.instances > 1) {
      return new Instances(options, ownCommand(arguments), Instances.SLOWEST_START).run();
    }
    Session session = session(options);
    Leaving leaving =
        new Leaving(
            session::leave,
            options.leaveWithin,
            options.logger,
            status -> Runtime.getRuntime().halt(status));
    leaving.begin();
    Instances.leaveWithParent(() -> leaving.signal(Leaving.SIGTERM));
    try {
      Streams.play(session);
    } catch (SessionException error) {
      options.logger.severe(error.getMessage());
      return 1;
    }
    return session.replaced() && Instances.isInstance() ? Instances.REPLACED : 0;
  }

  private int replay(Path file, PrintStream out) {
    try (var stream = Files.newInputStream(file)) {
      return Replay.of(stream, factory, out).failed() > 0 ? 1 : 0;
    } catch (FileSystemException error) {
      String why =
          error instanceof NoSuchFileException ? "there is no such file" : error.toString();
      options.logger.severe("--prompts is \"" + file + "\", which cannot be read: " + why);
      return 2;
    } catch (IOException error) {
      options.logger.severe("--prompts is \"" + file + "\": " + error.getMessage());
      return 2;
    }
  }

  private Session session(Options options) {
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
    return Options.validName(name) ? name : "bot";
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

  private static final Logger GRPC = Logger.getLogger("io.grpc");

  /** Lines of all loggers go to `err`; of gRPC's only errors. */
  private Handler logTo(PrintStream err) {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    Handler lines =
        new StreamHandler(err, new LineFormatter()) {
          @Override
          public synchronized void publish(LogRecord record) {
            super.publish(record);
            flush();
          }
        };
    lines.setLevel(options.logLevel);
    root.addHandler(lines);
    GRPC.setLevel(Level.SEVERE);
    options.logger.setLevel(options.logLevel);
    return lines;
  }

  /** How this program was started. */
  private static List<String> ownCommand(List<String> arguments) {
    ProcessHandle.Info own = ProcessHandle.current().info();
    List<String> command = new ArrayList<>();
    command.add(own.command().orElse(Path.of(System.getProperty("java.home"), "bin/java") + ""));
    Optional<String[]> line = own.arguments();
    if (line.isPresent()) {
      command.addAll(List.of(line.get()));
      return command;
    }
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    StackTraceElement[] stack = Thread.currentThread().getStackTrace();
    command.add(stack[stack.length - 1].getClassName());
    command.addAll(arguments);
    return command;
  }

  private void help(PrintStream out) {
    out.printf(
        "usage: %s [FLAG...]%n%nPlays at a Pentathlon referee. A flag overrides its variable.%n%n",
        name());
    out.print(Settings.help());
    out.printf(
        "  %-24s %s%n%27s%s%n",
        "--prompts FILE",
        "play the prompts of a file, without a referee,",
        "",
        "as arena prompts RECORD --seat N --out FILE writes it");
  }
}
