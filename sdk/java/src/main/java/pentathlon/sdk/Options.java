package pentathlon.sdk;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import pentathlon.arena.v1.GameSupport;
import pentathlon.arena.v1.Observation;

/**
 * Every option of a session. A flag overrides the variable, and the variable overrides the value in
 * the program:
 *
 * <pre>{@code
 * new Options().version("2").maxMatches(4)
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class Options {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]{1,253}):[0-9]{1,5}");
  private static final Pattern ADDRESS =
      Pattern.compile("(unix|ipv4|ipv6|dns):.+|(\\[[^\\]]+\\]|[^:/\\s]+):[0-9]+");

  String address = "127.0.0.1:5757";
  String tlsCa = "";
  String name = "";
  String version = "";
  List<GameSupport> plays = List.of();
  List<String> games = List.of();
  int maxMatches = 1;
  String instance = "";
  boolean oneMatch;
  int instances = 1;
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

  /**
   * Changes these options by the ARENA_ variables that are set.
   *
   * @return this
   */
  public Options fromEnvironment() {
    return fromEnvironment(System.getenv());
  }

  Options fromEnvironment(Map<String, String> environment) {
    Settings.apply(this, environment);
    return this;
  }

  /**
   * The referee. {@code --address}, {@code ARENA_ADDRESS}.
   *
   * @param address host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT for several referees
   * @return this
   */
  public Options address(String address) {
    this.address = address;
    return this;
  }

  /**
   * The certificates to trust; empty: no TLS. {@code --tls-ca}, {@code ARENA_TLS_CA}.
   *
   * @param file a PEM file
   * @return this
   */
  public Options tlsCa(String file) {
    tlsCa = file;
    return this;
  }

  /**
   * The bot's public name; empty: the name of its class. {@code --name}, {@code ARENA_BOT_NAME}.
   *
   * @param name 1 to 64 letters, digits, '.', '_' and '-'
   * @return this
   */
  public Options name(String name) {
    this.name = name;
    return this;
  }

  /**
   * The bot's own version.
   *
   * @param version up to 64 characters
   * @return this
   */
  public Options version(String version) {
    this.version = version;
    return this;
  }

  /**
   * What the bot's code can play; by default every game of this SDK.
   *
   * @param games names of games
   * @return this
   */
  public Options plays(String... games) {
    plays = new ArrayList<>();
    for (String game : games) {
      plays.add(GameSupport.newBuilder().setGame(game).build());
    }
    return this;
  }

  /**
   * What the bot's code can play, where it is limited to some seats or options.
   *
   * @param games what it can play of each game
   * @return this
   */
  public Options plays(List<GameSupport> games) {
    plays = List.copyOf(games);
    return this;
  }

  /**
   * The games among {@link #plays} that the bot does play; empty: all. {@code --games}, {@code
   * ARENA_GAMES} (separated by commas).
   *
   * @param games names of games
   * @return this
   */
  public Options games(List<String> games) {
    this.games = List.copyOf(games);
    return this;
  }

  /**
   * Most matches at once. {@code --max-matches}, {@code ARENA_MAX_MATCHES}.
   *
   * @param matches at least 1
   * @return this
   */
  public Options maxMatches(int matches) {
    maxMatches = matches;
    return this;
  }

  /**
   * Name of this process among those of the bot. {@code --instance}, {@code ARENA_INSTANCE}.
   *
   * @param name as of a bot
   * @return this
   */
  public Options instance(String name) {
    instance = name;
    return this;
  }

  /**
   * Play one match, then end. {@code --one-match}, {@code ARENA_ONE_MATCH}.
   *
   * @param one whether to
   * @return this
   */
  public Options oneMatch(boolean one) {
    oneMatch = one;
    return this;
  }

  /**
   * How many processes of the program {@link Program#main} runs, each with its own instance name;
   * with {@link #oneMatch} each is replaced when it ends. {@code --instances}, {@code
   * ARENA_INSTANCES}.
   *
   * @param number 1 to 1000
   * @return this
   */
  public Options instances(int number) {
    instances = number;
    return this;
  }

  /**
   * Take the place of the connected process of the same name and instance, which plays its matches
   * to their end. {@code --replace}, {@code ARENA_REPLACE}.
   *
   * @param replace whether to
   * @return this
   */
  public Options replace(boolean replace) {
    this.replace = replace;
    return this;
  }

  /**
   * How long the matches under way may take when {@link Program#main} was asked to end by SIGTERM
   * or SIGINT. {@code --leave-within}, {@code ARENA_LEAVE_WITHIN}.
   *
   * @param time not below zero
   * @return this
   */
  public Options leaveWithin(Duration time) {
    leaveWithin = time;
    return this;
  }

  /**
   * Whether prompts come with text, of the position and of each action; without it they are
   * smaller.
   *
   * @param text true by default
   * @return this
   */
  public Options text(boolean text) {
    this.text = text;
    return this;
  }

  /**
   * Whether the referee sends events; by default if the bot's class has {@link Bot#onEvents}.
   *
   * @param events whether it does
   * @return this
   */
  public Options events(boolean events) {
    this.events = Optional.of(events);
    return this;
  }

  /**
   * Proves the bot's identity. {@code ARENA_TOKEN}; no flag, because other people on the machine
   * can read the flags of a process.
   *
   * @param token the secret
   * @return this
   */
  public Options token(String token) {
    this.token = token;
    return this;
  }

  /**
   * Keeps the token of the session, so that a restarted bot goes on with its matches; empty: not
   * kept. {@code --token-file}, {@code ARENA_TOKEN_FILE}.
   *
   * @param file a path
   * @return this
   */
  public Options tokenFile(String file) {
    tokenFile = file;
    return this;
  }

  /**
   * How long to try without a connection. {@code --give-up-after}, {@code ARENA_GIVE_UP_AFTER}.
   *
   * @param time not below zero
   * @return this
   */
  public Options giveUpAfter(Duration time) {
    giveUpAfter = time;
    return this;
  }

  /**
   * The time between HTTP/2 keepalive pings; raised if the referee demands more.
   *
   * @param time at least 10 s
   * @return this
   */
  public Options keepalive(Duration time) {
    keepalive = time;
    return this;
  }

  /**
   * What {@link Program#main} logs to stderr. {@code --log-level}, {@code ARENA_LOG_LEVEL}.
   *
   * @param level FINE for debug, INFO, WARNING, or SEVERE for error
   * @return this
   */
  public Options logLevel(Level level) {
    logLevel = level;
    return this;
  }

  /**
   * What gets the lines of the log.
   *
   * @param logger by default the logger "pentathlon"
   * @return this
   */
  public Options logger(Logger logger) {
    this.logger = logger;
    return this;
  }

  /** Throws an OptionException for the first option that is wrong. */
  void check() {
    demand(
        ADDRESS.matcher(address).matches(),
        "--address or ARENA_ADDRESS is \"%s\"; it should be host:port, e.g. 127.0.0.1:5757, or"
            + " unix:PATH",
        address);
    String names = "it should be 1 to 64 characters of letters, digits, '.', '_' and '-'";
    demand(
        name.isEmpty() || validName(name), "--name or ARENA_BOT_NAME is \"%s\"; %s", name, names);
    demand(
        instance.isEmpty() || validName(instance),
        "--instance or ARENA_INSTANCE is \"%s\"; %s",
        instance,
        names);
    demand(
        instances >= 1 && instances <= 1000,
        "--instances or ARENA_INSTANCES is %d; it should be 1 to 1000",
        instances);
    demand(
        maxMatches >= 1,
        "--max-matches or ARENA_MAX_MATCHES is %d; it should be at least 1",
        maxMatches);
    demand(
        !giveUpAfter.isNegative(),
        "--give-up-after or ARENA_GIVE_UP_AFTER is %s; it should be 0 or more",
        Seconds.chosen(giveUpAfter));
    demand(
        !leaveWithin.isNegative(),
        "--leave-within or ARENA_LEAVE_WITHIN is %s; it should be 0 or more",
        Seconds.chosen(leaveWithin));
    demand(
        keepalive.compareTo(Duration.ofSeconds(10)) >= 0,
        "Options.keepalive is %s; it should be at least 10 seconds, or servers take the pings for"
            + " an attack",
        Seconds.chosen(keepalive));
    // Without the value: it is a secret, even if it is wrong.
    demand(
        token.isEmpty() || TokenFile.isToken(token),
        "Options.token or ARENA_TOKEN is no token; it should be one word of ASCII letters, digits"
            + " and signs");
    if (!tlsCa.isEmpty()) {
      checkCertificates();
    }
  }

  private static void demand(boolean right, String otherwise, Object... values) {
    if (!right) {
      throw new OptionException(otherwise.formatted(values));
    }
  }

  /** gRPC would only complain again and again that it cannot connect. */
  private void checkCertificates() {
    String problem = "which holds no certificate";
    try (var file = Files.newInputStream(Path.of(tlsCa))) {
      if (!CertificateFactory.getInstance("X.509").generateCertificates(file).isEmpty()) {
        return;
      }
    } catch (CertificateException none) {
      // Said already.
    } catch (java.nio.file.NoSuchFileException error) {
      problem = "which cannot be read (there is no such file)";
    } catch (java.io.IOException error) {
      problem = "which cannot be read (" + error + ")";
    }
    throw new OptionException(
        "--tls-ca or ARENA_TLS_CA is \"%s\", %s; it should be a PEM file with certificates to trust"
            .formatted(tlsCa, problem));
  }

  static boolean validName(String name) {
    return NAME.matcher(name).matches();
  }

  /** What the bot says that it plays: `plays`, as far as `games` names it. */
  List<GameSupport> gamesPlayed() {
    List<String> known = new ArrayList<>();
    Observation.getDescriptor()
        .getOneofs()
        .get(0)
        .getFields()
        .forEach(field -> known.add(field.getName()));
    List<GameSupport> played = new ArrayList<>(plays);
    if (plays.isEmpty()) {
      known.forEach(game -> played.add(GameSupport.newBuilder().setGame(game).build()));
    }
    if (games.isEmpty()) {
      return played;
    }
    played.removeIf(entry -> !games.contains(entry.getGame()));
    if (plays.isEmpty()) {
      // The bot may know a game that this SDK has no messages for.
      games.stream()
          .filter(game -> !known.contains(game))
          .forEach(game -> played.add(GameSupport.newBuilder().setGame(game).build()));
    }
    return played;
  }

  /**
   * Whether a redirect may send the bot to an address: to a host and port, or to a socket on this
   * machine if the bot's own address is one, too. Other targets of gRPC are refused: they could
   * name a resolver, or several places.
   */
  boolean mayGo(String other) {
    if (other.startsWith("unix:")) {
      return address.startsWith("unix:");
    }
    // gRPC would take the latter for sockets of this machine.
    return HOST_AND_PORT.matcher(other).matches() && !other.startsWith("unix-abstract:");
  }

  /**
   * How many seats the bot plays at once, whatever a referee wants of it: four of each match, and
   * those of a process before this one, which may have allowed more.
   */
  long mostSeats() {
    return 4 * (maxMatches + 32L);
  }
}
