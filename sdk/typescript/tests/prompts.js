/** Messages for tests. */
import {
  create,
  DecisionKind,
  MatchStartSchema,
  PlayResponseSchema,
  PromptSchema,
} from "pentathlon/protocol";

/** The start of a match of Octrix, as seat 1. */
export function start(fields = {}) {
  return create(MatchStartSchema, {
    matchId: "m",
    seat: 1,
    game: "octrix",
    players: ["ada", "bob"],
    privateSeed: Uint8Array.from({ length: 16 }, (_, i) => i),
    ...fields,
  });
}

/** An action of Octrix that plays a card, with its text. */
export function card(number, text = "") {
  const kind = { case: "card", value: number };
  const game = { case: "octrix", value: { kind } };
  return { id: 100 + number, text, action: { game } };
}

/** A prompt of kind MUST, with the actions H1, H2 and one without a text. */
export function prompt(fields = {}) {
  return create(PromptSchema, {
    matchId: "m",
    seat: 1,
    decision: 7,
    kind: DecisionKind.MUST,
    actions: [card(0, "H1"), card(4, "H2"), card(8)],
    ...fields,
  });
}

/** A response with a message of one kind, or of none. */
export function response(kind, value) {
  return create(PlayResponseSchema, kind && { kind: { case: kind, value } });
}
