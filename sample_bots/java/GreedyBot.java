import greedy.Doppelkopf;
import greedy.Octrix;
import greedy.Ordago;
import greedy.Ordo;
import greedy.Seconds;
import pentathlon.sdk.Bot;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Program;
import pentathlon.sdk.Prompt;

/**
 * Plays every game by rules of thumb, looking no further than the action itself. It leaves each
 * prompt to the rules of its game, in the package greedy, and remembers nothing.
 */
public final class GreedyBot extends Bot {
  @Override
  public Choice act(Prompt prompt) {
    return switch (prompt.match().getGame()) {
      case "doppelkopf" -> Doppelkopf.act(prompt);
      case "octrix" -> Octrix.act(prompt);
      case "ordago" -> Ordago.act(prompt);
      case "ordo" -> Ordo.act(prompt);
      case "seconds" -> Seconds.act(prompt);
      // The first action of any other game, so that no table waits.
      default -> Choice.index(0);
    };
  }

  /** Called before act, whenever something can be announced. */
  @Override
  public Choice announce(Prompt prompt) {
    return switch (prompt.match().getGame()) {
      case "doppelkopf" -> Doppelkopf.announce(prompt);
      case "ordago" -> Ordago.announce(prompt);
      default -> null;
    };
  }

  public static void main(String[] arguments) {
    Program.of(GreedyBot.class).main(arguments);
  }
}
