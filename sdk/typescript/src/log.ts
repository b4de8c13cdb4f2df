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
    const line = `${timeText(new Date())} ${level.toUpperCase()} ${text}`;
    process.stderr.write(`${printable(line)}\n`);
  };
}

/** "2026-01-31 18:00:00,123", in local time. */
function timeText(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()];
  const milliseconds = String(now.getMilliseconds()).padStart(3, "0");
  return `${day.map(two).join("-")} ${time.map(two).join(":")},${milliseconds}`;
}
