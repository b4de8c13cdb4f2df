/** Shows a bot the prompts of a match that was played, without a referee. */
import { readFileSync } from "node:fs";

import { equals, fromBinary } from "@bufbuild/protobuf";

import { makeBot, type Bot, type BotFactory } from "./bot.js";
import { toAct, toAnnounce } from "./choice.js";
import { OptionError } from "./errors.js";
import { printable } from "./printable.js";
import { Prompt } from "./prompt.js";
import {
  DecisionKind,
  GameActionSchema,
  PlayResponseSchema,
  type Act,
  type ActAck,
  type Announce,
  type LegalAction,
  type MatchStart,
  type PlayResponse,
  type Prompt as PromptMessage,
} from "./protocol.js";
import { thrownText, thrownWords } from "./thrown.js";

/** What came of a replay. */
export interface Replayed {
  /** Decisions that the bot made. */
  decisions: number;
  /** How many of them were those of the match. */
  asPlayed: number;
  /** How many hooks threw. */
  threw: number;
  /** What `act` chose, by decision; undefined if that is no legal action. */
  choices: Map<number, LegalAction | undefined>;
}

/** Reads what `arena prompts` wrote. Throws OptionError if that is not possible. */
export function readPrompts(path: string): PlayResponse[] {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new OptionError(
      `--prompts is "${path}", which cannot be read: ${(error as Error).message}`,
    );
  }
  try {
    const messages = delimited(bytes);
    if (!isWhole(messages)) throw new Error("no prompts of a match");
    return messages;
  } catch {
    throw new OptionError(
      `--prompts is "${path}"; it should be a file that \`arena prompts\` wrote`,
    );
  }
}

/** Whether it is one MatchStart, what came after it, and the MatchEnd. */
function isWhole(messages: readonly PlayResponse[]): boolean {
  const kinds = messages.map(({ kind }) => kind.case);
  return (
    kinds.lastIndexOf("matchStart") === 0 &&
    kinds.at(-1) === "matchEnd" &&
    !kinds.includes(undefined)
  );
}

function delimited(bytes: Uint8Array): PlayResponse[] {
  const messages: PlayResponse[] = [];
  for (let at = 0; at < bytes.length; ) {
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 28) throw new Error("cut off");
      size += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    if (at + size > bytes.length) throw new Error("cut off");
    messages.push(
      fromBinary(PlayResponseSchema, bytes.subarray(at, at + size)),
    );
    at += size;
  }
  return messages;
}

/**
 * Makes a bot and calls its hooks as in the match that `responses` are of: one
 * MatchStart, then Prompts, each with the ActAck of what was played, and the
 * MatchEnd.
 *
 * @param print Gets a line for each decision, and one at the end.
 */
export async function replay(
  factory: BotFactory,
  responses: Iterable<PlayResponse>,
  print: (line: string) => void = () => {},
): Promise<Replayed> {
  // The file may come from a stranger.
  const replaying = new Replaying(factory, (line) => print(printable(line)));
  for (const { kind } of responses) {
    switch (kind.case) {
      case "matchStart":
        await replaying.start(kind.value);
        break;
      case "prompt":
        await replaying.prompt(kind.value);
        break;
      case "actAck":
        await replaying.ack(kind.value);
        break;
      case "announceAck":
        await replaying.call("onAnnounceAck", (bot) =>
          bot.onAnnounceAck?.(kind.value),
        );
        break;
      case "events":
        await replaying.call("onEvents", (bot) => bot.onEvents?.(kind.value));
        break;
      case "matchEnd":
        replaying.tell();
        await replaying.call("onEnd", (bot) => bot.onEnd?.(kind.value));
    }
  }
  replaying.tell();
  const { decisions, asPlayed } = replaying.result;
  print(`${decisions} decisions, ${asPlayed} as played`);
  return replaying.result;
}

