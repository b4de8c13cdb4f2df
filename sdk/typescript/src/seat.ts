/** A bot at its table, with the messages that wait for it. */
import { create, type MessageInitShape } from "@bufbuild/protobuf";

import { Decline, makeBot, type Bot, type BotFactory } from "./bot.js";
import { toAct, toAnnounce } from "./choice.js";
import { thrownName, thrownText, type Level, type Log } from "./log.js";
import { Opening, Prompt } from "./prompt.js";
import {
  ActAck_Status,
  ActSchema,
  AnnounceAck_Status,
  AnnounceSchema,
  DecisionKind,
  FaultKind,
  type Act,
  type ActAck,
  type Announce,
  type AnnounceAck,
  type Events,
  type MatchEnd,
  type MatchStart,
  type PlayRequestSchema,
  type Prompt as PromptMessage,
} from "./protocol.js";
import { millisecondsText, seconds, secondsSince } from "./times.js";

/** A message for one seat. */
export type SeatMessage =
  | { case: "matchStart"; value: MatchStart }
  | { case: "prompt"; value: PromptMessage }
  | { case: "actAck"; value: ActAck }
  | { case: "announceAck"; value: AnnounceAck }
  | { case: "events"; value: Events }
  | { case: "matchEnd"; value: MatchEnd };

/** A message to the referee, or its bare fields. */
export type RequestKind = MessageInitShape<typeof PlayRequestSchema>["kind"];

/** The connection to the referee, which may be lost and come back. */
export interface Link {
  /** Number of the current stream, from 1; 0 while there is none. */
  readonly stream: number;
  /** Sends on the current stream and returns its number; 0 if there is none. */
  send(kind: RequestKind): number;
  leave(): void;
}

interface Waiting {
  message: SeatMessage;
  received: number;
}

/**
 * Runs one bot and sends its answers. Messages come through `post`, which never
 * waits; the bot works through them one after the other.
 */
export class Seat {
  #bot: Bot | undefined;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #ended = false;
  #closed = false;

  /** Ready or Decline, once the bot is set up. */
  #startAnswer: RequestKind;
  #answer: Act = create(ActSchema);
  #answerStream = 0;
  #announce: Announce = create(AnnounceSchema);
  #announceStream = 0;

  #opening = new Opening();
  #openDecision = 0;
  /** What of the bot threw what, for the fault that follows: its set-up. */
  #broken = "";
  /** And the newest decision in which `act` did. */
  #threw = { decision: 0, what: "" };
  /** The decision that the bot is thinking about; 0: none. */
  #thinking = 0;
  #faultTold = 0;

  constructor(
    private readonly start: MatchStart,
    private readonly factory: BotFactory,
    private readonly link: Link,
    private readonly log: Log,
  ) {}

  /** Takes in one message. */
  post(message: SeatMessage): void {
    if (message.case === "matchStart" && this.#startAnswer) {
      // The connection is back. The bot was set up before, and may be thinking
      // right now: the referee need not wait for it.
      this.#send(this.#startAnswer);
      return;
    }
    if (message.case === "prompt") {
      const { ack, decision } = message.value;
      // Posted separately, because the prompt may be dropped unread.
      if (ack) this.post({ case: "actAck", value: ack });
      // A prompt is complete, so an older one is void if still unread.
      this.#dropPrompt();
      if (decision !== this.#openDecision || !this.#opening.isOpen) {
        this.#opening.close();
        this.#opening = new Opening();
        this.#openDecision = decision;
      }
    } else if (message.case === "actAck") {
      this.#tellFault(message.value);
      this.#closeDecision(message.value);
    } else if (message.case === "matchEnd") {
      this.#ended = true;
      this.#dropPrompt();
      this.#opening.close();
    }
    this.#waiting.push({ message, received: performance.now() });
    this.#working ??= this.#work();
  }

  /** The match is lost, or the session is over: nothing more is sent. */
  close(): void {
    this.#closed = true;
    this.#opening.close();
  }

  /** Whether the bot is at work. */
  get busy(): boolean {
    return this.#working !== undefined;
  }

  /** Waits until the bot has handled all messages, at most until `deadline`. */
  async join(deadline: Promise<void>): Promise<void> {
    await Promise.race([this.#working, deadline]);
    if (this.busy)
      this.#say("warning", 0, "the bot is still busy; not waiting for it");
  }

  async #work(): Promise<void> {
    // Never within the call of `post`, so that reading goes on.
    await Promise.resolve();
    for (let next; (next = this.#waiting.shift()); ) {
      await this.#handle(next);
    }
    this.#working = undefined;
  }

  #handle({ message, received }: Waiting): Promise<unknown> {
    const { case: kind, value } = message;
    switch (kind) {
      case "matchStart":
        return this.#setUp();
      case "prompt":
        return this.#onPrompt(value, received);
      case "actAck":
        return this.#guard("onAck", value.decision, (bot) =>
          bot.onAck?.(value),
        );
      case "announceAck":
        return this.#onAnnounceAck(value);
      case "events":
        return this.#guard("onEvents", 0, (bot) => bot.onEvents?.(value));
      case "matchEnd":
        return this.#guard("onEnd", 0, (bot) => bot.onEnd?.(value));
    }
  }

