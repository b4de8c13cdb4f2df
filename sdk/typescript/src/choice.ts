/** The answers of a bot, and the messages that they become. */
import { inspect } from "node:util";

import { create, isMessage } from "@bufbuild/protobuf";

import {
  ActSchema,
  AnnounceSchema,
  GameActionSchema,
  type Act,
  type Announce,
  type GameAction,
  type LegalAction,
  type Prompt,
} from "./protocol.js";

/**
 * An answer, in any of five forms: one of `prompt.actions` or
 * `prompt.announcements` itself, an index into that list, the `id` of an action,
 * an action as a message of its game, or its text in the game's notation.
 */
export type Choice =
  | LegalAction
  | number
  | { readonly id: number }
  | GameAction
  | string;

type Named = Exclude<Act["choice"], { case: "index" | undefined }>;

/**
 * Returns the message that answers `prompt` with `choice`. Throws a RangeError
 * or TypeError if `choice` is none.
 */
export function toAct(prompt: Prompt, choice: Choice, note = ""): Act {
  const { matchId, seat, decision } = prompt;
  return create(ActSchema, {
    matchId,
    seat,
    decision,
    note,
    choice:
      typeof choice === "number"
        ? { case: "index", value: checked(choice, prompt.actions, "actions") }
        : named(choice, "actions"),
  });
}

/** Returns the message that announces `choice`, with the same errors. */
export function toAnnounce(prompt: Prompt, choice: Choice): Announce {
  const { matchId, seat, decision, announcements } = prompt;
  // An index is sent as the id, because the list may change while the message is
  // on its way.
  const name =
    typeof choice === "number"
      ? announcements[checked(choice, announcements, "announcements")]!
      : choice;
  return create(AnnounceSchema, {
    matchId,
    seat,
    decision,
    choice: named(name, "announcements"),
  });
}

function checked(
  index: number,
  offered: readonly LegalAction[],
  name: string,
): number {
  if (Number.isInteger(index) && index >= 0 && index < offered.length) {
    return index;
  }
  throw new RangeError(
    `index ${index} is outside the prompt's ${offered.length} ${name}, ` +
      `which count from 0`,
  );
}

/** A choice that is no index, as the messages have it. */
function named(choice: Exclude<Choice, number>, name: string): Named {
  if (typeof choice === "string") return { case: "text", value: choice };
  if (typeof choice === "object" && choice !== null) {
    if (isMessage(choice, GameActionSchema)) {
      return { case: "action", value: choice };
    }
    if (isId(choice.id)) return { case: "id", value: choice.id };
  }
  throw new TypeError(
    `${inspect(choice)} is not a choice: return one of prompt.${name}, ` +
      `its index, its text, { id }, or a GameAction`,
  );
}

function isId(id: unknown): boolean {
  return Number.isInteger(id) && Number(id) >= 0 && Number(id) < 2 ** 32;
}
