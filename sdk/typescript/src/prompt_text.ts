/** A prompt as text that a person reads; all SDKs write the same. */
import { toJsonString } from "@bufbuild/protobuf";

import {
  DecisionKind,
  GameActionSchema,
  ObservationSchema,
  type LegalAction,
  type MatchStart,
  type Prompt,
} from "./protocol.js";

/** Returns what the seat knows, what it may do, and the time it has. */
export function promptText(
  match: MatchStart,
  prompt: Prompt,
  timeLeft: number | undefined,
): string {
  const may = prompt.kind === DecisionKind.MAY;
  const lines = [
    `${match.game}, match ${prompt.matchId}, seat ${prompt.seat}, ` +
      `decision ${prompt.decision}: ` +
      (may ? "announce or wait" : "choose an action"),
  ];
  if (timeLeft !== undefined) {
    lines.push(`time left: ${timeLeft.toFixed(3)} s`);
  } else if (!may) {
    lines.push("time left: no limit");
  }
  lines.push(...position(prompt));
  lines.push(...offered(prompt.seat, "choose", prompt.actions));
  lines.push(...offered(prompt.seat, "announce", prompt.announcements));
  return lines.join("\n");
}

/** The position in the words of the referee, which `arena replay` prints. */
function position(prompt: Prompt): string[] {
  if (prompt.positionText === "") {
    const fields = prompt.observation
      ? toJsonString(ObservationSchema, prompt.observation)
      : "";
    return [`  there is no text; the fields are: ${fields}`];
  }
  const lines = prompt.positionText.replace(/\n$/, "").split("\n");
  return lines.map((line) => line && `  ${line}`);
}

function offered(
  seat: number,
  may: string,
  actions: readonly LegalAction[],
): string[] {
  if (actions.length === 0) return [];
  return [
    `seat ${seat} can ${may}:`,
    ...actions.map(
      (action, index) => `  ${index}: ${action.text || withoutText(action)}`,
    ),
  ];
}

function withoutText({ id, action }: LegalAction): string {
  return `id ${id}, ${action ? toJsonString(GameActionSchema, action) : ""}`;
}
