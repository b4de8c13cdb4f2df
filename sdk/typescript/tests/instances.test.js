import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(
  new URL("programs/first_action.js", import.meta.url),
);
// Nobody listens there.
const ADDRESS = "unix:/nonexistent/referee";

/** Starts two instances; collects what they log. */
function begin(t, ...flags) {
  const args = [
    PROGRAM,
    "--instances=2",
    "--instance=pool",
    `--address=${ADDRESS}`,
    ...flags,
  ];
  const parent = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => parent.kill("SIGKILL"));
  parent.log = "";
  parent.stderr.on("data", (text) => (parent.log += text));
  return parent;
}

async function until(holds) {
  while (!holds()) await sleep(10);
}

/** The processes of which `pid` is the parent. */
function childrenOf(pid) {
  return readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((name) => {
      try {
        const after = readFileSync(`/proc/${name}/stat`, "utf8")
          .split(") ")
          .at(-1);
        return after.split(" ")[1] === String(pid) && after[0] !== "Z";
      } catch {
        return false; // It has just ended.
      }
    });
}

const tries = (parent) => parent.log.match(/no connection to/g)?.length ?? 0;

test("If an instance fails, the others end, and the status is 1", async (t) => {
  const parent = begin(t, "--give-up-after=0");
  const [status] = await once(parent, "exit");
  assert.equal(status, 1);
  assert.match(
    parent.log,
    /ERROR instance [12] has failed; stopping the others/,
  );
});

test("SIGTERM ends all instances with status 0", async (t) => {
  const parent = begin(t);
  await until(() => tries(parent) === 2);
  assert.equal(childrenOf(parent.pid).length, 2);
  parent.kill("SIGTERM");
  const [status] = await once(parent, "exit");
  assert.equal(status, 0);
});

test("The instances end when the first process is killed", async (t) => {
  const parent = begin(t);
  await until(() => tries(parent) === 2);
  const children = childrenOf(parent.pid);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  const alive = (pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)[0] !== "Z"
      );
    } catch {
      return false;
    }
  };
  await until(() => !children.some(alive));
});
