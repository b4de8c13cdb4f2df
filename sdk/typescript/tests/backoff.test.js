import assert from "node:assert/strict";
import { test } from "node:test";

import { Backoff } from "../dist/backoff.js";

test("Pauses double up to five seconds", () => {
  const backoff = new Backoff(
    1000,
    () => 0,
    () => 0,
  );
  const pauses = Array.from({ length: 8 }, () => backoff.failed());
  assert.deepEqual(pauses, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5]);
});

test("Up to half of a pause is taken off", () => {
  assert.equal(
    new Backoff(
      60,
      () => 0,
      () => 1,
    ).failed(),
    0.05,
  );
});

test("The last pause ends when the time is up", () => {
  let now = 0;
  const backoff = new Backoff(
    0.15,
    () => now,
    () => 0,
  );
  assert.equal(backoff.failed(), 0.1);
  now = 0.1;
  assert.ok(Math.abs(backoff.failed() - 0.05) < 1e-9);
  now = 0.15;
  assert.equal(backoff.failed(), undefined);
});

test("A success begins again", () => {
  const backoff = new Backoff(
    60,
    () => 0,
    () => 0,
  );
  backoff.failed();
  backoff.failed();
  backoff.reset();
  assert.equal(backoff.failing, false);
  assert.equal(backoff.failed(), 0.1);
});
