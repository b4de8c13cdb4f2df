/** What a bot is: something that answers a Prompt with a Choice. */
import type { Choice } from "./choice.js";
import { OptionError } from "./errors.js";
import type { Prompt } from "./prompt.js";
import type {
  ActAck,
  AnnounceAck,
  Events,
  MatchEnd,
  MatchStart,
} from "./protocol.js";

/**
 * A bot at one table: it plays one seat of one match.
 *
 * The hooks of a bot are called one at a time, and each may return a Promise.
 * While a bot awaits something, bots of other seats go on, and pings are answered.
 * What a hook throws is logged, and costs only the decision that it was called
 * for.
 */
export interface Bot {
  /** Chooses one of `prompt.actions`. May take as long as the clock allows. */
  act(prompt: Prompt): Choice | Promise<Choice>;

  /**
   * Chooses one of `prompt.announcements` (an index counts in this list), or
   * nothing. Called whenever there are any: before `act`, and while others
   * decide.
   */
  announce?(prompt: Prompt): ChoiceOrNothing | Promise<ChoiceOrNothing>;

  /**
   * The match begins; no clock of a decision runs until this is done. Not called
   * again when a lost connection comes back. May throw {@link Decline}.
   */
  onStart?(start: MatchStart): void | Promise<void>;

  /**
   * The seat has seen something. The referee sends events only to bots whose
   * class has this method, or with the option `events`.
   */
  onEvents?(events: Events): void | Promise<void>;

  /** An answer was accepted or refused, or a decision has ended without one. */
  onAck?(ack: ActAck): void | Promise<void>;

  /** What became of an announcement. The SDK logs those that were refused. */
  onAnnounceAck?(ack: AnnounceAck): void | Promise<void>;

  /** The match is over; nothing is called after this. */
  onEnd?(end: MatchEnd): void | Promise<void>;
}

type ChoiceOrNothing = Choice | null | undefined | void;

/** What a bot can ask of its session. */
export interface SessionHandle {
  /**
   * Tells the referee to give this program no further matches. Matches under
   * way go on; the session ends when they are over.
   */
  leave(): void;
}

/**
 * Makes the bot for one seat of one match: a class, whose constructor gets the
 * MatchStart, or a function. May throw {@link Decline}.
 */
export type BotFactory = BotClass | BotFunction;

type BotClass = new (start: MatchStart, session: SessionHandle) => Bot;

type BotFunction = (
  start: MatchStart,
  session: SessionHandle,
) => Bot | Promise<Bot>;

/**
 * Thrown when a bot is made, or by `onStart`: it cannot play this match.
 *
 * The match ends without a result. A bot may do so a few times only
 * (`Limits.maxDeclines`): it should rather say what it plays, in the option
 * `plays`. The reason is shown to people: one line of up to 200 bytes.
 */
export class Decline extends Error {
  override readonly name = "Decline";

  /** The reason as the referee takes it. */
  get reason(): string {
    const line = this.message.replace(/\p{C}/gu, " ");
    const bytes = new TextEncoder().encode(line).subarray(0, 200);
    // Half a character at the end is left out.
    return new TextDecoder().decode(bytes, { stream: true });
  }
}

/** Throws OptionError if `factory` cannot be called, but is a bot, for example. */
export function checkFactory(factory: unknown): void {
  if (typeof factory === "function") return;
  const kind = (factory as object | null | undefined)?.constructor.name;
  const what = kind ? `an object of the class ${kind}` : String(factory);
  throw new OptionError(
    `the bots are to be made by ${what}; it should be a class itself, or a ` +
      "function, because each seat has a bot of its own",
  );
}

/** Makes the bot for `start`. */
export function makeBot(
  factory: BotFactory,
  start: MatchStart,
  session: SessionHandle,
): Bot | Promise<Bot> {
  return isClass(factory)
    ? new factory(start, session)
    : factory(start, session);
}

/** Returns the name of a class; a function has one that tells nothing. */
export function className(factory: BotFactory): string {
  return isClass(factory) ? factory.name : "";
}

/** Whether the bots that `factory` makes have the hook, as far as it shows. */
export function hasHook(factory: BotFactory, hook: keyof Bot): boolean {
  const prototype = factory.prototype as Partial<Bot> | undefined;
  return typeof prototype?.[hook] === "function";
}

function isClass(factory: BotFactory): factory is BotClass {
  const source = Function.prototype.toString.call(factory);
  return hasHook(factory, "act") || /^class\b/.test(source);
}
