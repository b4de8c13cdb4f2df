/** The main program of a bot. */
import { basename, extname } from "node:path";

import { type BotFactory, checkFactory } from "./bot.js";
import { OptionError, SessionError } from "./errors.js";
import { helpText, readCommandLine } from "./flags.js";
import { leaveOnSignal } from "./leaving.js";
import { logToStderr } from "./log.js";
import { completed, type Options } from "./options.js";
import { printable } from "./printable.js";
import { play } from "./run.js";
import { Session } from "./session.js";

/** Exit status of a process that should not be started again. */
const REPLACED = 3;

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
  process.exit(await status(factory, defaults));
}

async function status(factory: BotFactory, defaults: Options): Promise<number> {
  const script = process.argv[1] ?? "bot";
  const program = basename(script, extname(script));
  try {
    const asked = readCommandLine(process.argv.slice(2), defaults);
    if (!asked) {
      console.log(helpText(program));
      return 0;
    }
    const options = completed(asked);
    checkFactory(factory);
    // Functions have names that tell nothing, such as "factory".
    options.name ||= /^[A-Z]/.test(factory.name) ? factory.name : program;
    return await playAsProgram(factory, options);
  } catch (error) {
    if (error instanceof OptionError) {
      console.error(printable(`${program}: ${error.message}`));
      return 2;
    }
    throw error;
  }
}

async function playAsProgram(
  factory: BotFactory,
  options: ReturnType<typeof completed>,
): Promise<number> {
  const log = options.log ?? logToStderr(options.logLevel);
  const session = new Session(factory, options);
  const stop = leaveOnSignal(session, options.leaveWithin);
  try {
    await play(session);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    log("error", error.message);
    return 1;
  } finally {
    stop();
  }
  return session.replaced && options.oneMatch ? REPLACED : 0;
}
