package pentathlon.sdk;

import pentathlon.arena.v1.MatchStart;

/** Makes the bot for one seat of one match. */
@FunctionalInterface
public interface BotFactory {
  /**
   * Makes a bot. May throw {@link Decline}.
   *
   * @param start the match
   * @return a new bot
   * @throws Exception what goes wrong
   */
  Bot make(MatchStart start) throws Exception;
}
