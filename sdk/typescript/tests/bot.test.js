import assert from "node:assert/strict";
import { test } from "node:test";

import { Decline, OptionError, run } from "pentathlon";

import { hasHook, makeBot } from "../dist/bot.js";
import { start } from "./prompts.js";

const session = { leave() {} };

test("A class and a function make bots, and see the start", () => {
  class Kept {
    constructor(match) {
      this.match = match;
    }
    act() {}
  }
  class Fields {
    act = () => 0;
  }
  const match = start();
  assert.equal(makeBot(Kept, match, session).match, match);
  assert.equal(makeBot(Fields, match, session).act(), 0);
  assert.equal(makeBot((seen) => ({ seen }), match, session).seen, match);
});

test("Only a class shows its hooks before it is used", () => {
  class Follower {
    act() {}
    onEvents() {}
  }
  assert.ok(hasHook(Follower, "onEvents"));
  assert.ok(!hasHook(() => new Follower(), "onEvents"));
});

test("A reason to decline is one line of up to 200 bytes", () => {
  assert.equal(new Decline("no\nbots\u0007").reason, "no bots ");
  assert.equal(new Decline("é".repeat(150)).reason, "é".repeat(100));
  assert.equal(new Decline("x" + "é".repeat(150)).reason, "x" + "é".repeat(99));
});

test("A bot in place of its class is an error at once", async () => {
  class Kept {
    act() {}
  }
  for (const [factory, words] of [
    [new Kept(), /an object of the class Kept; it should be a class itself/],
    [undefined, /are to be made by undefined; it should/],
  ]) {
    await assert.rejects(run(factory), (error) => {
      assert.ok(error instanceof OptionError);
      assert.match(error.message, words);
      return true;
    });
  }
});
