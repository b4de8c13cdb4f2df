import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SDK = fileURLToPath(new URL("..", import.meta.url));

/** The generated files in a folder, by name. */
function generatedIn(folder) {
  const names = readdirSync(join(folder, "gen/arena/v1")).map(
    (name) => `gen/arena/v1/${name}`,
  );
  return Object.fromEntries(
    ["protocol.ts", ...names].map((name) => [
      name,
      readFileSync(join(folder, name), "utf8"),
    ]),
  );
}

test("The committed messages are those of proto/", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "generated-"));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync(join(SDK, "generate"), [folder]);
  const fresh = generatedIn(folder);
  const committed = generatedIn(join(SDK, "src"));
  const names = new Set([...Object.keys(fresh), ...Object.keys(committed)]);
  const stale = [...names].filter((name) => fresh[name] !== committed[name]);
  assert.deepEqual(
    stale,
    [],
    "run sdk/typescript/generate and commit what it writes",
  );
});
