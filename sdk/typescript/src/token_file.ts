/** Keeps the token of a session, so that a restarted bot goes on with it. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

const LONGEST = 4096;

/** What a file holds is no token. */
export class NoTokenError extends Error {}

/**
 * Whether the text can be a token: a word of ASCII. Anything else cannot be sent, or
 * is, for example, a key of the author.
 */
export function isToken(text: string): boolean {
  return text.length <= LONGEST && /^[!-~]+$/.test(text);
}

/**
 * Returns the token in the file, or "" if there is none yet. Throws NoTokenError if
 * the file holds something else: it may be named by mistake, and would go to the
 * referee, and be replaced.
 */
export function readToken(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  // A device would be replaced, too.
  const isFile = found?.isFile() ?? true;
  const token = isFile ? beginningOf(path).trim() : "";
  if (!isFile || (token && !isToken(token))) {
    throw new NoTokenError(
      "which holds no token; it should be a file that a bot has written, or none yet",
    );
  }
  return token;
}

function beginningOf(path: string): string {
  // One byte more than the longest token with its line feed.
  const bytes = Buffer.alloc(LONGEST + 2);
  try {
    const file = openSync(path, "r");
    try {
      return bytes.toString("latin1", 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** Replaces the file in one step, readable by its owner only. */
export function writeToken(path: string, token: string): void {
  // A new file beside it: readers see the old token or the new one, never half
  // of it.
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } catch (error) {
    try {
      unlinkSync(draft);
    } catch {
      // It was never made.
    }
    throw error;
  }
}