  async #setUp(): Promise<void> {
    // A second start that came during the first set-up.
    if (this.#startAnswer) return;
    const { matchId, seat } = this.start;
    // Sent even without a bot: its first decision then ends in a fault at once
    // rather than after the start budget.
    let answer: RequestKind = { case: "ready", value: { matchId, seat } };
    let atWork = "the making of the bot";
    try {
      const bot = await makeBot(this.factory, this.start, this.link);
      if (typeof bot?.act !== "function") {
        throw new TypeError(`${bot?.constructor.name} has no method act`);
      }
      atWork = "onStart";
      await bot.onStart?.(this.start);
      this.#bot = bot;
    } catch (error) {
      if (error instanceof Decline) {
        const { reason } = error;
        this.#say("warning", 0, `declined: ${reason}`);
        answer = { case: "decline", value: { matchId, seat, reason } };
      } else {
        this.#broken = `${atWork} threw ${thrownName(error)}`;
        this.#report(atWork, 0, error);
      }
    }
    this.#startAnswer = answer;
    this.#send(answer);
  }

  async #onPrompt(message: PromptMessage, received: number): Promise<void> {
    const must = message.kind === DecisionKind.MUST;
    const { matchId, seat, decision } = message;
    if (must && decision === this.#answer.decision) {
      this.#repeat();
      return;
    }
    const prompt = new Prompt(this.start, message, received, this.#opening);
    if (message.announcements.length > 0) {
      await this.#guard("announce", decision, async (bot) => {
        const choice = await bot.announce?.(prompt);
        if (choice === undefined || choice === null) return;
        this.#announce = toAnnounce(message, choice);
        this.#sendAnnounce();
      });
    }
    if (!must) return;
    // If the bot throws, this act without a choice is sent. It is a fault at
    // once, so that the other players need not wait for the clock.
    this.#answer = create(ActSchema, { matchId, seat, decision });
    this.#thinking = decision;
    const threw = await this.#guard("act", decision, async (bot) => {
      const choice = await bot.act(prompt);
      this.#answer = toAct(message, choice, prompt.note);
    });
    this.#thinking = 0;
    if (threw) this.#threw = { decision, what: threw };
    if (this.#bot && this.#faultTold >= decision) {
      const took = millisecondsText(secondsSince(received));
      const text = `act took ${took}, too long: the decision was over before`;
      this.#say("warning", decision, text);
    }
    this.#sendAnswer();
  }

  /**
   * A newer prompt does not make an answer void, but a lost stream may have taken
   * the answer with it, and what was announced before it; repeating them is
   * harmless.
   */
  #repeat(): void {
    const { stream } = this.link;
    if (this.#answerStream === stream) return;
    const announced = this.#announce.decision === this.#answer.decision;
    if (announced && this.#announceStream !== stream) this.#sendAnnounce();
    this.#sendAnswer();
  }

  #sendAnnounce(): void {
    const value = this.#announce;
    this.#announceStream = this.#send({ case: "announce", value });
  }

  #sendAnswer(): void {
    const value = this.#answer;
    this.#answerStream = this.#send({ case: "act", value });
  }

  async #onAnnounceAck(ack: AnnounceAck): Promise<void> {
    const { decision, message } = ack;
    if (ack.status === AnnounceAck_Status.REFUSED) {
      this.#say("warning", decision, `announcement refused: ${message}`);
    }
    await this.#guard("onAnnounceAck", decision, (bot) =>
      bot.onAnnounceAck?.(ack),
    );
  }

  /** Closes the decision if it has ended without an answer of the bot. */
  #closeDecision({ status, decision }: ActAck): void {
    const over =
      status === ActAck_Status.FAULT ||
      status === ActAck_Status.DECISION_CLOSED;
    if (!over || decision !== this.#openDecision) return;
    this.#dropPrompt();
    this.#opening.close();
  }

  #dropPrompt(): void {
    this.#waiting = this.#waiting.filter(
      ({ message }) => message.case !== "prompt",
    );
  }

  /** Logs a fault, once, and even while the bot is still thinking. */
  #tellFault(ack: ActAck): void {
    if (ack.status !== ActAck_Status.FAULT) return;
    if (ack.decision <= this.#faultTold) return;
    this.#faultTold = ack.decision;
    const { decision, fault, message, charged } = ack;
    // "late" of FAULT_KIND_LATE; only a newer referee knows other kinds.
    const name: string | undefined = FaultKind[fault];
    const kind = name?.toLowerCase().replaceAll("_", "-") ?? `of kind ${fault}`;
    let text = `fault ${kind}`;
    if (charged) text += ` after ${millisecondsText(seconds(charged))}`;
    const here = this.#threw.decision === decision;
    const threw = here ? this.#threw.what : this.#broken;
    if (fault === FaultKind.MALFORMED && threw) {
      text += `, because ${threw}`;
    } else {
      // The referee's words begin with the kind.
      const words = message.startsWith(`${kind}: `)
        ? message.slice(kind.length + 2)
        : message;
      text += `: ${words}`;
    }
    const thinking = this.#thinking;
    if (fault === FaultKind.LATE && thinking > 0 && thinking < decision) {
      text += `; the bot is still thinking about decision ${thinking}`;
    }
    this.#say("warning", decision, text);
  }

  /** Runs a hook, if there is a bot; logs what it throws, and names it. */
  async #guard(
    hook: string,
    decision: number,
    call: (bot: Bot) => unknown,
  ): Promise<string | undefined> {
    if (!this.#bot) return undefined;
    try {
      await call(this.#bot);
      return undefined;
    } catch (error) {
      this.#report(hook, decision, error);
      return `${hook} threw ${thrownName(error)}`;
    }
  }

  #send(kind: RequestKind): number {
    return this.#ended || this.#closed ? 0 : this.link.send(kind);
  }

  #report(hook: string, decision: number, error: unknown): void {
    this.#say("error", decision, `${hook} threw ${thrownText(error)}`);
  }

  #say(level: Level, decision: number, text: string): void {
    const { matchId, seat } = this.start;
    const where = decision > 0 ? ` decision=${decision}` : "";
    this.log(level, `match=${matchId} seat=${seat}${where}: ${text}`);
  }
}
