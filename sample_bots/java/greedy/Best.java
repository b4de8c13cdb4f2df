package greedy;

import java.util.List;
import java.util.function.Function;
import pentathlon.arena.v1.GameAction;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Prompt;

/** How a greedy bot chooses: every action gets a score, and the highest wins. */
final class Best {
  private Best() {}

  /** The entry with the highest score; of several, the first. */
  static <E, S extends Comparable<S>> E of(List<E> entries, Function<E, S> score) {
    E best = entries.get(0);
    S highest = score.apply(best);
    for (E entry : entries.subList(1, entries.size())) {
      S next = score.apply(entry);
      if (next.compareTo(highest) > 0) {
        best = entry;
        highest = next;
      }
    }
    return best;
  }

  /** The action with the highest score; of several, the first. */
  static <S extends Comparable<S>> Choice action(Prompt prompt, Function<GameAction, S> score) {
    return Choice.of(of(prompt.actions(), action -> score.apply(action.getAction())));
  }
}
