/** Ends a bot that is asked to end: after its matches, or at once. */
import { constants } from "node:os";

import type { Session } from "./session.js";
import { secondsText } from "./times.js";

/**
 * Milliseconds after which another signal is a second one. Supervisors and
 * terminals signal a process and its group, so that it gets the same signal twice.
 */
const AGAIN = 500;

/**
 * From now on SIGTERM and SIGINT ask the session to leave: it plays its matches to
 * their end. A second signal, or the end of `within` seconds, ends the program at
 * once. Returns a function that ends this.
 */
export function leaveOnSignal(
  session: Session,
  within: number,
  end: (status: number) => void = (status) => process.exit(status),
): () => void {
  let first: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (first !== undefined) {
      if (now >= first + AGAIN) end(128 + constants.signals[signal]);
      return;
    }
    first = now;
    session.log(
      "info",
      `asked to end: no further matches, and those under way go on for up to ` +
        `${secondsText(within)}; a second signal ends at once`,
    );
    timer = setTimeout(
      () => {
        session.log(
          "warning",
          `the matches are not over after ${secondsText(within)}`,
        );
        end(128 + constants.signals[signal]);
      },
      Math.min(within * 1000, 2 ** 31 - 1),
    );
    session.leave();
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  return () => {
    clearTimeout(timer);
    process.off("SIGTERM", onSignal);
    process.off("SIGINT", onSignal);
  };
}
