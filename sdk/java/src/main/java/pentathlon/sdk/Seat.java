package pentathlon.sdk;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import pentathlon.arena.v1.ActAck;
import pentathlon.arena.v1.FaultKind;
import pentathlon.arena.v1.MatchStart;
import pentathlon.arena.v1.PlayRequest;
import pentathlon.arena.v1.PlayResponse;

/**
 * One bot with the messages that wait for it. The reader of the stream calls {@link #post}, {@link
 * #restarted} and {@link #end}, which never wait; {@link Hooks} is the thread of the bot, which
 * calls the others. Thread-safe.
 */
final class Seat {
  /** A message that the bot has not seen, and when it came, by System.nanoTime(). */
  record Waiting(PlayResponse response, long received) {}

  final MatchStart start;
  final Session session;
  private final String where;
  private final Logger log;

  private final Deque<Waiting> waiting = new ArrayDeque<>();
  // The answer to MatchStart, once the bot is made or has declined, and the stream that has
  // brought the newest MatchStart.
  private PlayRequest greeting;
  private long startStream;
  // The decision that an answer counts for, 0 if there is none, and what completes when it no
  // longer does.
  private int open;
  private CompletableFuture<Void> openEnds = new CompletableFuture<>();
  private boolean over; // The match has ended.
  private boolean closed; // The match is lost, or the session is over.
  private int faultTold;
  private int thinking;
  // What of the bot failed how, for the fault that follows: its set-up, and the newest decision
  // in which anything did.
  private String broken = "";
  private int failedIn;
  private String failed = "";

  Seat(MatchStart start, Session session, Logger log) {
    this.start = start;
    this.session = session;
    this.log = log;
    where = where(start.getMatchId(), start.getSeat());
    startStream = session.stream();
  }

  /** How the log names a seat; no other one has the same name. */
  static String where(String match, int seat) {
    return "match=" + match + " seat=" + seat;
  }

  /** Takes in a further MatchStart: the connection is back. */
  synchronized void restarted() {
    startStream = session.stream();
    // Without a greeting, the set-up under way will send one.
    if (greeting != null) {
      send(greeting);
    }
  }

  /** Takes in a message. */
  synchronized void post(PlayResponse response) {
    long now = System.nanoTime();
    switch (response.getKindCase()) {
      case PROMPT -> {
        if (response.getPrompt().hasAck()) {
          // Separately, because the prompt may be dropped unread.
          ActAck ack = response.getPrompt().getAck();
          note(ack);
          waiting.add(new Waiting(PlayResponse.newBuilder().setActAck(ack).build(), now));
        }
        // A prompt is complete, so an older one is void if still unread.
        dropPrompts();
        setOpen(response.getPrompt().getDecision());
      }
      case ACT_ACK -> note(response.getActAck());
      case MATCH_END -> {
        over = true;
        dropPrompts();
        setOpen(0);
      }
      default -> {}
    }
    waiting.add(new Waiting(response, now));
    notifyAll();
  }

  /** The match is lost or the session is over: nothing more is sent. */
  synchronized void end() {
    closed = true;
    dropPrompts();
    setOpen(0);
    notifyAll();
  }

  /** Waits for a message; null when there will be none. */
  synchronized Waiting next() throws InterruptedException {
    while (waiting.isEmpty()) {
      if (closed) {
        return null;
      }
      wait();
    }
    return waiting.poll();
  }

  /** Makes a decision the one that an answer counts for. */
  private void setOpen(int decision) {
    if (decision != open) {
      openEnds.complete(null);
      openEnds = new CompletableFuture<>();
    }
    open = decision;
  }

  /** What completes when an answer to the decision no longer counts. */
  synchronized CompletableFuture<Void> whileOpen(int decision) {
    return decision == open ? openEnds : CompletableFuture.completedFuture(null);
  }

  private void dropPrompts() {
    waiting.removeIf(entry -> entry.response.hasPrompt());
  }

  /**
   * Logs a fault, once, and even while the bot is still thinking. Closes a decision that has ended
   * without an answer of the bot.
   */
  private void note(ActAck ack) {
    boolean fault = ack.getStatus() == ActAck.Status.STATUS_FAULT;
    if (fault && ack.getDecision() > faultTold) {
      faultTold = ack.getDecision();
      say(Level.WARNING, ack.getDecision(), faultText(ack));
    }
    boolean ended = fault || ack.getStatus() == ActAck.Status.STATUS_DECISION_CLOSED;
    if (ended && ack.getDecision() == open) {
      dropPrompts();
      setOpen(0);
    }
  }

  private String faultText(ActAck ack) {
    // "late" of FAULT_KIND_LATE, as it stands in results; only a newer referee knows more kinds.
    String kind =
        ack.getFault() == FaultKind.UNRECOGNIZED
            ? "of kind " + ack.getFaultValue()
            : ack.getFault().name().replaceFirst("^FAULT_KIND_", "").toLowerCase(Locale.ROOT);
    kind = kind.replace('_', '-');
    String text = "fault " + kind;
    if (ack.hasCharged()) {
      text += " after " + Seconds.measured(Seconds.of(ack.getCharged()));
    }
    String because = failedIn == ack.getDecision() ? failed : broken;
    if (ack.getFault() == FaultKind.FAULT_KIND_MALFORMED && !because.isEmpty()) {
      text += ", because " + because;
    } else {
      String words = ack.getMessage();
      boolean repeats = words.startsWith(kind + ": ");
      text += ": " + (repeats ? words.substring(kind.length() + 2) : words);
    }
    boolean late = ack.getFault() == FaultKind.FAULT_KIND_LATE;
    if (late && thinking != 0 && thinking < ack.getDecision()) {
      text += "; the bot is still thinking about decision " + thinking;
    }
    return text;
  }

  /** The bot is made, or not: answers the MatchStart. `why` says what failed, if anything did. */
  synchronized void greet(PlayRequest answer, String why) {
    broken = why;
    greeting = answer;
    // On another stream, the MatchStart that is yet to come will be answered.
    if (session.stream() == startStream) {
      send(answer);
    }
  }

  synchronized void beginThinking(int decision) {
    thinking = decision;
  }

  /** Keeps how the bot has failed, if it has, and tells that it took too long. */
  synchronized void endThinking(int decision, String why, long received) {
    thinking = 0;
    if (!why.isEmpty()) {
      failedIn = decision;
      failed = why;
    }
    if (faultTold >= decision) {
      Duration took = Duration.ofNanos(System.nanoTime() - received);
      say(
          Level.WARNING,
          decision,
          "act took " + Seconds.measured(took) + ", too long: the decision was over before");
    }
  }

  /** Sends, unless the match is over; returns the number of the stream, or 0. */
  synchronized long send(PlayRequest request) {
    return over || closed ? 0 : session.send(request);
  }

  void say(Level level, int decision, String text) {
    log.log(level, where + (decision == 0 ? "" : " decision=" + decision) + ": " + text);
  }
}
