/** Keeps the token of a session, so that a restarted bot goes on with it. */
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Returns the token in the file, or "" if there is no file yet. */
export function readToken(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
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
