import pentathlon.sdk.Bot;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Program;
import pentathlon.sdk.Prompt;

/** Plays any game at random: the smallest bot there is. */
public final class RandomBot extends Bot {
  /** Draws from the generator of the prompt, so that the same match is played again. */
  @Override
  public Choice act(Prompt prompt) {
    // In every game the referee sends the actions that are legal now.
    return Choice.index(prompt.random().below(prompt.actions().size()));
  }

  public static void main(String[] arguments) {
    Program.of(RandomBot.class).main(arguments);
  }
}
