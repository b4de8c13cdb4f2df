package pentathlon.sdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

  /**
   * A prompt that stays open: for tests of bots.
   *
   * @param match the start of the match
   * @param message the prompt as it comes
   */
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

  /**
   * The game, its options, players, teams and clock.
   *
   * @return the start of the match
   */
  public MatchStart match() {
    return match;
  }

  /**
   * The message as it came.
   *
   * @return the message
   */
  public pentathlon.arena.v1.Prompt message() {
    return message;
  }

  /**
   * The seat that is asked.
   *
   * @return from 0
   */
  public int seat() {
    return message.getSeat();
  }

  /**
   * Number of the decision in the match.
   *
   * @return from 1
   */
  public int decision() {
    return message.getDecision();
  }

  /**
   * All that the seat knows.
   *
   * @return {@code observation().getOctrix()} in a match of Octrix
   */
  public Observation observation() {
    return message.getObservation();
  }

  /**
   * The legal actions.
   *
   * @return ascending by id
   */
  public List<LegalAction> actions() {
    return message.getActionsList();
  }

  /**
   * What may be announced without using up the decision.
   *
   * @return the announcements
   */
  public List<LegalAction> announcements() {
    return message.getAnnouncementsList();
  }

  /**
   * A number for a bot that plays at random. It differs between decisions, and no other bot can
   * guess it because it follows from the private seed of the seat. It is the same whenever this
   * decision is asked again, after a restart or in a match with the same seed.
   *
   * @return 64 bits, without a sign
   */
  public long seed() {
    return Chance.seedOf(
        match.getPrivateSeed().toByteArray(), message.getSeat(), message.getDecision());
  }

  /**
   * The generator of this prompt, which begins with {@link #seed}.
   *
   * @return always the same generator
   */
  public Chance random() {
    return random;
  }

  /**
   * What is left of allowance and bank now, never below zero. Measured from the arrival of the
   * prompt: leave time for the answer to reach the referee.
   *
   * @return empty if there is no limit
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
   * The time to the referee and back, as the referee measured it last; {@link #timeLeft} must cover
   * half of it.
   *
   * @return empty before the first measurement
   */
  public Optional<Duration> roundTrip() {
    return message.hasRoundTrip()
        ? Optional.of(Seconds.of(message.getRoundTrip()))
        : Optional.empty();
  }

  /**
   * Whether an answer still counts, as far as the SDK knows. A bot that thinks for long should look
   * at it now and then.
   *
   * @return false if the decision or the match is over, or the session is lost
   */
  public boolean isOpen() {
    return !over.isDone();
  }

  /**
   * Completes at the moment when an answer no longer counts, or when the bot has answered.
   *
   * @return for example {@code prompt.over().thenRun(search::stop)}
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
    return PromptText.of(this);
  }
}