/** A bot in the middle of a replay. */
class Replaying {
  readonly result: Replayed = {
    decisions: 0,
    asPlayed: 0,
    threw: 0,
    choices: new Map(),
  };
  #start: MatchStart | undefined;
  #bot: Bot | undefined;
  #open: PromptMessage | undefined;
  /** The line of the open decision, without what was played. */
  #line = "";

  constructor(
    private readonly factory: BotFactory,
    private readonly print: (line: string) => void,
  ) {}

  async start(start: MatchStart): Promise<void> {
    this.#start = start;
    const session = { leave: (): void => {} };
    await this.#guard("the making of the bot", "", async () => {
      this.#bot = await makeBot(this.factory, start, session);
    });
    await this.call("onStart", (bot) => bot.onStart?.(start));
  }

  async prompt(message: PromptMessage): Promise<void> {
    if (message.ack) await this.ack(message.ack);
    this.tell();
    const bot = this.#bot;
    if (!this.#start || !bot) return;
    const prompt = new Prompt(this.#start, message);
    const where = `decision ${message.decision}: `;
    if (message.announcements.length > 0) {
      await this.#guard("announce", where, async () => {
        const choice = await bot.announce?.(prompt);
        if (choice === undefined || choice === null) return;
        const announce = toAnnounce(message, choice);
        this.print(
          `${where}announces ${named(announce, message.announcements)[1]}`,
        );
      });
    }
    if (message.kind !== DecisionKind.MUST) return;
    this.#open = message;
    this.result.decisions += 1;
    this.result.choices.set(message.decision, undefined);
    await this.#guard("act", where, async () => {
      const act = toAct(message, await bot.act(prompt), prompt.note);
      const [chosen, text] = named(act, message.actions);
      this.result.choices.set(message.decision, chosen);
      this.#line = `${where}${text}`;
    });
  }

  async ack(ack: ActAck): Promise<void> {
    this.tell(ack);
    await this.call("onAck", (bot) => bot.onAck?.(ack));
  }

  /** Tells what the bot chose in the open decision, and what was played. */
  tell(ack?: ActAck): void {
    const prompt = this.#open;
    if (!prompt) return;
    const line = this.#line;
    this.#open = undefined;
    this.#line = "";
    const id = ack?.decision === prompt.decision ? ack.actionId : undefined;
    const index = prompt.actions.findIndex((action) => action.id === id);
    const played = prompt.actions[index];
    if (played && played === this.result.choices.get(prompt.decision)) {
      this.result.asPlayed += 1;
    }
    if (!line) return;
    const same = !played || played === this.result.choices.get(prompt.decision);
    this.print(same ? line : `${line} (played: ${index} ${textOf(played)})`);
  }

  async call(hook: string, call: (bot: Bot) => unknown): Promise<void> {
    const bot = this.#bot;
    if (bot) await this.#guard(hook, "", () => call(bot));
  }

  async #guard(
    hook: string,
    where: string,
    call: () => unknown,
  ): Promise<void> {
    try {
      await call();
    } catch (error) {
      this.result.threw += 1;
      this.print(`${where}${hook} threw ${thrownWords(error)}`);
      console.error(thrownText(error));
    }
  }
}

/** The action that a choice names, and its number and text. */
function named(
  { choice }: Act | Announce,
  offered: readonly LegalAction[],
): [LegalAction | undefined, string] {
  const index = offered.findIndex((action, i) => {
    switch (choice.case) {
      case "index":
        return i === choice.value;
      case "id":
        return action.id === choice.value;
      case "text":
        return action.text === choice.value;
      case "action":
        return (
          action.action && equals(GameActionSchema, action.action, choice.value)
        );
      default:
        return false;
    }
  });
  const chosen = offered[index];
  if (chosen) return [chosen, `${index} ${textOf(chosen)}`];
  const words =
    choice.case === "action"
      ? "another action"
      : `${choice.case} ${choice.value}`;
  return [undefined, `- ${choice.case === "text" ? choice.value : words}`];
}

function textOf({ id, text }: LegalAction): string {
  return text || `id ${id}`;
}
