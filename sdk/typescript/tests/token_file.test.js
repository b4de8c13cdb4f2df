import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { readToken, writeToken } from "../dist/token_file.js";

test("A token file is replaced as a whole, for its owner only", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "token-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "token");
  assert.equal(readToken(file), "");
  writeToken(file, "one");
  writeToken(file, "two");
  assert.equal(readToken(file), "two");
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ["token"]);
});

test("Nothing stays of a file that cannot be written", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "token-"));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.throws(() => writeToken(join(folder, "no", "token"), "x"), /ENOENT/);
  // A folder stands where the file should be.
  mkdirSync(join(folder, "token"));
  assert.throws(() => writeToken(join(folder, "token"), "x"));
  assert.deepEqual(readdirSync(folder), ["token"]);
});
