/** Plays, as a part of a program. */
import type { BotFactory } from "./bot.js";
import { optionsFromEnvironment } from "./flags.js";
import type { Options } from "./options.js";
import { PATIENCE, Session } from "./session.js";
import { runStream } from "./stream.js";

/**
 * Plays until the referee ends the session.
 *
 * `factory` makes a bot for each seat of each match; it may be a class. `options`
 * default to those of the environment. Throws OptionError if an option is wrong,
 * SessionError if no referee answers or the referee refuses this bot. When
 * `signal` is aborted, the bot leaves: it plays the matches under way to their
 * end.
 */
export async function run(
  factory: BotFactory,
  options: Options = optionsFromEnvironment(),
  signal?: AbortSignal,
): Promise<void> {
  const session = new Session(factory, options);
  const leave = (): void => session.leave();
  if (signal?.aborted) leave();
  signal?.addEventListener("abort", leave);
  try {
    await play(session);
  } finally {
    signal?.removeEventListener("abort", leave);
  }
}

/** Keeps `session` on a stream until it is over. */
export async function play(session: Session): Promise<void> {
  let patience = 0;
  try {
    for (let pause; (pause = await runStream(session)) !== undefined; ) {
      await session.rest(pause);
    }
    patience = PATIENCE;
  } finally {
    await session.close(patience);
  }
}
