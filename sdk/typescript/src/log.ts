/** Log lines, as all SDKs write them, and the words of errors in them. */

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

/**
 * What a terminal would obey instead of show: control characters except tab and
 * line feed, and the signs that turn the direction of writing.
 */
const OBEYED =
  // eslint-disable-next-line no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Returns a text of others with escapes such as \u001b for what a terminal would
 * obey. What follows a line feed is indented, so that no text passes for a line of
 * its own.
 */
export function printable(text: string): string {
  const escaped = text.replace(
    OBEYED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return escaped.replaceAll("\n", "\n    ");
}

/** Names what a bot threw: "RangeError"; "string" for what is no Error. */
export function thrownName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return error.name === "Error" ? error.constructor.name : error.name;
}

/** Returns "RangeError: what was wrong", and the trace in the lines after it. */
export function thrownText(error: unknown): string {
  const isError = error instanceof Error;
  const words = isError ? error.message : String(error);
  const stack = (isError && error.stack) || "";
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return [`${thrownName(error)}: ${words}`, ...frames].join("\n");
}
