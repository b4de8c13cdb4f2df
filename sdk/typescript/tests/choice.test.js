import assert from "node:assert/strict";
import { test } from "node:test";

import { create, GameActionSchema } from "pentathlon/protocol";

import { toAct, toAnnounce } from "../dist/choice.js";
import { card, prompt } from "./prompts.js";

const offer = prompt({ announcements: [card(30, "re")] });

test("An action of the prompt is sent as its id", () => {
  const { choice } = toAct(offer, offer.actions[1]);
  assert.deepEqual(choice, { case: "id", value: 104 });
});

test("A number is an index", () => {
  assert.deepEqual(toAct(offer, 2).choice, { case: "index", value: 2 });
});

test("An id can be named", () => {
  assert.deepEqual(toAct(offer, { id: 17 }).choice, { case: "id", value: 17 });
});

test("A text is sent as it is", () => {
  assert.deepEqual(toAct(offer, "H9").choice, { case: "text", value: "H9" });
});

test("An action of the game is sent as it is", () => {
  const action = create(GameActionSchema, card(4).action);
  assert.deepEqual(toAct(offer, action).choice, {
    case: "action",
    value: action,
  });
});

test("An act quotes the decision and has the note", () => {
  const { matchId, seat, decision, note } = toAct(offer, 0, "why");
  assert.deepEqual([matchId, seat, decision, note], ["m", 1, 7, "why"]);
});

for (const index of [-1, 3, 0.5, NaN]) {
  test(`The index ${index} is no choice`, () => {
    assert.throws(() => toAct(offer, index), {
      name: "RangeError",
      message: `index ${index} is outside the prompt's 3 actions, which count from 0`,
    });
  });
}

for (const value of [undefined, null, true, {}, 3n, () => 0]) {
  test(`${String(value)} is no choice`, () => {
    assert.throws(
      () => toAct(offer, value),
      /is not a choice: return one of prompt/,
    );
  });
}

test("An announcement by index is sent as its id", () => {
  assert.deepEqual(toAnnounce(offer, 0).choice, { case: "id", value: 130 });
});

test("An index counts in the announcements", () => {
  assert.throws(
    () => toAnnounce(offer, 1),
    /outside the prompt's 1 announcements/,
  );
});
