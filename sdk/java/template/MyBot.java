import pentathlon.arena.v1.MatchStart;
import pentathlon.sdk.Bot;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Program;
import pentathlon.sdk.Prompt;

/** A bot to start from: it plays every game, at random. An object plays one seat of one match. */
public final class MyBot extends Bot {
  /** Called before the match; no clock runs yet. Load here what the bot needs. */
  @Override
  public void onStart(MatchStart start) {}

  /**
   * Chooses one of the legal actions. System.out.println(prompt) shows what the bot sees;
   * prompt.observation() has it as a message of the game.
   */
  @Override
  public Choice act(Prompt prompt) {
    return Choice.index(prompt.random().below(prompt.actions().size()));
  }

  public static void main(String[] arguments) {
    Program.of(MyBot.class).with(options -> options.version("1")).main(arguments);
  }
}
