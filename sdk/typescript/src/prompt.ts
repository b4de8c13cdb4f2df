/** An open decision, as a bot sees it. */
import { create, toJsonString } from "@bufbuild/protobuf";

import { Random, seedOf } from "./chance.js";
import {
  DecisionKind,
  GameActionSchema,
  ObservationSchema,
  type LegalAction,
  type MatchStart,
  type Observation,
  type Prompt as PromptMessage,
} from "./protocol.js";
import { seconds, secondsSince } from "./times.js";

/** Whether an answer to a decision still counts. */
export class Opening {
  #abort: AbortController | undefined;
  #open = true;

  get isOpen(): boolean {
    return this.#open;
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (!this.#open) this.#abort.abort();
    return this.#abort.signal;
  }

  close(): void {
    this.#open = false;
    this.#abort?.abort();
  }
}

/**
 * An open decision: what the seat knows and what it may do. It is complete, so a
 * bot need not remember anything.
 */
export class Prompt {
  /**
   * What `act` may set: a note for the author of the bot, such as the actions
   * that it considered. Text or JSON of up to `Limits.maxNoteBytes`.
   */
  note = "";

  readonly #received: number;
  readonly #opening: Opening;
  #random: Random | undefined;

  /**
   * The SDK makes prompts for bots. A test of a bot may make its own, of a match
   * and a message: they arrive now, and stay open.
   *
   * @param match The game, its options, players, teams and clock.
   * @param message The message as it came.
   * @param received When it came, as a value of performance.now().
   * @param opening Whether an answer still counts.
   */
  constructor(
    readonly match: MatchStart,
    readonly message: PromptMessage,
    received: number = performance.now(),
    opening: Opening = new Opening(),
  ) {
    this.#received = received;
    this.#opening = opening;
  }

  /** The seat that is asked, from 0. */
  get seat(): number {
    return this.message.seat;
  }

  /** Number of the decision in the match, from 1. */
  get decision(): number {
    return this.message.decision;
  }

  /**
   * All that the seat knows. `observation.game.value` is the message of the game
   * that `observation.game.case` names, e.g. "octrix".
   */
  get observation(): Observation {
    return this.message.observation ?? create(ObservationSchema);
  }

  /** The legal actions, ascending by `id`; each has `id`, `action`, `text`. */
  get actions(): readonly LegalAction[] {
    return this.message.actions;
  }

  /** What may be announced without using up the decision. */
  get announcements(): readonly LegalAction[] {
    return this.message.announcements;
  }

  /**
   * A number of 64 bits for a bot that plays at random. It differs between
   * decisions, and no other bot can guess it because it follows from the private
   * seed of the seat. It is the same whenever this decision is asked again,
   * after a restart or in a match with the same seed.
   */
  get seed(): bigint {
    return seedOf(this.match.privateSeed, this.seat, this.decision);
  }

  /**
   * A generator of random numbers that begins with `seed`:
   * `prompt.actions[prompt.random.below(prompt.actions.length)]`.
   */
  get random(): Random {
    this.#random ??= new Random(this.seed);
    return this.#random;
  }

  /**
   * Seconds of allowance and bank left now, never below 0; undefined: no limit.
   * Measured from the arrival of the prompt: leave time for the answer to reach
   * the referee.
   */
  get timeLeft(): number | undefined {
    const { allowanceLeft, bankLeft } = this.message;
    if (!allowanceLeft && !bankLeft) return undefined;
    const budget = seconds(allowanceLeft) + seconds(bankLeft);
    return Math.max(0, budget - secondsSince(this.#received));
  }

  /**
   * Seconds to the referee and back, as the referee measured it last. `timeLeft`
   * must cover half of it, for the way of the answer. Undefined before the first
   * measurement.
   */
  get roundTrip(): number | undefined {
    const { roundTrip } = this.message;
    return roundTrip && seconds(roundTrip);
  }

  /**
   * Whether an answer still counts, as far as the SDK knows. The SDK learns it
   * only while the bot awaits something: a bot that computes for long should
   * call {@link breathe} now and then.
   */
  get isOpen(): boolean {
    return this.#opening.isOpen;
  }

  /** A signal that is aborted at the moment when `isOpen` ends. */
  get signal(): AbortSignal {
    return this.#opening.signal;
  }

  /**
   * Lets everything else in the program run that is due: pings are answered, bots
   * of other seats go on. Returns `isOpen`. A bot that computes for more than a
   * moment should await this several times a second.
   */
  async breathe(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.isOpen;
  }

  /**
   * What the seat knows, what it may do and the time left, for people: the
   * position as `arena replay --seat` prints it, and each action in a form that
   * `act` may return. The referee makes these texts; without the option `text`
   * there are only the bare fields. It never shows the private seed.
   */
  toString(): string {
    const { match, message, timeLeft } = this;
    const { matchId, seat, decision, actions, announcements } = message;
    const may = message.kind === DecisionKind.MAY;
    const what = may ? "announce or wait" : "choose an action";
    const lines = [
      `${match.game}, match ${matchId}, seat ${seat}, decision ${decision}: ${what}`,
    ];
    if (timeLeft !== undefined) {
      lines.push(`time left: ${timeLeft.toFixed(3)} s`);
    } else if (!may) {
      lines.push("time left: no limit");
    }
    lines.push(...positionLines(message));
    lines.push(...offerLines(`seat ${seat} can choose:`, actions));
    lines.push(...offerLines(`seat ${seat} can announce:`, announcements));
    return lines.join("\n");
  }
}

/** The position in the words of the referee, which `arena replay` prints. */
function positionLines({ positionText, observation }: PromptMessage): string[] {
  if (positionText === "") {
    const fields = observation && toJsonString(ObservationSchema, observation);
    return [`  there is no text; the fields are: ${fields ?? ""}`];
  }
  const lines = positionText.replace(/\n$/, "").split("\n");
  return lines.map((line) => line && `  ${line}`);
}

function offerLines(head: string, offered: readonly LegalAction[]): string[] {
  if (offered.length === 0) return [];
  const lines = offered.map(({ id, action, text }, index) => {
    const fields = action ? toJsonString(GameActionSchema, action) : "";
    return `  ${index}: ${text || `id ${id}, ${fields}`}`;
  });
  return [head, ...lines];
}
