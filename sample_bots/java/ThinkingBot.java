import greedy.Hand;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import pentathlon.arena.v1.Events;
import pentathlon.arena.v1.GameAction;
import pentathlon.arena.v1.GameSupport;
import pentathlon.arena.v1.LegalAction;
import pentathlon.arena.v1.MatchEnd;
import pentathlon.arena.v1.MatchStart;
import pentathlon.arena.v1.OrdagoAction;
import pentathlon.arena.v1.OrdagoObservation;
import pentathlon.arena.v1.OrdagoOfficialSign;
import pentathlon.arena.v1.OrdagoPhase;
import pentathlon.arena.v1.OrdagoWord;
import pentathlon.sdk.Bot;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Program;
import pentathlon.sdk.Prompt;

/**
 * Plays Ordago and thinks about its hand for as long as that helps: it deals the other cards at
 * random, again and again, and counts which bets it would win.
 *
 * <p>Shows how to tell a partner something (announce), to think while others decide (a task that
 * onEvents starts), and to stop in time (timeLeft, isOpen). An object plays one seat of one match.
 */
public final class ThinkingBot extends Bot {
  /** For a decision; more would change little. */
  private static final Duration LONGEST = Duration.ofMillis(200);

  private final Thoughts thoughts;
  // What is thought while others decide, and whether it is to stop.
  private CompletableFuture<Void> ahead = CompletableFuture.completedFuture(null);
  private volatile boolean stopped;

  /** A bot for a match. */
  public ThinkingBot(MatchStart start) {
    thoughts = new Thoughts(start.getPrivateSeed());
  }

  /** Others decide: their time is free for more deals. */
  @Override
  public void onEvents(Events events) {
    stop();
    boolean dealt =
        events.getEventsList().stream()
            .flatMap(ply -> ply.getActionsList().stream())
            .anyMatch(done -> !done.hasSeat());
    if (dealt) {
      thoughts.lookAt(null); // The next prompt shows the hand.
    }
    stopped = false;
    ahead = CompletableFuture.runAsync(() -> thoughts.think(() -> !stopped));
  }

  /** Leaves nothing running. */
  @Override
  public void onEnd(MatchEnd end) {
    stop();
  }

  private void stop() {
    stopped = true;
    ahead.join();
  }

  /** Gives the partner a sign before a decision, once for each hand. */
  @Override
  public Choice announce(Prompt prompt) {
    boolean told =
        prompt.observation().getOrdago().getSignsList().stream()
            .anyMatch(seen -> seen.getSeat() == prompt.seat());
    return told ? null : signIn(prompt.announcements());
  }

  @Override
  public Choice act(Prompt prompt) {
    stop();
    OrdagoObservation table = prompt.observation().getOrdago();
    thoughts.lookAt(Hand.of(table.getOwnHand()));
    if (table.getPhase() == OrdagoPhase.ORDAGO_PHASE_SIGN_WINDOW) {
      Choice sign = signIn(prompt.actions());
      return sign == null ? say(OrdagoWord.ORDAGO_WORD_NO_SIGN) : sign;
    }
    if (table.getPhase() == OrdagoPhase.ORDAGO_PHASE_DISCARD) {
      return discard(prompt.actions());
    }
    int before = thoughts.deals();
    thoughts.think(inTime(prompt));
    return decide(prompt, table)
        .withNote("%d deals ahead, %d in all".formatted(before, thoughts.deals()));
  }

  /** True as long as thinking helps: the answer has a way to go, other decisions will follow. */
  private static BooleanSupplier inTime(Prompt prompt) {
    Duration way = prompt.roundTrip().orElse(Duration.ZERO).dividedBy(2);
    Duration share = prompt.timeLeft().map(left -> left.minus(way).dividedBy(10)).orElse(LONGEST);
    Duration time = share.compareTo(LONGEST) < 0 ? share : LONGEST;
    long end = System.nanoTime() + time.toNanos();
    // After MatchEnd, say, no answer counts any more.
    return () -> prompt.isOpen() && System.nanoTime() - end < 0;
  }

  private Choice decide(Prompt prompt, OrdagoObservation table) {
    if (table.getPhase() == OrdagoPhase.ORDAGO_PHASE_ASK) {
      long good = Hand.BETS.stream().filter(bet -> thoughts.chance(bet) > 0.7).count();
      return say(good >= 2 ? OrdagoWord.ORDAGO_WORD_KEEP : OrdagoWord.ORDAGO_WORD_SWAP);
    }
    double chance = thoughts.chance(table.getBet());
    if (!table.hasBidder()) {
      // Waiting is the first action, the lowest bid the second.
      return Choice.of(prompt.actions().get(chance > 0.6 ? 1 : 0));
    }
    double enough = table.getOrdago() ? 0.9 : 0.5;
    return say(chance > enough ? OrdagoWord.ORDAGO_WORD_ACCEPT : OrdagoWord.ORDAGO_WORD_PASS);
  }

  /** The most telling of the signs that are offered, all of which are true; or null. */
  private static Choice signIn(List<LegalAction> offered) {
    return offered.stream()
        .filter(entry -> signOf(entry) > OrdagoOfficialSign.ORDAGO_OFFICIAL_SIGN_BAD_CARDS_VALUE)
        .max(Comparator.comparingInt(ThinkingBot::signOf))
        .map(Choice::of)
        .orElse(null);
  }

  private static int signOf(LegalAction entry) {
    return entry.getAction().getOrdago().getSign().getOfficialValue();
  }

  /** Keeps kings and aces, and throws all other cards away. */
  private static Choice discard(List<LegalAction> actions) {
    return Choice.of(
        actions.stream().max(Comparator.comparingInt(ThinkingBot::gain)).orElseThrow());
  }

  private static int gain(LegalAction entry) {
    return entry.getAction().getOrdago().getDiscard().getRanksValueList().stream()
        .mapToInt(rank -> rank == Hand.ACE || rank == Hand.KING ? -3 : 1)
        .sum();
  }

  private static Choice say(OrdagoWord word) {
    return Choice.of(
        GameAction.newBuilder().setOrdago(OrdagoAction.newBuilder().setWord(word)).build());
  }

  public static void main(String[] arguments) {
    // With three seats one of them plays two hands, which is another story.
    GameSupport ordago = GameSupport.newBuilder().setGame("ordago").addSeats(4).build();
    Program.of(ThinkingBot.class).with(options -> options.plays(List.of(ordago))).main(arguments);
  }
}
