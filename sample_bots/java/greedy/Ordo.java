package greedy;

import java.util.List;
import pentathlon.arena.v1.LegalAction;
import pentathlon.arena.v1.OrdoAction;
import pentathlon.arena.v1.OrdoObservation;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Prompt;

/**
 * Ordo: wins if it can; if not, captures; if it cannot capture, advances. Squares are 10 * row +
 * column, counted from 0. Legal actions keep the pieces connected.
 */
public final class Ordo {
  private Ordo() {}

  /** Chooses an action. */
  public static Choice act(Prompt prompt) {
    OrdoObservation seen = prompt.observation().getOrdo();
    boolean white = prompt.seat() == 0;
    List<Integer> enemies = white ? seen.getBlackList() : seen.getWhiteList();
    LegalAction best = null;
    int highest = 0;
    long luckiest = 0;
    for (LegalAction action : prompt.actions()) {
      int worth = worthOf(action.getAction().getOrdo(), white, enemies);
      // Chance decides between equals, or two greedy bots could shuttle back and forth until the
      // draw.
      long luck = prompt.random().nextLong();
      boolean luckier = worth == highest && Long.compareUnsigned(luck, luckiest) > 0;
      if (best == null || worth > highest || luckier) {
        best = action;
        highest = worth;
        luckiest = luck;
      }
    }
    return Choice.of(best);
  }

  private static int worthOf(OrdoAction part, boolean white, List<Integer> enemies) {
    int goal = white ? 7 : 0;
    int to = part.getToSquare();
    // A single piece is both ends of its ordo; an ordo moves as a whole.
    int length = part.getEndSquare() - part.getFromSquare();
    int pieces = 1 + (length < 10 ? length : length / 10);
    boolean wins = to / 10 == goal || (to + length) / 10 == goal;
    int rows = to / 10 - part.getFromSquare() / 10;
    return (wins ? 10_000 : 0)
        + (enemies.contains(to) ? 1_000 : 0)
        + pieces * (white ? rows : -rows);
  }
}
