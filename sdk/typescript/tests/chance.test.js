import assert from "node:assert/strict";
import { test } from "node:test";

import { Random, seedOf } from "../dist/chance.js";

const PRIVATE_SEED = Uint8Array.from({ length: 16 }, (_, i) => i);

test("The generator draws the numbers of the contract", () => {
  const random = new Random(0n);
  assert.equal(random.next(), 16294208416658607535n);
  assert.equal(random.next(), 7960286522194355700n);
  assert.equal(random.next(), 487617019471545679n);
});

test("The seed of a decision is that of the contract", () => {
  assert.equal(seedOf(PRIVATE_SEED, 1, 7), 18257086097028160099n);
});

test("Numbers below ten are those of the contract", () => {
  const random = new Random(seedOf(PRIVATE_SEED, 1, 7));
  const draws = [random.below(10), random.below(10), random.below(10)];
  assert.deepEqual(draws, [7, 3, 2]);
});

test("A draw beyond the largest multiple is drawn again", () => {
  // Of 2^64 only 2 * (2^63 - 1) would be fair for this count; a count near 2^53
  // is the largest that a number can say, and nearly every draw is used.
  const random = new Random(0n);
  const count = Number.MAX_SAFE_INTEGER;
  for (let i = 0; i < 100; ++i) assert.ok(random.below(count) < count);
});

test("Nothing is below 0", () => {
  const random = new Random(0n);
  assert.throws(() => random.below(0), /below\(0\): the count should be 1/);
  assert.throws(() => random.below(1.5), RangeError);
});
