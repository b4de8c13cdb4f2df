package pentathlon.sdk;

import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import pentathlon.arena.v1.Capability;
import pentathlon.arena.v1.ErrorReason;
import pentathlon.arena.v1.GameSupport;
import pentathlon.arena.v1.Hello;
import pentathlon.arena.v1.Leave;
import pentathlon.arena.v1.MatchEnd;
import pentathlon.arena.v1.MatchStart;
import pentathlon.arena.v1.PlayError;
import pentathlon.arena.v1.PlayRequest;
import pentathlon.arena.v1.PlayResponse;
import pentathlon.arena.v1.Pong;
import pentathlon.arena.v1.Redirect;
import pentathlon.arena.v1.Welcome;

/**
 * The seats of one bot, and the stream that they share, without the transport of its bytes: {@link
 * Streams} moves messages between a session and gRPC.
 *
 * <p>Only one thread at a time may call {@link #open}, {@link #receive}, {@link #ended} and {@link
 * #close}; any may call {@link #stream}, {@link #send} and {@link #leave}.
 */
final class Session {
  /** How long a normal end waits for bots. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A referee cannot demand more between two keepalive pings. */
  private static final Duration RAREST_KEEPALIVE = Duration.ofDays(1);

  final Options options;
  private final BotFactory factory;
  private final boolean events;
  private final String name;
  private final Logger log;
  private final Backoff backoff;

  private final Map<String, Hooks> playing = new LinkedHashMap<>(); // By Seat.where.
  private final List<Hooks> ending = new ArrayList<>();
  Duration keepalive; // Of the next connection.
  String address; // Where the next connection goes.
  private String resumeToken;
  private String keptToken; // In the file.
  private boolean welcomed; // On this stream.
  private boolean known; // On any.
  private PlayError fatal;
  private String nextAddress = ""; // Where a redirect sends the bot.
  private int redirects; // Since the last match.
  private boolean played; // Whether any match has begun.
  boolean replaced; // By another process.
  private final CountDownLatch left = new CountDownLatch(1);

  // Guarded by this.
  private Consumer<PlayRequest> out;
  private Runnable cancelIdle = () -> {}; // Ends a stream before its Welcome, without a match.
  private long streams;
  private boolean leaving;

  Session(BotFactory factory, boolean events, String name, Options options) {
    options.check();
    this.options = options;
    this.factory = factory;
    this.events = options.events.orElse(events);
    this.name = options.name.isEmpty() ? name : options.name;
    this.log = options.logger;
    backoff =
        new Backoff(
            options.giveUpAfter, System::nanoTime, () -> ThreadLocalRandom.current().nextDouble());
    keepalive = options.keepalive;
    address = options.address;
    resumeToken = options.tokenFile.isEmpty() ? "" : readToken(options.tokenFile);
    keptToken = resumeToken;
  }

  private static String readToken(String file) {
    try {
      return TokenFile.read(file);
    } catch (IOException error) {
      throw new OptionException("the token file has changed: " + error.getMessage());
    }
  }

  /** The number of the current stream, from 1; 0 while there is none. */
  synchronized long stream() {
    return out == null ? 0 : streams;
  }

  /** Sends on the current stream, without waiting, and returns its number; 0 if there is none. */
  synchronized long send(PlayRequest request) {
    if (out == null) {
      return 0;
    }
    out.accept(request);
    return streams;
  }

  /** Asks for no further matches. */
  synchronized void leave() {
    leaving = true;
    left.countDown();
    cancelIdle.run();
    send(PlayRequest.newBuilder().setLeave(Leave.getDefaultInstance()).build());
  }

  /** Sleeps; without matches, only until the bot leaves. */
  void rest(Duration pause) throws InterruptedException {
    if (playing.isEmpty()) {
      left.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    } else {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    }
  }

  /** A stream begins. Its requests go to `send`, which must never wait; `cancel` ends it. */
  void open(Consumer<PlayRequest> send, Runnable cancel) {
    welcomed = false;
    fatal = null;
    send.accept(PlayRequest.newBuilder().setHello(hello()).build());
    synchronized (this) {
      out = send;
      ++streams;
      if (playing.isEmpty()) {
        cancelIdle = cancel;
        if (leaving) {
          cancel.run();
        }
      }
    }
  }

