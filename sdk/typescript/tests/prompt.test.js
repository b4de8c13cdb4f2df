import assert from "node:assert/strict";
import { test } from "node:test";

import { Prompt } from "pentathlon";

import { Opening } from "../dist/prompt.js";
import { card, prompt, start } from "./prompts.js";

const seconds = (value) => ({ seconds: BigInt(value), nanos: 0 });

test("A prompt shows what the seat knows and may do", () => {
  const message = prompt({
    positionText: "trick 1\n\nH1 H2\n",
    announcements: [card(30, "re")],
  });
  assert.deepEqual(String(new Prompt(start(), message)).split("\n"), [
    "octrix, match m, seat 1, decision 7: choose an action",
    "time left: no limit",
    "  trick 1",
    "",
    "  H1 H2",
    "seat 1 can choose:",
    "  0: H1",
    "  1: H2",
    '  2: id 108, {"octrix":{"card":8}}',
    "seat 1 can announce:",
    "  0: re",
  ]);
});

test("Without text it shows the fields", () => {
  const observation = { game: { case: "octrix", value: { trick: 3 } } };
  const text = String(new Prompt(start(), prompt({ observation })));
  assert.match(text, /there is no text; the fields are: \{"octrix":/);
});

test("It never shows the private seed", () => {
  assert.doesNotMatch(
    String(new Prompt(start(), prompt())),
    /privateSeed|AAEC/,
  );
});

test("The time left is counted from the arrival", () => {
  const message = prompt({ allowanceLeft: seconds(1), bankLeft: seconds(5) });
  const { timeLeft } = new Prompt(start(), message, performance.now() - 2000);
  assert.ok(timeLeft <= 4 && timeLeft > 3, `${timeLeft}`);
  assert.equal(new Prompt(start(), message, -1e9).timeLeft, 0);
  assert.equal(new Prompt(start(), prompt()).timeLeft, undefined);
});

test("The round trip is that of the referee", () => {
  const roundTrip = { seconds: 0n, nanos: 5_000_000 };
  assert.equal(new Prompt(start(), prompt({ roundTrip })).roundTrip, 0.005);
  assert.equal(new Prompt(start(), prompt()).roundTrip, undefined);
});

test("The end of a decision aborts its signal", () => {
  const opening = new Opening();
  const asked = new Prompt(start(), prompt(), 0, opening);
  const { signal } = asked;
  assert.deepEqual([asked.isOpen, signal.aborted], [true, false]);
  opening.close();
  assert.deepEqual([asked.isOpen, signal.aborted], [false, true]);
});

test("A signal that is asked for later is aborted, too", () => {
  const opening = new Opening();
  opening.close();
  assert.ok(opening.signal.aborted);
});

test("A bot that breathes lets others run", async () => {
  let ran = false;
  setImmediate(() => (ran = true));
  assert.equal(await new Prompt(start(), prompt()).breathe(), true);
  assert.ok(ran);
});

test("The generator of a prompt goes on", () => {
  const asked = new Prompt(start(), prompt());
  assert.equal(asked.seed, 18257086097028160099n);
  const draws = [0, 1, 2].map(() => asked.random.below(10));
  assert.deepEqual(draws, [7, 3, 2]);
});
