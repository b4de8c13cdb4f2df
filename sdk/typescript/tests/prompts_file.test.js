import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { Prompt, readPrompts } from "pentathlon";
import {
  DecisionKind,
  PlayResponseSchema,
  toBinary,
} from "pentathlon/protocol";

import { prompt, response, start } from "./prompts.js";

const MATCH = [
  response("matchStart", start()),
  response("prompt", prompt({ decision: 1 })),
  response("actAck", { matchId: "m", seat: 1, decision: 1, actionId: 104 }),
  response("prompt", prompt({ decision: 2, kind: DecisionKind.MAY })),
  response("matchEnd", { matchId: "m", seat: 1 }),
];

/** The bytes of a file with these messages. */
function bytesOf(messages) {
  const writer = new BinaryWriter();
  for (const message of messages) {
    writer.bytes(toBinary(PlayResponseSchema, message));
  }
  return writer.finish();
}

/** Writes a file for one test, and returns its path. */
function fileOf(t, bytes) {
  const folder = mkdtempSync(join(tmpdir(), "prompts-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "seat0.prompts");
  writeFileSync(file, bytes);
  return file;
}

test("A file of prompts is read as a whole", (t) => {
  assert.deepEqual(readPrompts(fileOf(t, bytesOf(MATCH))), MATCH);
});

const [begin, asked, , , end] = MATCH;
const whole = bytesOf(MATCH);
for (const [what, bytes] of [
  ["an empty file", new Uint8Array()],
  ["a file that is cut off in a message", whole.slice(0, -1)],
  ["a file without its MatchEnd", bytesOf([begin, asked])],
  ["a file without its MatchStart", bytesOf([asked, end])],
  ["a file of two matches", bytesOf([...MATCH, ...MATCH])],
  ["a file with a message of no kind", bytesOf([begin, response(), end])],
  [
    "a file with half a message at its end",
    Buffer.concat([whole, whole.slice(0, 9)]),
  ],
  ["a text", Buffer.from("decision 1: 1 H2\n")],
]) {
  test(`Prompts are not read from ${what}`, (t) => {
    assert.throws(() => readPrompts(fileOf(t, bytes)), {
      name: "OptionError",
      message:
        /^the file of prompts is ".*seat0\.prompts"; it should be a file that `arena prompts` wrote$/,
    });
  });
}

test("Prompts are not read from a file that is not there", () => {
  assert.throws(() => readPrompts("/nonexistent/prompts"), {
    name: "OptionError",
    message: /^the file of prompts cannot be read: ENOENT.*nonexistent/,
  });
});

test("A test asks a bot again, without a session", async (t) => {
  const bot = { act: async ({ actions }) => actions[1] };
  const chosen = [];
  let match;
  for (const { kind } of readPrompts(fileOf(t, whole))) {
    if (kind.case === "matchStart") match = kind.value;
    if (kind.case !== "prompt" || kind.value.kind !== DecisionKind.MUST) {
      continue;
    }
    const again = new Prompt(match, kind.value);
    assert.equal(again.isOpen, true);
    chosen.push((await bot.act(again)).text);
  }
  assert.deepEqual(chosen, ["H2"]);
});