  private Hello hello() {
    Hello.Builder hello =
        Hello.newBuilder()
            .setName(name)
            .setVersion(options.version)
            .setLanguage("java " + Runtime.version().feature())
            .addAllPlays(options.gamesPlayed())
            .setMaxMatches(options.maxMatches)
            .setInstance(options.instance)
            .setOneMatch(options.oneMatch)
            // Later it comes back to its own session.
            .setReplace(options.replace && !known)
            .setResumeToken(resumeToken);
    if (events) {
      hello.addCapabilities(Capability.CAPABILITY_EVENTS);
    }
    if (options.text) {
      hello.addCapabilities(Capability.CAPABILITY_TEXT);
    }
    return hello.addCapabilities(Capability.CAPABILITY_REDIRECT).build();
  }

  /** Takes in a message. */
  void receive(PlayResponse response) {
    switch (response.getKindCase()) {
      case PING ->
          send(
              PlayRequest.newBuilder()
                  .setPong(Pong.newBuilder().setNonce(response.getPing().getNonce()))
                  .build());
      case WELCOME -> onWelcome(response.getWelcome());
      case MATCH_START -> onMatchStart(response.getMatchStart());
      case PROMPT ->
          post(response.getPrompt().getMatchId(), response.getPrompt().getSeat(), response);
      case ACT_ACK ->
          post(response.getActAck().getMatchId(), response.getActAck().getSeat(), response);
      case ANNOUNCE_ACK ->
          post(
              response.getAnnounceAck().getMatchId(),
              response.getAnnounceAck().getSeat(),
              response);
      case EVENTS ->
          post(response.getEvents().getMatchId(), response.getEvents().getSeat(), response);
      case MATCH_END -> onMatchEnd(response.getMatchEnd(), response);
      case REDIRECT -> onRedirect(response.getRedirect());
      case DRAINING ->
          info(
              "the referee stops in %s; matches go on when it is back",
              Seconds.chosen(Seconds.of(response.getDraining().getTimeLeft())));
      case ERROR -> onError(response.getError());
      default -> {}
    }
  }

  private void onWelcome(Welcome welcome) {
    welcomed = true;
    known = true;
    synchronized (this) {
      cancelIdle = () -> {};
    }
    backoff.reset();
    resumeToken = welcome.getSessionToken();
    keepToken();
    // Takes effect with the next connection. A referee that permits fewer pings than the default
    // says so in its first Welcome.
    Duration least = Seconds.of(welcome.getLimits().getMinKeepalive());
    least = least.compareTo(RAREST_KEEPALIVE) < 0 ? least : RAREST_KEEPALIVE;
    keepalive = keepalive.compareTo(least) < 0 ? least : keepalive;
    info(
        "name=%s: %s %s (%s), up to %s matches at once",
        name,
        welcome.getResumed() ? "back at" : "connected to",
        address,
        welcome.getServer(),
        Integer.toUnsignedString(welcome.getLimits().getMaxMatches()));
    tellMissing(welcome.getPlaysList().stream().map(GameSupport::getGame).toList());
    if (!welcome.getResumed()) {
      abandon();
    }
    synchronized (this) {
      if (leaving) {
        leave();
      }
    }
  }

  /** Logs the games that the user wants and the referee does not have. */
  private void tellMissing(List<String> accepted) {
    List<String> missing = options.games.stream().filter(game -> !accepted.contains(game)).toList();
    // A referee that is older than the list says nothing.
    if (!accepted.isEmpty() && !missing.isEmpty()) {
      warn(
          "this referee has not all games of --games; it plays none of: %s",
          String.join(", ", missing));
    }
  }

  /**
   * Writes the token into the file. Only a new one: a process that has taken the place of this one
   * may have written to the file since.
   */
  private void keepToken() {
    if (options.tokenFile.isEmpty() || keptToken.equals(resumeToken)) {
      return;
    }
    if (!TokenFile.isToken(resumeToken)) {
      log.severe("the session is not kept: the referee's is no token");
      return;
    }
    try {
      TokenFile.write(Path.of(options.tokenFile), resumeToken);
      keptToken = resumeToken;
    } catch (IOException error) {
      log.severe("the session is not kept: " + error);
    }
  }

