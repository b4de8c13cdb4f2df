package pentathlon.sdk;

import pentathlon.arena.v1.MatchStart;

/** Makes the bot for one seat of one match. */
@FunctionalInterface
public interface BotFactory {
  /** Returns a new bot. May throw {@link Decline}. */
  Bot make(MatchStart start) throws Exception;
}
