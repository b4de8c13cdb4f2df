package pentathlon.sdk;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import pentathlon.arena.v1.GameSupport;
import pentathlon.arena.v1.Observation;

/**
 * Every option of a session. Each method sets one and returns this object:
 *
 * <pre>{@code
 * new Options().version("2").maxMatches(4)
 * }</pre>
 *
 * <p>A flag overrides the variable, and the variable overrides the value in the program. The flag
 * of {@code maxMatches} is {@code --max-matches}, its variable {@code ARENA_MAX_MATCHES}, and so
 * on; but the variable of {@code name} is {@code ARENA_BOT_NAME}, and the token has no flag. Only
 * the program sets {@code version}, {@code plays}, {@code text}, {@code events}, {@code keepalive}
 * and {@code logger}.
 *
 * <p>Not thread-safe.
 */
public final class Options {
  String address = "127.0.0.1:5757";
  String tlsCa = "";
  String name = "";
  String version = "";
  List<GameSupport> plays = List.of();
  List<String> games = List.of();
  int maxMatches = 1;
  String instance = "";
  boolean oneMatch;
  boolean replace;
  Duration leaveWithin = Duration.ofMinutes(10);
  boolean text = true;
  Optional<Boolean> events = Optional.empty();
  String token = "";
  String tokenFile = "";
  Duration giveUpAfter = Duration.ofMinutes(1);
  Duration keepalive = Duration.ofSeconds(20);
  Level logLevel = Level.INFO;
  Logger logger = Logger.getLogger("pentathlon");

  /** Every option with its default. */
  public Options() {}

  /** Changes these options by the ARENA_ variables that are set. */
  public Options fromEnvironment() {
    Flags.apply(this, System.getenv(), List.of());
    return this;
  }

  /** The referee: host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT for several. */
  public Options address(String address) {
    this.address = address;
    return this;
  }

  /** A PEM file with the certificates to trust; empty: no TLS. */
  public Options tlsCa(String file) {
    tlsCa = file;
    return this;
  }

  /**
   * The bot's public name, 1 to 64 letters, digits, '.', '_' and '-'; empty: the name of its class.
   */
  public Options name(String name) {
    this.name = name;
    return this;
  }

  /** The bot's own version, up to 64 characters. */
  public Options version(String version) {
    this.version = version;
    return this;
  }

  /** The names of the games that the bot's code can play; by default every game of this SDK. */
  public Options plays(String... games) {
    return plays(Stream.of(games).map(Options::support).toList());
  }

  /** What the bot's code can play, where it is limited to some seats or options. */
  public Options plays(List<GameSupport> games) {
    plays = List.copyOf(games);
    return this;
  }

  /** The games among {@link #plays} that the bot does play; empty: all. */
  public Options games(List<String> games) {
    this.games = List.copyOf(games);
    return this;
  }

  /** Most matches at once, at least 1. */
  public Options maxMatches(int matches) {
    maxMatches = matches;
    return this;
  }

  /** The name of this process among those of the bot, written as a bot's. */
  public Options instance(String name) {
    instance = name;
    return this;
  }

  /** Whether to play one match, then end. */
  public Options oneMatch(boolean one) {
    oneMatch = one;
    return this;
  }

  /**
   * Whether to take the place of the connected process of the same name and instance, which plays
   * its matches to their end.
   */
  public Options replace(boolean replace) {
    this.replace = replace;
    return this;
  }

  /**
   * How long the matches under way may take when {@link Program#main} was asked to end by SIGTERM
   * or SIGINT.
   */
  public Options leaveWithin(Duration time) {
    leaveWithin = time;
    return this;
  }

  /**
   * Whether prompts come with text, of the position and of each action; true by default. Without it
   * they are smaller.
   */
  public Options text(boolean text) {
    this.text = text;
    return this;
  }

  /** Whether the referee sends events; by default if the bot's class has {@link Bot#onEvents}. */
  public Options events(boolean events) {
    this.events = Optional.of(events);
    return this;
  }

  /**
   * The secret that proves the bot's identity. There is no flag, because other people on the
   * machine can read the flags of a process.
   */
  public Options token(String token) {
    this.token = token;
    return this;
  }

  /**
   * A file that keeps the token of the session, so that a restarted bot goes on with its matches;
   * empty: not kept.
   */
  public Options tokenFile(String file) {
    tokenFile = file;
    return this;
  }

  /** How long to try without a connection. */
  public Options giveUpAfter(Duration time) {
    giveUpAfter = time;
    return this;
  }

  /** The time between HTTP/2 keepalive pings, at least 10 s; raised if the referee demands more. */
  public Options keepalive(Duration time) {
    keepalive = time;
    return this;
  }

  /**
   * What {@link Program#main} logs to stderr: FINE for debug, INFO, WARNING, or SEVERE for error.
   */
  public Options logLevel(Level level) {
    logLevel = level;
    return this;
  }

  /** What gets the lines of the log; by default the logger "pentathlon". */
  public Options logger(Logger logger) {
    this.logger = logger;
    return this;
  }

  /** Throws an OptionException for the first option that is wrong. */
  void check() {
    Flags.check("ARENA_ADDRESS", address);
    Flags.check("ARENA_TLS_CA", tlsCa);
    Flags.check("ARENA_BOT_NAME", name);
    Flags.check("ARENA_TOKEN", token);
    Flags.check("ARENA_MAX_MATCHES", "" + maxMatches);
    Flags.check("ARENA_INSTANCE", instance);
    Flags.check("ARENA_LEAVE_WITHIN", Seconds.text(leaveWithin));
    Flags.check("ARENA_TOKEN_FILE", tokenFile);
    Flags.check("ARENA_GIVE_UP_AFTER", Seconds.text(giveUpAfter));
    if (keepalive.compareTo(Duration.ofSeconds(10)) < 0) {
      throw new OptionException(
          "Options.keepalive is %s; it should be at least 10 seconds, or servers take the pings for an attack"
              .formatted(Seconds.chosen(keepalive)));
    }
  }

  /** What the bot says that it plays: `plays`, as far as `games` names it. */
  List<GameSupport> gamesPlayed() {
    if (!plays.isEmpty()) {
      return plays.stream()
          .filter(entry -> games.isEmpty() || games.contains(entry.getGame()))
          .toList();
    }
    // The user may name a game that this SDK has no messages for.
    Stream<String> names =
        games.isEmpty()
            ? Observation.getDescriptor().getOneofs().get(0).getFields().stream()
                .map(FieldDescriptor::getName)
            : games.stream().distinct();
    return names.map(Options::support).toList();
  }

  private static GameSupport support(String game) {
    return GameSupport.newBuilder().setGame(game).build();
  }
}