  private void onMatchStart(MatchStart start) {
    redirects = 0;
    played = true;
    ending.removeIf(hooks -> !hooks.isAlive());
    String where = Seat.where(start.getMatchId(), start.getSeat());
    Hooks earlier = playing.get(where);
    if (earlier != null) {
      earlier.seat.restarted();
      return;
    }
    // Four of each match, and those of a process before this one, which may have allowed more.
    long most = 4 * (options.maxMatches + 32L);
    if (playing.size() >= most) {
      warn("%s: ignored, because this bot plays at most %d seats at once", where, most);
      return;
    }
    info(
        "%s: %s of %s with %s",
        where,
        start.getResumed() ? "goes on, a match" : "a match",
        start.getGame(),
        start.getPlayersList().stream()
            .map(player -> player.isEmpty() ? "(hidden)" : player)
            .collect(Collectors.joining(", ")));
    Hooks hooks = new Hooks(new Seat(start, this, log), factory);
    playing.put(where, hooks);
    hooks.start();
  }

  private void onMatchEnd(MatchEnd end, PlayResponse response) {
    String where = Seat.where(end.getMatchId(), end.getSeat());
    Hooks hooks = playing.remove(where);
    if (hooks == null) {
      // The process before this one played it, or another session.
      info("%s: was over before", where);
      return;
    }
    info(
        "%s: over (%s), ranks by seat %s",
        where,
        end.getResult().getReason(),
        end.getResult().getRanksList().stream()
            .map(String::valueOf)
            .collect(Collectors.joining(" ")));
    hooks.seat.post(response);
    ending.add(hooks);
  }

  private void post(String match, int seat, PlayResponse response) {
    String where = Seat.where(match, seat);
    Hooks hooks = playing.get(where);
    if (hooks != null) {
      hooks.seat.post(response);
      return;
    }
    String kind = response.getKindCase().name().toLowerCase(Locale.ROOT);
    log.fine(where + ": ignored " + kind + ", because the match never started here");
  }

  private void onRedirect(Redirect redirect) {
    String there = redirect.getAddress();
    if (!Dialer.mayRedirect(options.address, there)) {
      warn(
          "the referee at %s sends this bot to \"%s\"; ignored, expected host:port",
          address, there);
      return;
    }
    info("the referee at %s sends this bot to %s at %s", address, redirect.getReferee(), there);
    nextAddress = there;
  }

  private void onError(PlayError error) {
    if (error.getFatal()) {
      fatal = error;
      return;
    }
    if (error.getReason() == ErrorReason.ERROR_REASON_SESSION_REPLACED) {
      replaced = true;
    }
    String where = error.getMatchId().isEmpty() ? "" : "match=" + error.getMatchId() + ": ";
    warn("%sthe referee says: %s", where, error.getMessage());
  }

  /**
   * The stream is over.
   *
   * @return the pause before the next one; empty after a normal end
   */
  Optional<Duration> ended(Status.Code code, String details) throws SessionException {
    boolean gone;
    synchronized (this) {
      out = null;
      cancelIdle = () -> {};
      gone = leaving && playing.isEmpty();
    }
    if (gone) {
      info("name=%s: %s", name, known ? "the bot has left" : "ended without a connection");
      return Optional.empty();
    }
    if (!nextAddress.isEmpty()) {
      return Optional.of(goThere());
    }
    // A redirect is for one stream only.
    String where = address;
    address = options.address;
    String why = fatal == null ? details : fatal.getMessage();
    ErrorReason reason = fatal == null ? ErrorReason.ERROR_REASON_UNSPECIFIED : fatal.getReason();
    if (!where.equals(address) && !welcomed) {
      // A referee that only another one named cannot end the session.
      return Optional.of(tryAgain(why));
    }
    if (reason == ErrorReason.ERROR_REASON_UNKNOWN_TOKEN && !resumeToken.isEmpty()) {
      if (options.oneMatch && played) {
        // Another session would play another match.
        info("name=%s: the session is over", name);
        return Optional.empty();
      }
      warn("the earlier session is over; starting afresh");
      resumeToken = ""; // Hence only once.
      return Optional.of(Duration.ZERO);
    }
    if (fatal == null ? lost(code) : comesBack(reason)) {
      return Optional.of(tryAgain(why));
    }
    refuse("the referee at " + where, code, details, reason);
    info("name=%s: the session is over", name);
    return Optional.empty();
  }

