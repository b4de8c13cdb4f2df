/** Log lines, as all SDKs write them. */
import { printable } from "./printable.js";

/** How much a line matters. */
export type Level = "debug" | "info" | "warning" | "error";

/** Takes a line of the log, which has no line break at its end. */
export type Log = (level: Level, text: string) => void;

/** The levels, from the least to the most important. */
export const LEVELS: readonly Level[] = ["debug", "info", "warning", "error"];

/** Returns a log that writes lines of at least `least` to stderr. */
export function logToStderr(least: Level): Log {
  return (level, text) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const line = `${new Date().toISOString()} ${level.toUpperCase()} ${text}`;
    process.stderr.write(`${printable(line)}\n`);
  };
}
