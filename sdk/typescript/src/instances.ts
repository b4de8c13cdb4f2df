/** Several processes of one bot. */
import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import type { Log } from "./log.js";
import type { AllOptions } from "./options.js";

/** Exit status of a process whose place another one has taken. */
export const REPLACED = 3;

/** Milliseconds after which a process may be replaced. */
const SLOWEST_START = 1000;

const PARENT = "_PENTATHLON_PARENT";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Runs `options.instances` processes of a program until all have ended, and
 * returns its exit status: 0, or 1 if one has failed.
 *
 * Flags at the end of its command line tell each process which one it is: its
 * instance is "1", "2" and so on, after options.instance and a dot if that is set;
 * the name of its token file ends with the same number. With options.oneMatch a
 * process that ends well is replaced by a new one, unless a process of another
 * program has taken its place. If one fails, the others end after their matches.
 */
export async function runInstances(
  options: AllOptions,
  command: readonly string[],
  log: Log,
): Promise<number> {
  const running = new Set<ChildProcess>();
  let stopping = false;
  let failed = false;
  const stop = (signal: NodeJS.Signals): void => {
    stopping = true;
    for (const child of running) child.kill(signal);
  };
  const keep = async (number: number): Promise<void> => {
    while (!stopping) {
      const started = performance.now();
      const child = start(options, command, number);
      running.add(child);
      const status = await ended(child);
      running.delete(child);
      if (stopping || status === REPLACED) return;
      if (status !== 0) {
        log("error", `instance ${number} has failed; stopping the others`);
        failed = true;
        stop("SIGTERM");
        return;
      }
      if (!options.oneMatch) return;
      await sleep(Math.max(0, started + SLOWEST_START - performance.now()));
    }
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const numbers = Array.from({ length: options.instances }, (_, i) => i + 1);
    await Promise.all(numbers.map(keep));
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
  return failed ? 1 : 0;
}

function start(
  options: AllOptions,
  command: readonly string[],
  number: number,
): ChildProcess {
  const { instance, tokenFile } = options;
  const name = instance ? `${instance}.${number}` : String(number);
  const flags = ["--instances=1", `--instance=${name}`];
  if (tokenFile) flags.push(`--token-file=${tokenFile}.${number}`);
  const [program, ...args] = command;
  return spawn(program!, [...args, ...flags], {
    // The channel ends with this process, and then the child ends, too.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [PARENT]: String(process.pid) },
  });
}

/** Waits for the end of a process; returns its exit status, or -1. */
function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("exit", (status) => resolve(status ?? -1));
  });
}

/** Whether this process was started by runInstances. */
export function isInstance(): boolean {
  return process.env[PARENT] === String(process.ppid);
}

/** Asks this process to end when the one that started it is killed. */
export function endWithParent(): void {
  if (!isInstance() || !process.connected) return;
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // It alone keeps no program alive.
  process.channel?.unref();
}

/** Returns how this program was started. */
export function ownCommand(): string[] {
  return [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
}
