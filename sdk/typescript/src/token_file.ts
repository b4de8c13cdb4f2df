/** Keeps the token of a session, so that a restarted bot goes on with it. */
import { randomUUID } from "node:crypto";
import {
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

const LONGEST = 4096;

/**
 * Whether the text can be a token: a word of ASCII. Anything else cannot be sent, or
 * is, for example, a key of the author.
 */
export function isToken(text: string): boolean {
  return text.length <= LONGEST && /^[!-~]+$/.test(text);
}

/**
 * Returns the token in the file, or "" if there is none yet. Throws an Error if the
 * file holds something else: it may be named by mistake, and would go to the
 * referee, and be replaced. A device would be replaced, too.
 */
export function readToken(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return "";
  // With its line feed, or that of Windows.
  if (found.isFile() && found.size <= LONGEST + 2) {
    const token = readFileSync(path, "latin1").trim();
    if (token === "" || isToken(token)) return token;
  }
  throw new Error(`${path} holds no token`);
}

/** Replaces the file in one step, readable by its owner only. */
export function writeToken(path: string, token: string): void {
  if (!isToken(token)) throw new Error("the referee's is no token");
  // A new file beside it: readers see the old token or the new one, never half
  // of it.
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
