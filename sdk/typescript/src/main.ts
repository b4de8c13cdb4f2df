/** Plays, as a whole program or as a part of one. */
import { constants } from "node:os";

import type { BotFactory } from "./bot.js";
import { OptionError, SessionError } from "./errors.js";
import { helpText, optionsFromEnvironment, readCommandLine } from "./flags.js";
import { printable } from "./log.js";
import type { Options } from "./options.js";
import { PATIENCE, PROGRAM, Session } from "./session.js";
import { runStream } from "./stream.js";
import { secondsText } from "./times.js";

/** Exit status of a process that should not be started again. */
const REPLACED = 3;

/**
 * Milliseconds after which another signal is a second one. Supervisors and
 * terminals signal a process and its group, so that it gets the same signal twice.
 */
const AGAIN = 500;

/**
 * The main program of a bot: reads the command line and the environment, logs to
 * stderr, plays, and exits. SIGTERM and SIGINT end it after the matches under
 * way; see the README. Never returns.
 *
 * Exit status 0: the session ended normally. 1: it failed, or there is no
 * referee. 2: an option is wrong. 3: with --one-match, another process took the
 * place of this one. 128 and the number of a signal: that was the second one, or
 * the matches took too long to end after the first.
 *
 * @param factory Makes the bot for each seat of each match: a class or function.
 * @param defaults Options that the command line and the environment override.
 */
export async function main(
  factory: BotFactory,
  defaults: Options = {},
): Promise<never> {
  process.exit(await statusOf(factory, defaults));
}

async function statusOf(
  factory: BotFactory,
  defaults: Options,
): Promise<number> {
  let session: Session;
  try {
    const options = readCommandLine(process.argv.slice(2), defaults);
    if (!options) {
      console.log(helpText(PROGRAM));
      return 0;
    }
    session = new Session(factory, options);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(printable(`${PROGRAM}: ${error.message}`));
    return 2;
  }
  leaveOnSignal(session);
  try {
    await play(session);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    session.log("error", error.message);
    return 1;
  }
  return session.replaced && session.options.oneMatch ? REPLACED : 0;
}

/**
 * From now on SIGTERM and SIGINT ask the session to leave: it plays its matches to
 * their end. A second signal, or the end of the option leaveWithin, ends the
 * program at once.
 */
function leaveOnSignal(session: Session): void {
  const within = secondsText(session.options.leaveWithin);
  let first: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const end = (): never => process.exit(128 + constants.signals[signal]);
    const now = performance.now();
    if (first !== undefined) {
      if (now >= first + AGAIN) end();
      return;
    }
    first = now;
    session.log(
      "info",
      "asked to end: no further matches, and those under way go on for up to " +
        `${within}; a second signal ends at once`,
    );
    const tooLong = (): void => {
      session.log("warning", `the matches are not over after ${within}`);
      end();
    };
    // A timer of Node cannot be longer.
    const most = 2 ** 31 - 1;
    setTimeout(tooLong, Math.min(session.options.leaveWithin * 1000, most));
    session.leave();
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

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
async function play(session: Session): Promise<void> {
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