  /** Throws if the end of the stream was no normal one. */
  private void refuse(String where, Status.Code code, String details, ErrorReason reason)
      throws SessionException {
    if (fatal != null) {
      throw new SessionException(where + " ended the session: " + fatal.getMessage(), reason);
    }
    if (code != Status.Code.OK) {
      String words = details.isEmpty() ? code.name() : details;
      throw new SessionException(where + " refused: " + words, reason);
    }
    if (!welcomed) {
      throw new SessionException(
          where + " ended the session before it began; is it a Pentathlon referee?", reason);
    }
  }

  /** The codes that gRPC gives, depending on the moment, when a connection breaks. */
  private static boolean lost(Status.Code code) {
    return switch (code) {
      case UNAVAILABLE, CANCELLED, INTERNAL, UNKNOWN -> true;
      default -> false;
    };
  }

  /** Fatal for the stream, not for the session. */
  private static boolean comesBack(ErrorReason reason) {
    return reason == ErrorReason.ERROR_REASON_DRAINING
        || reason == ErrorReason.ERROR_REASON_PONG_TIMEOUT;
  }

  /**
   * Follows a redirect: the first at once, each further one after a longer pause, until there is a
   * match.
   */
  private Duration goThere() {
    address = nextAddress;
    nextAddress = "";
    Duration pause = Backoff.ofRedirect(++redirects);
    if (!pause.isZero()) {
      info("redirected again before any match; going there in %s", Seconds.chosen(pause));
    }
    return pause;
  }

  private Duration tryAgain(String reason) throws SessionException {
    boolean first = !backoff.failing();
    Optional<Duration> pause = backoff.failed();
    // If only one end uses TLS, each sees a broken connection, and nothing else says that there is
    // a proxy.
    String how = options.tlsCa.isEmpty() ? "without TLS" : "with TLS";
    if (Dialer.isBehindProxy(options.address)) {
      how += ", by the HTTP proxy of https.proxyHost";
    }
    String referee = "%s (%s)".formatted(options.address, how);
    // gRPC words it for experts.
    boolean nameless = reason.contains("Unable to resolve host") || reason.contains("UnknownHost");
    String plain = nameless ? "this host name is not known" : reason;
    String time = Seconds.chosen(options.giveUpAfter);
    if (pause.isEmpty()) {
      throw new SessionException(
          "no referee at %s for %s: %s. Is it running? --address or ARENA_ADDRESS sets the address, --tls-ca or ARENA_TLS_CA turns TLS on"
              .formatted(referee, time, plain),
          ErrorReason.ERROR_REASON_UNSPECIFIED);
    }
    if (first) {
      info("no connection to %s: %s; trying for %s", referee, plain, time);
    }
    return pause.get();
  }

  /** Ends all seats. Waits for bots whose match is over and that are still busy, e.g. in onEnd. */
  void close(Duration patience) throws InterruptedException {
    synchronized (this) {
      out = null;
    }
    abandon();
    long late = System.nanoTime() + patience.toNanos();
    for (Hooks hooks : ending) {
      long left = TimeUnit.NANOSECONDS.toMillis(late - System.nanoTime());
      if (left > 0) {
        hooks.join(left);
      }
      if (hooks.isAlive()) {
        hooks.seat.say(Level.WARNING, 0, "the bot is still busy; not waiting for it");
      }
    }
  }

  /** Closes all seats: their matches are over or lost. */
  private void abandon() {
    for (Hooks hooks : playing.values()) {
      hooks.seat.end();
      hooks.seat.say(Level.WARNING, 0, "left unfinished");
    }
    playing.clear();
  }

  private void info(String format, Object... values) {
    log.info(format.formatted(values));
  }

  private void warn(String format, Object... values) {
    log.warning(format.formatted(values));
  }
}
