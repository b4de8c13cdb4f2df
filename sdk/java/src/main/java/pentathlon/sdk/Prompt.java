package pentathlon.sdk;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TextFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import pentathlon.arena.v1.DecisionKind;
import pentathlon.arena.v1.LegalAction;
import pentathlon.arena.v1.MatchStart;
import pentathlon.arena.v1.Observation;

/**
 * An open decision: what the seat knows and what it may do. It is complete, so a bot need not
 * remember anything.
 */
public final class Prompt {
  private final MatchStart match;
  private final pentathlon.arena.v1.Prompt message;
  private final long received; // By System.nanoTime().
  private final CompletableFuture<Void> over;
  private final Chance random;

  /** A prompt that arrives now and stays open: for unit tests of bots, without a session. */
  public Prompt(MatchStart match, pentathlon.arena.v1.Prompt message) {
    this(match, message, System.nanoTime(), new CompletableFuture<>());
  }

  Prompt(
      MatchStart match,
      pentathlon.arena.v1.Prompt message,
      long received,
      CompletableFuture<Void> over) {
    this.match = match;
    this.message = message;
    this.received = received;
    this.over = over;
    this.random = new Chance(seed());
  }

  /** The start of the match: the game, its options, players, teams and clock. */
  public MatchStart match() {
    return match;
  }

  /** The message as it came. */
  public pentathlon.arena.v1.Prompt message() {
    return message;
  }

  /** The seat that is asked, from 0. */
  public int seat() {
    return message.getSeat();
  }

  /** Number of the decision in the match, from 1. */
  public int decision() {
    return message.getDecision();
  }

  /** All that the seat knows, such as {@code observation().getOctrix()} in a match of Octrix. */
  public Observation observation() {
    return message.getObservation();
  }

  /** The legal actions, ascending by id. */
  public List<LegalAction> actions() {
    return message.getActionsList();
  }

  /** What may be announced without using up the decision. */
  public List<LegalAction> announcements() {
    return message.getAnnouncementsList();
  }

  /**
   * A number of 64 bits, without a sign, for a bot that plays at random. It differs between
   * decisions, and no other bot can guess it because it follows from the private seed of the seat.
   * It is the same whenever this decision is asked again, after a restart or in a match with the
   * same seed.
   */
  public long seed() {
    return Chance.seedOf(match.getPrivateSeed().toByteArray(), seat(), decision());
  }

  /** The generator of this prompt, always the same, which begins with {@link #seed}. */
  public Chance random() {
    return random;
  }

  /**
   * What is left of allowance and bank now, never below zero; empty if there is no limit. Measured
   * from the arrival of the prompt: leave time for the answer to reach the referee.
   */
  public Optional<Duration> timeLeft() {
    if (!message.hasAllowanceLeft() && !message.hasBankLeft()) {
      return Optional.empty();
    }
    Duration left =
        Seconds.of(message.getAllowanceLeft())
            .plus(Seconds.of(message.getBankLeft()))
            .minusNanos(System.nanoTime() - received);
    return Optional.of(left.isNegative() ? Duration.ZERO : left);
  }

  /**
   * The time to the referee and back, as the referee measured it last; empty before it has. {@link
   * #timeLeft} must cover half of it.
   */
  public Optional<Duration> roundTrip() {
    return message.hasRoundTrip()
        ? Optional.of(Seconds.of(message.getRoundTrip()))
        : Optional.empty();
  }

  /**
   * Whether an answer still counts, as far as the SDK knows; not if the decision or the match is
   * over, or the session is lost. A bot that thinks for long should look at it now and then.
   */
  public boolean isOpen() {
    return !over.isDone();
  }

  /**
   * Completes at the moment when an answer no longer counts, or when the bot has answered, for
   * example: {@code prompt.over().thenRun(search::stop)}.
   */
  public CompletionStage<Void> over() {
    return over.minimalCompletionStage();
  }

  /**
   * What the seat knows, what it may do and the time left, for people: the position as {@code arena
   * replay --seat} prints it, and each action in a form that {@link Choice#text} takes. The referee
   * has made these texts from what the seat may know; without {@link Options#text} there are only
   * the bare fields.
   */
  @Override
  public String toString() {
    boolean may = message.getKind() == DecisionKind.DECISION_KIND_MAY;
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, match %s, seat %d, decision %d: %s"
            .formatted(
                match.getGame(),
                message.getMatchId(),
                seat(),
                decision(),
                may ? "announce or wait" : "choose an action"));
    Optional<Duration> left = timeLeft();
    if (left.isPresent() || !may) {
      lines.add("time left: " + left.map(Seconds::measured).orElse("no limit"));
    }
    if (message.getPositionText().isEmpty()) {
      lines.add("  there is no text; the fields are: " + fields(observation()));
    }
    message.getPositionText().lines().forEach(line -> lines.add(line.isEmpty() ? "" : "  " + line));
    addOffered("choose", actions(), lines);
    addOffered("announce", announcements(), lines);
    return String.join("\n", lines);
  }

  private void addOffered(String verb, List<LegalAction> offered, List<String> lines) {
    if (!offered.isEmpty()) {
      lines.add("seat " + seat() + " can " + verb + ":");
    }
    for (int index = 0; index < offered.size(); ++index) {
      LegalAction action = offered.get(index);
      String text =
          action.getText().isEmpty()
              ? "id %d, %s".formatted(action.getId(), fields(action.getAction()))
              : action.getText();
      lines.add("  " + index + ": " + text);
    }
  }

  private static String fields(MessageOrBuilder message) {
    return TextFormat.printer().shortDebugString(message);
  }
}
