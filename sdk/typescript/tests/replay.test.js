import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { readPrompts, replay } from "pentathlon";
import {
  DecisionKind,
  PlayResponseSchema,
  toBinary,
} from "pentathlon/protocol";

import { card, prompt, response, start } from "./prompts.js";

const ack = (decision, actionId) =>
  response("actAck", { matchId: "m", seat: 1, decision, actionId });

const MATCH = [
  response("matchStart", start()),
  response("prompt", prompt({ decision: 1 })),
  ack(1, 104),
  response("prompt", prompt({ decision: 2 })),
  ack(2, 100),
  response("matchEnd", { matchId: "m", seat: 1 }),
];

async function linesOf(act, responses = MATCH, others = {}) {
  const lines = [];
  const factory = () => ({ act, ...others });
  const result = await replay(factory, responses, (line) => lines.push(line));
  return { lines, result };
}

test("Each decision is told, with what was played instead", async () => {
  const { lines, result } = await linesOf(() => "H2");
  assert.deepEqual(lines, [
    "decision 1: 1 H2",
    "decision 2: 1 H2 (played: 0 H1)",
    "2 decisions, 1 as played",
  ]);
  assert.equal(result.choices.get(1).text, "H2");
  assert.equal(result.threw, 0);
});

test("Every form of a choice is told in the same way", async () => {
  const forms = [
    (p) => p.actions[2],
    () => 2,
    () => ({ id: 108 }),
    (p) => p.actions[2].action,
  ];
  for (const act of forms) {
    const { lines } = await linesOf(act, MATCH.slice(0, 2));
    assert.equal(lines[0], "decision 1: 2 id 108");
  }
});

test("What is no legal action has no number", async () => {
  const { lines, result } = await linesOf(() => "H9");
  assert.equal(lines[0], "decision 1: - H9 (played: 1 H2)");
  assert.equal(result.choices.get(1), undefined);
});

test("A hook that throws is told, and the replay goes on", async (t) => {
  t.mock.method(console, "error", () => {});
  const { lines, result } = await linesOf(({ decision }) => {
    if (decision === 1) throw new TypeError("no card");
    return 0;
  });
  assert.deepEqual(lines, [
    "decision 1: act threw TypeError: no card",
    "decision 2: 0 H1",
    "2 decisions, 1 as played",
  ]);
  assert.equal(result.threw, 1);
});

test("Announcements are told, also without a choice to make", async () => {
  const announcements = [card(30, "kontra"), card(31, "re")];
  const kind = DecisionKind.MAY;
  const offer = prompt({ decision: 3, announcements, actions: [], kind });
  const { lines } = await linesOf(
    () => 0,
    [MATCH[0], response("prompt", offer)],
    {
      announce: () => "re",
    },
  );
  assert.deepEqual(lines, [
    "decision 3: announces 1 re",
    "0 decisions, 0 as played",
  ]);
});

test("Hooks are called as in the match", async () => {
  const called = [];
  const hooks = ["onStart", "onAck", "onEnd"].map((hook) => [
    hook,
    () => void called.push(hook),
  ]);
  await linesOf(
    () => called.push("act") && 0,
    MATCH,
    Object.fromEntries(hooks),
  );
  assert.deepEqual(called, [
    "onStart",
    "act",
    "onAck",
    "act",
    "onAck",
    "onEnd",
  ]);
});

test("A file has each message after its length", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "prompts-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "prompts");
  const bytes = MATCH.flatMap((message) => {
    const body = toBinary(PlayResponseSchema, message);
    const size =
      body.length < 128
        ? [body.length]
        : [(body.length & 127) | 128, body.length >> 7];
    return [...size, ...body];
  });
  writeFileSync(file, Uint8Array.from(bytes));
  assert.deepEqual(readPrompts(file), MATCH);
  writeFileSync(file, Uint8Array.from(bytes.slice(0, -1)));
  assert.throws(
    () => readPrompts(file),
    /it should be a file that `arena prompts` wrote/,
  );
  assert.throws(
    () => readPrompts(join(folder, "none")),
    /which cannot be read/,
  );
});
