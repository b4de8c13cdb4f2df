/** What a bot threw, in words. */

/** Returns "RangeError"; "string" for what is no Error. */
export function thrownName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return error.name === "Error" ? error.constructor.name : error.name;
}

/** Returns "RangeError: what was wrong". */
export function thrownWords(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return `${thrownName(error)}: ${words}`;
}

/** Returns the same with the trace, in the lines after it. */
export function thrownText(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return [thrownWords(error), ...frames].join("\n");
}
